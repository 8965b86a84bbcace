//! One's own account: devices, password, takebacks, data, the end.

use leptos::prelude::*;
use skep_wire::rest::{Prefs, SessionInfo, Takebacks, UpdateAccount};
use skep_words::{Key, say};

use super::tokens::Tokens;
use super::{Line, Outcome, Progress, run};
use crate::browser::app::App;
use crate::browser::forms::{Choice, Choices};
use crate::browser::names;
use crate::browser::online::api;
use crate::clock::Millis;
use crate::online::agent::device_name;
use crate::route::Route;

#[component]
pub(super) fn Own() -> impl IntoView {
    let app = App::get();
    let name =
        move || app.online.me.with(|me| me.as_ref().map(|me| me.user.name.clone()).unwrap_or_default());
    let profile = move || Route::Player(name()).href();
    let out = move |_| {
        leptos::task::spawn_local(async move {
            let _ = api::sign_out().await;
            app.online.became(None);
        });
    };
    view! {
        <p>{move || say!(app.language.get(), OnlineSignedInAs, name = name())}</p>
        <div class="toolrow">
            <a class="button" href=profile>{move || app.tr(Key::AccountProfile)}</a>
            <a class="button" href="/api/v1/account/export" download="skep-account.json">{move || app.tr(Key::AccountExport)}</a>
            <button class="button" id="sign-out" on:click=out>{move || app.tr(Key::AccountSignOut)}</button>
        </div>
        <TakebacksField/>
        <Devices/>
        <EmailForm/>
        <PasswordForm/>
        <Tokens/>
        <CloseForm/>
    }
}

#[component]
fn TakebacksField() -> impl IntoView {
    let app = App::get();
    let progress = RwSignal::new(Progress::Idle);
    let value = Signal::derive(move || {
        app.online.me.with(|me| me.as_ref().map(|me| me.prefs.takebacks).unwrap_or_default())
    });
    let choose = move |takebacks: Takebacks| {
        let change = UpdateAccount { prefs: Some(Prefs { takebacks }), ..UpdateAccount::default() };
        run(progress, async move { api::update(&change).await }, move |()| {
            app.online.me.update(|me| {
                if let Some(me) = me {
                    me.prefs.takebacks = takebacks;
                }
            });
            Progress::Idle
        });
    };
    let choices = [
        (Takebacks::Never, Key::AccountTakebacksNever),
        (Takebacks::Casual, Key::AccountTakebacksCasual),
        (Takebacks::Always, Key::AccountTakebacksAlways),
    ];
    let choices =
        choices.map(|(value, key)| Choice::new(value, move || app.tr(key).to_owned())).into_iter().collect();
    view! {
        <section class="form">
            <Choices name="takebacks" legend=Signal::derive(move || app.tr(Key::AccountTakebacks).to_owned()) choices value on_choose=choose/>
            <Outcome progress/>
        </section>
    }
}

/// Everywhere one is signed in; each can be signed out from here.
#[component]
fn Devices() -> impl IntoView {
    let app = App::get();
    let list = RwSignal::new(Vec::<SessionInfo>::new());
    let load = move || {
        leptos::task::spawn_local(async move {
            if let Ok(found) = api::sessions().await {
                let _ = list.try_set(found.sessions);
            }
        });
    };
    load();
    let row = move |session: SessionInfo| {
        let id = session.id.clone();
        let end = move |_| {
            let id = id.clone();
            leptos::task::spawn_local(async move {
                if api::end_session(&id).await.is_ok() {
                    load();
                }
            });
        };
        let used = Millis::try_from(session.used).unwrap_or(0);
        let title = session.agent.as_deref().map_or_else(|| session.id.clone(), device_name);
        view! {
            <li class="row">
                <span class="rowtext">
                    <b>{title}</b>
                    <span class="muted">{move || say!(app.language.get(), AccountLastUsed, time = names::when(app.language.get(), used))}</span>
                </span>
                {if session.current {
                    view! { <span class="tag">{move || app.tr(Key::AccountThisDevice)}</span> }.into_any()
                } else {
                    view! { <button class="button" on:click=end>{move || app.tr(Key::AccountSignOut)}</button> }.into_any()
                }}
            </li>
        }
    };
    view! {
        <section class="card listing">
            <h2>{move || app.tr(Key::AccountSessions)}</h2>
            <ul>{move || list.get().into_iter().map(row).collect_view()}</ul>
        </section>
    }
}

/// The address for a forgotten password. Whoever sits at the device cannot change it without the password.
#[component]
fn EmailForm() -> impl IntoView {
    let app = App::get();
    let known = move || app.online.me.with(|me| me.as_ref().and_then(|me| me.email.clone()));
    let (email, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let progress = RwSignal::new(Progress::Idle);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let address = email.get_untracked().trim().to_owned();
        let change = UpdateAccount {
            email: Some(address.clone()),
            password: Some(password.get_untracked()),
            ..UpdateAccount::default()
        };
        run(progress, async move { api::update(&change).await }, move |()| {
            email.set(String::new());
            password.set(String::new());
            app.online.me.update(|me| {
                if let Some(me) = me {
                    me.email = Some(address).filter(|address| !address.is_empty());
                    me.email_verified = false;
                }
            });
            Progress::Done(Key::AccountEmailSaved)
        });
    };
    let now = move || match known() {
        Some(email) => say!(app.language.get(), AccountEmailNow, email = email),
        None => app.tr(Key::AccountEmailNone).to_owned(),
    };
    view! {
        <details class="card make">
            <summary><h2>{move || app.tr(Key::AccountEmailTitle)}</h2></summary>
            <p class="muted">{now}</p>
            <form class="form" on:submit=submit>
                <Line id="new-email" label=Key::AccountEmail note=Key::AccountEmailText value=email kind="email" fill="email" required=false/>
                <Line id="email-password" label=Key::AccountPassword value=password kind="password" fill="current-password"/>
                <Outcome progress/>
                <div class="formfoot"><button class="button" type="submit">{move || app.tr(Key::CommonSave)}</button></div>
            </form>
        </details>
    }
}

#[component]
fn PasswordForm() -> impl IntoView {
    let app = App::get();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let progress = RwSignal::new(Progress::Idle);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        run(progress, api::change_password(old.get_untracked(), new.get_untracked()), move |()| {
            old.set(String::new());
            new.set(String::new());
            Progress::Done(Key::AccountChanged)
        });
    };
    view! {
        <details class="card make" id="password">
            <summary><h2>{move || app.tr(Key::AccountChangePassword)}</h2></summary>
            <form class="form" on:submit=submit>
                <Line id="old-password" label=Key::AccountOldPassword value=old kind="password" fill="current-password"/>
                <Line id="new-password" label=Key::AccountNewPassword note=Key::AccountPasswordText value=new kind="password" fill="new-password"/>
                <Outcome progress/>
                <div class="formfoot"><button class="button" type="submit">{move || app.tr(Key::AccountChangePassword)}</button></div>
            </form>
        </details>
    }
}

#[component]
fn CloseForm() -> impl IntoView {
    let app = App::get();
    let password = RwSignal::new(String::new());
    let progress = RwSignal::new(Progress::Idle);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        run(progress, api::close_account(password.get_untracked()), move |()| {
            app.online.became(None);
            app.go(&Route::Home);
            Progress::Idle
        });
    };
    view! {
        <details class="card make">
            <summary><h2>{move || app.tr(Key::AccountClose)}</h2></summary>
            <p class="muted">{move || app.tr(Key::AccountCloseText)}</p>
            <form class="form" on:submit=submit>
                <Line id="close-password" label=Key::AccountPassword value=password kind="password" fill="current-password"/>
                <Outcome progress/>
                <div class="formfoot"><button class="button danger" type="submit">{move || app.tr(Key::AccountClose)}</button></div>
            </form>
        </details>
    }
}

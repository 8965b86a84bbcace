//! Signing in, and what belongs to an account.

mod own;
mod tokens;

use std::future::Future;

use leptos::prelude::*;
use skep_words::Key;

use super::online::{NoServer, trouble_text};
use crate::browser::app::App;
use crate::browser::online::{Server, Trouble, api};
use crate::route::Route;

/// How a request of a form went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Idle,
    Busy,
    Failed(Trouble),
    Done(Key),
}

/// Runs a form's request once at a time and keeps what came of it.
fn run<T: 'static>(
    progress: RwSignal<Progress>,
    request: impl Future<Output = Result<T, Trouble>> + 'static,
    then: impl FnOnce(T) -> Progress + 'static,
) {
    if progress.get_untracked() == Progress::Busy {
        return;
    }
    progress.set(Progress::Busy);
    leptos::task::spawn_local(async move {
        let next = match request.await {
            Ok(value) => then(value),
            Err(trouble) => Progress::Failed(trouble),
        };
        // The page may be gone by now.
        let _ = progress.try_set(next);
    });
}

/// What came of a form.
#[component]
fn Outcome(progress: RwSignal<Progress>) -> impl IntoView {
    let app = App::get();
    view! {
        <div role="status">
            {move || match progress.get() {
                Progress::Idle | Progress::Busy => ().into_any(),
                Progress::Failed(trouble) => view! { <p class="notice bad">{trouble_text(app.language.get(), trouble)}</p> }.into_any(),
                Progress::Done(key) => view! { <p class="notice good">{app.tr(key)}</p> }.into_any(),
            }}
        </div>
    }
}

/// A labelled line of input.
#[component]
fn Line(
    id: &'static str,
    label: Key,
    value: RwSignal<String>,
    #[prop(optional)] note: Option<Key>,
    #[prop(default = "text")] kind: &'static str,
    #[prop(default = "off")] fill: &'static str,
    #[prop(default = true)] required: bool,
) -> impl IntoView {
    let app = App::get();
    let note_id = note.map(|_| format!("{id}-note"));
    view! {
        <div class="field">
            <label for=id>{move || app.tr(label)}</label>
            <input
                id=id
                class="line-input"
                type=kind
                autocomplete=fill
                required=required
                aria-describedby=note_id.clone()
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
            {note.map(|note| view! { <p class="help" id=note_id>{move || app.tr(note)}</p> })}
        </div>
    }
}

#[component]
pub(super) fn AccountPage() -> impl IntoView {
    let app = App::get();
    let person = Memo::new(move |_| !app.online.is_guest());
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::AccountTitle)}</h1>
            <Show when=move || app.online.server.get() == Server::There fallback=|| view! { <NoServer/> }>
                {move || if person.get() {
                    view! { <own::Own/> }.into_any()
                } else {
                    view! { <div class="twofold"><SignInForm/><RegisterForm/></div> }.into_any()
                }}
            </Show>
        </main>
    }
}

#[component]
fn SignInForm() -> impl IntoView {
    let app = App::get();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let progress = RwSignal::new(Progress::Idle);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        run(progress, api::sign_in(name.get_untracked(), password.get_untracked()), move |me| {
            app.online.became(Some(me));
            app.go(&Route::Online);
            Progress::Idle
        });
    };
    let forgot = move |_| {
        let whose = name.get_untracked();
        if !whose.trim().is_empty() {
            run(progress, api::ask_reset(whose), |()| Progress::Done(Key::AccountResetSent));
        }
    };
    view! {
        <section class="card panel">
            <h2>{move || app.tr(Key::AccountSignIn)}</h2>
            <form class="form" on:submit=submit id="sign-in">
                <Line id="sign-in-name" label=Key::AccountNameOrEmail value=name fill="username"/>
                <Line id="sign-in-password" label=Key::AccountPassword value=password kind="password" fill="current-password"/>
                <Outcome progress/>
                <div class="formfoot">
                    <button class="button primary" type="submit" disabled=move || progress.get() == Progress::Busy>{move || app.tr(Key::AccountSignIn)}</button>
                    <button class="link" type="button" on:click=forgot>{move || app.tr(Key::AccountForgot)}</button>
                </div>
            </form>
        </section>
    }
}

#[component]
fn RegisterForm() -> impl IntoView {
    let app = App::get();
    let (name, password, email) =
        (RwSignal::new(String::new()), RwSignal::new(String::new()), RwSignal::new(String::new()));
    let progress = RwSignal::new(Progress::Idle);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let mail = Some(email.get_untracked().trim().to_owned()).filter(|mail| !mail.is_empty());
        run(progress, api::register(name.get_untracked(), password.get_untracked(), mail), move |me| {
            app.online.became(Some(me));
            app.go(&Route::Online);
            Progress::Idle
        });
    };
    view! {
        <section class="card panel">
            <h2>{move || app.tr(Key::AccountRegister)}</h2>
            <p class="muted">{move || app.tr(Key::AccountRegisterText)}</p>
            <form class="form" on:submit=submit id="register">
                <Line id="register-name" label=Key::AccountName note=Key::AccountNameText value=name fill="username"/>
                <Line id="register-password" label=Key::AccountPassword note=Key::AccountPasswordText value=password kind="password" fill="new-password"/>
                <Line id="register-email" label=Key::AccountEmail note=Key::AccountEmailText value=email kind="email" fill="email" required=false/>
                <Outcome progress/>
                <div class="formfoot">
                    <button class="button primary" type="submit" disabled=move || progress.get() == Progress::Busy>{move || app.tr(Key::AccountRegister)}</button>
                </div>
            </form>
        </section>
    }
}

/// The link for a forgotten password has been opened.
#[component]
pub(super) fn ResetPage(token: String) -> impl IntoView {
    let app = App::get();
    let password = RwSignal::new(String::new());
    let progress = RwSignal::new(Progress::Idle);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        run(progress, api::confirm_reset(token.clone(), password.get_untracked()), |()| {
            Progress::Done(Key::AccountResetDone)
        });
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::AccountResetTitle)}</h1>
            <form class="form" on:submit=submit>
                <Line id="reset-password" label=Key::AccountNewPassword note=Key::AccountPasswordText value=password kind="password" fill="new-password"/>
                <Outcome progress/>
                <div class="formfoot">
                    <button class="button primary" type="submit">{move || app.tr(Key::CommonSave)}</button>
                    <a class="link" href=Route::Account.href()>{move || app.tr(Key::AccountSignIn)}</a>
                </div>
            </form>
        </main>
    }
}

/// The link that confirms an address for mail has been opened.
#[component]
pub(super) fn VerifyPage(token: String) -> impl IntoView {
    let app = App::get();
    let progress = RwSignal::new(Progress::Idle);
    run(progress, api::verify(token), |()| Progress::Done(Key::AccountVerifyDone));
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::AccountVerifyTitle)}</h1>
            <Outcome progress/>
            <div class="toolrow"><a class="button primary" href=Route::Online.href()>{move || app.tr(Key::OnlineToLobby)}</a></div>
        </main>
    }
}

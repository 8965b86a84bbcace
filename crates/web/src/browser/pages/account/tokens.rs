//! Programs that play or read in one's name, and what they sign in with.

use leptos::prelude::*;
use skep_wire::rest::{CreatedToken, NewToken, Scope, TokenInfo};
use skep_words::{Key, say};

use super::{Line, Outcome, Progress, run};
use crate::browser::app::App;
use crate::browser::names;
use crate::browser::online::api;
use crate::browser::parts::CopyButton;
use crate::clock::Millis;

#[component]
pub(super) fn Tokens() -> impl IntoView {
    let app = App::get();
    let list = RwSignal::new(Vec::<TokenInfo>::new());
    let made = RwSignal::new(None::<String>);
    let load = move || {
        leptos::task::spawn_local(async move {
            if let Ok(found) = api::tokens().await {
                let _ = list.try_set(found.tokens);
            }
        });
    };
    load();
    let label = RwSignal::new(String::new());
    let progress = RwSignal::new(Progress::Idle);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        // Everything that a player does at a table; the account itself stays with its owner.
        let scopes = vec![Scope::Read, Scope::Play, Scope::Challenge, Scope::Chat];
        let new = NewToken { label: label.get_untracked().trim().to_owned(), scopes, days: None };
        run(progress, async move { api::make_token(&new).await }, move |CreatedToken { token, .. }| {
            label.set(String::new());
            made.set(Some(token));
            load();
            Progress::Idle
        });
    };
    let row = move |token: TokenInfo| {
        let id = token.id.clone();
        let end = move |_| {
            let id = id.clone();
            leptos::task::spawn_local(async move {
                if api::end_token(&id).await.is_ok() {
                    load();
                }
            });
        };
        let used = token.used.and_then(|used| Millis::try_from(used).ok());
        view! {
            <li class="row">
                <span class="rowtext">
                    <b>{token.label}</b>
                    {used.map(|used| view! {
                        <span class="muted">{move || say!(app.language.get(), AccountLastUsed, time = names::when(app.language.get(), used))}</span>
                    })}
                </span>
                <button class="button" on:click=end>{move || app.tr(Key::AccountTokenEnd)}</button>
            </li>
        }
    };
    view! {
        <details class="card make listing" id="tokens">
            <summary><h2>{move || app.tr(Key::AccountTokens)}</h2></summary>
            <p class="muted">{move || app.tr(Key::AccountTokensText)}</p>
            <ul>{move || list.get().into_iter().map(row).collect_view()}</ul>
            {move || made.get().map(|token| view! { <Made token/> })}
            <form class="form" on:submit=submit>
                <Line id="token-label" label=Key::AccountTokenLabel value=label/>
                <Outcome progress/>
                <div class="formfoot"><button class="button" type="submit">{move || app.tr(Key::AccountTokenMake)}</button></div>
            </form>
        </details>
    }
}

/// A new one, shown this once.
#[component]
fn Made(token: String) -> impl IntoView {
    let app = App::get();
    let text = token.clone();
    view! {
        <div class="notice good">
            <label for="new-token">{move || app.tr(Key::AccountTokenOnce)}</label>
            <div class="chatentry">
                <input id="new-token" class="line-input" readonly prop:value=token/>
                <CopyButton text/>
            </div>
        </div>
    }
}

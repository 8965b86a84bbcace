//! The games of this device, and the way in for others.

use std::sync::Arc;

use leptos::prelude::*;
use skep_rules::Color;
use skep_words::{Key, say};

use super::import::ImportForm;
use crate::browser::app::App;
use crate::browser::board::Picture;
use crate::browser::device;
use crate::browser::library::{Damaged, Entry, Shelf};
use crate::browser::names;
use crate::browser::parts::Icon;
use crate::route::Route;
use crate::saved::Saved;

/// So many games at a time: each has a picture, and a file can bring hundreds.
const PORTION: usize = 24;

#[component]
pub(super) fn Games() -> impl IntoView {
    let app = App::get();
    let filled = move || !app.library.sorted().is_empty();
    let empty = move || app.library.shelf.get() != Shelf::Opening && !filled();
    let most = RwSignal::new(PORTION);
    let more = move || app.library.sorted().len() > most.get();
    let save_all = move |_| {
        let _ = device::download("skep-games.txt", &app.library.to_text());
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::GamesTitle)}</h1>
            <Show when=move || app.library.shelf.get() == Shelf::Off>
                <p class="notice" role="status">{move || app.tr(Key::GamesStorageOff)}</p>
            </Show>
            <section>
                <Show when=empty>
                    <div class="card empty">
                        <h2>{move || app.tr(Key::GamesEmpty)}</h2>
                        <p class="muted">{move || app.tr(Key::GamesEmptyText)}</p>
                        <a class="button primary" href=Route::NewGame.href()>{move || app.tr(Key::GameNewGame)}</a>
                    </div>
                </Show>
                <ul class="gamelist">
                    {move || app.library.sorted().into_iter().take(most.get()).map(|entry| view! { <Row entry/> }).collect_view()}
                </ul>
                <div class="toolrow">
                    <Show when=more>
                        <button class="button" data-act="more" on:click=move |_| most.update(|most| *most += PORTION)>
                            {move || app.tr(Key::CommonMore)}
                        </button>
                    </Show>
                    <Show when=filled>
                        <button class="button" data-act="save-all" on:click=save_all>
                            {move || app.tr(Key::GamesSaveAll)}
                        </button>
                    </Show>
                </div>
            </section>
            <section>
                <h2>{move || app.tr(Key::ImportTitle)}</h2>
                <ImportForm/>
            </section>
        </main>
    }
}

#[component]
fn Row(entry: Arc<Entry>) -> impl IntoView {
    let id = entry.id.clone();
    match &entry.content {
        Ok(saved) => view! { <WholeRow id saved=saved.clone()/> }.into_any(),
        Err(damaged) => {
            view! { <DamagedRow id text=damaged.text.clone() detail=detail(damaged)/> }.into_any()
        }
    }
}

fn detail(damaged: &Damaged) -> String {
    damaged.error.to_string()
}

#[component]
fn WholeRow(id: String, saved: Saved) -> impl IntoView {
    let app = App::get();
    let over = saved.is_over();
    let position = saved.game.position().clone();
    let saved = Arc::new(saved);
    let named = Arc::clone(&saved);
    let title = move || {
        let language = app.language.get();
        let name = |color| names::player(language, &named, color);
        say!(language, GamesVersus, white = name(Color::White), black = name(Color::Black))
    };
    let line = move || {
        let language = app.language.get();
        let state = match saved.outcome() {
            Some(outcome) => names::result(language, &saved, outcome).to_owned(),
            None => say!(language, CommonTurnNumber, n = saved.game.position().turn_number()),
        };
        let kind = skep_words::game_type_name(language, saved.game.position().game_type());
        format!("{state} · {kind} · {}", names::when(language, saved.updated))
    };
    let open = move || app.tr(if over { Key::GamesReplay } else { Key::GamesResume });
    view! {
        <li class="card gamerow">
            <div class="meadow"><Picture position/></div>
            <div class="rowtext"><h3>{title}</h3><p>{line}</p></div>
            <div class="rowacts">
                <a class="button" class:primary=!over href=Route::Game(id.clone()).href()>{open}</a>
                <DeleteButton id/>
            </div>
        </li>
    }
}

/// A game that cannot be read is shown, not hidden: its owner decides.
#[component]
fn DamagedRow(id: String, text: String, detail: String) -> impl IntoView {
    let app = App::get();
    let name = format!("skep-{id}.txt");
    let keep = move |_| {
        let _ = device::download(&name, &text);
    };
    view! {
        <li class="card gamerow">
            <div class="meadow"></div>
            <div class="rowtext">
                <h3>{move || app.tr(Key::GamesDamaged)}</h3>
                <p>{move || app.tr(Key::GamesDamagedUnreadable)}</p>
                <p><small lang="en">{detail}</small></p>
            </div>
            <div class="rowacts">
                <button class="button" on:click=keep>{move || app.tr(Key::GamesDamagedRaw)}</button>
                <DeleteButton id/>
            </div>
        </li>
    }
}

/// Asks once, in place.
#[component]
fn DeleteButton(id: String) -> impl IntoView {
    let app = App::get();
    let asked = RwSignal::new(false);
    let id = StoredValue::new(id);
    let delete = move |_| id.with_value(|id| app.library.delete(id));
    view! {
        <Show
            when=move || asked.get()
            fallback=move || view! {
                <button class="icon-button" aria-label=move || app.tr(Key::CommonDelete) on:click=move |_| asked.set(true)>
                    <Icon name="trash"/>
                </button>
            }
        >
            <button class="button danger" on:click=delete>{move || app.tr(Key::GamesDeleteAsk)}</button>
            <button class="button" on:click=move |_| asked.set(false)>{move || app.tr(Key::CommonCancel)}</button>
        </Show>
    }
}

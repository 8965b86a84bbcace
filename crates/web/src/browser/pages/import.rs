//! Opening games from a text, a file or a link.

use std::collections::HashSet;

use leptos::prelude::*;
use skep_words::{Key, say};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser::app::App;
use crate::browser::device;
use crate::browser::exchange;
use crate::import::{Import, ImportError};
use crate::route::Route;

/// What came of a text: where to go, or what to say.
enum Outcome {
    /// One game, which is opened.
    Opened(String),
    /// Several games, kept on this device; some of the file may have been no games.
    Kept { games: usize, refused: Vec<ImportError> },
}

/// Keeps what is in a text.
fn keep(app: App, text: &str) -> Result<Outcome, ImportError> {
    let Import { games, refused } = exchange::read(text)?;
    let count = games.len();
    // A file with all games of this device has many that are still here.
    let known = if count > 1 { app.library.texts() } else { HashSet::new() };
    let mut last = String::new();
    for game in games.into_iter().filter(|game| !known.contains(&game.to_string())) {
        last = device::fresh_id();
        app.library.put(&last, game);
    }
    Ok(if count == 1 && refused.is_empty() {
        Outcome::Opened(last)
    } else {
        Outcome::Kept { games: count, refused }
    })
}

/// Paste, choose or drop.
#[component]
pub(super) fn ImportForm() -> impl IntoView {
    let app = App::get();
    let text = RwSignal::new(String::new());
    let told = RwSignal::new(None::<Result<(usize, Vec<ImportError>), ImportError>>);
    let over = RwSignal::new(false);
    let take = move |text: String| match keep(app, &text) {
        Ok(Outcome::Opened(id)) => app.go(&Route::Game(id)),
        Ok(Outcome::Kept { games, refused }) => told.set(Some(Ok((games, refused)))),
        Err(error) => told.set(Some(Err(error))),
    };
    let take_file = move |file: web_sys::File| {
        spawn_local(async move {
            let read = JsFuture::from(file.text()).await;
            take(read.ok().and_then(|text| text.as_string()).unwrap_or_default());
        });
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        take(text.get_untracked());
    };
    let choose = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            take_file(file);
        }
        // The same file chosen again should be read again.
        input.set_value("");
    };
    let hover = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        over.set(true);
    };
    let drop = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        over.set(false);
        let Some(data) = event.data_transfer() else { return };
        match data.files().and_then(|files| files.get(0)) {
            Some(file) => take_file(file),
            None => take(data.get_data("text/plain").unwrap_or_default()),
        }
    };
    view! {
        <form
            class="form dropzone"
            class:over=move || over.get()
            on:submit=submit
            on:dragover=hover
            on:dragleave=move |_| over.set(false)
            on:drop=drop
        >
            <div class="field">
                <label for="import-text">{move || app.tr(Key::ImportPaste)}</label>
                <textarea
                    id="import-text"
                    class="text-input"
                    spellcheck="false"
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
            </div>
            {move || told.get().map(|told| view! { <Told told/> })}
            <div class="formfoot">
                <button class="button primary" type="submit">{move || app.tr(Key::CommonOpen)}</button>
                <label class="button">
                    {move || app.tr(Key::ImportFile)}
                    <input class="unseen" type="file" accept=".pgn,.sgf,.txt,.uhp" on:change=choose/>
                </label>
                <span class="muted">{move || app.tr(Key::ImportDrop)}</span>
            </div>
        </form>
    }
}

/// How many games were read, and what is wrong with the rest.
#[component]
fn Told(told: Result<(usize, Vec<ImportError>), ImportError>) -> impl IntoView {
    let app = App::get();
    let language = app.language.get();
    match told {
        Err(error) => {
            let complaint = exchange::complaint(language, &error);
            view! { <p class="notice bad" role="alert">{complaint}" "{app.tr(Key::ImportNothingLost)}</p> }
                .into_any()
        }
        Ok((games, refused)) if refused.is_empty() => {
            view! { <p class="notice good" role="status">{say!(language, ImportDone, n = games)}</p> }
                .into_any()
        }
        Ok((games, refused)) => {
            let partly = say!(language, ImportPartly, n = games, total = games + refused.len());
            let complaints = refused
                .iter()
                .map(|error| view! { <li>{exchange::complaint(language, error)}</li> })
                .collect_view();
            view! { <div class="notice bad many" role="alert"><p>{partly}</p><ul>{complaints}</ul></div> }
                .into_any()
        }
    }
}

/// A game that came in a link: kept as one's own and opened, or a sentence that says why not.
#[component]
pub(super) fn SharedPage(text: String) -> impl IntoView {
    let app = App::get();
    let complaint = RwSignal::new(None::<String>);
    Effect::new(move |_| match keep(app, &text) {
        Ok(Outcome::Opened(id)) => {
            // In place of the link, so that "back" does not import it again.
            if let Ok(history) = device::window().history() {
                let _ = history.replace_state_with_url(
                    &wasm_bindgen::JsValue::NULL,
                    "",
                    Some(&Route::Game(id.clone()).href()),
                );
            }
            app.route.set(Route::Game(id));
        }
        Ok(Outcome::Kept { .. }) => app.go(&Route::Games),
        Err(error) => {
            complaint.set(Some(exchange::complaint(app.language.get_untracked(), &error)));
        }
    });
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::ImportTitle)}</h1>
            {move || complaint.get().map(|complaint| view! { <p class="notice bad" role="alert">{complaint}</p> })}
            <div class="toolrow">
                <a class="button" href=Route::Games.href()>{move || app.tr(Key::NavGames)}</a>
            </div>
        </main>
    }
}

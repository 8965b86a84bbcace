//! Opening a game from a text, a file or a link.

use leptos::prelude::*;
use skep_words::Key;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser::app::App;
use crate::browser::device;
use crate::browser::exchange;
use crate::route::Route;

/// Reads a text; on success the game is kept and opened, otherwise the complaint comes back.
fn open(app: App, text: &str) -> Result<(), String> {
    let saved = exchange::read(app.language.get_untracked(), text)?;
    let id = device::fresh_id();
    app.library.put(&id, saved);
    app.go(&Route::Game(id));
    Ok(())
}

/// Paste or choose.
#[component]
pub(super) fn ImportForm() -> impl IntoView {
    let app = App::get();
    let text = RwSignal::new(String::new());
    let complaint = RwSignal::new(None::<String>);
    let take = move |text: String| complaint.set(open(app, &text).err());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        take(text.get_untracked());
    };
    let choose = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            spawn_local(async move {
                let read = JsFuture::from(file.text()).await;
                take(read.ok().and_then(|text| text.as_string()).unwrap_or_default());
                // The same file chosen again should be read again.
                input.set_value("");
            });
        }
    };
    view! {
        <form class="form" on:submit=submit>
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
            {move || complaint.get().map(|complaint| view! {
                <p class="notice bad" role="alert">{complaint}" "{app.tr(Key::ImportNothingLost)}</p>
            })}
            <div class="formfoot">
                <button class="button primary" type="submit">{move || app.tr(Key::CommonOpen)}</button>
                <label class="button">
                    {move || app.tr(Key::ImportFile)}
                    <input class="unseen" type="file" accept=".pgn,.txt,.uhp" on:change=choose/>
                </label>
            </div>
        </form>
    }
}

/// A game that came in a link: kept as one's own and opened, or a sentence that says why not.
#[component]
pub(super) fn SharedPage(text: String) -> impl IntoView {
    let app = App::get();
    let complaint = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        if let Ok(saved) = exchange::read(app.language.get_untracked(), &text) {
            let id = device::fresh_id();
            app.library.put(&id, saved);
            // In place of the link, so that "back" does not import it again.
            if let Ok(history) = device::window().history() {
                let _ = history.replace_state_with_url(
                    &wasm_bindgen::JsValue::NULL,
                    "",
                    Some(&Route::Game(id.clone()).href()),
                );
            }
            app.route.set(Route::Game(id));
        } else {
            complaint.set(exchange::read(app.language.get_untracked(), &text).err());
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

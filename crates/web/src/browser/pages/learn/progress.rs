//! Progress in and out of the device, and the rest of what one may want beside the lessons.

use leptos::prelude::*;
use skep_words::Key;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::first_minutes;
use crate::browser::app::App;
use crate::browser::device;
use crate::browser::parts::Icon;
use crate::route::Route;

/// A file's name says what it is; its text says which version.
const FILE: &str = "skep-progress.txt";

/// What came of reading a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Nothing,
    Added,
    Bad,
}

#[component]
pub(super) fn Keeping() -> impl IntoView {
    let app = App::get();
    let outcome = RwSignal::new(Outcome::Nothing);
    let save = move |_| {
        let _ = device::download(FILE, &app.course.progress.with_untracked(ToString::to_string));
    };
    let choose = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            let added = app.course.add(&text.unwrap_or_default());
            outcome.set(if added.is_ok() { Outcome::Added } else { Outcome::Bad });
            // The same file chosen again should be read again.
            input.set_value("");
        });
    };
    view! {
        <section aria-labelledby="keeping-title">
            <h2 id="keeping-title">{move || app.tr(Key::LearnProgressTitle)}</h2>
            <p class="muted">{move || app.tr(Key::LearnProgressText)}</p>
            <Damaged/>
            <div role="status">
                {move || match outcome.get() {
                    Outcome::Nothing => ().into_any(),
                    Outcome::Added => view! { <p class="notice good">{app.tr(Key::LearnProgressAdded)}</p> }.into_any(),
                    Outcome::Bad => view! { <p class="notice bad">{app.tr(Key::LearnProgressBad)}</p> }.into_any(),
                }}
            </div>
            <div class="toolrow">
                <button class="button" data-keep="save" on:click=save>{move || app.tr(Key::LearnProgressExport)}</button>
                <label class="button">
                    {move || app.tr(Key::LearnProgressImport)}
                    <input class="unseen" type="file" accept=".txt" data-keep="add" on:change=choose/>
                </label>
                <Forget/>
                <a class="button" href=first_minutes().href()><Icon name="clock" size=18/>{move || app.tr(Key::LearnFirstMinutes)}</a>
                <a class="button" href=Route::Rules.href()><Icon name="book" size=18/>{move || app.tr(Key::LearnRulesPage)}</a>
            </div>
        </section>
    }
}

/// A stored text that could not be read is not lost.
#[component]
fn Damaged() -> impl IntoView {
    let app = App::get();
    move || {
        app.course.damaged.get().map(|text| {
            let save = move |_| {
                let _ = device::download(FILE, &text);
            };
            view! {
                <p class="notice bad" role="status">
                    {app.tr(Key::LearnProgressDamaged)}
                    <button class="link" on:click=save>{app.tr(Key::CommonSave)}</button>
                </p>
            }
        })
    }
}

/// Asks once, in place.
#[component]
fn Forget() -> impl IntoView {
    let app = App::get();
    let asked = RwSignal::new(false);
    let forget = move |_| {
        app.course.forget();
        asked.set(false);
    };
    view! {
        <Show
            when=move || asked.get()
            fallback=move || view! {
                <button class="button" data-keep="forget" on:click=move |_| asked.set(true)>{move || app.tr(Key::LearnProgressReset)}</button>
            }
        >
            <button class="button danger" data-keep="forget" on:click=forget>{move || app.tr(Key::LearnProgressResetAsk)}</button>
            <button class="button" on:click=move |_| asked.set(false)>{move || app.tr(Key::CommonCancel)}</button>
        </Show>
    }
}

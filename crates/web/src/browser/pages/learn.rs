//! The course's place in the menu.

use leptos::prelude::*;
use skep_words::Key;

use crate::browser::app::App;

#[component]
pub(super) fn Learn() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::LearnTitle)}</h1>
            <p>{move || app.tr(Key::HomeLearnText)}</p>
            <p><span class="tag hot">{move || app.tr(Key::NavSoon)}</span></p>
        </main>
    }
}

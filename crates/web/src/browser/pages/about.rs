//! About Skep.

use leptos::prelude::*;
use skep_words::{Key, say};

use crate::browser::app::App;

#[component]
pub(super) fn About() -> impl IntoView {
    let app = App::get();
    let version = move || say!(app.language.get(), AppVersion, version = env!("CARGO_PKG_VERSION"));
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::NavAbout)}</h1>
            <p>{move || app.tr(Key::AppTagline)}</p>
            <section class="prose">
                <p>{move || app.tr(Key::SettingsDataText)}</p>
                <p>
                    {move || app.offline.kept.get().then(|| app.tr(Key::OfflineReady))}
                </p>
                <p>{version}</p>
                <p><a class="link" href=env!("CARGO_PKG_REPOSITORY") rel="noopener">{env!("CARGO_PKG_REPOSITORY")}</a></p>
            </section>
        </main>
    }
}

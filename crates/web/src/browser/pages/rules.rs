//! The rules' place in the menu: each creature with its one sentence.

use leptos::prelude::*;
use skep_rules::{Bug, Color, Piece};
use skep_words::Key;

use crate::browser::app::App;
use crate::browser::names;
use crate::browser::parts::MiniTile;

#[component]
pub(super) fn Rules() -> impl IntoView {
    let app = App::get();
    let row = move |bug: Bug| {
        let tile = Piece::new(Color::White, bug, 1);
        view! {
            <li class="card more">
                {tile.map(|piece| view! { <MiniTile piece size=52/> })}
                <div>
                    <h3>{move || names::bug(app.language.get(), bug)}</h3>
                    <p>{move || skep_words::creature(app.language.get(), bug)}</p>
                </div>
            </li>
        }
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::NavRules)}</h1>
            <p>{move || app.tr(Key::TipPlaceOrMove)}" "{move || app.tr(Key::TipQueenCanWait)}</p>
            <section><ul class="gamelist">{Bug::ALL.into_iter().map(row).collect_view()}</ul></section>
        </main>
    }
}

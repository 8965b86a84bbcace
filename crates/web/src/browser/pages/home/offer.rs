//! Somebody who has never played and presses "Play" is asked once whether to be shown how.

use leptos::prelude::*;
use skep_course::Progress;
use skep_words::Key;

use crate::browser::app::App;
use crate::browser::pages::learn::first_minutes;
use crate::browser::parts::Icon;
use crate::players::{Level, NewGame};

/// Whether the offer is open; in the context of the front page.
#[derive(Clone, Copy)]
pub(super) struct Offered(pub(super) RwSignal<bool>);

/// Nothing played, nothing learned, not asked before.
pub(super) fn is_newcomer(app: App) -> bool {
    let asked = app.settings.with_untracked(|settings| settings.welcomed);
    !asked
        && untrack(|| app.library.sorted().is_empty())
        && app.course.progress.with_untracked(Progress::is_empty)
}

#[component]
pub(super) fn Offer(open: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            if open.get() {
                let _ = dialog.show_modal();
            } else {
                dialog.close();
            }
        }
    });
    let answered = move || {
        app.settings.update(|settings| settings.welcomed = true);
        open.set(false);
    };
    let show = move |_| {
        answered();
        app.go(&first_minutes());
    };
    let play = move |_| {
        answered();
        app.start_game(&NewGame::usual(Level::FIRST));
    };
    view! {
        <dialog class="offer" node_ref=dialog aria-labelledby="offer-title" on:close=move |_| open.set(false)>
            <div class="dialog-head">
                <h2 id="offer-title">{move || app.tr(Key::HomeFirstTime)}</h2>
                <button class="icon-button" aria-label=move || app.tr(Key::CommonClose) on:click=move |_| open.set(false)><Icon name="x"/></button>
            </div>
            <div class="dialog-body">
                <p>{move || app.tr(Key::HomeFirstTimeText)}</p>
                <button class="button primary large wide" data-offer="show" on:click=show>{move || app.tr(Key::HomeFirstTimeStart)}</button>
                <button class="button wide" data-offer="play" on:click=play>{move || app.tr(Key::HomeFirstTimeSkip)}</button>
            </div>
        </dialog>
    }
}

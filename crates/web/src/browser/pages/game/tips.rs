//! Gentle tips for those who are new: what matters now, and why the tile in the hand has to stay.

use leptos::prelude::*;
use skep_course::{Tip, TipKind, tips, tips_about};
use skep_tabletop::{Action, LessonMark};
use skep_words::Key;

use crate::browser::app::App;
use crate::browser::parts::Icon;
use crate::browser::session::Session;
use crate::route::Route;

/// The tip of this moment. What presses comes before what the tile in the hand can do.
fn tip(session: Session) -> Option<Tip> {
    let you = session.learner()?;
    session.table.with(|table| {
        if !table.is_latest() || table.refusal().is_some() {
            return None;
        }
        // The board warns of the last free side by itself, with or without tips.
        let now = tips(table.position(), you).into_iter().find(|tip| tip.kind != TipKind::QueenOneSide);
        if now.as_ref().is_some_and(|tip| tip.kind.is_urgent()) {
            return now;
        }
        let held = table.selection().and_then(|held| {
            let about = tips_about(table.position(), you, held.piece());
            about.into_iter().find(|tip| !matches!(tip.kind, TipKind::Creature(_)))
        });
        held.or(now)
    })
}

#[component]
pub(super) fn Tips(session: Session) -> impl IntoView {
    let app = App::get();
    let wanted = Memo::new(move |_| app.settings.with(|settings| settings.tips));
    let shown = Memo::new(move |_| tip(session).filter(|_| wanted.get()));
    Effect::new(move |marked: Option<bool>| {
        let cells = shown.with(|tip| tip.as_ref().map(|tip| tip.cells.clone())).unwrap_or_default();
        let any = !cells.is_empty();
        if any || marked == Some(true) {
            let marks = cells.into_iter().map(|hex| (hex, LessonMark::Shown)).collect();
            untrack(|| session.act(Action::MarkCells(marks)));
        }
        any
    });
    let card = move || {
        shown.get().map(|tip| {
            view! {
                <div class="float tip">
                    <Icon name="bulb" size=18/>
                    <p>
                        <span>{tip.sentence(app.language.get())}</span>
                        <a class="link" href=Route::Rule(tip.anchor().to_owned()).href()>{app.tr(Key::GameRulesLink)}</a>
                        <button class="link" on:click=move |_| app.settings.update(|settings| settings.tips = false)>{app.tr(Key::GameTipOff)}</button>
                    </p>
                </div>
            }
        })
    };
    // Its own live region: the other one is still telling what the computer played.
    view! { <div class="tips" role="status">{card}</div> }
}

//! What floats over the table: warnings, captions, the look into a stack, passing, the end.

use leptos::prelude::*;
use skep_rules::{Color, Move, Piece};
use skep_words::{Key, Language, say};

use crate::browser::app::App;
use crate::browser::engine::Health;
use crate::browser::names;
use crate::browser::parts::{Icon, MiniTile};
use crate::browser::session::Session;
use crate::players::Seat;
use crate::protocol::FORCED;
use crate::route::Route;
use crate::saved::Saved;

/// The queen's last free side; an older position; a computer that does not answer.
#[component]
pub(super) fn Warnings(session: Session) -> impl IntoView {
    let app = App::get();
    let free = Memo::new(move |_| session.table.with(|table| free_sides(session, table.position().board())));
    let older = Memo::new(move |_| session.table.with(|table| (!table.is_latest()).then(|| table.ply())));
    let down = move || app.health.get() == Health::Down && session.to_move().is_some();
    view! {
        <div class="warnings">
            {move || free.get().map(|color| view! {
                <div class="float warning"><Icon name="eye" size=16/>{session.last_side(color)}</div>
            })}
            {move || older.get().map(|ply| view! {
                <div class="float warning calm">
                    {say!(app.language.get(), GameViewing, n = ply)}
                    <button class="link" on:click=move |_| session.step(skep_tabletop::Step::Last)>{app.tr(Key::GameLive)}</button>
                </div>
            })}
            {move || session.hinted.get().map(|hint| view! {
                <div class="float warning calm"><Icon name="bulb" size=16/>{hint}</div>
            })}
            {move || down().then(|| view! {
                <div class="float warning">
                    {app.tr(Key::TroubleEngineStart)}
                    <button class="link" on:click=move |_| session.retry()>{app.tr(Key::CommonRetry)}</button>
                </div>
            })}
            {move || session.paused.get().then(|| view! {
                <div class="float warning calm">
                    <Icon name="pause" size=16/>{app.tr(Key::GamePaused)}
                    <button class="link" on:click=move |_| session.toggle_pause()>{app.tr(Key::GameResume)}</button>
                </div>
            })}
        </div>
    }
}

/// A person's queen with one free side.
fn free_sides(session: Session, board: skep_rules::Board<'_>) -> Option<Color> {
    let mut mine =
        Color::ALL.into_iter().filter(|&color| session.saved.with(|saved| saved.seats[color] == Seat::Human));
    mine.find(|&color| {
        board
            .find(Piece::queen(color))
            .is_some_and(|(hex, _)| hex.neighbors().filter(|&side| board.height(side) == 0).count() == 1)
    })
}

/// What the tile in the hand can do, or why it cannot.
#[component]
pub(super) fn Caption(session: Session) -> impl IntoView {
    let content = move || {
        if let Some((piece, sentence, anchor)) = session.refusal_sentence() {
            return Some((piece, sentence, None, anchor));
        }
        let (piece, cells) = session.selected()?;
        Some((piece, session.creature(piece), Some(session.reach(cells)), None))
    };
    let app = App::get();
    let invited =
        move || session.shown_ply_is(0) && session.to_move().is_some_and(|color| session.may_move(color));
    move || {
        let shown = content();
        if shown.is_none() && invited() {
            return Some(
                view! { <div class="float caption"><div><b>{app.tr(Key::GameBoardEmpty)}</b></div></div> }
                    .into_any(),
            );
        }
        shown.map(|(piece, sentence, reach, anchor)| {
            let refused = reach.is_none();
            view! {
                <div class="float caption" class:refusal=refused>
                    <MiniTile piece size=28/>
                    <div>
                        <b>{names::bug(app.language.get(), piece.bug())}</b>
                        <span>{sentence}" "{reach}</span>
                        {anchor.map(|anchor| view! {
                            " "<a class="link" href=Route::Rule(anchor.to_owned()).href()>{app.tr(Key::GameRulesLink)}</a>
                        })}
                    </div>
                </div>
            }
            .into_any()
        })
    }
}

/// A stack laid open.
#[component]
pub(super) fn PeekBox(session: Session) -> impl IntoView {
    let app = App::get();
    let stack = Memo::new(move |_| {
        session.table.with(|table| {
            table
                .peeking()
                .map(|hex| table.position().board().stack(hex).iter().copied().collect::<Vec<Piece>>())
        })
    });
    move || {
        stack.get().filter(|stack| !stack.is_empty()).map(|stack| {
            let total = stack.len();
            let rows = stack.into_iter().rev().enumerate().map(|(index, piece)| view! {
                <li>
                    <i>{total - index}</i>
                    <MiniTile piece size=30/>
                    <span>{names::bug(app.language.get(), piece.bug())}" "<code>{piece.to_string()}</code></span>
                </li>
            });
            view! { <div class="float peek"><ol>{rows.collect_view()}</ol></div> }
        })
    }
}

/// Nothing can be played: the turn passes, with the player's consent.
#[component]
pub(super) fn Passing(session: Session) -> impl IntoView {
    let app = App::get();
    let stuck = Memo::new(move |_| session.must_pass());
    view! {
        <Show when=move || stuck.get()>
            <div class="float passing" role="alert">
                <div><b>{move || app.tr(Key::GameNoMove)}</b><p class="muted">{move || app.tr(Key::GameNoMoveText)}</p></div>
                <button class="button primary" on:click=move |_| session.play(Move::Pass)>{move || app.tr(Key::GamePass)}</button>
            </div>
        </Show>
    }
}

/// What the computer thinks, if wanted.
#[component]
pub(super) fn Thinking(session: Session) -> impl IntoView {
    let app = App::get();
    let wanted = move || app.settings.with(|settings| settings.thinking) && session.computing.get();
    let text = move || {
        let language = app.language.get();
        match session.progress.get() {
            None => app.tr(Key::GameThinking).to_owned(),
            Some(progress) => format!(
                "{} · {} · {}",
                say!(language, AnalysisDepth, n = progress.depth),
                score_text(language, progress.score),
                say!(language, AnalysisNodes, n = skep_words::number(language, progress.nodes)),
            ),
        }
    };
    view! { <Show when=wanted><div class="thinking"><Icon name="chip" size=16/>{text}</div></Show> }
}

/// A judgement as a number; a forced end as the number of turns to it.
fn score_text(language: Language, score: i32) -> String {
    let plies = FORCED - score.abs();
    if plies > 1000 {
        return skep_words::decimal(language, f64::from(score) / 100.0, 1);
    }
    let turns = (plies + 1) / 2;
    if score > 0 { format!("+#{turns}") } else { format!("\u{2212}#{turns}") }
}

/// The end: who won, why, and what now. Can be put aside to look at the board.
#[component]
pub(super) fn Over(session: Session) -> impl IntoView {
    let app = App::get();
    let closed = RwSignal::new(false);
    // A memo: drawn anew with every change of the table, a button would be gone between press and release.
    let shown = Memo::new(move |_| {
        let seen = !closed.get() && session.table.with(skep_tabletop::State::is_latest);
        session.saved.with(Saved::outcome).filter(|_| seen)
    });
    move || {
        shown.get().map(|outcome| {
            let language = app.language.get();
            let (result, reason) = session.saved.with(|saved| {
                (names::result(language, saved, outcome), names::reason(language, saved, outcome))
            });
            view! {
                <section class="float over" role="dialog" aria-label=app.tr(Key::ResultOver)>
                    <h2>{result}</h2>
                    <p>{reason}</p>
                    <div class="acts">
                        <button class="button primary" on:click=move |_| session.rematch()>{app.tr(Key::GameRematch)}</button>
                        <a class="button" href=Route::NewGame.href()>{app.tr(Key::GameNewGame)}</a>
                    </div>
                    <button class="icon-button close" aria-label=app.tr(Key::CommonClose) on:click=move |_| closed.set(true)>
                        <Icon name="x" size=18/>
                    </button>
                </section>
            }
        })
    }
}

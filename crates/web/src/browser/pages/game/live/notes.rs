//! What floats over a game with somebody far away: the line, offers, an absent opponent, the end.

use leptos::prelude::*;
use skep_rules::Color;
use skep_wire::game::{Action, Offer, OutcomeView, Reason, Score, Status};
use skep_wire::lobby::Mode;
use skep_words::{Key, Language, say};

use super::{first_move_text, name_of, seconds_until, with_live};
use crate::browser::app::App;
use crate::browser::names;
use crate::browser::online::Trouble;
use crate::browser::pages::online::trouble_text;
use crate::browser::parts::Icon;
use crate::browser::session::Session;
use crate::online::LiveGame;
use crate::online::game::winner;
use crate::online::link::{Refusal, State};
use crate::route::Route;

/// A move that is on its way for longer than this is worth a word.
const WORTH_A_WORD: u64 = 700;

#[component]
pub(super) fn LiveWarnings(session: Session) -> impl IntoView {
    let app = App::get();
    let older = Memo::new(move |_| session.table.with(|table| (!table.is_latest()).then(|| table.ply())));
    view! {
        <div class="warnings" role="status">
            <LineState/>
            {move || older.get().map(|ply| view! {
                <div class="float warning calm">
                    {say!(app.language.get(), GameViewing, n = ply)}
                    <button class="link" on:click=move |_| session.step(skep_tabletop::Step::Last)>{app.tr(Key::GameLive)}</button>
                </div>
            })}
            {move || with_live(app, |live| live.me().is_none() && !live.is_over()).unwrap_or(false).then(|| view! {
                <div class="float warning calm"><Icon name="eye" size=16/>{app.tr(Key::OnlineWatching)}</div>
            })}
            <Deadline session/>
            <Offers/>
            <Absent session/>
            {move || app.online.trouble.get().map(|trouble| view! { <Complaint trouble/> })}
        </div>
    }
}

#[component]
fn Complaint(trouble: Trouble) -> impl IntoView {
    let app = App::get();
    view! {
        <div class="float warning">
            {move || trouble_text(app.language.get(), trouble)}
            <button class="link" on:click=move |_| app.online.trouble.set(None)>{move || app.tr(Key::CommonClose)}</button>
        </div>
    }
}

/// How the line is, and whether one's move has arrived.
#[component]
fn LineState() -> impl IntoView {
    let app = App::get();
    let pending = Memo::new(move |_| with_live(app, |live| live.pending().is_some()).unwrap_or(false));
    let late = RwSignal::new(false);
    Effect::new(move |_| {
        late.set(false);
        if pending.get() {
            set_timeout(
                move || {
                    if pending.try_get_untracked() == Some(true) {
                        late.set(true);
                    }
                },
                std::time::Duration::from_millis(WORTH_A_WORD),
            );
        }
    });
    let text = move || match app.online.line.get() {
        State::Up => None,
        State::Off | State::Opening => Some(Key::OnlineConnecting),
        State::Down => Some(Key::OnlineLost),
        State::Refused(Refusal::Session) => Some(Key::OnlineRefusedSession),
        State::Refused(Refusal::Version) => Some(Key::OnlineRefusedVersion),
        State::Refused(Refusal::Origin) => Some(Key::OnlineRefusedOrigin),
    };
    view! {
        {move || text().map(|key| view! {
            <div class="float warning line" data-line="down"><Icon name="link" size=16/>{app.tr(key)}</div>
        })}
        {move || (pending.get() && late.get()).then(|| view! {
            <div class="float warning unsaved"><Icon name="clock" size=16/>{app.tr(Key::OnlineUnsaved)}</div>
        })}
    }
}

/// First moves have half a minute, correspondence has days.
#[component]
fn Deadline(session: Session) -> impl IntoView {
    let app = App::get();
    let until = Memo::new(move |_| {
        with_live(app, |live| {
            let view = live.view();
            let opening = view.status == Status::Opening;
            // A clock of minutes is on the screen already.
            let told = opening || view.terms.mode == Mode::Correspondence;
            view.clock.deadline.filter(|_| told && !live.is_over()).map(|moment| (moment, opening))
        })
        .flatten()
    });
    let text = move || {
        let (moment, opening) = until.get()?;
        let language = app.language.get();
        // Read again with every beat of the clock.
        session.now.track();
        let seconds = seconds_until(app, moment);
        Some(if opening && seconds < 120 {
            first_move_text(language, seconds)
        } else {
            let wall = crate::browser::device::wall_clock() + seconds.unsigned_abs() * 1000;
            say!(language, OnlineDeadline, time = names::when(language, wall))
        })
    };
    move || {
        text().map(|text| view! { <div class="float warning calm"><Icon name="clock" size=16/>{text}</div> })
    }
}

/// An offer that stands, with its answers.
#[component]
fn Offers() -> impl IntoView {
    let app = App::get();
    let offer = move |what: Offer| {
        let key = move |mine: bool, name: String, language: Language| match (what, mine) {
            (Offer::Draw, true) => skep_words::tr(language, Key::OnlineDrawWaiting).to_owned(),
            (Offer::Draw, false) => say!(language, OnlineDrawOffered, name = name),
            (Offer::Takeback, true) => skep_words::tr(language, Key::OnlineTakebackWaiting).to_owned(),
            (Offer::Takeback, false) => say!(language, OnlineTakebackAsked, name = name),
        };
        let (yes, no) = match what {
            Offer::Draw => (Action::Draw, Action::DrawNo),
            Offer::Takeback => (Action::Takeback, Action::TakebackNo),
        };
        let state = Memo::new(move |_| {
            with_live(app, |live| live.offered(what).map(|by| (by, live.me(), name_of(live, by)))).flatten()
        });
        move || {
            let (by, me, name) = state.get()?;
            let text = key(me == Some(by), name, app.language.get());
            Some(view! { <Question text yes no mine=me.map(|me| me == by)/> })
        }
    };
    view! { {offer(Offer::Draw)}{offer(Offer::Takeback)} }
}

/// `mine`: whether the reader asked it; none: the reader only watches.
#[component]
fn Question(text: String, yes: Action, no: Action, mine: Option<bool>) -> impl IntoView {
    let app = App::get();
    let act = move |action| move |_| act(app, action);
    let buttons = match mine {
        None => ().into_any(),
        Some(true) => {
            view! { <button class="button" on:click=act(no)>{move || app.tr(Key::OnlineWithdraw)}</button> }
                .into_any()
        }
        Some(false) => view! {
            <button class="button primary" on:click=act(yes)>{move || app.tr(Key::OnlineAccept)}</button>
            <button class="button" on:click=act(no)>{move || app.tr(Key::OnlineDecline)}</button>
        }
        .into_any(),
    };
    view! { <div class="float warning calm offer"><span>{text}</span>{buttons}</div> }
}

pub(super) fn act(app: App, action: Action) {
    if let Some(game) = app.online.live.with_untracked(|live| live.as_ref().map(|live| live.id().clone())) {
        app.online.act(game, action);
    }
}

/// The opponent is away; after a while the game can be claimed.
#[component]
fn Absent(session: Session) -> impl IntoView {
    let app = App::get();
    let absent = Memo::new(move |_| {
        // Read again with every beat of the clock.
        session.now.track();
        with_live(app, |live| {
            let me = live.me().filter(|_| !live.is_over())?;
            let presence = live.presence.filter(|presence| !presence.here[!me])?;
            let gone = presence.gone_at.is_some_and(|moment| seconds_until(app, moment) == 0);
            Some((name_of(live, !me), gone))
        })
        .flatten()
    });
    move || {
        let (name, gone) = absent.get()?;
        let language = app.language.get();
        let text = if gone {
            app.tr(Key::OnlineClaimAsk).to_owned()
        } else {
            say!(language, OnlineAway, name = name)
        };
        Some(view! {
            <div class="float warning calm offer">
                <span>{text}</span>
                {gone.then(|| view! {
                    <button class="button primary" on:click=move |_| act(app, Action::ClaimWin)>{app.tr(Key::OnlineClaimWin)}</button>
                    <button class="button" on:click=move |_| act(app, Action::ClaimDraw)>{app.tr(Key::OnlineClaimDraw)}</button>
                })}
            </div>
        })
    }
}

/// The end: who won, why, ratings, and what now.
#[component]
pub(super) fn LiveOver(session: Session) -> impl IntoView {
    let app = App::get();
    let closed = RwSignal::new(false);
    // Memos here and below: drawn anew with every change, a button would be gone between press and release.
    let shown = Memo::new(move |_| {
        let seen = !closed.get() && session.table.with(skep_tabletop::State::is_latest);
        with_live(app, |live| live.outcome().cloned()).flatten().filter(|_| seen)
    });
    let me = Memo::new(move |_| with_live(app, LiveGame::me).flatten());
    move || {
        shown.get().map(|outcome| {
            let language = app.language.get();
            let result = result_text(language, &outcome, me.get());
            let reason = reason_text(session, language, &outcome);
            let score = word(outcome.result);
            view! {
                <section class="float over" role="dialog" aria-label=app.tr(Key::ResultOver) data-result=score>
                    <h2>{result}</h2>
                    <p>{reason}</p>
                    <Ratings outcome/>
                    <Next/>
                    <button class="icon-button close" aria-label=app.tr(Key::CommonClose) on:click=move |_| closed.set(true)>
                        <Icon name="x" size=18/>
                    </button>
                </section>
            }
        })
    }
}

fn word(score: Score) -> &'static str {
    match score {
        Score::White => "white",
        Score::Black => "black",
        Score::Draw => "draw",
        Score::None => "none",
    }
}

fn result_text(language: Language, outcome: &OutcomeView, me: Option<Color>) -> &'static str {
    use skep_rules::GameResult;
    let result = match (winner(outcome.result), outcome.result) {
        (Some(color), _) => GameResult::Win(color),
        (None, Score::Draw) => GameResult::Draw,
        (None, _) => return skep_words::tr(language, Key::OnlineResultNone),
    };
    skep_words::outcome(language, result, me)
}

fn reason_text(session: Session, language: Language, outcome: &OutcomeView) -> String {
    let key = match outcome.reason {
        Reason::Abandonment => Key::OnlineWhyAbandoned,
        Reason::Aborted => Key::OnlineWhyAborted,
        Reason::NoStart => Key::OnlineWhyNoStart,
        Reason::Stuck => Key::OnlineWhyStuck,
        Reason::Moderator => Key::OnlineWhyModerator,
        Reason::Expired => Key::OnlineWhyExpired,
        _ => {
            let told = |saved: &crate::saved::Saved| {
                saved.outcome().map(|outcome| names::reason(language, saved, outcome).to_owned())
            };
            return session.saved.with(told).unwrap_or_default();
        }
    };
    skep_words::tr(language, key).to_owned()
}

#[component]
fn Ratings(outcome: OutcomeView) -> impl IntoView {
    let app = App::get();
    outcome.ratings.map(|ratings| {
        let row = move |color: Color, [before, after]: [i32; 2]| {
            let text = move || {
                let name = with_live(app, |live| name_of(live, color)).unwrap_or_default();
                say!(app.language.get(), OnlineRatingChange, name = name, before = before, after = after)
            };
            view! { <li>{text}</li> }
        };
        view! { <ul class="ratings">{row(Color::White, ratings.w)}{row(Color::Black, ratings.b)}</ul> }
    })
}

/// Another game.
#[component]
fn Next() -> impl IntoView {
    let app = App::get();
    let state = Memo::new(move |_| {
        with_live(app, |live| (live.me(), live.rematch_asked(), live.view().next.clone()))
    });
    let lobby =
        move || view! { <a class="button" href=Route::Online.href()>{app.tr(Key::OnlineToLobby)}</a> };
    move || {
        let (me, asked, next) = state.get()?;
        let Some(me) = me else { return Some(view! { <div class="acts">{lobby()}</div> }.into_any()) };
        if let Some(next) = next {
            return Some(view! {
                <div class="acts"><a class="button primary" href=Route::Live(next.0).href()>{app.tr(Key::OnlineNextGame)}</a>{lobby()}</div>
            }.into_any());
        }
        let note = asked.map(|by| {
            if by == me {
                app.tr(Key::OnlineRematchWaiting).to_owned()
            } else {
                let name = with_live(app, |live| name_of(live, by)).unwrap_or_default();
                say!(app.language.get(), OnlineRematchAsked, name = name)
            }
        });
        let waiting = asked == Some(me);
        Some(view! {
            {note.map(|note| view! { <p>{note}</p> })}
            <div class="acts">
                <button class="button primary" data-act="rematch" disabled=waiting on:click=move |_| act(app, Action::Rematch)>
                    {app.tr(if asked == Some(!me) { Key::OnlineAccept } else { Key::GameRematch })}
                </button>
                {lobby()}
            </div>
        }.into_any())
    }
}

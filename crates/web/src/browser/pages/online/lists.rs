//! What the lobby lists: one's own games, challenges to answer, challenges to take.

use std::time::Duration;

use leptos::prelude::*;
use skep_wire::game::{GameBrief, Score, Status};
use skep_wire::lobby::{ChallengeView, Terms};
use skep_words::{Key, say};

use super::pace_name;
use crate::browser::app::App;
use crate::browser::device;
use crate::browser::names;
use crate::browser::online::api;
use crate::browser::pages::game::live::speed_name;
use crate::clock::Millis;
use crate::online::Pace;
use crate::route::Route;

/// `Blitz · 5+4 · Rated · Base+MLP`
pub(in crate::browser) fn terms_text(app: App, terms: &Terms) -> String {
    let language = app.language.get();
    let pace = Pace::of(terms);
    let rated = app.tr(if terms.rated { Key::OnlineRated } else { Key::OnlineCasual });
    let mut parts = vec![pace_name(language, pace), rated.to_owned(), terms.game_type.clone()];
    if matches!(pace, Pace::Fischer(..)) {
        parts.insert(0, speed_name(language, pace.speed()).to_owned());
    }
    if terms.rules.queen_first {
        parts.push(app.tr(Key::SetupOpeningBooklet).to_owned());
    }
    parts.join(" · ")
}

/// How a game ended, for both or for one of the two.
fn end_of(app: App, game: &GameBrief, of: Option<&str>) -> Option<AnyView> {
    let result = game.outcome.as_ref()?.result;
    let is_white = of.map(|name| game.players.w.user.name == name);
    let (class, text) = match (result, is_white) {
        (Score::None, _) => ("tag", "–"),
        (Score::White, None) => ("tag", "1–0"),
        (Score::Black, None) => ("tag", "0–1"),
        (Score::Draw, None) => ("tag", "½–½"),
        (Score::Draw, Some(_)) => ("tag", app.tr(Key::ProfileDrawn)),
        (Score::White, Some(true)) | (Score::Black, Some(false)) => ("tag good", app.tr(Key::ProfileWon)),
        (Score::White, Some(false)) | (Score::Black, Some(true)) => ("tag bad", app.tr(Key::ProfileLost)),
    };
    Some(view! { <span class=class>{text}</span> }.into_any())
}

/// A game in a list, `of` somebody: as a win or a loss of theirs.
#[component]
pub(in crate::browser::pages) fn GameRow(
    game: GameBrief,
    #[prop(optional, into)] of: Option<String>,
) -> impl IntoView {
    let app = App::get();
    let brief = game.clone();
    let ended = Millis::try_from(game.updated).unwrap_or(0);
    let route = Route::Live(game.g.0.clone());
    let (white, black) = (game.players.w.user.name.clone(), game.players.b.user.name.clone());
    let mover = if game.ply.is_multiple_of(2) {
        game.players.w.user.id.clone()
    } else {
        game.players.b.user.id.clone()
    };
    let going_on = game.status != Status::Ended;
    let mine = [&game.players.w.user.id, &game.players.b.user.id].into_iter().any(|id| app.online.is_me(id));
    let turn = move || {
        (going_on && mine).then(|| {
            let own = app.online.is_me(&mover);
            let key = if own { Key::OnlineYourTurn } else { Key::OnlineTheirTurn };
            view! { <span class="tag" class:hot=own>{app.tr(key)}</span> }
        })
    };
    let facts = move || {
        let terms = terms_text(app, &game.terms);
        if going_on { terms } else { format!("{terms} · {}", names::when(app.language.get(), ended)) }
    };
    view! {
        <li>
            <a class="row" href=route.href() data-game=game.g.0.clone()>
                <span class="rowtext">
                    <b>{move || say!(app.language.get(), GamesVersus, white = white.clone(), black = black.clone())}</b>
                    <span class="muted">{facts}</span>
                </span>
                {turn}
                {move || end_of(app, &brief, of.as_deref())}
            </a>
        </li>
    }
}

#[component]
pub(super) fn YourGames() -> impl IntoView {
    let app = App::get();
    move || {
        let games = app.online.games.get();
        (!games.is_empty()).then(|| {
            view! {
                <section class="card listing">
                    <h2>{app.tr(Key::OnlineYourGames)}</h2>
                    <ul>{games.into_iter().map(|game| view! { <GameRow game/> }).collect_view()}</ul>
                </section>
            }
        })
    }
}

/// Challenges to oneself, and one's own that still stand.
#[component]
pub(super) fn Received() -> impl IntoView {
    let app = App::get();
    let row = move |challenge: ChallengeView| {
        let mine = app.online.is_me(&challenge.from.id);
        let title = match (&challenge.to, mine) {
            (_, false) => challenge.from.name.clone(),
            (Some(to), true) => say!(app.language.get(), OnlineWaitingFor, name = to.name),
            (None, true) => app.tr(Key::OnlineWaitingOpen).to_owned(),
        };
        let terms = terms_text(app, &challenge.terms.terms);
        let answer =
            move |id: skep_wire::ChallengeId, accept| move |_| app.online.reply(id.clone(), accept, None);
        let (yes, no) = (answer(challenge.id.clone(), true), answer(challenge.id.clone(), false));
        view! {
            <li class="row">
                <span class="rowtext"><b>{title}</b><span class="muted">{terms}</span></span>
                {(!mine).then(|| view! { <button class="button primary" on:click=yes>{app.tr(Key::OnlineAccept)}</button> })}
                <button class="button" on:click=no>{app.tr(if mine { Key::OnlineWithdraw } else { Key::OnlineDecline })}</button>
            </li>
        }
    };
    move || {
        let challenges = app.online.challenges.get();
        (!challenges.is_empty()).then(|| {
            let received = challenges.iter().any(|challenge| !app.online.is_me(&challenge.from.id));
            view! {
                <section class="card listing challenges">
                    <h2>{app.tr(if received { Key::OnlineReceived } else { Key::OnlineWaitingOpen })}</h2>
                    <ul>{challenges.into_iter().map(row).collect_view()}</ul>
                </section>
            }
        })
    }
}

/// How long a list of running games is good.
const FRESH: Duration = Duration::from_secs(20);

/// Games that can be watched.
#[component]
pub(super) fn Running() -> impl IntoView {
    let app = App::get();
    let found = RwSignal::new(Vec::<GameBrief>::new());
    let load = move || {
        if !device::document().hidden() {
            leptos::task::spawn_local(async move {
                if let Ok(list) = api::running().await {
                    let _ = found.try_set(list.games);
                }
            });
        }
    };
    load();
    if let Ok(timer) = set_interval_with_handle(load, FRESH) {
        on_cleanup(move || timer.clear());
    }
    let others = Memo::new(move |_| {
        let mine = app.online.games.get();
        let mut games = found.get();
        games.retain(|game| mine.iter().all(|own| own.g != game.g));
        games
    });
    move || {
        let games = others.get();
        (!games.is_empty()).then(|| {
            view! {
                <section class="card listing running">
                    <h2>{app.tr(Key::OnlineRunning)}</h2>
                    <ul>{games.into_iter().map(|game| view! { <GameRow game/> }).collect_view()}</ul>
                </section>
            }
        })
    }
}

/// Challenges that anybody may take.
#[component]
pub(super) fn Open() -> impl IntoView {
    let app = App::get();
    let row = move |challenge: ChallengeView| {
        let id = challenge.id.clone();
        let take = move |_| app.online.reply(id.clone(), true, None);
        let terms = terms_text(app, &challenge.terms.terms);
        view! {
            <li class="row">
                <span class="rowtext">
                    <a href=Route::Player(challenge.from.name.clone()).href()><b>{challenge.from.name.clone()}</b></a>
                    <span class="muted">{terms}</span>
                </span>
                <button class="button primary" on:click=take>{app.tr(Key::OnlineAccept)}</button>
            </li>
        }
    };
    let rows = move || {
        let open: Vec<ChallengeView> = app.online.lobby.with(|lobby| {
            let others = lobby.challenges.iter().filter(|challenge| !app.online.is_me(&challenge.from.id));
            others.cloned().collect()
        });
        if open.is_empty() {
            return view! { <p class="muted">{app.tr(Key::OnlineChallengesNone)}</p> }.into_any();
        }
        view! { <ul>{open.into_iter().map(row).collect_view()}</ul> }.into_any()
    };
    let waiting = move || {
        let count = app.online.lobby.with(|lobby| lobby.seeks.len());
        (count > 0).then(|| view! { <p class="muted">{say!(app.language.get(), OnlineSeeks, n = count)}</p> })
    };
    view! {
        <section class="card listing open">
            <h2>{move || app.tr(Key::OnlineChallenges)}</h2>
            {rows}
            {waiting}
        </section>
    }
}

//! A game on the server: the same table, with an opponent far away.

mod actions;
mod chat;
mod notes;

use leptos::prelude::*;
use skep_wire::GameId;
use skep_wire::game::Speed;
use skep_words::{Key, Language, say};

use super::{PhoneHead, Zoom, export, moves, strip};
use crate::browser::app::App;
use crate::browser::board::Board;
use crate::browser::pages::online::{NoServer, pace_name};
use crate::browser::session::Session;
use crate::online::{LiveGame, Pace};
use crate::route::Route;

/// Waits for the server to send the game, then shows it.
#[component]
pub(in crate::browser::pages) fn LivePage(id: String) -> impl IntoView {
    let app = App::get();
    let game = StoredValue::new(GameId(id));
    app.online.watch(game.get_value());
    on_cleanup(move || app.online.leave(&game.get_value()));
    let ready = Memo::new(move |_| {
        app.online.live.with(|live| live.as_ref().is_some_and(|live| *live.id() == game.get_value()))
    });
    move || {
        if ready.get() {
            let session = untrack(|| {
                app.online.live.with_untracked(|live| live.as_ref().map(|live| Session::open_live(app, live)))
            });
            return session.map(|session| view! { <LiveTable session/> }).into_any();
        }
        if app.online.missing.get() {
            return view! { <Gone/> }.into_any();
        }
        view! {
            <main class="page" id="content" tabindex="-1">
                <h1>{move || app.tr(Key::OnlineTitle)}</h1>
                <NoServer/>
            </main>
        }
        .into_any()
    }
}

#[component]
fn Gone() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::OnlineTitle)}</h1>
            <p>{move || app.tr(Key::RefusedNotFound)}</p>
            <div class="toolrow">
                <a class="button primary" href=Route::Online.href()>{move || app.tr(Key::OnlineToLobby)}</a>
            </div>
        </main>
    }
}

#[component]
fn LiveTable(session: Session) -> impl IntoView {
    let near = Memo::new(move |_| session.near_color());
    let chatting = RwSignal::new(false);
    view! {
        <PhoneHead session/>
        <main class="game live" id="content" tabindex="-1">
            <div class="game-main">
                <strip::Strip session color=Signal::derive(move || !near.get()) top=true/>
                <div class="table">
                    <Board session/>
                    <notes::LiveWarnings session/>
                    <super::notes::Caption session/>
                    <super::notes::PeekBox session/>
                    <Zoom session/>
                    <notes::LiveOver session/>
                </div>
                <strip::Strip session color=Signal::derive(move || near.get()) top=false/>
            </div>
            <LiveSide session/>
            <moves::Ticker session/>
            <actions::LiveActionBar chatting/>
            <chat::ChatSheet open=chatting/>
            <export::ExportDialog session open=session.exporting/>
        </main>
    }
}

/// `Rapid · 10+5 · Rated · Base+MLP`
pub(super) fn live_subtitle(app: App) -> String {
    let language = app.language.get();
    let describe = |live: &LiveGame| {
        let view = live.view();
        let rated = app.tr(if view.terms.rated { Key::OnlineRated } else { Key::OnlineCasual });
        let pace = pace_name(language, Pace::of(&view.terms));
        let parts = [
            speed_name(language, view.speed).to_owned(),
            pace,
            rated.to_owned(),
            view.terms.game_type.clone(),
        ];
        parts.join(" · ")
    };
    app.online.live.with(|live| live.as_ref().map(describe)).unwrap_or_default()
}

/// What a speed is called.
pub(in crate::browser::pages) fn speed_name(language: Language, speed: Speed) -> &'static str {
    let key = match speed {
        Speed::Bullet => Key::OnlineBullet,
        Speed::Blitz => Key::OnlineBlitz,
        Speed::Rapid => Key::OnlineRapid,
        Speed::Classical => Key::OnlineClassical,
        Speed::Correspondence => Key::OnlineCorrespondence,
        Speed::Untimed => Key::OnlineUntimed,
    };
    skep_words::tr(language, key)
}

#[component]
fn LiveSide(session: Session) -> impl IntoView {
    let app = App::get();
    let state = move || match session.to_move() {
        None => view! { <span class="tag">{app.tr(Key::ResultOver)}</span> }.into_any(),
        Some(color) => {
            view! { <span class="tag hot">{strip::turn_text(app, session, color)}</span> }.into_any()
        }
    };
    view! {
        <aside class="side">
            <header class="side-head">
                <div><h1>{move || super::title(app, session)}</h1><p>{move || live_subtitle(app)}</p></div>
                {state}
            </header>
            <moves::MoveColumn session/>
            <super::actions::History session/>
            <chat::ChatPanel/>
            <actions::LiveActions/>
        </aside>
    }
}

/// The name of a color's player.
fn name_of(live: &LiveGame, color: skep_rules::Color) -> String {
    match color {
        skep_rules::Color::White => live.view().players.w.user.name.clone(),
        skep_rules::Color::Black => live.view().players.b.user.name.clone(),
    }
}

/// What concerns only the two who play.
fn with_live<T>(app: App, read: impl FnOnce(&LiveGame) -> T) -> Option<T> {
    app.online.live.with(|live| live.as_ref().map(read))
}

/// How long until a moment of the server's clock, in whole seconds.
fn seconds_until(app: App, moment: i64) -> i64 {
    (moment - app.online.server_time()).max(0) / 1000
}

fn first_move_text(language: Language, seconds: i64) -> String {
    say!(language, OnlineFirstMove, n = seconds)
}

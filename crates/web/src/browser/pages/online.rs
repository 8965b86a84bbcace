//! The lobby: a game in one tap, challenges, one's own games.

mod challenge;
mod invite;
pub(super) mod lists;

use leptos::prelude::*;
use skep_rules::GameType;
use skep_wire::Code;
use skep_wire::client::Channel;
use skep_words::{Key, Language, say};

pub(super) use invite::InvitePage;

use crate::browser::app::App;
use crate::browser::forms::{Choice, Choices, Switch};
use crate::browser::online::{Server, Trouble};
use crate::browser::pages::game::live::speed_name;
use crate::online::link::State;
use crate::online::pace::can_be_rated;
use crate::online::{Pace, Seeking};
use crate::players::{Level, NewGame};
use crate::route::Route;

/// What a pace is called.
pub(super) fn pace_name(language: Language, pace: Pace) -> String {
    match pace {
        Pace::Fischer(minutes, increment) => format!("{minutes}+{increment}"),
        Pace::Days(days) => say!(language, OnlineDays, n = days),
        Pace::Untimed => skep_words::tr(language, Key::OnlineUntimed).to_owned(),
    }
}

/// What did not work, as a sentence.
pub(super) fn trouble_text(language: Language, trouble: Trouble) -> &'static str {
    let key = match trouble {
        Trouble::Network => Key::RefusedNetwork,
        Trouble::Refused(code) => match code {
            Code::BadRequest => Key::RefusedBadRequest,
            Code::Unauthorized => Key::RefusedUnauthorized,
            Code::Forbidden => Key::RefusedForbidden,
            Code::NotFound => Key::RefusedNotFound,
            Code::Stale => Key::RefusedStale,
            Code::NotYourTurn => Key::RefusedNotYourTurn,
            Code::Illegal => Key::RefusedIllegal,
            Code::Flagged => Key::RefusedFlagged,
            Code::GameOver => Key::RefusedGameOver,
            Code::TooEarly => Key::RefusedTooEarly,
            Code::TooLate => Key::RefusedTooLate,
            Code::TooSoon => Key::RefusedTooSoon,
            Code::NoOffer => Key::RefusedNoOffer,
            Code::NotAllowed => Key::RefusedNotAllowed,
            Code::NotAbsent => Key::RefusedNotAbsent,
            Code::Blocked => Key::RefusedBlocked,
            Code::Rate => Key::RefusedRate,
            Code::Conflict => Key::RefusedConflict,
            Code::Unavailable => Key::RefusedUnavailable,
            Code::Unknown | Code::Other => Key::RefusedOther,
        },
    };
    skep_words::tr(language, key)
}

/// What the server refused last, if anything.
#[component]
pub(super) fn TroubleNotice() -> impl IntoView {
    let app = App::get();
    // What went wrong on another screen is old news here.
    app.online.trouble.set(None);
    view! {
        <div role="alert">
            {move || app.online.trouble.get().map(|trouble| view! {
                <p class="notice bad">{trouble_text(app.language.get(), trouble)}</p>
            })}
        </div>
    }
}

/// Said where there is no server, or none within reach.
#[component]
pub(super) fn NoServer() -> impl IntoView {
    let app = App::get();
    let said = move || match app.online.server.get() {
        Server::Absent => Some((Key::OnlineAbsent, Key::OnlineAbsentText)),
        Server::Unreachable => Some((Key::OnlineOffline, Key::OnlineOfflineText)),
        Server::Asking | Server::There => None,
    };
    move || match said() {
        Some((title, text)) => view! {
            <section class="card empty" data-server="absent">
                <h2>{app.tr(title)}</h2>
                <p class="muted">{app.tr(text)}</p>
                <a class="button primary" href=Route::NewGame.href()>{app.tr(Key::SetupTitle)}</a>
            </section>
        }
        .into_any(),
        None => view! { <p class="muted" role="status">{app.tr(Key::OnlineConnecting)}</p> }.into_any(),
    }
}

#[component]
pub(super) fn OnlinePage() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="page wide" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::OnlineTitle)}</h1>
            <Show when=move || app.online.server.get() == Server::There fallback=|| view! { <NoServer/> }>
                <Lobby/>
            </Show>
        </main>
    }
}

#[component]
fn Lobby() -> impl IntoView {
    let app = App::get();
    app.online.listen(Channel::Lobby);
    app.online.connect();
    on_cleanup(move || app.online.ignore(Channel::Lobby));
    let who = move || {
        let name = app.online.me.with(|me| me.as_ref().map(|me| me.user.name.clone()));
        match name {
            Some(name) => say!(app.language.get(), OnlineSignedInAs, name = name),
            None => app.tr(Key::OnlineText).to_owned(),
        }
    };
    view! {
        <p>
            {who}" "
            <Show when=move || app.online.is_guest()>
                <a class="link" href=Route::Account.href()>{move || app.tr(Key::AccountSignIn)}</a>
            </Show>
        </p>
        {move || matches!(app.online.line.get(), State::Down).then(|| view! {
            <p class="notice" role="status">{app.tr(Key::OnlineLost)}</p>
        })}
        <TroubleNotice/>
        <div class="lobby">
            <div class="column">
                <lists::YourGames/>
                <lists::Received/>
                <Quick/>
                <challenge::Make/>
            </div>
            <div class="column">
                <lists::Open/>
                <lists::Running/>
                <section class="toolrow">
                    <a class="button" href=Route::Leaders.href()>{move || app.tr(Key::NavLeaders)}</a>
                    <a class="button" href=Route::Account.href()>{move || app.tr(Key::NavAccount)}</a>
                </section>
            </div>
        </div>
    }
}

/// One tap on a pace, and the server looks for somebody.
#[component]
fn Quick() -> impl IntoView {
    let app = App::get();
    let kind = RwSignal::new(GameType::BASE_MLP);
    let wants_rating = RwSignal::new(true);
    let seeking = Memo::new(move |_| {
        app.online.seeking.with(Seeking::is_on) || app.online.seeks.with(|seeks| !seeks.is_empty())
    });
    view! {
        <section class="card quick">
            <h2>{move || app.tr(Key::OnlineQuick)}</h2>
            <p class="muted">{move || app.tr(Key::OnlineQuickText)}</p>
            <Show
                when=move || seeking.get()
                fallback=move || view! { <Paces kind wants_rating/> }
            >
                <div class="seeking" role="status">
                    <span class="pulse" aria-hidden="true"></span>
                    <b>{move || app.tr(Key::OnlineSeeking)}</b>
                    <button class="button" on:click=move |_| app.online.stop_seeking()>{move || app.tr(Key::OnlineStopSeeking)}</button>
                </div>
                // The computer of this device plays while the server looks; a word at the board says when it has found somebody.
                <button class="button" data-act="meanwhile" on:click=move |_| play_meanwhile(app)>
                    {move || app.tr(Key::OnlineMeanwhile)}
                </button>
            </Show>
        </section>
    }
}

fn play_meanwhile(app: App) {
    let level = app.settings.with_untracked(|settings| Level::new(settings.level)).unwrap_or(Level::FIRST);
    app.start_game(&NewGame::usual(level));
}

#[component]
fn Paces(kind: RwSignal<GameType>, wants_rating: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let rated = Memo::new(move |_| wants_rating.get() && can_be_rated(kind.get()) && !app.online.is_guest());
    let paces = Pace::QUICK.map(|pace| {
        let seek =
            move |_| app.online.seek(pace.wish(kind.get_untracked(), false, rated.get_untracked(), None));
        view! {
            <button class="pace" on:click=seek data-pace=pace_name(Language::En, pace)>
                <b>{pace_name(Language::En, pace)}</b>
                <span>{move || speed_name(app.language.get(), pace.speed())}</span>
            </button>
        }
    });
    view! {
        <div class="paces">{paces.into_iter().collect_view()}</div>
        <TypeField name="quick-type" kind/>
        <RatedField kind wants_rating/>
    }
}

#[component]
fn TypeField(name: &'static str, kind: RwSignal<GameType>) -> impl IntoView {
    let app = App::get();
    let choices = GameType::ALL
        .into_iter()
        .map(|kind| {
            Choice::new(kind, move || kind.to_string())
                .with_note(move || say!(app.language.get(), SetupTilesEach, n = kind.tiles_per_player()))
        })
        .collect();
    view! {
        <Choices
            name
            quarters=true
            legend=Signal::derive(move || app.tr(Key::SetupGameType).to_owned())
            choices
            value=Signal::derive(move || kind.get())
            on_choose=move |chosen| kind.set(chosen)
        />
    }
}

/// Guests and unusual games are not rated; the switch says why.
#[component]
fn RatedField(kind: RwSignal<GameType>, wants_rating: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let rated = move || wants_rating.get() && can_be_rated(kind.get()) && !app.online.is_guest();
    let note =
        move || app.tr(if app.online.is_guest() { Key::OnlineRatedSignIn } else { Key::OnlineRatedText });
    view! {
        <Switch
            label=Signal::derive(move || app.tr(Key::OnlineRated).to_owned())
            note=Signal::derive(move || note().to_owned())
            value=Signal::derive(rated)
            on_change=move |on| wants_rating.set(on)
        />
    }
}

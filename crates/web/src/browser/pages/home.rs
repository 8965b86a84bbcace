//! The front door: play in one tap.

mod offer;

use std::sync::Arc;

use leptos::prelude::*;
use skep_rules::{Color, Piece};
use skep_words::{Key, say};

use crate::browser::app::App;
use crate::browser::board::{Picture, showcase};
use crate::browser::library::Entry;
use crate::browser::names;
use crate::browser::online::{Server, api};
use crate::browser::parts::{Icon, Pair};
use crate::online::LiveGame;
use crate::players::{Level, NewGame, Seat};
use crate::route::Route;
use crate::saved::Saved;

#[component]
pub(super) fn Home() -> impl IntoView {
    let app = App::get();
    let under_way = Memo::new(move |_| {
        app.library.sorted().into_iter().filter(is_under_way).map(|entry| entry.id.clone()).collect()
    });
    let offered = offer::Offered(RwSignal::new(false));
    provide_context(offered);
    let first = move || under_way.with(|ids: &Vec<String>| ids.first().cloned());
    view! {
        <main class="home" id="content" tabindex="-1">
            {move || match first() {
                Some(id) => view! { <Resume id=id others=under_way.with(Vec::len)/> }.into_any(),
                None => view! { <Welcome/> }.into_any(),
            }}
            <Best/>
            <Ways resuming=Signal::derive(move || first().is_some())/>
            <Mores/>
            <offer::Offer open=offered.0/>
        </main>
    }
}

fn is_under_way(entry: &Arc<Entry>) -> bool {
    let people = |saved: &Saved| Color::ALL.iter().any(|&color| saved.seats[color] == Seat::Human);
    entry
        .content
        .as_ref()
        .is_ok_and(|saved| !saved.is_over() && !saved.game.moves().is_empty() && people(saved))
}

/// A person's first visit: one button.
#[component]
fn Welcome() -> impl IntoView {
    let app = App::get();
    view! {
        <div class="home-head">
            <h1>{move || app.tr(Key::HomeWelcome)}</h1>
            <p>{move || app.tr(Key::HomeWelcomeText)}</p>
        </div>
        <section class="card feature">
            <div class="meadow"><Picture position=showcase()/></div>
            <div class="feature-text">
                <h2>{move || app.tr(Key::HomeComputer)}</h2>
                <p>{move || app.tr(Key::HomeComputerText)}</p>
                <span class="spring"></span>
                <PlayButton primary=true/>
                <a class="link" href=super::learn::first_minutes().href()>{move || app.tr(Key::HomeFirstTime)}</a>
            </div>
        </section>
    }
}

/// A game that waits.
#[component]
fn Resume(id: String, others: usize) -> impl IntoView {
    let app = App::get();
    let saved = app.library.find(&id);
    saved.map(|saved| {
        let saved = Arc::new(saved);
        let facts = Arc::clone(&saved);
        let title = {
            let saved = Arc::clone(&saved);
            move || resume_title(app, &saved)
        };
        view! {
            <div class="home-head">
                <h1>{move || app.tr(Key::HomeYourMove)}</h1>
                <p>{move || say!(app.language.get(), HomeGamesUnderWay, n = others)}</p>
            </div>
            <section class="card feature">
                <div class="meadow"><Picture position=saved.game.position().clone()/></div>
                <div class="feature-text">
                    <h2>{title}</h2>
                    <dl class="facts">
                        <div>
                            <dt>{move || app.tr(Key::HomeTurn)}</dt>
                            <dd>{facts.game.position().turn_number()}</dd>
                        </div>
                        {facts.clock.map(|(control, _)| view! {
                            <div><dt>{move || app.tr(Key::HomePace)}</dt><dd>{control.to_string()}</dd></div>
                        })}
                    </dl>
                    <span class="spring"></span>
                    <a class="button primary large" href=Route::Game(id).href()>{move || app.tr(Key::HomeResume)}</a>
                    <a class="link" href=Route::Games.href()>
                        {move || say!(app.language.get(), HomeAllGames, n = app.library.sorted().len())}
                    </a>
                </div>
            </section>
        }
    })
}

fn resume_title(app: App, saved: &Saved) -> String {
    let language = app.language.get();
    match names::only_human(saved) {
        Some(me) => say!(language, HomeResumeAgainst, name = names::player(language, saved, !me)),
        None => {
            let (white, black) =
                (names::player(language, saved, Color::White), names::player(language, saved, Color::Black));
            say!(language, GamesVersus, white = white, black = black)
        }
    }
}

/// Against the computer, at the level last played, with all insects: no questions.
#[component]
fn PlayButton(#[prop(optional)] primary: bool) -> impl IntoView {
    let app = App::get();
    let level = move || app.settings.with(|settings| Level::new(settings.level)).unwrap_or(Level::FIRST);
    let offered: offer::Offered = expect_context();
    let play = move |_| {
        if offer::is_newcomer(app) {
            offered.0.set(true);
            return;
        }
        app.start_game(&NewGame::usual(level()));
    };
    view! {
        <button class="button" class:primary=primary class:large=primary on:click=play>
            {move || say!(app.language.get(), HomePlayLevel, n = level().number())}
        </button>
    }
}

fn tile(name: &str) -> Piece {
    name.parse().expect("the names in this file are tiles")
}

/// The best game under way on the server, to watch.
#[component]
fn Best() -> impl IntoView {
    let app = App::get();
    let best = RwSignal::new(None::<LiveGame>);
    Effect::new(move |_| {
        if app.online.server.get() == Server::There {
            leptos::task::spawn_local(async move {
                if let Ok(Some(view)) = api::best_game().await {
                    let _ = best.try_set(LiveGame::new(view).ok());
                }
            });
        }
    });
    move || {
        best.get().map(|live| {
            let players = &live.view().players;
            let (white, black) = (players.w.user.name.clone(), players.b.user.name.clone());
            let position = live.game().position().clone();
            let route = Route::Live(live.id().0.clone());
            view! {
                <a class="card gamerow best" href=route.href()>
                    <div class="meadow"><Picture position/></div>
                    <div class="rowtext">
                        <h3>{move || say!(app.language.get(), GamesVersus, white = white.clone(), black = black.clone())}</h3>
                        <p>{move || app.tr(Key::HomeBestGame)}</p>
                    </div>
                    <div class="rowacts"><span class="button">{move || app.tr(Key::HomeBestWatch)}</span></div>
                </a>
            }
        })
    }
}

/// The computer is the feature of a first visit already; with a game to go on with, it has a card of its own.
#[component]
fn Ways(resuming: Signal<bool>) -> impl IntoView {
    let app = App::get();
    let bars = move || {
        let level = app.settings.with(|settings| settings.level);
        (1..=Level::COUNT).map(|n| view! { <i class:on=n <= level></i> }).collect_view()
    };
    let set_up =
        move || view! { <a class="button" href=Route::NewGame.href()>{move || app.tr(Key::HomeSetUp)}</a> };
    view! {
        <section class="ways" class:four=move || resuming.get() aria-label=move || app.tr(Key::NavPlay)>
            <Show when=move || resuming.get()>
                <article class="card way">
                    <div class="art"><Pair left=tile("bB1") right=tile("wG1")/></div>
                    <h3>{move || app.tr(Key::HomeComputer)}</h3>
                    <p>{move || app.tr(Key::HomeComputerText)}</p>
                    <footer><span class="strength" aria-hidden="true">{bars}</span><PlayButton/></footer>
                </article>
            </Show>
            <article class="card way">
                <div class="art"><Pair left=tile("wL") right=tile("bM")/></div>
                <h3>{move || app.tr(Key::HomeOnline)}</h3>
                <p>{move || app.tr(Key::HomeOnlineText)}</p>
                <footer><span class="muted"></span><a class="button" href=Route::Online.href()>{move || app.tr(Key::HomeOnlineGo)}</a></footer>
            </article>
            <article class="card way">
                <div class="art"><Pair left=tile("wQ") right=tile("bQ")/></div>
                <h3>{move || app.tr(Key::HomeFriend)}</h3>
                <p>{move || app.tr(Key::HomeFriendText)}</p>
                <footer><span class="muted"></span>{set_up()}</footer>
            </article>
            <article class="card way">
                <div class="art"><Pair left=tile("wA1") right=tile("bS1")/></div>
                <h3>{move || app.tr(Key::HomeWatch)}</h3>
                <p>{move || app.tr(Key::HomeWatchText)}</p>
                <footer><span class="muted"></span>{set_up()}</footer>
            </article>
        </section>
    }
}

/// The course, and the lesson that is next.
#[component]
fn Lessons() -> impl IntoView {
    let app = App::get();
    let next = Memo::new(move |_| {
        app.course
            .progress
            .with(|progress| progress.next_lesson().filter(|_| !progress.is_empty()).map(|lesson| lesson.id))
    });
    let text = move || match next.get().and_then(skep_course::lesson) {
        Some(lesson) => say!(
            app.language.get(),
            HomeLessonNext,
            n = lesson.order,
            title = lesson.title[app.language.get()]
        ),
        None => app.tr(Key::HomeLearnText).to_owned(),
    };
    let route = move || next.get().map_or(Route::Learn, |id| Route::Lesson(id.to_owned()));
    view! {
        <a class="card more" href=move || route().href()>
            <span class="hexicon"><Icon name="book" size=22/></span>
            <div>
                <h3>{move || app.tr(Key::HomeLearn)}</h3>
                <p>{text}</p>
            </div>
        </a>
    }
}

#[component]
fn Mores() -> impl IntoView {
    let app = App::get();
    let more = move |route: Route, icon, title: Key, text: Key| {
        view! {
            <a class="card more" href=route.href()>
                <span class="hexicon"><Icon name=icon size=22/></span>
                <div>
                    <h3>{move || app.tr(title)}</h3>
                    <p>{move || app.tr(text)}</p>
                </div>
            </a>
        }
    };
    view! {
        <section class="mores">
            <Lessons/>
            {more(Route::Games, "share", Key::HomeImport, Key::HomeImportText)}
            {more(Route::Keys, "keys", Key::KeysTitle, Key::KeysText)}
        </section>
    }
}

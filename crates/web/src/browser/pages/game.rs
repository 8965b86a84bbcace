//! A game at the table.

mod actions;
mod export;
pub(super) mod live;
mod moves;
mod notes;
pub(super) mod strip;
mod tips;

use leptos::prelude::*;
use skep_words::{Key, say};

use crate::browser::app::App;
use crate::browser::board::Board;
use crate::browser::library::Shelf;
use crate::browser::names;
use crate::browser::parts::Icon;
use crate::browser::session::Session;
use crate::route::Route;

/// Waits for the games to be read, then shows the one asked for.
#[component]
pub(super) fn GamePage(id: String) -> impl IntoView {
    let app = App::get();
    // Whether games can be kept may change during a game.
    let opening = Memo::new(move |_| app.library.shelf.get() == Shelf::Opening);
    move || {
        if opening.get() {
            return view! { <main class="page" id="content" aria-busy="true"></main> }.into_any();
        }
        match app.library.find(&id) {
            Some(saved) => {
                // Sitting down reads much that changes with every move; none of it may seat us anew.
                let session = untrack(|| Session::open(app, id.clone(), saved));
                view! { <Table session/> }.into_any()
            }
            None => view! { <Missing/> }.into_any(),
        }
    }
}

#[component]
fn Missing() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::GamesTitle)}</h1>
            <p>{move || app.tr(Key::AppNotFound)}</p>
            <div class="toolrow">
                <a class="button primary" href=Route::Games.href()>{move || app.tr(Key::NavGames)}</a>
            </div>
        </main>
    }
}

#[component]
fn Table(session: Session) -> impl IntoView {
    let near = Memo::new(move |_| session.near_color());
    view! {
        <PhoneHead session/>
        <main class="game" id="content" tabindex="-1">
            <div class="game-main">
                <strip::Strip session color=Signal::derive(move || !near.get()) top=true/>
                <div class="table">
                    <Board session/>
                    <notes::Warnings session/>
                    <notes::Caption session/>
                    <tips::Tips session/>
                    <notes::PeekBox session/>
                    <Zoom session/>
                    <notes::Passing session/>
                    <notes::Over session/>
                </div>
                <strip::Strip session color=Signal::derive(move || near.get()) top=false/>
            </div>
            <Side session/>
            <moves::Ticker session/>
            <actions::ActionBar session/>
            <export::ExportDialog session open=session.exporting/>
        </main>
    }
}

fn title(app: App, session: Session) -> String {
    let language = app.language.get();
    session.saved.with(|saved| {
        let name = |color| names::player(language, saved, color);
        say!(
            language,
            GamesVersus,
            white = name(skep_rules::Color::White),
            black = name(skep_rules::Color::Black)
        )
    })
}

fn subtitle(app: App, session: Session) -> String {
    let language = app.language.get();
    session.saved.with(|saved| {
        let rules = saved.game.start().rules();
        let kind = rules.game_type.to_string();
        match saved.clock {
            Some((control, _)) => format!("{kind} · {control}"),
            None => format!(
                "{kind} · {}",
                say!(language, CommonTurnNumber, n = saved.game.position().turn_number())
            ),
        }
    })
}

#[component]
fn PhoneHead(session: Session) -> impl IntoView {
    let app = App::get();
    view! {
        <header class="phonebar">
            <a class="icon-button" href="#/" aria-label=move || app.tr(Key::CommonBack)><Icon name="back" size=22/></a>
            <div class="middle">
                <b>{move || title(app, session)}</b>
                <span>{move || subtitle(app, session)}</span>
            </div>
            <button class="icon-button" aria-label=move || app.tr(Key::ExportTitle) on:click=move |_| session.exporting.set(true)>
                <Icon name="share" size=22/>
            </button>
            <button class="icon-button" aria-label=move || app.tr(Key::GameFlip) on:click=move |_| session.flip()>
                <Icon name="flip" size=22/>
            </button>
        </header>
    }
}

#[component]
fn Side(session: Session) -> impl IntoView {
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
                <div><h1>{move || title(app, session)}</h1><p>{move || subtitle(app, session)}</p></div>
                {state}
            </header>
            <moves::MoveColumn session/>
            <notes::Thinking session/>
            <actions::History session/>
            <actions::Actions session/>
        </aside>
    }
}

#[component]
fn Zoom(session: Session) -> impl IntoView {
    use skep_tabletop::Action;
    let app = App::get();
    let zoom = move |factor: f64| session.act(Action::Zoom { factor, about: None });
    view! {
        <div class="float zoom" role="group" aria-label=move || app.tr(Key::GameFit)>
            <button class="icon-button" aria-label=move || app.tr(Key::GameZoomIn) on:click=move |_| zoom(1.25)>
                <Icon name="zin"/>
            </button>
            <button class="icon-button" aria-label=move || app.tr(Key::GameZoomOut) on:click=move |_| zoom(0.8)>
                <Icon name="zout"/>
            </button>
            <button class="icon-button" aria-label=move || app.tr(Key::GameFit) on:click=move |_| session.act(Action::Fit)>
                <Icon name="fit"/>
            </button>
        </div>
    }
}

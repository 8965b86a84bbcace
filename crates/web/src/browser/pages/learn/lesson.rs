//! A lesson: the step's words above, its board in the middle, answers and what was said to them below.

use leptos::prelude::*;
use skep_course::{LessonSession, Progress, Task};
use skep_rules::Piece;
use skep_tabletop::Action;
use skep_words::{Key, say};

use super::answers::Answers;
use super::desk::Desk;
use super::finish::Finish;
use super::foot::Foot;
use super::list::Aside;
use super::place_of;
use crate::browser::app::App;
use crate::browser::board::Board;
use crate::browser::hands::AtBoard as _;
use crate::browser::pages::game::strip::Reserve;
use crate::browser::parts::{Icon, MiniTile};
use crate::route::Route;

/// Opens the lesson with this id where it was left.
#[component]
pub(in crate::browser::pages) fn LessonPage(id: String) -> impl IntoView {
    let app = App::get();
    let session = if id == Progress::FIRST_MINUTES {
        Some(LessonSession::first_minutes())
    } else {
        let resume =
            |lesson| app.course.progress.with_untracked(|progress| LessonSession::resume(lesson, progress));
        skep_course::lesson(&id).map(resume)
    };
    match session {
        Some(session) => {
            let desk = Desk::sit_down(app, session);
            view! { <AtDesk desk/> }.into_any()
        }
        None => view! {
            <main class="page" id="content" tabindex="-1">
                <h1>{move || app.tr(Key::LearnTitle)}</h1>
                <p>{move || app.tr(Key::AppNotFound)}</p>
                <div class="toolrow"><a class="button primary" href=Route::Learn.href()>{move || app.tr(Key::LearnAllLessons)}</a></div>
            </main>
        }
        .into_any(),
    }
}

/// The title of the lesson, and where it stands in its list.
fn names(app: App, desk: Desk) -> (String, String) {
    let lesson = desk.lesson.with_untracked(LessonSession::lesson);
    lesson.map_or_else(
        || (app.tr(Key::LearnFirstMinutes).to_owned(), app.tr(Key::NavLearn).to_owned()),
        |lesson| (lesson.title[app.language.get()].to_owned(), place_of(app, lesson)),
    )
}

#[component]
fn AtDesk(desk: Desk) -> impl IntoView {
    let app = App::get();
    let id = desk.lesson.with_untracked(LessonSession::id);
    let anchor =
        desk.lesson.with_untracked(|lesson| lesson.lesson().map_or("object", |lesson| lesson.anchor));
    view! {
        <header class="phonebar">
            <a class="icon-button" href=Route::Learn.href() aria-label=move || app.tr(Key::CommonBack)><Icon name="back" size=22/></a>
            <div class="middle">
                <b>{move || names(app, desk).0}</b>
                <span>{move || names(app, desk).1}</span>
            </div>
            <a class="icon-button" href=Route::Rule(anchor.to_owned()).href() aria-label=move || app.tr(Key::LearnLookRules)><Icon name="puzzle" size=22/></a>
        </header>
        <main class="learn" id="content" tabindex="-1">
            <Aside current=id/>
            <section class="lesson" aria-label=move || names(app, desk).0>
                <Question desk/>
                <div class="table">
                    <Board session=desk/>
                    <InHand desk/>
                    <Back desk/>
                    <Finish desk/>
                </div>
                <Tray desk/>
                <Answers desk/>
                <Foot desk/>
            </section>
        </main>
    }
}

/// How far one is, and what is asked.
#[component]
fn Question(desk: Desk) -> impl IntoView {
    let app = App::get();
    let dots = move || {
        desk.lesson.with(|lesson| {
            (0..lesson.steps().len())
                .map(|index| view! {
                    <svg width="20" height="22" viewBox="-50 -55 100 110" class:done=lesson.is_done(index) class:here=lesson.index() == index>
                        <path d="M0 -48 41.57 -24V24L0 48-41.57 24V-24Z"/>
                    </svg>
                })
                .collect_view()
        })
    };
    let place = move || {
        let (index, total) = desk.lesson.with(|lesson| (lesson.index() + 1, lesson.steps().len()));
        say!(app.language.get(), LearnStepOf, n = index, total = total)
    };
    let streak = Memo::new(move |_| app.course.progress.with(Progress::streak));
    let title = Memo::new(move |_| desk.step(|step| step.step().texts[app.language.get()].title));
    let prompt = Memo::new(move |_| desk.step(|step| step.step().texts[app.language.get()].prompt));
    view! {
        <div class="question" id="step" tabindex="-1" role="group" aria-labelledby="step-title" aria-describedby="step-prompt">
            <div class="stepline">
                <span class="dots" aria-hidden="true">{dots}</span>
                <span class="stepcount">{place}</span>
                {move || (streak.get() > 1).then(|| view! {
                    <span class="tag hot"><Icon name="bolt" size=14/>{say!(app.language.get(), LearnStreak, n = streak.get())}</span>
                })}
            </div>
            <h1 id="step-title">{title}</h1>
            <p id="step-prompt">{prompt}</p>
        </div>
    }
}

/// A tile that is to be placed lies beside the board.
#[component]
fn InHand(desk: Desk) -> impl IntoView {
    let app = App::get();
    let piece = Memo::new(move |_| desk.in_hand());
    move || {
        piece.get().map(|piece| {
            view! {
                <div class="float inhand">
                    <MiniTile piece size=46/>
                    <span>{app.tr(Key::LearnTileInHand)}<b>{kind_of_tile(app, piece)}</b></span>
                </div>
            }
        })
    }
}

/// "Black grasshopper": which of them is of no interest before it is placed.
fn kind_of_tile(app: App, piece: Piece) -> String {
    let name = skep_words::tile_name(app.language.get(), piece);
    skep_words::capitalized(name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == ' '))
}

/// The way back to the whole hive, once somebody has moved the board.
#[component]
fn Back(desk: Desk) -> impl IntoView {
    let app = App::get();
    let astray = Memo::new(move |_| desk.is_astray());
    view! {
        <Show when=move || astray.get()>
            <div class="float zoom">
                <button class="icon-button" aria-label=move || app.tr(Key::GameFit) on:click=move |_| desk.act(Action::Fit)><Icon name="fit"/></button>
            </div>
        </Show>
    }
}

/// The reserve of the side to move, where it matters.
#[component]
fn Tray(desk: Desk) -> impl IntoView {
    let app = App::get();
    // The turn passes when the step is done; the reserve stays that of the one who was asked.
    let asked = Memo::new(move |_| {
        desk.step(|step| {
            let position = step.position()?;
            let shown = match step.task() {
                Task::MakeMove { .. } => true,
                // Where nothing is on the table, the text is about what is not.
                Task::Read => position.board().is_empty(),
                _ => false,
            };
            shown.then(|| position.turn())
        })
    });
    move || {
        asked.get().map(|color| {
            let owner = Signal::derive(move || skep_words::color_name(app.language.get(), color).to_owned());
            view! { <div class="tray"><Reserve session=desk color=Signal::derive(move || color) owner/></div> }
        })
    }
}

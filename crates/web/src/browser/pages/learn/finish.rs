//! The end of a lesson: its stars, and where to go from here.

use leptos::prelude::*;
use skep_course::{LessonSession, Progress};
use skep_rules::{GameType, RuleSet};
use skep_words::{Key, say};

use super::desk::Desk;
use super::list::Stars;
use crate::browser::app::App;
use crate::browser::parts::Icon;
use crate::players::{Level, NewGame};
use crate::route::Route;

/// Level 1, the five insects of the base game, White.
pub(in crate::browser::pages) fn gentle_game(app: App) {
    app.start_game(&NewGame { rules: RuleSet::new(GameType::BASE), ..NewGame::usual(Level::FIRST) });
}

#[component]
pub(super) fn Finish(desk: Desk) -> impl IntoView {
    let app = App::get();
    move || {
        desk.finished.get().then(|| {
            let lesson = desk.lesson.with_untracked(LessonSession::lesson);
            view! {
                <section class="float over finish" role="dialog" aria-labelledby="finish-title">
                    {lesson.map_or_else(
                        || view! { <FirstMinutes/> }.into_any(),
                        |lesson| view! { <LessonDone desk lesson/> }.into_any(),
                    )}
                    <button class="icon-button close" aria-label=move || app.tr(Key::CommonClose) on:click=move |_| desk.finished.set(false)>
                        <Icon name="x" size=18/>
                    </button>
                </section>
            }
        })
    }
}

/// Ready for a first game.
#[component]
fn FirstMinutes() -> impl IntoView {
    let app = App::get();
    let play = move |_| {
        app.settings.update(|settings| {
            settings.welcomed = true;
            settings.tips = true;
        });
        gentle_game(app);
    };
    view! {
        <h2 id="finish-title">{move || app.tr(Key::LearnFirstDone)}</h2>
        <p>{move || app.tr(Key::LearnFirstDoneText)}</p>
        <div class="acts">
            <button class="button primary" id="after" on:click=play>{move || say!(app.language.get(), HomePlayLevel, n = 1)}</button>
            <a class="button" href=Route::Learn.href()>{move || app.tr(Key::LearnGoOn)}</a>
        </div>
    }
}

#[component]
fn LessonDone(desk: Desk, lesson: &'static skep_course::Lesson) -> impl IntoView {
    let app = App::get();
    let stars = desk.lesson.with_untracked(LessonSession::stars).unwrap_or(1);
    let streak = app.course.progress.with_untracked(Progress::streak);
    let next =
        app.course.progress.with_untracked(|progress| lesson.next().or_else(|| progress.next_lesson()));
    let outline = move || lesson.outline[app.language.get()];
    view! {
        <h2 id="finish-title">{move || app.tr(Key::LearnDone)}</h2>
        <Stars count=stars size=40/>
        {move || (!outline().is_empty()).then(|| view! { <p>{outline()}</p> })}
        {(streak > 1).then(|| view! { <p><span class="tag hot"><Icon name="bolt" size=14/>{move || say!(app.language.get(), LearnStreak, n = streak)}</span></p> })}
        <div class="acts">
            {match next {
                Some(next) => view! {
                    <a class="button primary" id="after" href=Route::Lesson(next.id.to_owned()).href()>
                        {move || app.tr(Key::LearnNextLesson)}
                    </a>
                }
                .into_any(),
                None => view! { <a class="button primary" id="after" href=Route::Learn.href()>{move || app.tr(Key::LearnAllLessons)}</a> }.into_any(),
            }}
            <button class="button" on:click=move |_| desk.again()>{move || app.tr(Key::LearnAgain)}</button>
        </div>
    }
}

//! The course: all lessons with what has been achieved, and the way in and out for progress.

pub(super) mod adorn;
mod answers;
mod desk;
mod finish;
mod foot;
mod lesson;
mod list;
mod progress;

pub(super) use lesson::LessonPage;

use leptos::prelude::*;
use skep_course::{Lesson, Progress, course, strategy};
use skep_rules::Position;
use skep_words::{Key, say};

use crate::browser::app::App;
use crate::browser::board::{Picture, showcase};
use crate::browser::parts::Icon;
use crate::route::Route;

#[component]
pub(super) fn Learn() -> impl IntoView {
    let app = App::get();
    let total = course().len() + strategy().len();
    let finished = move || app.course.progress.with(done);
    let best = move || app.course.progress.with(Progress::best_streak);
    view! {
        <main class="home course" id="content" tabindex="-1">
            <div class="home-head">
                <h1>{move || app.tr(Key::LearnTitle)}</h1>
                <p>
                    {move || say!(app.language.get(), LearnProgress, n = finished(), total = total)}
                    {move || (best() > 1).then(|| {
                        view! { <span class="tag hot"><Icon name="bolt" size=14/>{say!(app.language.get(), LearnBestStreak, n = best())}</span> }
                    })}
                </p>
            </div>
            <Next/>
            <section aria-labelledby="course-title">
                <h2 id="course-title">{move || app.tr(Key::LearnCourse)}</h2>
                <ol class="lessons">{course().iter().map(|lesson| view! { <list::Card lesson/> }).collect_view()}</ol>
            </section>
            <section aria-labelledby="strategy-title">
                <h2 id="strategy-title">{move || app.tr(Key::LearnStrategy)}</h2>
                <ol class="lessons">{strategy().iter().map(|lesson| view! { <list::Card lesson/> }).collect_view()}</ol>
            </section>
            <progress::Keeping/>
        </main>
    }
}

/// How many lessons are done, of both lists.
fn done(progress: &Progress) -> usize {
    let lessons = course().iter().chain(strategy());
    lessons.filter(|lesson| progress.stars(lesson.id).is_some()).count()
}

/// What to do next: the three-minute start for somebody new, else the first lesson that is not done.
#[component]
fn Next() -> impl IntoView {
    let app = App::get();
    let is_new = Memo::new(move |_| app.course.progress.with(Progress::is_empty));
    let next = Memo::new(move |_| {
        app.course.progress.with(|progress| progress.next_lesson().map(|lesson| lesson.id))
    });
    move || {
        if is_new.get() {
            return view! { <Feature route=first_minutes() title=app.tr(Key::HomeFirstTime).to_owned() text=app.tr(Key::HomeFirstTimeText).to_owned() act=app.tr(Key::HomeFirstTimeStart)/> }.into_any();
        }
        let Some(lesson) = next.get().and_then(skep_course::lesson) else {
            return view! { <p class="notice good" role="status"><Icon name="check"/>{app.tr(Key::LearnCourseDone)}</p> }.into_any();
        };
        let language = app.language.get();
        let state = app.course.progress.with_untracked(|progress| progress.state(lesson));
        let act = if state.done > 0 { Key::LearnContinue } else { Key::LearnStart };
        let place = place_of(app, lesson);
        view! {
            <Feature
                route=Route::Lesson(lesson.id.to_owned())
                title=lesson.title[language].to_owned()
                text=place
                act=app.tr(act)
                position=lesson.steps.iter().find_map(skep_course::Step::shown)
            />
        }
        .into_any()
    }
}

#[component]
fn Feature(
    route: Route,
    title: String,
    text: String,
    act: &'static str,
    #[prop(optional_no_strip)] position: Option<Position>,
) -> impl IntoView {
    view! {
        <section class="card feature">
            <div class="meadow"><Picture position=position.unwrap_or_else(showcase)/></div>
            <div class="feature-text">
                <h2>{title}</h2>
                <p>{text}</p>
                <span class="spring"></span>
                <a class="button primary large" href=route.href()>{act}</a>
            </div>
        </section>
    }
}

/// The three-minute start's address.
pub(super) fn first_minutes() -> Route {
    Route::Lesson(Progress::FIRST_MINUTES.to_owned())
}

/// "Lesson 6 of 20".
fn place_of(app: App, lesson: &Lesson) -> String {
    let list = match lesson.track {
        skep_course::Track::Course => course(),
        skep_course::Track::Strategy => strategy(),
    };
    say!(app.language.get(), LearnLessonOf, n = lesson.order, total = list.len())
}

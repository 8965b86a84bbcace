//! Lessons in a list: cards on the course's page, rows beside a lesson.

use leptos::prelude::*;
use skep_course::{Lesson, LessonState, course, strategy};
use skep_rules::{Bug, Color, Piece};
use skep_words::{Key, say};
use wasm_bindgen::JsCast as _;

use crate::browser::app::App;
use crate::browser::parts::{Icon, MiniTile};
use crate::route::Route;

/// The tile that stands for a lesson.
fn face(lesson: &Lesson) -> Piece {
    use Bug::{Ant, Beetle, Grasshopper, Ladybug, Mosquito, Pillbug, Queen, Spider};
    let (color, bug) = match lesson.id {
        "object" => (Color::Black, Queen),
        "placing" | "tournament" => (Color::White, Spider),
        "one-hive" | "strategy-pinning" => (Color::Black, Ant),
        "sliding" | "strategy-free-queen" | "endings" => (Color::White, Queen),
        "beetle" | "strategy-beetle" => (Color::White, Beetle),
        "grasshopper" => (Color::White, Grasshopper),
        "spider" => (Color::Black, Spider),
        "ant" | "strategy-mobility" | "notation" => (Color::White, Ant),
        "stacks" | "high-gates" | "strategy-drop-cells" => (Color::Black, Beetle),
        "ladybug" | "strategy-defence" => (Color::White, Ladybug),
        "mosquito" => (Color::White, Mosquito),
        "passing" | "strategy-tempo" => (Color::Black, Grasshopper),
        "pillbug" => (Color::White, Pillbug),
        "pillbug-limits" => (Color::Black, Pillbug),
        "strategy-gates" => (Color::Black, Spider),
        "strategy-when-to-place" => (Color::White, Grasshopper),
        _ => (Color::White, Queen),
    };
    Piece::new(color, bug, 1).unwrap_or(Piece::queen(color))
}

fn state(app: App, lesson: &'static Lesson) -> Memo<LessonState> {
    Memo::new(move |_| app.course.progress.with(|progress| progress.state(lesson)))
}

/// Up to three stars.
#[component]
pub(super) fn Stars(count: u8, #[prop(default = 16)] size: u32) -> impl IntoView {
    let app = App::get();
    let label = move || say!(app.language.get(), LearnStars, n = count);
    view! {
        <span class="stars" role="img" aria-label=label>
            {(1..=3).map(|star| view! { <span class:on=star <= count><Icon name="star" size/></span> }).collect_view()}
        </span>
    }
}

/// Stars of a lesson that is done, else how many of its steps are.
fn mark(app: App, state: LessonState) -> AnyView {
    match (state.stars, state.done) {
        (Some(stars), _) => view! { <Stars count=stars/> }.into_any(),
        (None, 0) => ().into_any(),
        (None, done) => view! {
            <em aria-label=move || say!(app.language.get(), LearnStepsDone, n = done, total = state.of)>{format!("{done}/{}", state.of)}</em>
        }
        .into_any(),
    }
}

/// A card on the course's page.
#[component]
pub(super) fn Card(lesson: &'static Lesson) -> impl IntoView {
    let app = App::get();
    let state = state(app, lesson);
    let next = Memo::new(move |_| {
        app.course.progress.with(|progress| progress.next_lesson().is_some_and(|next| next.id == lesson.id))
    });
    view! {
        <li>
            <a class="card lessoncard" class:next=next href=Route::Lesson(lesson.id.to_owned()).href()>
                <MiniTile piece=face(lesson) size=44/>
                <div>
                    <b>{lesson.order}" · "{move || lesson.title[app.language.get()]}</b>
                    {move || mark(app, state.get())}
                </div>
            </a>
        </li>
    }
}

/// The lessons beside the one that is open.
#[component]
pub(super) fn Aside(current: &'static str) -> impl IntoView {
    let app = App::get();
    let count = move || {
        let stars = |progress: &skep_course::Progress| {
            course().iter().filter(|lesson| progress.stars(lesson.id).is_some()).count()
        };
        format!("{} / {}", app.course.progress.with(stars), course().len())
    };
    view! {
        <aside class="lessonlist">
            <div class="lessonlist-head">
                <h2>{move || app.tr(Key::LearnLessons)}</h2>
                <span>{count}</span>
                <a class="link" href=Route::Learn.href()>{move || app.tr(Key::LearnAllLessons)}</a>
            </div>
            <ol>{course().iter().map(|lesson| view! { <Row lesson current/> }).collect_view()}</ol>
            <h3>{move || app.tr(Key::LearnStrategy)}</h3>
            <ol>{strategy().iter().map(|lesson| view! { <Row lesson current/> }).collect_view()}</ol>
        </aside>
    }
}

#[component]
fn Row(lesson: &'static Lesson, current: &'static str) -> impl IntoView {
    let app = App::get();
    let state = state(app, lesson);
    let here = lesson.id == current;
    let node = NodeRef::<leptos::html::A>::new();
    Effect::new(move |_| {
        if here && let Some(row) = node.get() {
            request_animation_frame(move || show_in_list(&row));
        }
    });
    view! {
        <li>
            <a
                node_ref=node
                href=Route::Lesson(lesson.id.to_owned()).href()
                aria-current=here.then_some("page")
                class:fresh=move || state.get().done == 0 && !here
                title=move || lesson.title[app.language.get()]
            >
                <MiniTile piece=face(lesson) size=28/>
                <span>{move || lesson.title[app.language.get()]}</span>
                {move || mark(app, state.get())}
            </a>
        </li>
    }
}

/// Scrolls the list alone; the page stays where it is.
fn show_in_list(row: &web_sys::HtmlElement) {
    let list = row.closest(".lessonlist").ok().flatten();
    let Some(list) = list.map(|list| list.unchecked_into::<web_sys::HtmlElement>()) else { return };
    let middle = row.offset_top() - list.offset_top() - list.client_height() / 2;
    list.set_scroll_top(middle.max(0));
}

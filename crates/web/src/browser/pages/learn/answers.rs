//! What there is to choose from: reasons or options.

use leptos::prelude::*;
use skep_course::{Answer, Feedback, Solution, Task};
use skep_words::Key;

use super::desk::Desk;
use crate::browser::app::App;
use crate::browser::parts::Icon;

/// A choice as it looks now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Open,
    Wrong,
    Right,
    Shown,
}

impl Look {
    const fn class(self) -> &'static str {
        match self {
            Look::Open => "answer",
            Look::Wrong => "answer wrong",
            Look::Right => "answer right",
            Look::Shown => "answer shown",
        }
    }

    fn icon(self) -> Option<&'static str> {
        match self {
            Look::Open => None,
            Look::Wrong => Some("x"),
            Look::Right => Some("check"),
            Look::Shown => Some("bulb"),
        }
    }
}

fn look(desk: Desk, index: usize) -> Look {
    let right = desk.step(|step| match step.task() {
        Task::SpotWhyRefused { correct, .. } | Task::Choose { correct, .. } => {
            step.is_done() && *correct == index
        }
        _ => false,
    });
    let shown = desk.said.with(|said| {
        matches!(said, Some(Feedback::Solution(Solution::Reason(at) | Solution::Option(at))) if *at == index)
    });
    match (right, desk.tried.with(|tried| tried.contains(&index)), shown) {
        (true, ..) => Look::Right,
        (_, true, _) => Look::Wrong,
        (.., true) => Look::Shown,
        _ => Look::Open,
    }
}

#[component]
pub(super) fn Answers(desk: Desk) -> impl IntoView {
    let app = App::get();
    let choices = Memo::new(move |_| desk.step(|step| step.choices(app.language.get())));
    let asks_why = Memo::new(move |_| desk.step(|step| matches!(step.task(), Task::SpotWhyRefused { .. })));
    // The title already asks at a choice; a screen reader still wants the group to have a name.
    let label = move || {
        if asks_why.get() {
            app.tr(Key::LearnWhyRefused)
        } else {
            desk.step(|step| step.step().texts[app.language.get()].title)
        }
    };
    let one = move |(index, text): (usize, String)| {
        let look = Memo::new(move |_| look(desk, index));
        let choose = move |_| {
            desk.answer(&if asks_why.get_untracked() {
                Answer::Reason(index)
            } else {
                Answer::Option(index)
            });
        };
        view! {
            <button class=move || look.get().class() data-answer=index.to_string() on:click=choose>
                {move || look.get().icon().map(|name| view! { <Icon name size=18/> })}
                <span>{text}</span>
            </button>
        }
    };
    move || {
        let choices = choices.get();
        (!choices.is_empty()).then(|| {
            view! { <div class="answers" role="group" aria-label=label>{choices.into_iter().enumerate().map(one).collect_view()}</div> }
        })
    }
}

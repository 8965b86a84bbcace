//! Below the board: what was said, how much is found, help, and the way on.

use leptos::prelude::*;
use skep_course::{Answer, Feedback, Task};
use skep_rules::Move;
use skep_words::{Key, say};

use super::desk::Desk;
use crate::browser::app::App;
use crate::browser::names;
use crate::browser::parts::Icon;
use crate::route::Route;

#[component]
pub(super) fn Foot(desk: Desk) -> impl IntoView {
    view! {
        <footer class="lessonfoot">
            <Said desk/>
            <Count desk/>
            <Help desk/>
        </footer>
    }
}

/// A remark with its sign.
struct Remark {
    class: &'static str,
    icon: &'static str,
    lead: String,
    text: String,
    anchor: Option<&'static str>,
}

fn remark(app: App, desk: Desk) -> Option<Remark> {
    // What the board itself refuses, such as a cell that the tile in the hand cannot reach.
    if let Some((text, anchor)) = desk.board_refusal() {
        let lead = app.tr(Key::LearnNotYet).to_owned();
        return Some(Remark { class: "said bad", icon: "x", lead, text, anchor });
    }
    let Some(feedback) = desk.said.get() else {
        // Somebody new wants to know what is in the hand.
        if let Some(bug) = desk.held() {
            let language = app.language.get();
            let (lead, text) = (names::bug(language, bug), skep_words::creature(language, bug).to_owned());
            return Some(Remark { class: "said", icon: "info", lead, text, anchor: None });
        }
        // A text has its second half to read.
        let more = desk.step(|step| {
            let texts = &step.step().texts[app.language.get()];
            matches!(step.task(), Task::Read).then(|| texts.success.to_owned())
        })?;
        return Some(Remark { class: "said", icon: "info", lead: String::new(), text: more, anchor: None });
    };
    let (class, icon) = match feedback {
        Feedback::Done { .. } | Feedback::Progress { .. } => ("said good", "check"),
        Feedback::Wrong(_) => ("said bad", "x"),
        _ => ("said hint", "bulb"),
    };
    let (lead, text) = (desk.lead(&feedback).to_owned(), desk.sentence(&feedback));
    Some(Remark { class, icon, lead, text, anchor: desk.anchor(&feedback) })
}

#[component]
fn Said(desk: Desk) -> impl IntoView {
    let app = App::get();
    move || {
        match remark(app, desk) {
        None => view! { <div class="said"></div> }.into_any(),
        Some(remark) => view! {
            <div class=remark.class>
                <span class="sign"><Icon name=remark.icon/></span>
                <p>
                    {(!remark.lead.is_empty()).then(|| view! { <b>{remark.lead}</b> })}
                    <span>{remark.text}</span>
                    {remark.anchor.map(|anchor| view! {
                        " "<a class="link" href=Route::Rule(anchor.to_owned()).href()>{app.tr(Key::GameRulesLink)}</a>
                    })}
                </p>
            </div>
        }
        .into_any(),
    }
    }
}

/// "2 / 4 found".
#[component]
fn Count(desk: Desk) -> impl IntoView {
    let app = App::get();
    let counted = Memo::new(move |_| {
        desk.step(|step| match step.task() {
            Task::TapAllTargets { targets, .. } => Some((step.found().len(), targets.len())),
            _ => None,
        })
    });
    move || {
        counted.get().map(|(found, of)| {
            let label = say!(app.language.get(), LearnFound, n = found, total = of);
            view! { <div class="found" role="img" aria-label=label><b>{found}</b>" / "{of}</div> }
        })
    }
}

#[component]
fn Help(desk: Desk) -> impl IntoView {
    let app = App::get();
    let open = Memo::new(move |_| desk.step(|step| !step.is_done()));
    let asks = Memo::new(move |_| desk.step(|step| !matches!(step.task(), Task::Read)));
    let has_path = Memo::new(move |_| {
        desk.step(|step| match step.task() {
            // A placed tile has no path, and neither has a pass.
            Task::TapAllTargets { piece, .. } => {
                step.position().is_some_and(|position| position.board().find(*piece).is_some())
            }
            Task::MakeMove { answers, .. } => matches!(answers.first(), Some(Move::Relocate { .. })),
            _ => false,
        })
    });
    // First the hint, then, in its place, the answer.
    let hinted = Memo::new(move |_| desk.step(|step| step.tally().hint));
    let passes = Memo::new(move |_| desk.must_pass());
    let help = move |when: Signal<bool>, answer: Answer, icon: &'static str, key: Key| {
        let answer = StoredValue::new(answer);
        view! {
            <Show when=move || when.get()>
                <button class="button" data-help=icon on:click=move |_| desk.answer(&answer.get_value())>
                    <Icon name=icon size=18/>{move || app.tr(key)}
                </button>
            </Show>
        }
    };
    view! {
        <div class="help">
            <Show when=move || passes.get()>
                <button class="button" data-help="pass" on:click=move |_| desk.answer(&Answer::Play(Move::Pass))>{move || app.tr(Key::GamePass)}</button>
            </Show>
            {help(Signal::derive(move || asks.get() && open.get() && !hinted.get()), Answer::Hint, "bulb", Key::LearnHint)}
            {help(Signal::derive(move || asks.get() && open.get() && hinted.get()), Answer::Solution, "eye", Key::LearnShowAnswer)}
            {help(Signal::derive(move || has_path.get() && open.get()), Answer::Path, "play", Key::LearnShowPath)}
            <button class="button primary" id="go-on" disabled=move || !desk.may_go_on() on:click=move |_| desk.go_on()>
                {move || app.tr(Key::LearnContinue)}
            </button>
        </div>
    }
}

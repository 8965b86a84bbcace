//! Groups of choices and switches, as the set-up and settings screens use them.

use leptos::prelude::*;
use skep_words::Key;

use super::app::App;

/// One row of a group of choices.
pub(crate) struct Choice<T> {
    pub(crate) value: T,
    pub(crate) label: Signal<String>,
    pub(crate) note: Option<Signal<String>>,
}

impl<T> Choice<T> {
    pub(crate) fn new(value: T, label: impl Fn() -> String + Send + Sync + 'static) -> Choice<T> {
        Choice { value, label: Signal::derive(label), note: None }
    }

    pub(crate) fn with_note(mut self, note: impl Fn() -> String + Send + Sync + 'static) -> Choice<T> {
        self.note = Some(Signal::derive(note));
        self
    }
}

/// Pick one: real radio buttons, so that arrows, labels and screen readers work by themselves.
#[component]
pub(crate) fn Choices<T>(
    /// Groups the radio buttons; unique on its screen.
    name: &'static str,
    #[prop(into)] legend: Signal<String>,
    choices: Vec<Choice<T>>,
    #[prop(into)] value: Signal<T>,
    #[prop(into)] on_choose: Callback<T>,
    #[prop(optional)] slim: bool,
    #[prop(optional)] quarters: bool,
) -> impl IntoView
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    let row = move |(index, choice): (usize, Choice<T>)| {
        let Choice { value: own, label, note } = choice;
        let mine = own.clone();
        let checked = Memo::new(move |_| value.get() == mine);
        let choose = move |_| on_choose.run(own.clone());
        view! {
            <label class="choice">
                <input type="radio" name=name value=index.to_string() prop:checked=checked on:change=choose/>
                <span>{move || label.get()}{note.map(|note| view! { <small>{move || note.get()}</small> })}</span>
            </label>
        }
    };
    view! {
        <fieldset class="field">
            <legend>{move || legend.get()}</legend>
            <div class="choices" class:slim=slim class:quarters=quarters>{choices.into_iter().enumerate().map(row).collect_view()}</div>
        </fieldset>
    }
}

/// Pick one of many in little room. Begins with the first.
#[component]
pub(crate) fn Pick<T>(
    id: &'static str,
    label: Key,
    choices: Vec<Choice<T>>,
    #[prop(into)] on_choose: Callback<T>,
) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
{
    let app = App::get();
    let values: Vec<T> = choices.iter().map(|choice| choice.value.clone()).collect();
    let choose = move |event: leptos::ev::Event| {
        if let Some(value) = event_target_value(&event).parse().ok().and_then(|at: usize| values.get(at)) {
            on_choose.run(value.clone());
        }
    };
    let option = |(at, choice): (usize, Choice<T>)| {
        view! { <option value=at.to_string()>{move || choice.label.get()}</option> }
    };
    view! {
        <label class="pick" for=id>
            <span>{move || app.tr(label)}</span>
            <select id=id on:change=choose>{choices.into_iter().enumerate().map(option).collect_view()}</select>
        </label>
    }
}

/// On or off.
#[component]
pub(crate) fn Switch(
    #[prop(into)] label: Signal<String>,
    #[prop(optional, into)] note: Option<Signal<String>>,
    #[prop(into)] value: Signal<bool>,
    #[prop(into)] on_change: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="switch">
            <span>
                <b>{move || label.get()}</b>
                {note.map(|note| view! { <small>{move || note.get()}</small> })}
            </span>
            <input
                type="checkbox"
                role="switch"
                prop:checked=move || value.get()
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
        </label>
    }
}

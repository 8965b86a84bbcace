//! What can be done besides moving: step, hint, takeback, resign, and the rest.

use leptos::prelude::*;
use skep_tabletop::Step;
use skep_words::Key;

use crate::browser::app::App;
use crate::browser::parts::Icon;
use crate::browser::session::Session;

/// Back and forth through the game.
#[component]
pub(super) fn History(session: Session) -> impl IntoView {
    let app = App::get();
    let shown = session.shown_ply();
    let total = move || session.saved.with(|saved| saved.game.moves().len());
    let at_start = move || shown.get() == 0;
    let at_end = move || shown.get() >= total();
    let button = move |icon, key: Key, step: Step, off: Signal<bool>| {
        view! {
            <button
                class="icon-button"
                aria-label=move || app.tr(key)
                disabled=off
                on:click=move |_| session.step(step)
            >
                <Icon name=icon/>
            </button>
        }
    };
    view! {
        <div class="history" role="group" aria-label=move || app.tr(Key::GameMoves)>
            {button("first", Key::GameFirst, Step::First, Signal::derive(at_start))}
            {button("back", Key::GameBack, Step::Back, Signal::derive(at_start))}
            {button("fwd", Key::GameForward, Step::Forward, Signal::derive(at_end))}
            {button("last", Key::GameLast, Step::Last, Signal::derive(at_end))}
            <button class="icon-button" aria-label=move || app.tr(Key::GameFlip) on:click=move |_| session.flip()>
                <Icon name="flip"/>
            </button>
            <button class="icon-button" aria-label=move || app.tr(Key::ExportTitle) on:click=move |_| session.exporting.set(true)>
                <Icon name="share"/>
            </button>
        </div>
    }
}

/// A question that is answered in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asking {
    Nothing,
    Resign,
    Draw,
}

#[component]
fn Ask(session: Session, asking: RwSignal<Asking>) -> impl IntoView {
    let app = App::get();
    let question = move || match asking.get() {
        Asking::Draw => Key::GameDrawAsk,
        _ => Key::GameResignAsk,
    };
    let yes = move |_| {
        match asking.get_untracked() {
            Asking::Resign => session.resign(),
            Asking::Draw => session.agree_draw(),
            Asking::Nothing => {}
        }
        asking.set(Asking::Nothing);
    };
    view! {
        <div class="asking" role="alertdialog" aria-label=move || app.tr(question())>
            <p>{move || app.tr(question())}</p>
            <button class="button danger" on:click=yes>{move || app.tr(Key::CommonYes)}</button>
            <button class="button" on:click=move |_| asking.set(Asking::Nothing)>{move || app.tr(Key::CommonNo)}</button>
            <Show when=move || asking.get() == Asking::Resign && session.is_hot_seat()>
                <button class="button" on:click=move |_| asking.set(Asking::Draw)>{move || app.tr(Key::GameAgreeDraw)}</button>
            </Show>
        </div>
    }
}

#[component]
pub(super) fn ActButton(
    icon: &'static str,
    label: Key,
    #[prop(into)] off: Signal<bool>,
    #[prop(into)] act: Callback<()>,
    #[prop(optional)] grave: bool,
    /// No room for the words: they are for screen readers only.
    #[prop(optional)]
    bare: bool,
) -> impl IntoView {
    let app = App::get();
    view! {
        <button class:grave=grave data-act=icon disabled=off on:click=move |_| act.run(())>
            <Icon name=icon/>
            <span class:unseen=bare>{move || app.tr(label)}</span>
        </button>
    }
}

/// The buttons under the list of moves.
#[component]
pub(super) fn Actions(session: Session) -> impl IntoView {
    let asking = RwSignal::new(Asking::Nothing);
    let over = Signal::derive(move || session.is_over());
    let nobody = Signal::derive(move || session.is_over() || !session.has_human());
    view! {
        <div class="actions" class:five=move || session.is_hot_seat()>
            <Show when=move || asking.get() != Asking::Nothing fallback=move || view! {
                <ActButton icon="undo" label=Key::GameTakeback off=Signal::derive(move || !session.can_take_back()) act=move |()| session.take_back()/>
                <ActButton icon="redo" label=Key::GameRedo off=Signal::derive(move || !session.can_redo()) act=move |()| session.redo()/>
                <ActButton icon="bulb" label=Key::GameHint off=Signal::derive(move || !session.can_hint()) act=move |()| session.hint()/>
                <Show when=move || session.is_hot_seat()>
                    <ActButton icon="draw" label=Key::GameAgreeDraw off=over act=move |()| asking.set(Asking::Draw)/>
                </Show>
                <ActButton icon="flag" label=Key::GameResign grave=true off=nobody act=move |()| asking.set(Asking::Resign)/>
            }>
                <Ask session asking/>
            </Show>
        </div>
    }
}

/// The bar at the foot of a phone.
#[component]
pub(super) fn ActionBar(session: Session) -> impl IntoView {
    let asking = RwSignal::new(Asking::Nothing);
    let shown = session.shown_ply();
    let total = move || session.saved.with(|saved| saved.game.moves().len());
    let at_start = Signal::derive(move || shown.get() == 0);
    let at_end = Signal::derive(move || shown.get() >= total());
    let nobody = Signal::derive(move || session.is_over() || !session.has_human());
    view! {
        <Show when=move || asking.get() != Asking::Nothing fallback=move || view! {
            <div class="actionbar">
                <ActButton icon="undo" label=Key::GameTakeback off=Signal::derive(move || !session.can_take_back()) act=move |()| session.take_back()/>
                <ActButton icon="redo" label=Key::GameRedo off=Signal::derive(move || !session.can_redo()) act=move |()| session.redo()/>
                <ActButton icon="bulb" label=Key::GameHint off=Signal::derive(move || !session.can_hint()) act=move |()| session.hint()/>
                <ActButton icon="back" label=Key::GameBack bare=true off=at_start act=move |()| session.step(Step::Back)/>
                <ActButton icon="fwd" label=Key::GameForward bare=true off=at_end act=move |()| session.step(Step::Forward)/>
                <ActButton icon="flag" label=Key::GameResign off=nobody act=move |()| asking.set(Asking::Resign)/>
            </div>
        }>
            <Ask session asking/>
        </Show>
    }
}

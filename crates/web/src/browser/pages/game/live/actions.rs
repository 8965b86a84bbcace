//! What a player can do besides moving when the opponent is far away.

use leptos::prelude::*;
use skep_wire::game::{Action, Offer, Status};
use skep_words::Key;

use super::notes::act;
use super::with_live;
use crate::browser::app::App;
use crate::browser::pages::game::actions::ActButton;
use crate::online::LiveGame;

/// Whether the reader plays and the game goes on.
fn is_playing(live: &LiveGame) -> bool {
    live.me().is_some() && !live.is_over()
}

fn is_opening(live: &LiveGame) -> bool {
    live.view().status == Status::Opening
}

#[derive(Clone, Copy)]
struct Buttons {
    app: App,
    asking: RwSignal<bool>,
}

impl Buttons {
    fn off(self, ask: fn(&LiveGame) -> bool) -> Signal<bool> {
        Signal::derive(move || with_live(self.app, ask).unwrap_or(true))
    }

    fn draw(self) -> impl IntoView {
        let off =
            self.off(|live| !is_playing(live) || is_opening(live) || live.offered(Offer::Draw).is_some());
        view! { <ActButton icon="draw" label=Key::OnlineOfferDraw off act=move |()| act(self.app, Action::Draw)/> }
    }

    fn takeback(self) -> impl IntoView {
        let off =
            self.off(|live| !is_playing(live) || is_opening(live) || live.offered(Offer::Takeback).is_some());
        view! { <ActButton icon="undo" label=Key::OnlineAskTakeback off act=move |()| act(self.app, Action::Takeback)/> }
    }

    /// Before both have moved a game is called off; later it is resigned.
    fn leave(self) -> impl IntoView {
        let opening = Memo::new(move |_| with_live(self.app, is_opening).unwrap_or(false));
        let off = self.off(|live| !is_playing(live));
        move || {
            if opening.get() {
                view! { <ActButton icon="x" label=Key::OnlineAbort off act=move |()| act(self.app, Action::Abort)/> }.into_any()
            } else {
                view! { <ActButton icon="flag" label=Key::GameResign grave=true off act=move |()| self.asking.set(true)/> }.into_any()
            }
        }
    }

    fn sure(self) -> impl IntoView {
        let app = self.app;
        let yes = move |_| {
            self.asking.set(false);
            act(app, Action::Resign);
        };
        view! {
            <div class="asking" role="alertdialog" aria-label=move || app.tr(Key::GameResignAsk)>
                <p>{move || app.tr(Key::GameResignAsk)}</p>
                <button class="button danger" on:click=yes>{move || app.tr(Key::CommonYes)}</button>
                <button class="button" on:click=move |_| self.asking.set(false)>{move || app.tr(Key::CommonNo)}</button>
            </div>
        }
    }
}

/// Under the list of moves.
#[component]
pub(super) fn LiveActions() -> impl IntoView {
    let app = App::get();
    let buttons = Buttons { app, asking: RwSignal::new(false) };
    let plays = Memo::new(move |_| with_live(app, |live| live.me().is_some()).unwrap_or(false));
    view! {
        <Show when=move || plays.get()>
            <div class="actions three">
                <Show when=move || buttons.asking.get() fallback=move || view! {
                    {buttons.takeback()}{buttons.draw()}{buttons.leave()}
                }>
                    {buttons.sure()}
                </Show>
            </div>
        </Show>
    }
}

/// At the foot of a phone.
#[component]
pub(super) fn LiveActionBar(chatting: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let buttons = Buttons { app, asking: RwSignal::new(false) };
    let plays = Memo::new(move |_| with_live(app, |live| live.me().is_some()).unwrap_or(false));
    view! {
        <Show when=move || buttons.asking.get() fallback=move || view! {
            <div class="actionbar">
                <Show when=move || plays.get()>{buttons.takeback()}{buttons.draw()}</Show>
                <ActButton icon="chat" label=Key::OnlineChat off=Signal::derive(|| false) act=move |()| chatting.set(true)/>
                <Show when=move || plays.get()>{buttons.leave()}</Show>
            </div>
        }>
            {buttons.sure()}
        </Show>
    }
}

//! What is said during a game. Players hear players, spectators hear spectators, and after the game everybody hears
//! everybody. Text only: nothing that is said becomes part of the page.

use leptos::prelude::*;
use skep_words::Key;

use super::with_live;
use crate::browser::app::App;
use crate::browser::parts::Icon;
use crate::route::Route;

/// As long as the server allows.
const LONGEST: usize = 500;

#[component]
fn Lines() -> impl IntoView {
    let app = App::get();
    let list = NodeRef::<leptos::html::Ol>::new();
    let lines = Memo::new(move |_| with_live(app, |live| live.chat.clone()).unwrap_or_default());
    Effect::new(move |_| {
        lines.track();
        if let Some(list) = list.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let rows = move || {
        let lines = lines.get();
        if lines.is_empty() {
            return view! { <li class="muted">{app.tr(Key::OnlineChatEmpty)}</li> }.into_any();
        }
        let row = |line: crate::online::game::ChatLine| {
            let href = Route::Player(line.by.name.clone()).href();
            view! { <li class:aside=line.aside><a href=href>{line.by.name}</a>" "<span>{line.body}</span></li> }
        };
        lines.into_iter().map(row).collect_view().into_any()
    };
    view! { <ol class="chatlines" node_ref=list aria-live="polite" aria-relevant="additions" tabindex="0" aria-label=move || app.tr(Key::OnlineChat)>{rows}</ol> }
}

#[component]
fn Entry(id: &'static str) -> impl IntoView {
    let app = App::get();
    let text = RwSignal::new(String::new());
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = text.get_untracked().trim().to_owned();
        let game = app
            .online
            .live
            .with_untracked(|live| live.as_ref().map(|live| (live.id().clone(), live.me().is_none())));
        if let Some((game, aside)) = game.filter(|_| !body.is_empty()) {
            app.online.chat(&game, aside, body);
            text.set(String::new());
        }
    };
    view! {
        <form class="chatentry" on:submit=send>
            <label class="unseen" for=id>{move || app.tr(Key::OnlineChatSay)}</label>
            <input
                id=id
                class="line-input"
                autocomplete="off"
                maxlength=LONGEST.to_string()
                placeholder=move || app.tr(Key::OnlineChatSay)
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            />
            <button class="icon-button" type="submit" aria-label=move || app.tr(Key::OnlineChatSend)><Icon name="send"/></button>
        </form>
    }
}

/// Beside the board.
#[component]
pub(super) fn ChatPanel() -> impl IntoView {
    view! { <section class="chat"><Lines/><Entry id="chat-panel"/></section> }
}

/// On phones, from the bottom.
#[component]
pub(super) fn ChatSheet(open: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            if open.get() {
                let _ = dialog.show_modal();
            } else {
                dialog.close();
            }
        }
    });
    view! {
        <dialog node_ref=dialog aria-labelledby="chat-title" on:close=move |_| open.set(false)>
            <div class="dialog-head">
                <h2 id="chat-title">{move || app.tr(Key::OnlineChat)}</h2>
                <button class="icon-button" aria-label=move || app.tr(Key::CommonClose) on:click=move |_| open.set(false)><Icon name="x"/></button>
            </div>
            <Show when=move || open.get()><section class="chat"><Lines/><Entry id="chat-sheet"/></section></Show>
        </dialog>
    }
}

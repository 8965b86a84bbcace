//! The list of moves: a column on wide screens, a ticker on phones.

use leptos::prelude::*;
use skep_rules::Piece;
use skep_words::Key;

use crate::browser::app::App;
use crate::browser::parts::MiniTile;
use crate::browser::session::Session;

/// A move as it is listed.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    ply: usize,
    text: String,
    piece: Option<Piece>,
}

fn lines(session: Session) -> Vec<Line> {
    session.saved.with(|saved| {
        let mut position = saved.game.start().clone();
        let list = saved.game.moves().iter().enumerate().map(|(ply, &mv)| {
            let text = mv.to_uhp(&position);
            let _ = position.play_unchecked(mv);
            Line { ply: ply + 1, text, piece: mv.piece() }
        });
        list.collect()
    })
}

#[component]
fn MoveButton(session: Session, line: Line, shown: Memo<usize>) -> impl IntoView {
    let ply = line.ply;
    let node = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if shown.get() == ply
            && let Some(button) = node.get()
        {
            // With the next frame, when the page is laid out anyway: asking for a place now would lay it out twice.
            request_animation_frame(move || scroll_into_its_list(&button));
        }
    });
    let current = move || (shown.get() == ply).then_some("step");
    view! {
        <button node_ref=node aria-current=current on:click=move |_| session.show_ply(ply)>
            <span class="move">
                {line.piece.map(|piece| view! { <MiniTile piece/> })}
                <span>{line.text}</span>
            </span>
        </button>
    }
}

/// Scrolls the list alone; `scrollIntoView` would move the whole page on phones.
fn scroll_into_its_list(button: &web_sys::HtmlElement) {
    if let Some(list) = button.closest(".moves, .ticker").ok().flatten() {
        list.set_scroll_top(button.offset_top() - list.client_height() / 2);
        list.set_scroll_left(button.offset_left() - list.client_width() / 2);
    }
}

/// The column.
#[component]
pub(super) fn MoveColumn(session: Session) -> impl IntoView {
    let app = App::get();
    let lines = Memo::new(move |_| lines(session));
    let shown = session.shown_ply();
    let rows = move || {
        let lines = lines.get();
        let rows = lines.chunks(2).enumerate().map(|(turn, pair)| {
            let buttons = pair
                .iter()
                .map(|line| view! { <MoveButton session line=line.clone() shown/> })
                .collect_view();
            view! { <li><i>{turn + 1}</i>{buttons}</li> }
        });
        rows.collect_view()
    };
    view! {
        <ol class="moves" tabindex="0" aria-label=move || app.tr(Key::GameMoveList)>{rows}</ol>
    }
}

/// The ticker.
#[component]
pub(super) fn Ticker(session: Session) -> impl IntoView {
    let app = App::get();
    let lines = Memo::new(move |_| lines(session));
    let shown = session.shown_ply();
    let items =
        move || lines.get().into_iter().map(|line| view! { <MoveButton session line shown/> }).collect_view();
    view! { <div class="ticker" role="group" aria-label=move || app.tr(Key::GameMoveList)>{items}</div> }
}

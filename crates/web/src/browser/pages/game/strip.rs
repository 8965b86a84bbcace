//! A player's strip: name, reserve, clock.

use leptos::prelude::*;
use skep_rules::{Bug, Color, Piece};
use skep_words::{Key, say};

use crate::browser::app::App;
use crate::browser::hands::AtBoard;
use crate::browser::names;
use crate::browser::parts::{ColorDot, Icon, glyph, tile_class, tile_parts};
use crate::browser::session::Session;
use crate::players::Seat;

#[component]
pub(super) fn Strip(session: Session, #[prop(into)] color: Signal<Color>, top: bool) -> impl IntoView {
    let app = App::get();
    let name = move || session.saved.with(|saved| names::player(app.language.get(), saved, color.get()));
    let seat_icon = move || {
        let computer = session.saved.with(|saved| matches!(saved.seats[color.get()], Seat::Computer(_)));
        view! { <Icon name=if computer { "chip" } else { "two" } size=18/> }
    };
    view! {
        <section class="strip" class:top=top class:bottom=!top aria-label=name>
            <span class="avatar">{seat_icon}</span>
            <div class="player">
                <b>{name}</b>
                <span>
                    {move || view! { <ColorDot color=color.get()/> }}
                    // Between two people the name above says it already.
                    {move || session.rating(color.get()).map(|rating| view! { <span>{rating}</span> })}
                    {move || session.is_away(color.get()).then(|| view! { <Icon name="moon" size=13/> })}
                    {move || (!session.is_hot_seat()).then(|| view! { <span>{skep_words::color_name(app.language.get(), color.get())}</span> })}
                </span>
            </div>
            <Reserve session color owner=Signal::derive(name)/>
            <ClockFace session color/>
        </section>
    }
}

/// Always eight slots in the same order, so that hands never jump.
#[component]
pub(in crate::browser::pages) fn Reserve<S: AtBoard>(
    session: S,
    color: Signal<Color>,
    #[prop(into)] owner: Signal<String>,
) -> impl IntoView {
    let app = App::get();
    let label = move || say!(app.language.get(), GameReserveOf, name = owner.get());
    view! {
        <div class="reserve" role="group" aria-label=label>
            {Bug::ALL.into_iter().map(|bug| view! { <Slot session color bug/> }).collect_view()}
        </div>
    }
}

#[component]
fn Slot<S: AtBoard>(session: S, color: Signal<Color>, bug: Bug) -> impl IntoView {
    let count = Memo::new(move |_| session.table().with(|table| table.position().reserve(color.get(), bug)));
    let chosen = Memo::new(move |_| session.chosen_in_reserve() == Some((color.get(), bug)));
    let hinted = Memo::new(move |_| session.hinted_in_reserve(color.get(), bug));
    let idle = move || count.get() == 0 || !session.may_move(color.get());
    let label = move || session.slot_label(color.get(), bug);
    view! {
        <button
            class="slot"
            class:used=move || count.get() == 0
            class:chosen=chosen
            class:hinted=hinted
            disabled=idle
            aria-label=label
            aria-pressed=move || if chosen.get() { "true" } else { "false" }
            data-color=move || color.get().letter().to_string()
            data-bug=bug.letter().to_string()
            on:pointerdown=move |event| session.grab_from_reserve(color.get_untracked(), bug, &event)
            on:pointermove=move |event| session.pointer_move(&event)
            on:pointerup=move |event| session.pointer_up(&event)
            on:pointercancel=move |event| session.pointer_cancel(&event)
            on:click=move |event| session.click_in_reserve(color.get_untracked(), bug, &event)
        >
            {move || slot_drawing(color.get(), bug, count.get())}
            {move || hinted.get().then(|| view! { <span class="hint-sign" aria-hidden="true"><Icon name="bulb" size=13/></span> })}
        </button>
    }
}

fn slot_drawing(color: Color, bug: Bug, count: u8) -> AnyView {
    let Some(piece) = Piece::new(color, bug, 1).filter(|_| count > 0) else {
        let insect = format!("#g-{}", glyph(bug));
        return view! {
            <svg viewBox="-46 -54 92 112" aria-hidden="true">
                <path d="M-6.93 -38Q0 -42 6.93 -38L29.44 -25Q36.37 -21 36.37 -13V13Q36.37 21 29.44 25L6.93 38Q0 42 -6.93 38L-29.44 25Q-36.37 21 -36.37 13V-13Q-36.37 -21 -29.44 -25Z"/>
                <use_ href=insect x="-27" y="-27" width="54" height="54"/>
            </svg>
        }
        .into_any();
    };
    let class = tile_class(color, bug);
    let body = format!("#t-{}", color.letter());
    let below = (1..count).map(|level| {
        let lift = format!("translate(0 {})", 3.0 * f64::from(count - 1) - 6.0 * f64::from(level - 1));
        view! { <g class=class.clone() transform=lift><use_ href=body.clone() x="-56" y="-56" width="112" height="112"/></g> }
    });
    let below = below.collect_view();
    let top = format!("translate(0 {})", -3.0 * f64::from(count - 1));
    view! {
        <svg viewBox="-46 -56 92 114" aria-hidden="true">
            {below}
            <g class=class transform=top>{tile_parts(piece, false)}</g>
        </svg>
        {(count > 1).then(|| view! { <span class="count" aria-hidden="true">{count}</span> })}
    }
    .into_any()
}

/// The clock, or without clocks whose turn it is.
#[component]
fn ClockFace(session: Session, color: Signal<Color>) -> impl IntoView {
    let app = App::get();
    let left = Memo::new(move |_| {
        let now = session.now.get();
        session.clock.with(|clock| clock.map(|clock| clock.left(color.get(), now)))
    });
    let running =
        move || session.clock.with(|clock| clock.is_some_and(|clock| clock.running() == Some(color.get())));
    let timed = Memo::new(move |_| session.clock.with(Option::is_some));
    let to_move = move || session.to_move() == Some(color.get());
    move || {
        if timed.get() {
            let face = move || skep_words::clock(app.language.get(), left.get().unwrap_or(0));
            view! {
                <div class="clock" class:running=running class:short=move || left.get().is_some_and(|left| left < 20_000) role="timer">
                    {move || running().then(|| view! { <Icon name="clock" size=16/> })}
                    <span>{face}</span>
                </div>
            }
            .into_any()
        } else {
            view! {
                <div class="turnmark">
                    {move || to_move().then(|| view! { <span class="tag hot">{turn_text(app, session, color.get())}</span> })}
                </div>
            }
            .into_any()
        }
    }
}

pub(super) fn turn_text(app: App, session: Session, color: Color) -> String {
    let language = app.language.get();
    match (session.saved.with(|saved| saved.seats[color]), session.saved.with(names::only_human)) {
        (Seat::Computer(_), _) => app.tr(Key::GameThinking).to_owned(),
        (Seat::Human, Some(_)) => app.tr(Key::GameYourTurn).to_owned(),
        (Seat::Remote, Some(_)) => app.tr(Key::OnlineTheirTurn).to_owned(),
        (Seat::Human | Seat::Remote, None) => {
            say!(language, GameTurnOf, color = skep_words::color_name(language, color))
        }
    }
}

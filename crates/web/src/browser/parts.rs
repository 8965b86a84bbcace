//! Small pieces that several screens share.

use leptos::prelude::*;
use skep_rules::{Bug, Color, Piece};
use skep_words::Key;

use super::app::App;
use super::device;

/// An icon of the sprite, in the color of the text around it.
#[component]
pub(crate) fn Icon(name: &'static str, #[prop(default = 20)] size: u32) -> impl IntoView {
    view! {
        <svg class="icon" width=size height=size aria-hidden="true"><use_ href=format!("#i-{name}")/></svg>
    }
}

/// The straw hive.
#[component]
pub(crate) fn Logo() -> impl IntoView {
    // Not a literal: the macro copies elements without anything dynamic as text, the underscore of `use_` included.
    let href = String::from("#skep");
    view! { <svg width="26" height="26" aria-hidden="true"><use_ href=href/></svg> }
}

/// The sprite's name of an insect.
pub(crate) fn glyph(bug: Bug) -> &'static str {
    match bug {
        Bug::Queen => "queen",
        Bug::Spider => "spider",
        Bug::Beetle => "beetle",
        Bug::Grasshopper => "grasshopper",
        Bug::Ant => "ant",
        Bug::Mosquito => "mosquito",
        Bug::Ladybug => "ladybug",
        Bug::Pillbug => "pillbug",
    }
}

/// The classes that give a tile its two colors.
pub(crate) fn tile_class(color: Color, bug: Bug) -> String {
    format!("tile {} k{}", color.letter(), bug.letter())
}

/// A tile's body and insect around the origin, to be put into any drawing. `small` takes the bolder glyph.
pub(crate) fn tile_parts(piece: Piece, small: bool) -> impl IntoView + use<> {
    let (size, suffix) = if small { (82.0, "-s") } else { (70.0, "") };
    let body = format!("#t-{}", piece.color().letter());
    let insect = format!("#g-{}{suffix}", glyph(piece.bug()));
    view! {
        <use_ href=body x="-56" y="-56" width="112" height="112"/>
        <use_ href=insect x=-size / 2.0 y=-size / 2.0 - 1.5 width=size height=size/>
    }
}

/// A tile beside text.
#[component]
pub(crate) fn MiniTile(piece: Piece, #[prop(default = 17)] size: u32) -> impl IntoView {
    view! {
        <svg class="mini" width=size height=size viewBox="-50 -52 100 106" aria-hidden="true">
            <g class=tile_class(piece.color(), piece.bug())>{tile_parts(piece, true)}</g>
        </svg>
    }
}

/// A hexagon in a player's color.
#[component]
pub(crate) fn ColorDot(color: Color) -> impl IntoView {
    let class = format!("dot-{}", color.letter());
    view! {
        <svg width="12" height="13" viewBox="-50 -55 100 110" aria-hidden="true">
            <path class=class d="M0 -48 41.57 -24V24L0 48-41.57 24V-24Z"/>
        </svg>
    }
}

/// Two tiles side by side, as on the cards of the front page.
#[component]
pub(crate) fn Pair(left: Piece, right: Piece) -> impl IntoView {
    view! {
        <svg width="120" height="74" viewBox="-54 -56 190 118" aria-hidden="true" style="overflow:visible">
            <g class=tile_class(left.color(), left.bug())>{tile_parts(left, false)}</g>
            <g class=tile_class(right.color(), right.bug()) transform="translate(86.6 0)">{tile_parts(right, false)}</g>
        </svg>
    }
}

/// Copies a text that is shown beside it. Where the browser does not allow that, it says so.
#[component]
pub(crate) fn CopyButton(text: String, #[prop(optional)] primary: bool) -> impl IntoView {
    let app = App::get();
    let copied = RwSignal::new(None);
    let copy = move |_| device::copy(text.clone(), move |done| copied.set(Some(done)));
    let label = move || if copied.get() == Some(true) { Key::CommonCopied } else { Key::CommonCopy };
    view! {
        <button class="button" class:primary=primary on:click=copy>
            <Icon name="link" size=18/>{move || app.tr(label())}
        </button>
        <Show when=move || copied.get() == Some(false)>
            <small role="status">{move || app.tr(Key::ExportCopyFailed)}</small>
        </Show>
    }
}

//! The board on the screen: a scene of the tabletop drawn as SVG, and the hands on it.

mod animate;
mod layers;
mod shapes;

use leptos::html::ElementChild as _;
use leptos::prelude::*;
use leptos::svg::Svg;
use skep_rules::{Game, GameType, Position};
use skep_tabletop::{Action, Capabilities, Layout, Scene, State, View, scene, update};
use skep_words::{Key, say};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

use super::app::App;
use super::hands::AtBoard;

/// The scene without its camera, so that panning changes one attribute and not the drawing.
fn still(state: &State) -> Scene {
    Scene { view: View { scale: 1.0, x: 0.0, y: 0.0, glide: false }, ..scene(state) }
}

fn camera_style(view: View) -> String {
    let glide = if view.glide { "transform 240ms cubic-bezier(.2,.8,.2,1)" } else { "none" };
    format!(
        "transform:translate({:.2}px,{:.2}px) scale({:.4});transition:{glide}",
        view.x, view.y, view.scale
    )
}

/// The board one plays on, or learns at.
#[component]
pub(crate) fn Board<S: AtBoard>(session: S) -> impl IntoView {
    let app = App::get();
    let node = NodeRef::<Svg>::new();
    let table = session.table();
    let scene = Memo::new(move |_| {
        table.with(|table| {
            let mut scene = still(table);
            session.decorate(table, &mut scene);
            scene
        })
    });
    let camera = Memo::new(move |_| table.with(State::view));
    let small = Memo::new(move |_| camera.get().tile_width() < 34.0);
    let dragging = Memo::new(move |_| table.with(State::is_dragging));
    let label = move || table.with(|table| board_label(app, table));
    let names = layers::Names {
        tile: Callback::new(move |piece| session.tile_name(piece)),
        cell: Callback::new(move |hex| session.cell_name(hex)),
    };
    Effect::new(move |_| {
        if let Some(svg) = node.get() {
            session.sits_at(svg.clone().unchecked_into());
            watch_size(session, &svg);
        }
    });
    animate::follow(node, scene);
    animate::demonstrate(node, scene);
    view! {
        <svg
            id="board"
            class="board"
            class:panning=dragging
            class:keyed=move || session.hands().keyed.get()
            node_ref=node
            tabindex="0"
            role="application"
            aria-label=label
            data-plies=move || session.plies()
            on:pointerdown=move |event| session.pointer_down(&event)
            on:pointermove=move |event| session.pointer_move(&event)
            on:pointerup=move |event| session.pointer_up(&event)
            on:pointercancel=move |event| session.pointer_cancel(&event)
            on:pointerleave=move |_| session.act(Action::PointerLeave)
            on:wheel=move |event| session.wheel(&event)
            on:contextmenu=|event| event.prevent_default()
            on:keydown=move |event| session.key(&event)
            on:focus=move |_| session.focused()
            on:blur=move |_| session.act(Action::BlurBoard)
        >
            <g class="camera" style=move || camera_style(camera.get())>
                <rect x="-8000" y="-8000" width="16000" height="16000" fill="url(#grid)"/>
                <layers::Layers scene small names/>
            </g>
        </svg>
    }
}

fn board_label(app: App, table: &State) -> String {
    let language = app.language.get();
    let color = skep_words::color_name(language, table.position().turn());
    if table.position().result().is_some() {
        return app.tr(Key::GameBoardOver).to_owned();
    }
    match table.ply() {
        0 => app.tr(Key::GameBoardEmpty).to_owned(),
        ply => say!(language, GameBoardAfter, n = ply, color = color),
    }
}

/// Keeps the board's idea of its room right.
fn watch_size<S: AtBoard>(session: S, svg: &web_sys::Element) {
    let resized = Closure::<dyn FnMut()>::new(move || session.measure());
    if let Ok(observer) = web_sys::ResizeObserver::new(resized.as_ref().unchecked_ref()) {
        observer.observe(svg);
        on_cleanup({
            let observer = send_wrapper::SendWrapper::new(observer);
            move || observer.disconnect()
        });
    }
    // Lives as long as the page: the observer holds on to it after the component is gone.
    resized.forget();
}

/// A picture of a position: nothing moves, nothing answers.
#[component]
pub(crate) fn Picture(position: Position) -> impl IntoView {
    picture(position, (560.0, 360.0), 86.0, |_| {}, |_, _| {})
}

/// A picture of this size, its tiles no wider than `tile`; the table is prepared before, the scene adorned after.
pub(crate) fn picture(
    position: Position,
    (width, height): (f64, f64),
    tile: f64,
    prepare: impl FnOnce(&mut State),
    adorn: impl FnOnce(&State, &mut Scene),
) -> AnyView {
    let mut state = State::new(position, Capabilities::picture());
    update(
        &mut state,
        Action::Resize(Layout { smallest_tile: 8.0, largest_tile: tile, ..Layout::new(width, height) }),
    );
    update(&mut state, Action::Fit);
    prepare(&mut state);
    let view = state.view();
    let mut drawn = still(&state);
    adorn(&state, &mut drawn);
    let scene = Memo::new(move |_| drawn.clone());
    let placed = format!("translate({:.1} {:.1}) scale({:.4})", view.x, view.y, view.scale);
    view! {
        <svg viewBox=format!("0 0 {width} {height}") preserveAspectRatio="xMidYMid meet" aria-hidden="true">
            <g transform=placed>
                <rect x="-4000" y="-4000" width="8000" height="8000" fill="url(#grid)"/>
                <layers::Layers scene small=Memo::new(|_| false)/>
            </g>
        </svg>
    }
    .into_any()
}

/// A handsome position for the front page.
pub(crate) fn showcase() -> Position {
    const GAME: &str = r"Base+MLP;InProgress;White[14];wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\;wP wQ\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\";
    Game::from_uhp(GAME).map_or_else(|_| Position::new(GameType::BASE_MLP), |game| game.position().clone())
}

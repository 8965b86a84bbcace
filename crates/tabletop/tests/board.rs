//! The board as a person meets it: taps, drags, keys, camera, and what is drawn then.

#[path = "board/camera.rs"]
mod camera;
#[path = "board/chaos.rs"]
mod chaos;
#[path = "board/history.rs"]
mod history;
#[path = "board/keyboard.rs"]
mod keyboard;
#[path = "board/lesson.rs"]
mod lesson;
#[path = "board/motion.rs"]
mod motion;
#[path = "board/pointer.rs"]
mod pointer;
#[path = "board/refusal.rs"]
mod refusal;
#[path = "board/scene.rs"]
mod scene;
#[path = "board/select.rs"]
mod select;

use skep_rules::{Hex, Move, Piece, Position};
use skep_tabletop::{
    Action, Capabilities, Intent, Layout, Point, PointerButton, PointerEvent, PointerKind, State, update,
};

/// The game of the design's pictures: thirty turns, a stack of three, a queen with one free side.
pub const PICTURE: &str = "Base+MLP;InProgress;White[16];wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;\
    wS1 wA1-;bP bQ\\;wS1 bM/;bA2 bP\\;wP wQ\\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\\;bA2 /wP;bB1 bA2\\;wA2 \\wL;\
    bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\\;bG1 bB1\\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ";

/// A board that shows a game string, for two people at one device.
pub fn board(game: &str) -> State {
    board_for(game, Capabilities::hot_seat())
}

/// A board that shows a game string.
pub fn board_for(game: &str, capabilities: Capabilities) -> State {
    let (end, moves) = skep_testkit::game(game);
    let start = Position::new(end.rules());
    let mut state = State::new(start.clone(), capabilities);
    update(&mut state, Action::Resize(Layout::new(1000.0, 700.0)));
    update(&mut state, Action::Show { start: Box::new(start), moves, ply: None });
    state.take_announcements();
    state
}

pub fn piece(name: &str) -> Piece {
    name.parse().expect("a tile's name")
}

/// The cell of a tile.
pub fn cell(state: &State, name: &str) -> Hex {
    state.position().board().find(piece(name)).expect("the tile is in the hive").0
}

/// The middle of a cell on the screen, on top of whatever lies there.
pub fn screen(state: &State, hex: Hex) -> Point {
    let level = state.position().board().height(hex).saturating_sub(1);
    state.view().to_screen(state.place(hex, level))
}

pub fn event(at: Point, kind: PointerKind) -> PointerEvent {
    PointerEvent { id: 1, at, time: 0.0, kind, ..PointerEvent::default() }
}

/// A press and release at one point.
pub fn tap_at(state: &mut State, at: Point, kind: PointerKind) -> Option<Intent> {
    assert_eq!(update(state, Action::PointerDown(event(at, kind))), None);
    update(state, Action::PointerUp(event(at, kind)))
}

pub fn click(state: &mut State, hex: Hex) -> Option<Intent> {
    let at = screen(state, hex);
    tap_at(state, at, PointerKind::Mouse)
}

/// A drag from one point to another, in a few steps.
pub fn drag(state: &mut State, from: Point, to: Point, button: PointerButton) -> Option<Intent> {
    let at = |point: Point| PointerEvent { button, ..event(point, PointerKind::Mouse) };
    update(state, Action::PointerDown(at(from)));
    for step in 1..=4 {
        let t = f64::from(step) / 4.0;
        let point = Point::new(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
        update(state, Action::PointerMove(at(point)));
    }
    update(state, Action::PointerUp(at(to)))
}

/// The legal move in UHP's words.
pub fn turn(state: &State, text: &str) -> Move {
    skep_testkit::turn(state.position(), text)
}

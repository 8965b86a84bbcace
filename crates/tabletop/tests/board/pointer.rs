//! Mouse, finger and pen.

use skep_rules::{Bug, Color};
use skep_tabletop::{
    Action, Announcement, Framing, Ink, Intent, Layout, Modifiers, Point, PointerButton, PointerEvent,
    PointerKind, Selection, scene, update,
};

use crate::{PICTURE, board, cell, click, drag, event, piece, screen, tap_at, turn};

#[test]
fn drag_and_drop_plays() {
    let mut state = board(PICTURE);
    let mv = turn(&state, "wS1 \\wL");
    let (from, to) = (screen(&state, cell(&state, "wS1")), screen(&state, mv.to().expect("a cell")));
    // Not dropped quite in the middle: near enough is good enough.
    let intent = drag(&mut state, from, Point::new(to.x + 14.0, to.y - 10.0), PointerButton::Primary);
    assert_eq!(intent, Some(Intent::Play(mv)));
    update(&mut state, Action::Played(mv));
    let motion = scene(&state).motion.expect("the tile settles from the hand");
    assert_eq!(motion.kind, skep_tabletop::MotionKind::Settle);
}

#[test]
fn a_dragged_tile_follows_the_hand_and_its_cell_lights_up() {
    let mut state = board(PICTURE);
    let mv = turn(&state, "wS1 \\wL");
    let (from, to) = (screen(&state, cell(&state, "wS1")), screen(&state, mv.to().expect("a cell")));
    update(&mut state, Action::PointerDown(event(from, PointerKind::Mouse)));
    assert!(!state.is_dragging());
    update(&mut state, Action::PointerMove(event(to, PointerKind::Mouse)));
    assert!(state.is_dragging());
    let drawn = scene(&state);
    let hand = drawn.drag.expect("a tile in the hand");
    assert!(drawn.view.to_screen(Point::new(hand.x, hand.y)).distance(to) < 1e-6);
    assert!(drawn.ghost.is_some());
    assert!(drawn.tiles.iter().any(|tile| tile.piece == piece("wS1") && tile.dragged));
    update(&mut state, Action::Cancel);
    assert_eq!(update(&mut state, Action::PointerUp(event(to, PointerKind::Mouse))), None);
    assert_eq!(state.selection(), None);
}

#[test]
fn dropped_at_home_it_stays_selected_and_dropped_far_away_it_goes_back() {
    let mut state = board(PICTURE);
    let from = screen(&state, cell(&state, "wS1"));
    assert_eq!(drag(&mut state, from, Point::new(from.x + 8.0, from.y), PointerButton::Primary), None);
    assert_eq!(state.selection().map(Selection::piece), Some(piece("wS1")));
    assert_eq!(drag(&mut state, from, Point::new(3.0, 3.0), PointerButton::Primary), None);
    assert_eq!(state.selection(), None);
}

#[test]
fn dropped_where_it_may_not_go_it_says_why() {
    let mut state = board(PICTURE);
    let (from, onto) = (screen(&state, cell(&state, "wS1")), screen(&state, cell(&state, "bA1")));
    assert_eq!(drag(&mut state, from, onto, PointerButton::Primary), None);
    assert!(state.refusal().is_some());
    assert!(state.selection().is_some());
}

#[test]
fn tiles_are_dragged_from_the_reserve() {
    let mut state = board(PICTURE);
    let mv = *state
        .position()
        .legal_moves()
        .iter()
        .find(|mv| mv.piece() == Some(piece("wG1")))
        .expect("a grasshopper can be placed");
    let start = event(Point::new(-40.0, 900.0), PointerKind::Touch);
    let pointer = start;
    update(&mut state, Action::GrabReserve { color: Color::White, bug: Bug::Grasshopper, pointer });
    let at = screen(&state, mv.to().expect("a cell"));
    update(&mut state, Action::PointerMove(PointerEvent { at, ..start }));
    assert!(scene(&state).drag.is_some_and(|ghost| ghost.piece == piece("wG1")));
    assert_eq!(update(&mut state, Action::PointerUp(PointerEvent { at, ..start })), Some(Intent::Play(mv)));

    // Without a move it is a tap on the slot.
    update(&mut state, Action::GrabReserve { color: Color::White, bug: Bug::Spider, pointer });
    update(&mut state, Action::PointerUp(start));
    assert_eq!(state.selection(), Some(Selection::Reserve { piece: piece("wS2") }));
}

#[test]
fn small_cells_ask_a_finger_twice() {
    let mut state = board(PICTURE);
    update(&mut state, Action::Resize(Layout::new(360.0, 300.0)));
    assert!(state.view().tile_width() < 44.0);
    let spider = screen(&state, cell(&state, "wS1"));
    tap_at(&mut state, spider, PointerKind::Touch);
    assert_eq!(state.selection().map(Selection::piece), Some(piece("wS1")));
    let mv = turn(&state, "wS1 \\wL");
    let to = mv.to().expect("a cell");
    // A fat finger lands on a neighboring cell.
    let near = screen(&state, to);
    let near = Point::new(near.x - 18.0, near.y - 16.0);
    assert_eq!(tap_at(&mut state, near, PointerKind::Touch), None);
    assert_eq!(state.candidate(), Some(to));
    assert!(scene(&state).ghost.is_some(), "the ghost shows where");
    assert!(state.take_announcements().iter().any(|said| matches!(said, Announcement::Confirm(_))));
    // Another cell first changes the mind.
    let other = state.targets().map(|(hex, _)| hex).find(|hex| *hex != to).expect("two cells");
    let at = screen(&state, other);
    assert_eq!(tap_at(&mut state, at, PointerKind::Touch), None);
    assert_eq!(state.candidate(), Some(other));
    assert_eq!(tap_at(&mut state, near, PointerKind::Touch), None);
    assert_eq!(tap_at(&mut state, near, PointerKind::Touch), Some(Intent::Play(mv)));
}

#[test]
fn a_mouse_is_exact_on_small_cells() {
    let mut state = board(PICTURE);
    update(&mut state, Action::Resize(Layout::new(360.0, 300.0)));
    let spider = cell(&state, "wS1");
    click(&mut state, spider);
    let mv = turn(&state, "wS1 \\wL");
    assert_eq!(click(&mut state, mv.to().expect("a cell")), Some(Intent::Play(mv)));
}

#[test]
fn two_fingers_stretch_the_board() {
    let mut state = board(PICTURE);
    let finger = |id: i32, x: f64, y: f64| PointerEvent { id, ..event(Point::new(x, y), PointerKind::Touch) };
    let scale = state.view().scale;
    let held = state.view().to_board(Point::new(500.0, 350.0));
    update(&mut state, Action::PointerDown(finger(1, 450.0, 350.0)));
    update(&mut state, Action::PointerDown(finger(2, 550.0, 350.0)));
    update(&mut state, Action::PointerMove(finger(1, 425.0, 350.0)));
    update(&mut state, Action::PointerMove(finger(2, 575.0, 350.0)));
    assert!((state.view().scale / scale - 1.5).abs() < 1e-9);
    assert!(state.view().to_screen(held).distance(Point::new(500.0, 350.0)) < 1e-6);
    assert_eq!(state.framing(), Framing::Player);
    assert_eq!(update(&mut state, Action::PointerUp(finger(1, 425.0, 350.0))), None);
    let before = state.view();
    update(&mut state, Action::PointerMove(finger(2, 585.0, 350.0)));
    assert!((state.view().x - before.x - 10.0).abs() < 1e-6, "the finger that is left pans");
    assert_eq!(update(&mut state, Action::PointerUp(finger(2, 585.0, 350.0))), None);
    assert_eq!(state.selection(), None, "a pinch selects nothing");
}

#[test]
fn a_long_press_opens_a_stack() {
    let mut state = board(PICTURE);
    let stack = cell(&state, "wM");
    let press = PointerEvent { time: 1000.0, ..event(screen(&state, stack), PointerKind::Touch) };
    update(&mut state, Action::PointerDown(press));
    assert!(state.needs_ticks());
    update(&mut state, Action::Tick { time: 1300.0 });
    assert_eq!(state.peeking(), None);
    update(&mut state, Action::Tick { time: 1460.0 });
    assert_eq!(state.peeking(), Some(stack));
    assert!(!state.needs_ticks());
    assert_eq!(update(&mut state, Action::PointerUp(press)), None);
    assert_eq!(state.selection(), None, "the press is used up");
    assert!(scene(&state).peek.is_some());
}

#[test]
fn the_right_button_draws() {
    let mut state = board(PICTURE);
    let (a, b) = (screen(&state, cell(&state, "wS1")), screen(&state, cell(&state, "wQ")));
    drag(&mut state, a, b, PointerButton::Secondary);
    assert_eq!(scene(&state).arrows.len(), 1);
    assert_eq!(state.selection(), None);
    drag(&mut state, a, b, PointerButton::Secondary);
    assert!(scene(&state).arrows.is_empty(), "the same again wipes it off");

    let shifted = PointerEvent {
        button: PointerButton::Secondary,
        modifiers: Modifiers { shift: true, alt: false },
        ..event(a, PointerKind::Mouse)
    };
    update(&mut state, Action::PointerDown(shifted));
    update(&mut state, Action::PointerUp(shifted));
    assert_eq!(scene(&state).marks.iter().map(|mark| mark.ink).collect::<Vec<_>>(), [Ink::Green]);
    drag(&mut state, a, a, PointerButton::Secondary);
    assert_eq!(
        scene(&state).marks.iter().map(|mark| mark.ink).collect::<Vec<_>>(),
        [Ink::Blue],
        "another color"
    );
    tap_at(&mut state, Point::new(2.0, 2.0), PointerKind::Mouse);
    assert!(scene(&state).marks.is_empty(), "a click on the table wipes all");
}

#[test]
fn the_browser_may_take_a_pointer_away() {
    let mut state = board(PICTURE);
    let (from, to) = (screen(&state, cell(&state, "wS1")), Point::new(500.0, 300.0));
    update(&mut state, Action::PointerDown(event(from, PointerKind::Touch)));
    update(&mut state, Action::PointerMove(event(to, PointerKind::Touch)));
    update(&mut state, Action::PointerCancel { id: 1 });
    assert!(!state.is_dragging());
    assert_eq!(update(&mut state, Action::PointerUp(event(to, PointerKind::Touch))), None);
}

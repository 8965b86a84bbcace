//! Whatever happens in whatever order, the board stays in order.

use proptest::collection::vec;
use proptest::prelude::*;
use skep_rules::{Bug, Color, Direction, Hex, Move, Piece};
use skep_tabletop::{
    Action, Capabilities, Command, Intent, Layout, Point, PointerButton, PointerEvent, PointerKind, Step,
    scene, update,
};

use crate::{PICTURE, board_for};

fn points() -> impl Strategy<Value = Point> {
    let number = || prop_oneof![20 => -50.0..1050.0_f64, 1 => Just(f64::NAN), 1 => Just(f64::INFINITY), 1 => Just(-1e300)];
    (number(), number()).prop_map(|(x, y)| Point::new(x, y))
}

fn events() -> impl Strategy<Value = PointerEvent> {
    let kinds = [PointerKind::Mouse, PointerKind::Touch, PointerKind::Pen];
    let buttons =
        [PointerButton::Primary, PointerButton::Primary, PointerButton::Secondary, PointerButton::Other];
    (0..3_i32, points(), 0.0..9000.0_f64, 0..3_usize, 0..4_usize).prop_map(
        move |(id, at, time, kind, button)| PointerEvent {
            id,
            at,
            time,
            kind: kinds[kind],
            button: buttons[button],
            ..PointerEvent::default()
        },
    )
}

fn hexes() -> impl Strategy<Value = Hex> {
    prop_oneof![4 => (-4_i8..6, -4_i8..6), 1 => (any::<i8>(), any::<i8>())].prop_map(|(q, r)| Hex::new(q, r))
}

fn commands() -> impl Strategy<Value = Command> {
    let all: Vec<Command> = Command::all().collect();
    proptest::sample::select(all)
}

fn actions() -> impl Strategy<Value = Action> {
    let reserve = || {
        (any::<bool>(), 0..8_usize)
            .prop_map(|(white, bug)| (if white { Color::White } else { Color::Black }, Bug::ALL[bug]))
    };
    prop_oneof![
        6 => events().prop_map(Action::PointerDown),
        8 => events().prop_map(Action::PointerMove),
        6 => events().prop_map(Action::PointerUp),
        1 => (0..3_i32).prop_map(|id| Action::PointerCancel { id }),
        1 => Just(Action::PointerLeave),
        2 => (reserve(), events()).prop_map(|((color, bug), pointer)| Action::GrabReserve { color, bug, pointer }),
        3 => reserve().prop_map(|(color, bug)| Action::SelectReserve { color, bug }),
        3 => (0..28_usize).prop_map(|index| Action::SelectPiece(Piece::ALL[index])),
        3 => hexes().prop_map(Action::Target),
        1 => Just(Action::Cancel),
        1 => (points(), -900.0..900.0).prop_map(|(at, delta)| Action::Wheel { at, delta }),
        1 => (0.0..9000.0).prop_map(|time| Action::Tick { time }),
        1 => points().prop_map(|by| Action::Pan { x: by.x, y: by.y }),
        1 => (0.0..3.0, points()).prop_map(|(factor, about)| Action::Zoom { factor, about: Some(about) }),
        1 => Just(Action::Fit),
        1 => any::<i8>().prop_map(Action::Rotate),
        1 => Just(Action::Mirror),
        2 => (0..40_usize).prop_map(|ply| Action::Step(Step::To(ply))),
        1 => Just(Action::Step(Step::Last)),
        6 => commands().prop_map(Action::Command),
        1 => Just(Action::FocusBoard),
        1 => hexes().prop_map(|hex| Action::Peek(Some(hex))),
        1 => (0..3_usize).prop_map(Action::TakenBack),
        1 => points().prop_map(|size| Action::Resize(Layout::new(size.x, size.y))),
        1 => Just(Action::Played(Move::Pass)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_breaks_the_board(actions in vec(actions(), 1..120), picks: bool) {
        let capabilities = if picks { Capabilities::lesson_cells() } else { Capabilities::analysis() };
        let mut state = board_for(PICTURE, capabilities);
        for action in actions {
            match update(&mut state, action) {
                Some(Intent::Play(mv)) => {
                    prop_assert!(state.position().is_legal(mv), "only legal moves are wished for");
                    let mut line = state.moves()[..state.ply()].to_vec();
                    line.push(mv);
                    let ply = line.len();
                    update(&mut state, Action::Follow { moves: line, ply });
                    prop_assert_eq!(state.ply(), ply);
                }
                Some(Intent::Picked(_)) => prop_assert!(picks),
                _ => {}
            }
            prop_assert!(state.ply() <= state.moves().len());
            if let Some(selection) = state.selection() {
                prop_assert!(state.moves_of(selection.piece()).next().is_some(), "what is held can be played");
            }
            let drawn = scene(&state);
            prop_assert!(drawn.view.scale.is_finite() && drawn.view.scale > 0.0);
            prop_assert!(drawn.view.x.is_finite() && drawn.view.y.is_finite());
            prop_assert_eq!(drawn.tiles.len(), state.position().board().len());
            let focus = drawn.focus.map(|focus| state.label(focus.hex));
            prop_assert!(focus.is_none() || !picks || state.focus().is_some());
            prop_assert!(state.take_announcements().len() <= 8);
        }
        for direction in Direction::ALL {
            update(&mut state, Action::Command(Command::Go(direction)));
        }
    }
}

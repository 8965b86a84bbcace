//! What lessons need of a board.

use skep_rules::Direction;
use skep_tabletop::{
    Action, Capabilities, CellKind, Command, Intent, Label, LessonMark, Reason, Refusal, scene, update,
};

use crate::{PICTURE, board, board_for, cell, piece, turn};

#[test]
fn cells_beside_the_hive_can_be_picked_by_keyboard() {
    let mut state = board_for(PICTURE, Capabilities::lesson_cells());
    update(&mut state, Action::Spotlight(Some(piece("wS1"))));
    assert!(scene(&state).tiles.iter().any(|tile| tile.piece == piece("wS1") && tile.selected));
    update(&mut state, Action::FocusBoard);
    update(&mut state, Action::Command(Command::Go(Direction::West)));
    let beside = cell(&state, "bA3").neighbor(Direction::West);
    assert_eq!(state.focus(), Some(beside));
    assert_eq!(update(&mut state, Action::Command(Command::Activate)), Some(Intent::Picked(beside)));
}

#[test]
fn answers_are_marked_and_named() {
    let mut state = board_for(PICTURE, Capabilities::lesson_cells());
    let beside = cell(&state, "bA3").neighbor(Direction::West);
    update(&mut state, Action::MarkCells(vec![(beside, LessonMark::Wrong)]));
    let drawn = scene(&state);
    assert!(
        drawn.cells.iter().any(|cell| cell.hex == beside && cell.kind == CellKind::Lesson(LessonMark::Wrong))
    );
    let Label::Cell(label) = state.label(beside) else { panic!("an empty cell") };
    assert_eq!(label.lesson, Some(LessonMark::Wrong));
}

#[test]
fn a_path_is_shown_and_walked_on_request() {
    let mut state = board_for(PICTURE, Capabilities::lesson_cells());
    let mv = turn(&state, "wS1 \\wL");
    update(&mut state, Action::Demonstrate(Some(mv)));
    let drawn = scene(&state);
    assert_eq!(drawn.path.len(), 4);
    let walk = drawn.demonstration.expect("a ghost walks");
    assert_eq!((walk.piece, walk.duration), (piece("wS1"), 1400.0));
    assert!(drawn.tiles.iter().any(|tile| tile.piece == piece("wS1")), "the tile itself stays");
    update(&mut state, Action::Demonstrate(None));
    assert!(scene(&state).demonstration.is_none() && scene(&state).path.is_empty());
}

#[test]
fn a_reason_is_shown_with_its_proof() {
    let mut state = board("Base;InProgress;Black[3];wS1;bA1 -wS1;wQ wS1/;bQ -bA1;wQ wS1-");
    let mv = skep_rules::Move::Relocate {
        piece: piece("bA1"),
        from: cell(&state, "bA1"),
        to: cell(&state, "wQ").neighbor(Direction::East),
    };
    let reason = state.position().check(mv).expect_err("the ant is pinned");
    let refusal = Refusal { piece: piece("bA1"), to: mv.to(), reason: Reason::Rules(reason) };
    update(&mut state, Action::ShowRefusal(Some(refusal)));
    assert_eq!(scene(&state).tiles.iter().filter(|tile| tile.proof).count(), 2);
    update(&mut state, Action::ShowRefusal(None));
    assert_eq!(scene(&state).refusal, None);
}

#[test]
fn a_cell_that_is_spoken_of_is_kept_in_view() {
    let mut state = board_for(PICTURE, Capabilities::lesson_cells());
    let before = state.view();
    let far = (0..6).fold(cell(&state, "bA3"), |hex, _| hex.neighbor(Direction::West));
    update(&mut state, Action::Frame(vec![far]));
    let framed = state.view();
    assert!(framed.scale < before.scale, "the camera steps back");
    let place = framed.to_screen(state.place(far, 0));
    assert!(place.x > 0.0 && place.y > 0.0, "{place:?}");
    let start = Box::new(state.position().clone());
    update(&mut state, Action::Show { start, moves: Vec::new(), ply: None });
    assert_eq!(state.view(), before, "the next game is framed by its own tiles");
}

//! Tap a tile, tap a cell.

use skep_rules::{Bug, Color, GameType, Hex, Move, Position};
use skep_tabletop::{Action, Announcement, Capabilities, Intent, Reason, Selection, State, update};

use crate::{PICTURE, board, board_for, cell, click, piece, turn};

#[test]
fn tap_a_tile_and_then_a_cell() {
    let mut state = board(PICTURE);
    let from = cell(&state, "wS1");
    assert_eq!(click(&mut state, from), None);
    assert_eq!(state.selection(), Some(Selection::Tile { piece: piece("wS1"), at: from }));
    let announced = state.take_announcements();
    assert!(
        matches!(announced[..], [Announcement::Selected { targets: 2, .. }]),
        "the spider has two cells: {announced:?}"
    );
    let mv = turn(&state, "wS1 \\wL");
    assert_eq!(click(&mut state, mv.to().expect("a cell")), Some(Intent::Play(mv)));
    assert_eq!(state.selection(), None, "the hand is empty");
    assert_eq!(state.moves().len(), 30, "the board plays nothing by itself");
    update(&mut state, Action::Played(mv));
    assert_eq!(state.moves().len(), 31);
    assert_eq!(state.last_move(), Some(mv));
}

#[test]
fn the_same_tile_again_puts_it_back() {
    let mut state = board(PICTURE);
    let spider = cell(&state, "wS1");
    click(&mut state, spider);
    click(&mut state, spider);
    assert_eq!(state.selection(), None);
}

#[test]
fn another_tile_is_taken_instead() {
    let mut state = board(PICTURE);
    let (spider, beetle) = (cell(&state, "wS1"), cell(&state, "wB2"));
    click(&mut state, spider);
    assert_eq!(click(&mut state, beetle), None);
    assert_eq!(state.selection().map(Selection::piece), Some(piece("wB2")));
}

#[test]
fn a_beetle_climbs_on_a_tile_of_its_own() {
    let mut state = board(PICTURE);
    let (beetle, ant) = (cell(&state, "wB2"), cell(&state, "wA2"));
    click(&mut state, beetle);
    // The ant could be taken too, but it is a cell to go to first of all.
    let mv = Move::Relocate { piece: piece("wB2"), from: beetle, to: ant };
    assert!(state.position().is_legal(mv));
    assert_eq!(click(&mut state, ant), Some(Intent::Play(mv)));
}

#[test]
fn an_opponents_tile_can_be_taken_when_a_pillbug_can_throw_it() {
    let game = "Base+P;InProgress;White[5];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ \\wP;bQ \\bS1;wQ -wP;bQ -bS1";
    let mut state = board(game);
    let ant = cell(&state, "bA1");
    click(&mut state, ant);
    assert_eq!(state.selection().map(Selection::piece), Some(piece("bA1")));
    let spider = cell(&state, "bS1");
    let mut state = board(game);
    click(&mut state, spider);
    assert_eq!(state.selection(), None, "no pillbug reaches the spider");
    assert!(state.refusal().is_some());
}

#[test]
fn tiles_come_from_the_reserve() {
    let mut state = State::new(Position::new(GameType::BASE), Capabilities::hot_seat());
    update(&mut state, Action::SelectReserve { color: Color::White, bug: Bug::Ant });
    assert_eq!(state.selection(), Some(Selection::Reserve { piece: piece("wA1") }));
    assert_eq!(state.targets().map(|(hex, _)| hex).collect::<Vec<_>>(), [Hex::ORIGIN]);
    update(&mut state, Action::SelectReserve { color: Color::White, bug: Bug::Ant });
    assert_eq!(state.selection(), None, "the same slot again puts it back");

    update(&mut state, Action::SelectReserve { color: Color::White, bug: Bug::Spider });
    let intent = update(&mut state, Action::Target(Hex::ORIGIN));
    let mv = Move::Place { piece: piece("wS1"), to: Hex::ORIGIN };
    assert_eq!(intent, Some(Intent::Play(mv)));
    update(&mut state, Action::Played(mv));
    assert_eq!(state.position().turn(), Color::Black);
}

#[test]
fn only_those_who_may_play_do() {
    let spider = |state: &State| cell(state, "wS1");
    let mut state = board_for(PICTURE, Capabilities::live(Color::Black));
    let at = spider(&state);
    click(&mut state, at);
    assert_eq!(state.selection(), None);
    assert_eq!(state.refusal().map(|refusal| refusal.reason), Some(Reason::NotYourTurn));

    let mut state = board_for(PICTURE, Capabilities::view_only());
    click(&mut state, at);
    assert_eq!(state.selection(), None);
}

#[test]
fn a_move_can_be_made_to_ask_twice() {
    let mut state = board(PICTURE);
    let preferences = skep_tabletop::Preferences { confirm: true, ..state.preferences() };
    update(&mut state, Action::SetPreferences(preferences));
    let spider = cell(&state, "wS1");
    click(&mut state, spider);
    let mv = turn(&state, "wS1 \\wL");
    let to = mv.to().expect("a cell");
    assert_eq!(click(&mut state, to), None);
    assert_eq!(state.candidate(), Some(to));
    assert_eq!(click(&mut state, to), Some(Intent::Play(mv)));
}

#[test]
fn a_lesson_hears_of_every_tap() {
    let mut state = board_for(PICTURE, Capabilities::lesson_cells());
    let spider = cell(&state, "wS1");
    assert_eq!(click(&mut state, spider), Some(Intent::Picked(spider)));
    assert_eq!(state.selection(), None);
}

#[test]
fn a_tile_in_the_hand_falls_back_when_somebody_moves() {
    let mut state = board_for(PICTURE, Capabilities::analysis());
    let spider = cell(&state, "wS1");
    click(&mut state, spider);
    let mv = turn(&state, "wB2 wA2");
    update(&mut state, Action::Played(mv));
    assert_eq!(state.selection(), None);
    assert!(!state.is_dragging());
}

#[test]
fn garbage_from_the_host_changes_nothing() {
    let mut state = board(PICTURE);
    update(&mut state, Action::Played(Move::Pass));
    assert_eq!(state.moves().len(), 30);
    update(&mut state, Action::SelectPiece(piece("wL")));
    update(&mut state, Action::Target(Hex::new(90, 90)));
    update(&mut state, Action::TakenBack(999));
    assert_eq!(state.moves().len(), 0);
    update(&mut state, Action::TakenBack(1));
    update(&mut state, Action::Follow { moves: vec![Move::Pass; 4], ply: 9 });
    assert_eq!((state.ply(), state.moves().len()), (0, 0));
}

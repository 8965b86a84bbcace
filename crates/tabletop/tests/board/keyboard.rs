//! The whole game by keyboard, and what it says.

use std::collections::BTreeSet;

use skep_rules::{Bug, Color, Direction, GameType, Hex, Move, Position};
use skep_tabletop::{
    Action, Announcement, Capabilities, Chord, Command, Intent, Keymap, Label, Selection, State, Suggestion,
    scene, update,
};

use crate::{PICTURE, board, cell, piece, turn};

fn key(state: &mut State, chord: &Chord) -> Option<Intent> {
    let command = Keymap::default().command(chord).expect("the key is in use");
    update(state, Action::Command(command))
}

#[test]
fn the_first_moves_without_a_mouse() {
    let mut state = State::new(Position::new(GameType::BASE), Capabilities::hot_seat());
    update(&mut state, Action::FocusBoard);
    assert_eq!(state.focus(), Some(Hex::ORIGIN));
    key(&mut state, &Chord::plain("Digit5"));
    assert_eq!(state.selection(), Some(Selection::Reserve { piece: piece("wA1") }));
    key(&mut state, &Chord::plain("KeyN"));
    let Some(Intent::Play(mv)) = key(&mut state, &Chord::plain("Enter")) else { panic!("a move") };
    update(&mut state, Action::Played(mv));
    assert_eq!(state.focus(), Some(Hex::ORIGIN), "the focus goes with the move");
    key(&mut state, &Chord::plain("Digit2"));
    key(&mut state, &Chord::plain("KeyD"));
    assert_eq!(state.focus(), Some(Hex::ORIGIN.neighbor(Direction::East)));
    assert!(matches!(key(&mut state, &Chord::plain("Enter")), Some(Intent::Play(_))));
}

#[test]
fn select_and_play_by_focus() {
    let mut state = board(PICTURE);
    update(&mut state, Action::FocusBoard);
    assert_eq!(state.focus(), Some(cell(&state, "bA3")), "it begins at the last move");
    // Walk east along the row to the black queen and back.
    for name in ["wQ", "bA2", "bQ"] {
        key(&mut state, &Chord::plain("KeyD"));
        assert_eq!(state.focus(), Some(cell(&state, name)));
    }
    key(&mut state, &Chord::plain("KeyW"));
    assert_eq!(state.focus(), Some(cell(&state, "bS1")));
    key(&mut state, &Chord::plain("KeyE"));
    key(&mut state, &Chord::plain("KeyE"));
    assert_eq!(state.focus(), Some(cell(&state, "wS1")));
    key(&mut state, &Chord::plain("Enter"));
    assert_eq!(state.selection().map(Selection::piece), Some(piece("wS1")));
    key(&mut state, &Chord::plain("KeyN"));
    key(&mut state, &Chord::plain("KeyN"));
    key(&mut state, &Chord::shifted("KeyN"));
    let to = state.focus().expect("on a legal cell");
    let mv = state.target_move(to).expect("legal");
    assert!(scene(&state).ghost.is_some(), "the ghost shows where it would go");
    assert_eq!(key(&mut state, &Chord::plain("Enter")), Some(Intent::Play(mv)));
}

#[test]
fn every_tile_and_legal_cell_can_be_reached() {
    let mut state = board(PICTURE);
    update(&mut state, Action::SelectPiece(piece("wA2")));
    update(&mut state, Action::FocusBoard);
    let mut wanted: BTreeSet<Hex> = state.position().board().cells().collect();
    wanted.extend(state.targets().map(|(hex, _)| hex));
    let mut seen = BTreeSet::new();
    let mut open = vec![state.clone()];
    while let Some(here) = open.pop() {
        if !seen.insert(here.focus().expect("a focus")) {
            continue;
        }
        for direction in Direction::ALL {
            let mut next = here.clone();
            update(&mut next, Action::Command(Command::Go(direction)));
            open.push(next);
        }
    }
    assert_eq!(seen, wanted);
}

#[test]
fn the_keys_go_by_the_screen_not_by_the_notation() {
    for turns in 0..6 {
        for mirrored in [false, true] {
            let mut state = board(PICTURE);
            update(&mut state, Action::Rotate(turns));
            if mirrored {
                update(&mut state, Action::Mirror);
            }
            update(&mut state, Action::FocusBoard);
            for direction in Direction::ALL {
                let mut state = state.clone();
                let from = state.place(state.focus().expect("a focus"), 0);
                update(&mut state, Action::Command(Command::Go(direction)));
                let to = state.place(state.focus().expect("a focus"), 0);
                let (x, y) = (to.x - from.x, to.y - from.y);
                let east = matches!(direction, Direction::East | Direction::NorthEast | Direction::SouthEast);
                if (x, y) != (0.0, 0.0) {
                    assert!(if east { x > -1.0 } else { x < 1.0 }, "{direction:?} went {x},{y}");
                }
            }
        }
    }
}

#[test]
fn the_focus_is_named() {
    let mut state = board(PICTURE);
    update(&mut state, Action::FocusBoard);
    let said = state.take_announcements();
    let [Announcement::Focused(Label::Tile(tile))] = &said[..] else { panic!("{said:?}") };
    assert_eq!(tile.piece, piece("bA3"));
    assert!(tile.last_moved);

    let stack = cell(&state, "wM");
    let Label::Tile(tile) = state.label(stack) else { panic!("a stack") };
    assert_eq!((tile.piece, tile.under), (piece("wM"), vec![piece("bB1"), piece("wP")]));
    let queen = cell(&state, "wQ");
    let Label::Tile(tile) = state.label(queen) else { panic!("a tile") };
    assert_eq!(tile.sides_taken, Some(5));

    update(&mut state, Action::SelectPiece(piece("wS1")));
    let to = turn(&state, "wS1 \\wL").to().expect("a cell");
    let Label::Cell(label) = state.label(to) else { panic!("an empty cell") };
    assert!(label.target);
    assert_eq!(label.steps, Some(3));
    // Both bG1 and wL touch the cell; the first going clockwise from the north-east is wL.
    assert_eq!(label.beside, Some((Direction::NorthWest, piece("wL"))));
    update(&mut state, Action::Flip);
    let Label::Cell(label) = state.label(to) else { panic!("an empty cell") };
    assert_eq!(label.beside, Some((Direction::SouthEast, piece("wL"))), "as it is seen");
}

#[test]
fn keys_look_into_stacks_step_and_ask_for_help() {
    let mut state = board(PICTURE);
    update(&mut state, Action::FocusBoard);
    let stack = cell(&state, "wM");
    // Nothing lies exactly south-east of the last move; the stack is the nearest that way.
    key(&mut state, &Chord::plain("KeyX"));
    assert_eq!(state.focus(), Some(stack));
    state.take_announcements();
    key(&mut state, &Chord::plain("KeyP"));
    assert_eq!(state.peeking(), Some(stack));
    let said = state.take_announcements();
    assert!(matches!(&said[..], [Announcement::Peeked(tiles)] if *tiles == ["wM", "bB1", "wP"].map(piece)));
    key(&mut state, &Chord::plain("KeyP"));
    assert_eq!(state.peeking(), None);

    key(&mut state, &Chord::plain("Home"));
    assert_eq!(state.ply(), 0);
    key(&mut state, &Chord::plain("ArrowRight"));
    assert_eq!(state.ply(), 1);
    key(&mut state, &Chord::plain("End"));
    assert_eq!(state.ply(), 30);
    assert_eq!(key(&mut state, &Chord::shifted("Slash")), Some(Intent::Help));
    assert_eq!(key(&mut state, &Chord::plain("KeyH")), Some(Intent::Hint));
    assert_eq!(key(&mut state, &Chord::plain("KeyT")), Some(Intent::TakeBack));
}

#[test]
fn a_focused_cell_is_never_out_of_sight() {
    let mut state = board(PICTURE);
    update(&mut state, Action::Zoom { factor: 2.0, about: None });
    update(&mut state, Action::FocusBoard);
    for direction in
        [Direction::East; 8].into_iter().chain([Direction::SouthEast; 4]).chain([Direction::West; 8])
    {
        update(&mut state, Action::Command(Command::Go(direction)));
        let at = state.view().to_screen(state.place(state.focus().expect("a focus"), 0));
        assert!((0.0..=1000.0).contains(&at.x) && (0.0..=700.0).contains(&at.y), "{at:?}");
    }
}

#[test]
fn a_slot_by_number_is_the_slot_on_the_screen() {
    for (index, bug) in Bug::ALL.into_iter().enumerate() {
        let mut state = State::new(Position::new(GameType::BASE_MLP), Capabilities::hot_seat());
        update(&mut state, Action::Command(Command::Reserve(index as u8 + 1)));
        let held = state.selection().map(|selection| (selection.piece().color(), selection.piece().bug()));
        let expected = (bug != Bug::Queen).then_some((Color::White, bug));
        assert_eq!(held, expected, "tournament opening: no queen first");
    }
    let mut state = State::new(Position::new(GameType::BASE), Capabilities::hot_seat());
    for slot in [0, 9, 255] {
        update(&mut state, Action::Command(Command::Reserve(slot)));
        assert_eq!(state.selection(), None);
    }
}

#[test]
fn a_hint_lies_in_the_hand_of_who_plays_by_keyboard() {
    let mut watched = board(PICTURE);
    let crawl = turn(&watched, "wS1 \\wL");
    let place = *watched.position().legal_moves().iter().find(|mv| mv.from().is_none()).expect("a placement");
    for mv in [crawl, place] {
        let suggest = || Action::Suggest(vec![Suggestion { mv, rank: 1 }]);
        update(&mut watched, suggest());
        assert_eq!(watched.selection(), None, "a mouse picks up what it points at");

        let mut state = board(PICTURE);
        update(&mut state, Action::FocusBoard);
        update(&mut state, suggest());
        assert_eq!(state.selection().map(Selection::piece), mv.piece());
        assert_eq!(state.focus(), mv.to());
        // Asked again, it is still there.
        update(&mut state, suggest());
        let mut other = state.clone();
        key(&mut other, &Chord::plain("Escape"));
        assert_eq!(other.selection(), None);
        assert_eq!(key(&mut state, &Chord::plain("Enter")), Some(Intent::Play(mv)));
    }
    let mut state = board(PICTURE);
    update(&mut state, Action::FocusBoard);
    let before = state.focus();
    update(&mut state, Action::Suggest(vec![Suggestion { mv: Move::Pass, rank: 1 }]));
    assert_eq!((state.selection(), state.focus()), (None, before));
}

//! Stepping through a game, taking back, variations.

use skep_rules::{Color, Move};
use skep_tabletop::{Action, Announcement, Capabilities, Intent, Reason, Step, scene, update};

use crate::{PICTURE, board, board_for, cell, click, turn};

#[test]
fn steps_go_where_they_say_and_stop_at_the_ends() {
    let mut state = board(PICTURE);
    let go = |state: &mut skep_tabletop::State, step| {
        update(state, Action::Step(step));
        state.ply()
    };
    assert_eq!(go(&mut state, Step::Forward), 30);
    assert_eq!(go(&mut state, Step::Back), 29);
    assert_eq!(go(&mut state, Step::First), 0);
    assert_eq!(go(&mut state, Step::Back), 0);
    assert_eq!(go(&mut state, Step::To(12)), 12);
    assert_eq!(go(&mut state, Step::To(999)), 30);
    assert!(state.is_latest());
    assert_eq!(go(&mut state, Step::To(5)), 5);
    assert_eq!(scene(&state).tiles.len(), state.position().board().len());
    assert_eq!(go(&mut state, Step::Last), 30);
}

#[test]
fn earlier_positions_of_a_live_game_are_only_to_look_at() {
    let mut state = board_for(PICTURE, Capabilities::live(Color::White));
    update(&mut state, Action::Step(Step::To(28)));
    let beetle = cell(&state, "wB2");
    click(&mut state, beetle);
    assert_eq!(state.selection(), None);
    assert_eq!(state.refusal().map(|refusal| refusal.reason), Some(Reason::NotLatest));
}

#[test]
fn analysis_goes_on_from_anywhere() {
    let mut state = board_for(PICTURE, Capabilities::analysis());
    update(&mut state, Action::Step(Step::To(28)));
    let mv = turn(&state, "wB2 wA2");
    update(&mut state, Action::SelectPiece(mv.piece().expect("a tile")));
    assert_eq!(update(&mut state, Action::Target(mv.to().expect("a cell"))), Some(Intent::Play(mv)));
    let mut line = state.moves()[..28].to_vec();
    line.push(mv);
    update(&mut state, Action::Follow { moves: line, ply: 29 });
    assert_eq!((state.ply(), state.moves().len()), (29, 29));
    assert!(scene(&state).motion.is_some(), "a variation moves like the game");
}

#[test]
fn moves_that_come_while_one_looks_back_are_announced_but_not_shown() {
    let mut state = board(PICTURE);
    let mv = turn(&state, "wB2 wA2");
    update(&mut state, Action::Step(Step::To(3)));
    state.take_announcements();
    update(&mut state, Action::Played(mv));
    assert_eq!((state.ply(), state.moves().len()), (3, 31));
    let said = state.take_announcements();
    assert!(matches!(said[..], [Announcement::Moved { mv: announced, .. }] if announced == mv));
}

#[test]
fn taking_back_shows_the_position_before() {
    let mut state = board(PICTURE);
    update(&mut state, Action::TakenBack(2));
    assert_eq!((state.ply(), state.moves().len()), (28, 28));
    update(&mut state, Action::Step(Step::To(5)));
    update(&mut state, Action::TakenBack(1));
    assert_eq!((state.ply(), state.moves().len()), (5, 27), "whoever looks elsewhere is not disturbed");
}

#[test]
fn a_game_with_an_illegal_turn_is_shown_up_to_there() {
    let (end, mut moves) = skep_testkit::game(PICTURE);
    moves[20] = Move::Pass;
    let start = skep_rules::Position::new(end.rules());
    let mut state = board(PICTURE);
    update(&mut state, Action::Show { start: Box::new(start), moves, ply: Some(25) });
    assert_eq!((state.ply(), state.moves().len()), (20, 20));
}

#[test]
fn passing_is_offered_when_nothing_else_is_possible() {
    // All of White's tiles are covered or shut in, and none can be placed.
    let game = "Base;InProgress;White[6];wS1;bB1 \\wS1;wQ wS1\\;bQ -bB1;wQ wS1-;bQ /bB1;wQ wS1/;bB1 wS1;wQ bB1-;bB1 wQ";
    let mut state = board(game);
    if state.must_pass() {
        let pass = update(&mut state, Action::Command(skep_tabletop::Command::Pass));
        assert_eq!(pass, Some(Intent::Play(Move::Pass)));
        update(&mut state, Action::Played(Move::Pass));
        assert_eq!(scene(&state).motion, None);
        assert_eq!(state.position().turn(), Color::Black);
    } else {
        panic!("White should have to pass: {:?}", state.position().legal_moves());
    }
}

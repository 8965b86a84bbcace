//! Passing and ending.

use skep_rules::{Color, EndReason, Game, GameResult, GameType, IllegalMove, Move, RuleSet};
use skep_testkit::{Case, turn};

/// White to move; one grasshopper can close both circles.
const DOUBLE_SURROUND: &str = r"Base;InProgress;White[18];wS1;bS1 \wS1;wQ wS1-;bQ -bS1;wA1 wS1\;bQ /bS1;wA1 \wQ;bS1 wQ/;wA2 wS1\;bA1 bS1-;wG1 wQ\;bA2 bA1\;wG1 \wA1;bQ /wS1;wG1 wQ\;bQ /wA2;wG1 /wS1;bQ wA2\;wG1 \bS1;bQ wQ\;wG1 /wS1;bQ bS1\;wG1 \bS1;bG1 bQ\;wG1 /wS1;bS1 bA2/;wG1 wA1/;bG1 wG1\;wG1 /wS1;bS1 bQ\;wG1 \bG1;bA2 \bA1;wG1 bA1/;bA2 bA1\";

/// Both white tiles lie under black beetles: nothing to place beside, nothing to move.
#[test]
fn r34_k18_pass_when_everything_is_covered() {
    let case = Case::new(
        r"Base;InProgress;White[9];wS1;bB1 wS1/;wQ wS1\;bQ bB1-;wQ bB1\;bQ wQ-;wS1 bQ\;bB1 wQ;wS1 -bB1;bB1 wS1;pass;bB2 bQ/;pass;bB2 bQ;pass;bB2 wQ",
    );
    assert_eq!(case.position().legal_moves().as_slice(), [Move::Pass]);
    assert_eq!(case.position().check(Move::Pass), Ok(()));
}

/// One tile completes both circles.
#[test]
fn r36_k22_double_surround_is_a_draw() {
    let case = Case::new(DOUBLE_SURROUND);
    case.moves("wG1", r"wQ\").total(70);
    case.play(r"wG1 wQ\").finished(GameResult::Draw).refused("bA2 bA1-", "game_over");
}

/// Whoever completes the circle, the queen inside has lost.
#[test]
fn r35_k23_a_player_can_surround_the_own_queen() {
    let before = r"Base;InProgress;Black[8];wS1;bS1 wS1\;wQ -wS1;bG1 /bS1;wQ /wS1;bQ bS1-;wA1 -wS1;bQ bS1/;wA1 /bG1;bA1 bQ-;wA1 bQ\;bA1 \bQ;wA1 -wS1;bA2 bQ-;wA1 bQ\";
    let case = Case::new(before);
    assert_eq!(case.position().result(), None);
    case.play(r"bG1 \bA2").finished(GameResult::Win(Color::White)).refused("wA1 -wQ", "game_over");
}

/// Taking the last turn back reopens the game.
#[test]
fn r35_undo_reopens_a_finished_game() {
    let case = Case::new(DOUBLE_SURROUND);
    let mut position = case.position().clone();
    let undo = position.play(turn(case.position(), r"wG1 wQ\")).expect("a legal turn");
    assert_eq!(position.result(), Some(GameResult::Draw));
    position.undo(undo);
    assert_eq!(position.result(), None);
    assert_eq!(&position, case.position());
    assert_eq!(position.legal_moves().len(), 70);
}

#[test]
fn r34_k46_no_pass_by_choice() {
    let start = Case::new("Base;NotStarted;White[1]");
    start.refused("pass", "pass_not_allowed");
    start.play("wS1").refused("pass", "pass_not_allowed");
}

/// The third occurrence of a position ends the game, where that rule is on.
#[test]
fn r51_k35_threefold_repetition_is_a_draw() {
    let cycle = [r"wQ \wA1", "bQ bA1/", "wQ -wA1", "bQ bA1-"];
    for repetition_draw in [true, false] {
        let mut game = Game::new(RuleSet { repetition_draw, ..RuleSet::new(GameType::BASE) });
        let opening = ["wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"];
        for (ply, text) in opening.iter().chain(&cycle).chain(&cycle).enumerate() {
            assert_eq!(game.result(), None, "before turn {ply}");
            game.play(turn(game.position(), text)).expect("a legal turn");
        }
        assert_eq!(game.repetitions(), 3);
        let next = turn(game.position(), cycle[0]);
        if repetition_draw {
            assert_eq!(
                (game.result(), game.end_reason()),
                (Some(GameResult::Draw), Some(EndReason::Repetition))
            );
            assert_eq!(game.play(next), Err(IllegalMove::GameOver));
            game.undo();
            assert_eq!(game.result(), None);
        } else {
            assert_eq!(game.result(), None);
            game.play(next).expect("the game goes on");
        }
    }
}

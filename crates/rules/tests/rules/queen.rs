//! The queen, and when she enters.

use skep_rules::{Color, GameType, Hex, Move, Piece, Position, RuleSet};
use skep_testkit::Case;

/// Held between two opposite neighbors she has four cells to go to.
#[test]
fn r18_queen_walks_one_cell() {
    Case::new(
        r"Base;InProgress;Black[5];wS1;bG1 -wS1;wQ wS1-;bS1 /bG1;wG1 wQ\;bA1 bS1\;wA1 wQ/;bQ bA1-;wA1 /wG1",
    )
    .moves("bQ", r"/wA1 bA1\ bG1\ wS1\")
    .total(45);
}

/// On the fourth turn only the queen can be placed, for either player.
#[test]
fn r8_k20_queen_enters_by_the_fourth_turn() {
    let case = Case::new("Base;InProgress;White[4];wS1;bS1 wS1-;wS2 -wS1;bS2 bS1-;wG1 -wS2;bG1 bS2-");
    case.total(7).refused("wA1 -wG1", "queen_now").refused(r"wG1 \wS2", "queen_now");
    assert!(case.position().legal_moves().iter().all(|mv| mv.piece() == Some(Piece::queen(Color::White))));
    let case = case.play("wQ -wG1");
    case.total(7).refused("bA1 bG1-", "queen_now");
    assert!(case.position().legal_moves().iter().all(|mv| mv.piece() == Some(Piece::queen(Color::Black))));
}

/// One's own queen is meant: Black's is in the hive and does not help White.
#[test]
fn r9_k21_nothing_moves_before_its_queen_is_in() {
    Case::new("Base;InProgress;White[3];wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-")
        .total(25)
        .refused(r"wA1 \wS1", "queen_before_moving");
    Case::new("Base;InProgress;White[3];wS1;bS1 wS1-;wA1 -wS1;bQ bS1-")
        .refused(r"wA1 \wS1", "queen_before_moving");
}

/// A throw is a movement too.
#[test]
fn r47_no_throw_before_the_queen_is_in() {
    Case::new(r"Base+P;InProgress;White[3];wP;bA1 wP-;wS1 -wP;bQ bA1\")
        .moves("bA1", "")
        .refused(r"wS1 \wP", "queen_before_moving");
    Case::new(r"Base+P;InProgress;White[3];wP;bA1 wP-;wS1 -wP;bQ bA1/")
        .refused(r"bA1 \wP", "queen_before_moving");
}

/// Neither player begins with the queen, unless the rules are those of the booklets.
#[test]
fn r50_k34_queen_is_not_the_first_tile() {
    let start = Case::new("Base;NotStarted;White[1]");
    start.total(4).refused("wQ", "queen_not_first");
    start.play("wS1").refused("bQ wS1-", "queen_not_first");

    let rules = RuleSet { queen_first: true, ..RuleSet::new(GameType::BASE) };
    let mut position = Position::new(rules);
    assert_eq!(position.legal_moves().len(), 5);
    for color in Color::ALL {
        let to = Hex::new(color as i8, 0);
        let mv = Move::Place { piece: Piece::queen(color), to };
        assert!(position.is_legal(mv));
        let _ = position.play(mv).expect("the booklets allow it");
    }
}

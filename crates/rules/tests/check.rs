//! Each reason for refusing a turn, with what proves it.

use std::collections::BTreeSet;

use skep_rules::{Hex, IllegalMove, Move};
use skep_testkit::{position, turn};

/// The reason why a turn of a game is refused.
fn refusal(game: &str, text: &str) -> IllegalMove {
    let position = position(game);
    position.check(turn(&position, text)).expect_err("the turn is refused")
}

/// One verified refusal for each key of the table of sentences.
#[test]
fn every_reason_is_given_where_it_is_due() {
    let mut keys = BTreeSet::new();
    for row in include_str!("data/refusals.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [key, game, text] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: not three fields")
        };
        keys.insert(key);
        // There is no third spider to speak of, so nobody can even ask for it: ask for the second again.
        let text = text.replace("wS3", "wS2");
        let position = position(game);
        let mv = match turn(&position, &text) {
            Move::Relocate { piece, to, .. } if key == "none_left" => Move::Place { piece, to },
            mv => mv,
        };
        let reason = position.check(mv).expect_err(row);
        assert_eq!(reason.key(), key, "{text} is refused because {reason}");
        assert!(!position.is_legal(mv), "{row}");
        assert!(reason.rule().starts_with('R'));
    }
    assert_eq!(keys.len(), 36);
}

#[test]
fn a_gate_is_shown_by_its_two_sides() {
    let game = r"Base;InProgress;White[6];wG1;bA1 wG1-;wS1 \wG1;bA2 bA1/;wQ \wS1;bQ bA2-;wQ wS1/;bA3 \bQ;wQ -bA2;bA3 \wQ";
    let position = position(game);
    let at = |name: &str| position.board().find(name.parse().expect("a tile")).expect("in the hive").0;
    let cells: BTreeSet<Hex> = refusal(game, r"wQ \bA2").cells().into_iter().collect();
    assert_eq!(cells, BTreeSet::from([at("bA2"), at("bA3")]));
}

#[test]
fn a_split_is_shown_by_a_cell_of_each_part() {
    let game = r"Base;InProgress;Black[3];wS1;bA1 -wS1;wQ wS1/;bQ -bA1;wQ wS1-";
    let position = position(game);
    let at = |name: &str| position.board().find(name.parse().expect("a tile")).expect("in the hive").0;
    let cells: BTreeSet<Hex> = refusal(game, "bA1 wQ-").cells().into_iter().collect();
    assert_eq!(cells, BTreeSet::from([at("wS1"), at("bQ")]));
}

#[test]
fn a_new_tile_is_told_which_enemy_it_would_touch() {
    let reason = refusal("Base;InProgress;White[2];wS1;bS1 wS1-", "wA1 wS1/");
    assert_eq!(reason.other(), "bS1".parse().ok());
    assert_eq!(reason.cells(), [Hex::new(1, 0)]);
    assert_eq!(reason.to_string(), "wA1 cannot be placed there: it would touch bS1");
}

#[test]
fn the_next_number_is_told() {
    let reason = refusal("Base;InProgress;White[2];wA1;bA1 wA1-", "wA3 -wA1");
    assert_eq!(reason.number(), Some(2));
}

/// An ant that is kept out by a gate is told so in its own words, and the gate is shown.
#[test]
fn an_ant_is_shown_the_gate_that_keeps_it_out() {
    let game = r"Base;InProgress;White[8];wS1;bG1 wS1-;wQ -wS1;bQ bG1/;wQ \wS1;bB1 \bQ;wQ /bB1;bB1 \wQ;wA1 -wS1;bB1 -wQ;wQ bB1/;bQ wQ\;wA1 \wQ;bQ bG1/";
    let position = position(game);
    let at = |name: &str| position.board().find(name.parse().expect("a tile")).expect("in the hive").0;
    let reason = refusal(game, r"wA1 wQ\");
    assert!(reason.says("ant_unreachable") && reason.says("gate"));
    assert_eq!(BTreeSet::from_iter(reason.cells()), BTreeSet::from([at("wQ"), at("bQ")]));
}

#[test]
fn a_turn_that_does_not_fit_the_board_is_refused() {
    let position = position("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
    let queen = "wQ".parse().expect("a tile");
    let ant = "wA1".parse().expect("a tile");
    let to = Hex::new(-1, 1);
    assert_eq!(
        position.check(Move::Relocate { piece: queen, from: Hex::new(5, 5), to }),
        Err(IllegalMove::WrongOrigin { piece: queen, at: Hex::new(-1, 0) })
    );
    assert_eq!(
        position.check(Move::Relocate { piece: ant, from: Hex::new(5, 5), to }),
        Err(IllegalMove::NotOnBoard { piece: ant })
    );
}

/// A tile that could walk one cell is told why it cannot, not about the pillbug beside it.
#[test]
fn a_pinned_queen_beside_her_pillbug_hears_of_the_pin() {
    let game = r"Base+P;InProgress;White[4];wP;bA1 wP/;wQ -wP;bQ bA1/;wS1 /wQ;bS1 bQ/";
    assert_eq!(refusal(game, r"wQ \wP").key(), "splits_hive");
    // A spider cannot go one cell, so there a throw was meant.
    let game = r"Base+P;InProgress;White[5];wP;bA1 wP/;wS1 -wP;bQ bA1/;wQ /wS1;bS1 bQ/;wA1 /wQ;bS2 bS1/";
    assert_eq!(refusal(game, r"wS1 \wP").key(), "throw_pinned");
}

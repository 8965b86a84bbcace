//! Counts of sequences of turns that several programs agree on.

use skep_rules::GameType;
use skep_testkit::{draw, perft_rows, position};

/// All eight types of game, five turns deep.
#[test]
fn counts_from_the_start() {
    let mut types = Vec::new();
    for row in perft_rows(include_str!("data/start.perft")) {
        let start = position(row.game);
        types.push(start.game_type());
        for (depth, count) in (1..).zip(&row.counts[..5]) {
            assert_eq!(start.perft(depth), *count, "{} to depth {depth}", row.game);
        }
    }
    assert_eq!(types.len(), GameType::ALL.len());
    assert!(GameType::ALL.iter().all(|game_type| types.contains(game_type)));
}

/// Positions with stacks, gates, holes and throws, of which there are few near the start.
#[test]
fn counts_from_the_middle_of_games() {
    for row in perft_rows(include_str!("data/middlegame.perft")) {
        let position = position(row.game);
        for (depth, count) in row.up_to(5_000_000) {
            assert_eq!(position.perft(depth), count, "depth {depth}\n{}", draw(&position));
        }
    }
}

/// The count of one turn is the length of the list, and a deeper count is the sum over the list: the two
/// ways in which the generator is used agree.
#[test]
fn counts_are_sums_over_lists() {
    for row in perft_rows(include_str!("data/middlegame.perft")) {
        let mut position = position(row.game);
        let mut sum = 0;
        for mv in &position.legal_moves() {
            let undo = position.play(mv).expect("generated turns are legal");
            sum += position.legal_moves().len() as u64;
            position.undo(undo);
        }
        assert_eq!(
            (position.legal_moves().len() as u64, sum),
            (row.counts[0], row.counts[1]),
            "{}",
            row.game
        );
    }
}

#[test]
fn no_turns_is_one_way_and_a_finished_game_has_none() {
    let start = position("Base;NotStarted;White[1]");
    assert_eq!(start.perft(0), 1);
    let over: skep_rules::Setup = "Base_b9_1aS_AqG_gBQ".parse().expect("a position string");
    let over = over.validate().expect("a surrounded queen is no fault");
    assert!(over.result().is_some());
    assert_eq!((over.perft(0), over.perft(1), over.perft(3)), (1, 0, 0));
}

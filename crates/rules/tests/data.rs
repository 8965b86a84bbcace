//! The rules against recorded games and against counts that other programs agree on.
//!
//! The files are not part of the repository; without them these tests say so and pass.

use std::collections::BTreeSet;

use skep_rules::{Move, Position};
use skep_testkit::{data_file, draw, game, perft_rows, position, turn};

fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// Thousands of games that people played: every turn is generated and passes the check.
#[test]
fn recorded_games_are_legal() {
    let Some(text) = data_file("recorded_games_are_legal", "human-games.txt") else { return };
    let mut turns = 0;
    for row in rows(&text) {
        let (end, moves) = game(row);
        let mut position = Position::new(end.rules());
        for mv in moves {
            assert!(position.is_legal(mv), "{mv:?}\n{}", draw(&position));
            let _ =
                position.play(mv).unwrap_or_else(|reason| panic!("{mv:?}: {reason}\n{}", draw(&position)));
            turns += 1;
        }
    }
    assert!(turns > 10_000, "only {turns} turns");
}

/// Complete sets of turns.
#[test]
fn sets_of_turns_are_complete() {
    let Some(text) = data_file("sets_of_turns_are_complete", "legal-moves.tsv") else { return };
    for row in rows(&text) {
        let (game, turns) = row.split_once('\t').expect("two fields");
        let position = position(game);
        let expected: BTreeSet<Move> = turns.split(';').map(|text| turn(&position, text)).collect();
        let found: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
        assert_eq!(found, expected, "{}", draw(&position));
        for mv in expected {
            assert_eq!(position.check(mv), Ok(()), "{mv:?}\n{}", draw(&position));
        }
    }
}

/// Numbers of sequences of turns, as deep as a test should go.
#[test]
fn sequences_are_counted_right() {
    let Some(text) = data_file("sequences_are_counted_right", "perft-positions.tsv") else { return };
    for row in perft_rows(&text) {
        let position = position(row.game);
        for (depth, count) in row.up_to(300_000) {
            assert_eq!(position.perft(depth), count, "depth {depth}\n{}", draw(&position));
        }
    }
}

/// The step-by-step check counts the same as the generator, without its help.
#[test]
fn the_check_alone_counts_the_same() {
    let Some(text) = data_file("the_check_alone_counts_the_same", "perft-positions.tsv") else { return };
    for row in perft_rows(&text) {
        let position = position(row.game);
        let accepted =
            skep_testkit::conceivable_moves(&position).into_iter().filter(|mv| position.check(*mv).is_ok());
        assert_eq!(accepted.count() as u64, row.counts[0], "{}", draw(&position));
    }
}

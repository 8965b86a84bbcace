//! Wins by force that the search has to see.

use skep_engine::{Engine, Limits, Options, ScoreKind, StopToken};
use skep_rules::RuleSet;
use skep_rules::notation::uhp::{GameString, UhpMove};

/// Enough positions for under a second on any machine of this decade.
const NODES: u64 = 700_000;

/// Positions with exactly one winning turn: game string, plies to the win, the turn.
#[test]
fn all_known_forced_wins_are_found() {
    let Some(text) = skep_testkit::data_file("all_known_forced_wins_are_found", "forced-wins.tsv") else {
        return;
    };
    let mut failures = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let text = GameString::parse(fields[0]).expect("a game string");
        // Some of the games went on after a third repetition.
        let rules = RuleSet { repetition_draw: false, ..RuleSet::new(text.game_type) };
        let game = text.play(rules).expect("the game is legal");
        let plies: u16 = fields[1].parse().expect("a number of plies");
        let wanted =
            UhpMove::parse(fields[2]).expect("a turn").resolve(game.position()).expect("a turn here");
        let mut engine = Engine::new(Options { table_mib: 16, ..Options::default() });
        let found = engine
            .search(&game, &Limits::nodes(NODES), &StopToken::new(), &mut |_| {})
            .expect("the game is not over");
        let proven = matches!(found.score.kind(), ScoreKind::WinIn(found) if found <= plies);
        if found.best != wanted || (plies <= 5 && !proven) {
            failures.push(format!(
                "{} in {} nodes at depth {}, score {}; wanted {} in {plies} plies: {}",
                found.best.to_uhp(game.position()),
                found.nodes,
                found.depth,
                found.score,
                fields[2],
                fields[0]
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

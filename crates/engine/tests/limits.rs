//! A search keeps to its limits.

use std::num::NonZeroUsize;
use std::time::Duration;

use skep_engine::{Engine, Level, Limits, Options, StopToken};
use skep_rules::{Game, GameType};

fn engine(threads: usize) -> Engine {
    let threads = NonZeroUsize::new(threads).expect("at least one");
    Engine::new(Options { table_mib: 1, threads, ..Options::default() })
}

#[test]
fn one_thread_looks_at_no_more_positions_than_allowed() {
    let game = Game::new(GameType::BASE_MLP);
    for nodes in [1, 2, 77, 512, 513, 5_000] {
        let found = engine(1).search(&game, &Limits::nodes(nodes), &StopToken::new(), &mut |_| {});
        let found = found.expect("the game is not over");
        assert!(found.nodes <= nodes, "{} for {nodes}", found.nodes);
        assert!(game.position().is_legal(found.best));
    }
}

#[test]
fn the_same_search_twice_is_the_same_search() {
    let game = Game::new(GameType::BASE_ML);
    let work = || {
        let found = engine(1).search(&game, &Limits::depth(6), &StopToken::new(), &mut |_| {});
        found.map(|found| (found.nodes, found.best, found.score))
    };
    assert_eq!(work(), work());
}

#[test]
fn a_game_of_another_type_begins_with_nothing_learned() {
    let nodes = |engine: &mut Engine, game_type: &str| {
        let game = Game::from_uhp(&format!("{game_type};InProgress;White[2];wS1;bS1 wS1-")).unwrap();
        let found = engine.search(&game, &Limits::depth(5), &StopToken::new(), &mut |_| {});
        found.expect("the game is not over").nodes
    };
    let mut used = engine(1);
    nodes(&mut used, "Base");
    let fresh = nodes(&mut engine(1), "Base+MLP");
    assert_eq!(nodes(&mut used, "Base+MLP"), fresh);
    assert!(nodes(&mut used, "Base+MLP") < fresh, "in the same game what was learned is of use");
}

#[test]
fn a_search_without_limits_ends_when_it_is_told_to() {
    let game = Game::new(GameType::BASE_MLP);
    for threads in [1, 2] {
        let stop = StopToken::new();
        let mut reports = 0;
        // The order to stop comes from inside: no clock is involved.
        let found = engine(threads).search(&game, &Limits::default(), &stop.clone(), &mut |info| {
            reports += 1;
            if info.depth >= 3 {
                stop.stop();
            }
        });
        assert!(found.is_some_and(|found| game.position().is_legal(found.best)) && reports >= 3);
    }
}

#[test]
fn no_time_at_all_is_enough_for_a_legal_turn() {
    let game = Game::new(GameType::BASE);
    let found = engine(1).search(&game, &Limits::time(Duration::ZERO), &StopToken::new(), &mut |_| {});
    assert!(found.is_some_and(|found| game.position().is_legal(found.best)));
}

#[test]
fn all_levels_play_legal_turns_and_seeds_vary_the_low_ones() {
    let mut game = Game::new(GameType::BASE_MLP);
    for _ in 0..12 {
        for number in 1..=9 {
            let limits = Limits { level: Level::new(number).expect("a level"), ..Limits::default() };
            let found = engine(1).search(&game, &limits, &StopToken::new(), &mut |_| {});
            assert!(found.is_some_and(|found| game.position().is_legal(found.best)), "level {number}");
        }
        let choose = |seed| {
            let limits = Limits { level: Level::MIN, seed, ..Limits::default() };
            engine(1).search(&game, &limits, &StopToken::new(), &mut |_| {}).expect("not over").best
        };
        assert_eq!(choose(5), choose(5));
        let mv = choose(game.moves().len() as u64);
        game.play(mv).expect("a legal turn");
    }
}

/// A search that is stopped in the middle of an iteration has still a score to tell.
#[test]
fn a_stopped_search_has_a_score_that_means_something() {
    let game =
        Game::from_uhp(r"Base+MLP;InProgress;White[5];wL;bL wL\;wM \wL;bM bL\;wA1 /wM;bA1 bM/;wQ wL/;bQ /bM")
            .expect("a legal game");
    for nodes in (50..6_000).step_by(37) {
        let found = engine(1).search(&game, &Limits::nodes(nodes), &StopToken::new(), &mut |_| {});
        let score = found.expect("the game is not over").score;
        assert!(score.units().abs() <= 32_000, "{score} after {nodes} positions");
    }
}

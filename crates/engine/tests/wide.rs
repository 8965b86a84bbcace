//! Searches in which the hive outgrows the narrow torus, or comes back to it.

use skep_engine::{Engine, Limits, Options, StopToken};
use skep_rules::raw::HiveRef;
use skep_rules::{Game, Setup};

/// A line of tiles with ants at both ends: most turns go over the edge of the torus, many come back.
fn line(tiles: usize) -> Game {
    let bugs = "AqaQAsSaGgBbMmLlGgSsGgBbAaPp";
    let row: String = bugs.chars().take(tiles).collect();
    let setup: Setup = format!("Base-MLP_w20_{row}").parse().expect("a position string");
    Game::from_position(setup.validate().expect("a line is a hive"))
}

#[test]
fn a_search_crosses_the_edge_of_the_torus() {
    let mut engine = Engine::new(Options { table_mib: 1, ..Options::default() });
    for tiles in [12, 13, 14, 15, 16, 20, 28] {
        let mut game = line(tiles);
        assert_eq!(matches!(game.position().hive(), HiveRef::Wide(_)), tiles > 14);
        for _ in 0..4 {
            let found = engine.search(&game, &Limits::depth(3), &StopToken::new(), &mut |_| {});
            let found = found.expect("the game is not over");
            assert!(game.position().is_legal(found.best), "{tiles} tiles: {:?}", found.best);
            let mut line = game.position().clone();
            for mv in found.pv {
                let _ = line.play(mv).expect("every turn of the line is legal");
            }
            game.play(found.best).expect("the turn was legal just now");
        }
    }
}

//! A fixed amount of work: the same number of positions on every machine, so that a change of the
//! number is a change of behavior, and the time is a measure of speed.

use skep_rules::Game;

use crate::{Engine, Limits, Options, StopToken};

/// The positions: of games that the engine played against itself.
const POSITIONS: &str = include_str!("../bench.txt");

/// The depth to which they are searched.
pub const DEPTH: u8 = 7;

/// The work done on one position.
#[derive(Clone, Debug)]
pub struct Work {
    /// The position as a UHP game string.
    pub game: &'static str,
    /// Positions looked at.
    pub nodes: u64,
}

/// Searches all positions to a depth, on one thread with a fresh table of 16 MiB each.
pub fn bench(depth: u8, mut done: impl FnMut(&Work)) -> u64 {
    let mut engine = Engine::new(Options { table_mib: 16, ..Options::default() });
    let mut total = 0;
    for text in POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let game = Game::from_uhp(text).expect("the positions of the repository are in order");
        engine.clear();
        let found = engine.search(&game, &Limits::depth(depth), &StopToken::new(), &mut |_| {});
        let work = Work { game: text, nodes: found.map_or(0, |found| found.nodes) };
        total += work.nodes;
        done(&work);
    }
    total
}

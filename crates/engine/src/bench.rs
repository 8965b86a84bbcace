//! A fixed amount of work: the same number of positions on every machine, so that a change of the
//! number is a change of behavior, and the time is a measure of speed.

use skep_rules::Game;

use crate::search::Now;
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
pub fn bench(depth: u8, done: impl FnMut(&Work)) -> u64 {
    bench_by(Options::default().now, depth, done)
}

/// The same by a clock of the caller's, where the standard library has none.
pub fn bench_by(now: Now, depth: u8, mut done: impl FnMut(&Work)) -> u64 {
    let mut engine = Engine::new(Options { table_mib: 16, now, ..Options::default() });
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Kept in a file, so that the tests in a browser can hold the engine in a worker to the same numbers.
    #[test]
    fn the_work_is_the_same_on_every_machine() {
        let mut words = include_str!("../bench-nodes.txt").lines().last().unwrap_or("").split_whitespace();
        let depth = words.next().and_then(|word| word.parse().ok()).expect("a depth");
        let nodes = words.next().and_then(|word| word.parse().ok()).expect("a number of nodes");
        assert_eq!(
            bench(depth, |_| {}),
            nodes,
            "{depth}; if the search has changed, write the new number down"
        );
    }
}

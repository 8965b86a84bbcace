//! An engine that does not think.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use skep_engine::{Info, Limits, Score, SearchResult, StopToken};
use skep_rules::{Game, GameResult, Move};

use super::Brain;

/// Plays any legal turn: for tests, and where only the rules are wanted.
///
/// It wins at once if it can, and without a limit it waits to be stopped, as a real engine would.
#[derive(Clone, Debug, Default)]
pub struct RandomBrain {
    state: u64,
}

impl RandomBrain {
    /// Choices that depend on the seed alone.
    #[must_use]
    pub fn new(seed: u64) -> RandomBrain {
        RandomBrain { state: seed }
    }

    /// A step of SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        let moves = game.position().legal_moves();
        let wins = |mv: &&Move| {
            let mut next = game.position().clone();
            let _ = next.play_unchecked(**mv);
            next.result() == Some(GameResult::Win(game.position().turn()))
        };
        if let Some(win) = moves.iter().find(wins) {
            return Some(*win);
        }
        let choice = self.next() % moves.len().max(1) as u64;
        moves.get(choice as usize).copied()
    }
}

impl Brain for RandomBrain {
    fn configure(&mut self, _: NonZeroUsize, table_mib: usize) -> usize {
        table_mib
    }

    fn clear(&mut self) {}

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopToken,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        let start = Instant::now();
        if game.result().is_some() {
            return None;
        }
        let best = self.choose(game)?;
        let pv = vec![best];
        on_info(&Info {
            depth: 1,
            line: 0,
            score: Score::DRAW,
            nodes: 1,
            time: start.elapsed(),
            pv: pv.clone(),
        });
        let is_limited = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.time.is_some()
            || limits.clock.is_some();
        while !is_limited && !stop.is_stopped() {
            // tidy: allow(sleep): thinks until it is stopped, and the token can only be asked
            thread::sleep(Duration::from_millis(1));
        }
        Some(SearchResult { best, score: Score::DRAW, pv, depth: 1, nodes: 1, time: start.elapsed() })
    }
}

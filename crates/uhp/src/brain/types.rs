//! Limits and results of a search.

use core::fmt;
use core::time::Duration;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use skep_rules::Move;

/// How an engine works.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Memory for positions it has seen.
    pub table_mib: usize,
    /// How many threads search.
    pub threads: NonZeroUsize,
}

impl Default for Options {
    fn default() -> Options {
        Options { table_mib: 64, threads: NonZeroUsize::MIN }
    }
}

/// A strength from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

impl Level {
    /// Unrestricted.
    pub const MAX: Level = Level(10);

    /// The level with this number, 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// The number, 1 to 10.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }
}

/// When a search ends: the first limit that is reached counts. Without any, it runs until stopped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Turns to look ahead.
    pub depth: Option<u8>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time for this turn.
    pub time: Option<Duration>,
    /// The game clock.
    pub clock: Option<Clock>,
    /// The strength.
    pub level: Level,
    /// How many of the best turns to examine.
    pub lines: usize,
    /// Varies the choice of levels below the highest.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: None, nodes: None, time: None, clock: None, level: Level::MAX, lines: 1, seed: 0 }
    }
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each turn adds.
    pub increment: Duration,
}

/// Tells a running search to stop. Clones share the same switch.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A token that has not been pulled.
    #[must_use]
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Makes the search stop at once.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`StopToken::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// News from a search.
#[derive(Clone, Debug)]
pub struct Info {
    /// How far it has looked.
    pub depth: u8,
    /// Which of the best turns this is about: 0 is the best.
    pub line: usize,
    /// How good it is.
    pub score: Score,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Time taken so far.
    pub time: Duration,
    /// The expected turns.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The turn to play.
    pub best: Move,
    /// How good it is.
    pub score: Score,
    /// The expected turns.
    pub pv: Vec<Move>,
    /// How far it has looked.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// A score from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// The side to move wins by force within this many plies.
    WinIn(u16),
    /// The side to move loses within this many plies.
    LossIn(u16),
    /// A judgement; 200 are one logit of winning probability.
    Eval(i32),
}

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);

    /// Takes the score apart.
    #[must_use]
    pub fn kind(self) -> ScoreKind {
        ScoreKind::Eval(self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", f64::from(self.0) / 200.0)
    }
}

//! When to stop thinking.

use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::level::Level;

/// When a search ends: the first limit that is reached counts. Without any, it runs until stopped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Turns to look ahead.
    pub depth: Option<u8>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time for this turn.
    pub time: Option<Duration>,
    /// The game clock, from which the time for this turn is worked out.
    pub clock: Option<Clock>,
    /// The strength.
    pub level: Level,
    /// How many of the best turns to examine.
    pub lines: usize,
    /// Varies the choice of levels below the highest. The same seed gives the same choice.
    pub seed: u64,
    /// How much a draw is disliked, in evaluation units. Nothing when a position is to be judged; a little in
    /// play, [`CONTEMPT`], because the other one may still go wrong.
    pub contempt: i32,
}

/// How much a draw is disliked in play: a tenth of a logit.
pub const CONTEMPT: i32 = 20;
/// The most that counts: a draw is never worth less than a position that is as good as lost.
pub const MAX_CONTEMPT: i32 = 400;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            clock: None,
            level: Level::MAX,
            lines: 1,
            seed: 0,
            contempt: 0,
        }
    }
}

impl Limits {
    /// Stops at a depth.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Stops after a number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Stops after a time.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
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

    /// Makes the token usable again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether [`StopToken::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

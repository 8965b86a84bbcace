//! What time it is: one clock for everything, that does not jump by itself and that tests can set.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::domain::time::Ms;

/// Tells the time.
pub trait TimeSource: Send + Sync + std::fmt::Debug {
    /// Now.
    fn now(&self) -> Ms;

    /// A reference clock (the system's, or the database's when processes share one) shows this. Small differences are
    /// made up for bit by bit; the answer is a jump that was too large for that, and that the caller must give the
    /// games as credit.
    fn compare(&self, reference: Ms) -> Ms {
        let _ = reference;
        Ms::ZERO
    }
}

/// A difference up to this is made up for slowly.
const LARGEST_SLEW: Ms = Ms::seconds(5);
/// How much a comparison, every ten seconds, may change the clock: 1 ms in 100.
const SLEW_STEP: i64 = 100;

/// The time by a clock that runs evenly, set by one that is right.
#[derive(Debug)]
pub struct AnchoredTime {
    started: Instant,
    /// What to add to the time since `started`.
    offset: AtomicI64,
}

impl AnchoredTime {
    /// Set by the system's clock.
    #[must_use]
    pub fn system() -> AnchoredTime {
        AnchoredTime::at(system_clock())
    }

    /// Set to a time.
    #[must_use]
    pub fn at(now: Ms) -> AnchoredTime {
        AnchoredTime { started: Instant::now(), offset: AtomicI64::new(now.0) }
    }
}

impl TimeSource for AnchoredTime {
    fn now(&self) -> Ms {
        let since = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        Ms(self.offset.load(Ordering::Relaxed).saturating_add(since))
    }

    fn compare(&self, reference: Ms) -> Ms {
        let apart = reference - self.now();
        if apart.0.abs() <= LARGEST_SLEW.0 {
            self.offset.fetch_add(apart.0.clamp(-SLEW_STEP, SLEW_STEP), Ordering::Relaxed);
            return Ms::ZERO;
        }
        self.offset.fetch_add(apart.0, Ordering::Relaxed);
        apart
    }
}

/// What the system's clock shows.
#[must_use]
pub fn system_clock() -> Ms {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Ms(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A clock that a test turns by hand.
#[derive(Debug)]
pub struct FakeTime(AtomicI64);

impl FakeTime {
    /// Stands at a time.
    #[must_use]
    pub fn new(now: Ms) -> FakeTime {
        FakeTime(AtomicI64::new(now.0))
    }

    /// Goes forward, or back.
    pub fn advance(&self, by: Ms) {
        self.0.fetch_add(by.0, Ordering::Relaxed);
    }
}

impl TimeSource for FakeTime {
    fn now(&self) -> Ms {
        Ms(self.0.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::{AnchoredTime, FakeTime, TimeSource};
    use crate::domain::time::Ms;

    #[test]
    fn small_differences_are_slewed_and_large_ones_told() {
        let time = AnchoredTime::at(Ms(1_000_000));
        assert_eq!(time.compare(Ms(1_003_000)), Ms::ZERO);
        assert!(time.now() < Ms(1_002_000), "no jump");
        let jump = time.compare(Ms(5_000_000));
        assert!(jump > Ms(3_900_000) && time.now() >= Ms(5_000_000));
        let back = time.compare(Ms(1_000_000));
        assert!(back < Ms(-3_900_000) && time.now() < Ms(1_010_000));
    }

    #[test]
    fn tests_turn_the_clock() {
        let time = FakeTime::new(Ms(5));
        time.advance(Ms(10));
        assert_eq!(time.now(), Ms(15));
    }
}

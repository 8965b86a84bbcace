//! When the database last took a sign of life: what readiness is judged by.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Copies are the same pulse.
#[derive(Clone, Debug)]
pub struct Pulse {
    start: Instant,
    /// Milliseconds from the start to the last sign, plus one; zero when there was none.
    last: Arc<AtomicU64>,
}

impl Default for Pulse {
    fn default() -> Pulse {
        Pulse { start: Instant::now(), last: Arc::default() }
    }
}

impl Pulse {
    /// So long after a sign it still counts.
    pub const FRESH: Duration = Duration::from_secs(10);

    pub(super) fn felt(&self) {
        let since = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX - 1);
        self.last.store(since + 1, Ordering::Relaxed);
    }

    /// Whether there was a sign lately.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        match self.last.load(Ordering::Relaxed) {
            0 => false,
            last => self.start.elapsed().saturating_sub(Duration::from_millis(last - 1)) <= Pulse::FRESH,
        }
    }
}

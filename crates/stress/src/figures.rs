//! How long things took.

use std::time::Duration;

use serde_json::{Value, json};

/// Times of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<u64>);

impl Times {
    pub(crate) fn add(&mut self, took: Duration) {
        self.0.push(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    pub(crate) fn merge(&mut self, other: Times) {
        self.0.extend(other.0);
    }

    /// The time that a share of them did not exceed, in milliseconds.
    pub(crate) fn percentile(&mut self, share: f64) -> Option<f64> {
        self.0.sort_unstable();
        let last = self.0.len().checked_sub(1)?;
        let at = ((last as f64) * share).round() as usize;
        self.0.get(at).map(|micros| *micros as f64 / 1000.0)
    }

    pub(crate) fn summary(&mut self) -> Value {
        json!({
            "count": self.0.len(),
            "p50_ms": self.percentile(0.5),
            "p90_ms": self.percentile(0.9),
            "p99_ms": self.percentile(0.99),
            "max_ms": self.percentile(1.0),
        })
    }
}

/// Everything that was counted in a load.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// From the moment a move was due to its acknowledgement.
    pub(crate) acknowledged: Times,
    /// From the moment a move was due to the opponent's receipt.
    pub(crate) received: Times,
    /// The same, of moves below ply 20 and above ply 250.
    pub(crate) early: Times,
    pub(crate) late: Times,
    /// From the first byte of a connection to `welcome`.
    pub(crate) connected: Times,
    pub(crate) moves: u64,
    pub(crate) games: u64,
    pub(crate) reconnects: u64,
    /// Refusals that should not have happened.
    pub(crate) errors: Vec<String>,
}

/// More errors than this are only counted.
const MOST_ERRORS: usize = 20;

impl Figures {
    pub(crate) fn error(&mut self, text: String) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(text);
        }
    }

    pub(crate) fn merge(&mut self, other: Figures) {
        self.acknowledged.merge(other.acknowledged);
        self.received.merge(other.received);
        self.early.merge(other.early);
        self.late.merge(other.late);
        self.connected.merge(other.connected);
        self.moves += other.moves;
        self.games += other.games;
        self.reconnects += other.reconnects;
        self.errors.extend(other.errors);
    }
}

/// The memory of a process in KiB.
pub(crate) fn memory_kib(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Times;

    #[test]
    fn shares_of_times() {
        let mut times = Times::default();
        assert_eq!(times.percentile(0.5), None);
        for ms in (1..=101).rev() {
            times.add(Duration::from_millis(ms));
        }
        assert_eq!(times.percentile(0.5), Some(51.0));
        assert_eq!(times.percentile(0.99), Some(100.0));
        assert_eq!(times.percentile(1.0), Some(101.0));
    }
}

//! How long things took.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

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

/// Acknowledged moves of all games, and the sum of their plies: what the sampler divides by.
static MOVES: AtomicU64 = AtomicU64::new(0);
static PLIES: AtomicU64 = AtomicU64::new(0);

/// Counts a move for the sampler.
pub(crate) fn count_move(ply: u16) {
    MOVES.fetch_add(1, Ordering::Relaxed);
    PLIES.fetch_add(ply.into(), Ordering::Relaxed);
}

/// Looks every few seconds at what the server has used, so that the cost of a move can be seen to grow, or not.
pub(crate) async fn sample(pid: u32, every: Duration, samples: &std::sync::Mutex<Vec<Value>>) {
    let read = || (MOVES.load(Ordering::Relaxed), PLIES.load(Ordering::Relaxed), cpu_seconds(pid));
    let started = Instant::now();
    let mut before = read();
    loop {
        tokio::time::sleep(every).await;
        let now = read();
        let (Some(used), Some(used_before)) = (now.2, before.2) else { return };
        let moves = now.0 - before.0;
        if let (1.., Ok(mut samples)) = (moves, samples.lock()) {
            samples.push(json!({
                "at_s": started.elapsed().as_secs(),
                "moves": moves,
                "mean_ply": (now.1 - before.1) / moves,
                "cpu_ms_per_move": (used - used_before) * 1000.0 / moves as f64,
                "memory_kib": memory_kib(pid),
            }));
        }
        before = now;
    }
}

/// The processor time that a process has used, its own and the system's for it.
pub(crate) fn cpu_seconds(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold anything, also blanks; the numbers come after its bracket.
    let numbers: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| numbers.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
}

/// What Linux counts processor time in, on every machine that is in use.
const TICKS_PER_SECOND: f64 = 100.0;

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

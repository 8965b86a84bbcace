//! Numbers about the running process, in the text format that Prometheus reads.
//!
//! Each number is a static with its name and meaning; whoever knows it adds to it, and [`render`] prints them all.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A number that only grows.
#[derive(Debug)]
pub struct Counter {
    name: &'static str,
    help: &'static str,
    value: AtomicU64,
}

/// A number that goes up and down.
#[derive(Debug)]
pub struct Gauge {
    name: &'static str,
    help: &'static str,
    value: AtomicI64,
}

/// Counters that differ by one word, such as the code of an error.
#[derive(Debug)]
pub struct Family {
    name: &'static str,
    help: &'static str,
    label: &'static str,
    values: Mutex<BTreeMap<String, u64>>,
}

/// How long something took, in buckets.
#[derive(Debug)]
pub struct Timing {
    name: &'static str,
    help: &'static str,
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// Upper bounds of the buckets in microseconds.
const BOUNDS: [u64; 12] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000];
/// A family never has more members than this: a label that a client could choose must not fill the memory.
const LARGEST_FAMILY: usize = 1000;

impl Counter {
    pub const fn new(name: &'static str, help: &'static str) -> Counter {
        Counter { name, help, value: AtomicU64::new(0) }
    }

    pub fn add(&self, n: u64) {
        self.value.fetch_add(n, Ordering::Relaxed);
    }
}

impl Gauge {
    pub const fn new(name: &'static str, help: &'static str) -> Gauge {
        Gauge { name, help, value: AtomicI64::new(0) }
    }

    pub fn set(&self, value: i64) {
        self.value.store(value, Ordering::Relaxed);
    }

    pub fn add(&self, n: i64) {
        self.value.fetch_add(n, Ordering::Relaxed);
    }
}

impl Family {
    pub const fn new(name: &'static str, help: &'static str, label: &'static str) -> Family {
        Family { name, help, label, values: Mutex::new(BTreeMap::new()) }
    }

    pub fn add(&self, word: &str, n: u64) {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = values.get_mut(word) {
            *value += n;
        } else if values.len() < LARGEST_FAMILY {
            values.insert(word.to_owned(), n);
        }
    }
}

impl Timing {
    pub const fn new(name: &'static str, help: &'static str) -> Timing {
        Timing {
            name,
            help,
            buckets: [const { AtomicU64::new(0) }; BOUNDS.len()],
            count: AtomicU64::new(0),
            micros: AtomicU64::new(0),
        }
    }

    pub fn record(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        if let Some(index) = BOUNDS.iter().position(|&bound| micros <= bound) {
            self.buckets[index].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }
}

pub static CONNECTIONS: Gauge = Gauge::new("skep_connections", "open connections");
pub static CONNECTIONS_REFUSED: Counter =
    Counter::new("skep_connections_refused_total", "connections over a limit");
pub static REQUESTS: Family =
    Family::new("skep_http_requests_total", "requests by route and status", "route");
pub static REQUEST_SECONDS: Timing = Timing::new("skep_http_seconds", "time to answer a request");
pub static LIMITED: Family = Family::new("skep_limited_total", "requests over a rate limit", "limit");
pub static SOCKETS: Gauge = Gauge::new("skep_sockets", "open WebSockets");
pub static MESSAGES: Counter = Counter::new("skep_messages_total", "messages from sockets");
pub static ERRORS: Family = Family::new("skep_errors_total", "refusals by code", "code");
pub static CLOSES: Family = Family::new("skep_closes_total", "closed sockets by code", "code");
pub static MOVES: Counter = Counter::new("skep_moves_total", "moves stored");
pub static COMMAND_SECONDS: Timing =
    Timing::new("skep_command_seconds", "from receipt of a command to its end");
pub static COMMIT_SECONDS: Timing = Timing::new("skep_commit_seconds", "time to store a change of a game");
pub static CONFLICTS: Counter =
    Counter::new("skep_conflicts_total", "commands that another process overtook");
pub static DUPLICATES: Counter = Counter::new("skep_duplicates_total", "commands that came twice");
pub static SLOW_CLOSED: Counter = Counter::new("skep_slow_closed_total", "sockets closed for not reading");
pub static FLAGS: Counter = Counter::new("skep_flags_total", "games looked at when their clock ran out");
pub static SWEPT: Counter = Counter::new("skep_sweep_ended_total", "games ended by the sweeper");
pub static CREDIT_MS: Counter = Counter::new("skep_credit_ms_total", "time given back after an outage");
pub static LEADER: Gauge = Gauge::new("skep_leader", "whether this process runs the shared tasks");
pub static LISTENER_REBUILT: Counter =
    Counter::new("skep_listener_rebuilt_total", "connections for notices that were lost");
pub static POLL_FOUND: Counter = Counter::new("skep_poll_found_total", "changes that no notice told of");
pub static ENGINE_QUEUE: Gauge = Gauge::new("skep_engine_queue", "computer moves waiting");
pub static ENGINE_SECONDS: Timing = Timing::new("skep_engine_seconds", "time for a computer move");
pub static ARGON_WAIT: Timing = Timing::new("skep_argon_wait_seconds", "wait for a turn to check a password");
pub static SIGN_INS: Family = Family::new("skep_sign_ins_total", "attempts to sign in", "outcome");
pub static MAILS: Family = Family::new("skep_mails_total", "mails by outcome", "outcome");

const COUNTERS: &[&Counter] = &[
    &CONNECTIONS_REFUSED,
    &MESSAGES,
    &MOVES,
    &CONFLICTS,
    &DUPLICATES,
    &SLOW_CLOSED,
    &FLAGS,
    &SWEPT,
    &CREDIT_MS,
    &LISTENER_REBUILT,
    &POLL_FOUND,
];
const GAUGES: &[&Gauge] = &[&CONNECTIONS, &SOCKETS, &LEADER, &ENGINE_QUEUE];
const FAMILIES: &[&Family] = &[&REQUESTS, &LIMITED, &ERRORS, &CLOSES, &SIGN_INS, &MAILS];
const TIMINGS: &[&Timing] =
    &[&REQUEST_SECONDS, &COMMAND_SECONDS, &COMMIT_SECONDS, &ENGINE_SECONDS, &ARGON_WAIT];

/// All numbers as text.
#[must_use]
pub fn render() -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text);
    text
}

fn write_all(text: &mut String) -> std::fmt::Result {
    for Counter { name, help, value } in COUNTERS {
        let value = value.load(Ordering::Relaxed);
        writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}")?;
    }
    for Gauge { name, help, value } in GAUGES {
        let value = value.load(Ordering::Relaxed);
        writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}")?;
    }
    for Family { name, help, label, values } in FAMILIES {
        writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter")?;
        for (word, value) in values.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let word = word.replace(['\\', '"', '\n'], "_");
            writeln!(text, "{name}{{{label}=\"{word}\"}} {value}")?;
        }
    }
    for Timing { name, help, buckets, count, micros } in TIMINGS {
        writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram")?;
        let mut sum = 0;
        for (bound, bucket) in BOUNDS.iter().zip(buckets) {
            sum += bucket.load(Ordering::Relaxed);
            writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", *bound as f64 / 1e6)?;
        }
        let count = count.load(Ordering::Relaxed);
        writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(text, "{name}_sum {}", micros.load(Ordering::Relaxed) as f64 / 1e6)?;
        writeln!(text, "{name}_count {count}")?;
    }
    write_process(text)
}

/// Memory and open files, where the system tells.
fn write_process(text: &mut String) -> std::fmt::Result {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    if let Some(kilobytes) = resident.and_then(|number| number.trim().parse::<u64>().ok()) {
        let name = "process_resident_memory_bytes";
        writeln!(text, "# TYPE {name} gauge\n{name} {}", kilobytes * 1024)?;
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        writeln!(text, "# TYPE process_open_fds gauge\nprocess_open_fds {}", files.count())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_with_their_names() {
        SLOW_CLOSED.add(2);
        CLOSES.add("44\"09", 3);
        ENGINE_SECONDS.record(Duration::from_millis(2));
        ENGINE_SECONDS.record(Duration::from_secs(60));
        let text = render();
        assert!(text.contains("# TYPE skep_slow_closed_total counter\nskep_slow_closed_total "), "{text}");
        assert!(text.contains("skep_closes_total{code=\"44_09\"} 3"), "{text}");
        assert!(text.contains("skep_engine_seconds_bucket{le=\"0.0025\"} 1"), "{text}");
        assert!(text.contains("skep_engine_seconds_bucket{le=\"+Inf\"} 2"), "{text}");
    }

    #[test]
    fn a_family_does_not_grow_without_bound() {
        static MANY: Family = Family::new("many", "test", "x");
        for n in 0..10_000 {
            MANY.add(&n.to_string(), 1);
        }
        assert_eq!(MANY.values.lock().unwrap().len(), LARGEST_FAMILY);
    }
}

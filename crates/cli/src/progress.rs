//! A line on standard error that says how far something has come.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// A progress bar on a terminal; a line now and then elsewhere.
#[derive(Debug)]
pub(crate) struct Progress {
    what: String,
    total: usize,
    done: usize,
    start: Instant,
    shown: Option<Instant>,
    terminal: bool,
}

const WIDTH: usize = 30;

impl Progress {
    pub(crate) fn new(what: impl Into<String>, total: usize) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        Progress { what: what.into(), total, done: 0, start: Instant::now(), shown: None, terminal }
    }

    /// One more is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        let pause = Duration::from_millis(if self.terminal { 200 } else { 30_000 });
        if self.shown.is_none_or(|shown| shown.elapsed() >= pause) {
            self.shown = Some(Instant::now());
            self.show();
        }
    }

    /// All are done, or there will be no more.
    pub(crate) fn finish(&mut self) {
        self.show();
        if self.terminal {
            let _ = writeln!(std::io::stderr());
        }
    }

    fn show(&self) {
        let elapsed = self.start.elapsed();
        let left = elapsed.mul_f64(self.total.saturating_sub(self.done) as f64 / self.done.max(1) as f64);
        let filled = (WIDTH * self.done.min(self.total)).checked_div(self.total).unwrap_or(WIDTH);
        let bar = "#".repeat(filled) + &".".repeat(WIDTH - filled);
        let text = format!(
            "[{bar}] {} of {} {}, {} s, {} s left",
            self.done,
            self.total,
            self.what,
            elapsed.as_secs(),
            left.as_secs()
        );
        // A closed standard error is no reason to stop working.
        let _ = if self.terminal {
            write!(std::io::stderr(), "\r{text}  ")
        } else {
            writeln!(std::io::stderr(), "{text}")
        };
    }
}

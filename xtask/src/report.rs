//! What became of each part, and the table at the end of a test run.

use std::fmt::Write;
use std::time::Duration;

/// How a part ended, with a few words for the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed(String),
    /// Not run, and why, with the cure where there is one.
    Skipped(String),
    Failed(String),
}

impl Outcome {
    pub(crate) fn passed() -> Outcome {
        Outcome::Passed(String::new())
    }

    fn word(&self) -> &'static str {
        match self {
            Outcome::Passed(_) => "passed",
            Outcome::Skipped(_) => "skipped",
            Outcome::Failed(_) => "FAILED",
        }
    }

    fn detail(&self) -> &str {
        let (Outcome::Passed(text) | Outcome::Skipped(text) | Outcome::Failed(text)) = self;
        text
    }
}

/// One row of the table.
pub(crate) struct Row {
    pub(crate) part: &'static str,
    pub(crate) outcome: Outcome,
    pub(crate) time: Duration,
}

/// The table and its last line.
pub(crate) fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.part.len()).max().unwrap_or(0).max("part".len());
    let mut text = format!("{:width$}  {:7}  {:>10}  detail\n", "part", "result", "time");
    for row in rows {
        let line = format!(
            "{:width$}  {:7}  {:>10}  {}",
            row.part,
            row.outcome.word(),
            clock(row.time),
            // A reason of several lines would break the table; it was printed in full above.
            row.outcome.detail().lines().next().unwrap_or_default()
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let count = |word: &str| rows.iter().filter(|row| row.outcome.word() == word).count();
    let total: Duration = rows.iter().map(|row| row.time).sum();
    let _ = writeln!(
        text,
        "{} passed, {} failed, {} skipped in {}",
        count("passed"),
        count("FAILED"),
        count("skipped"),
        clock(total)
    );
    text
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_every_part_and_counts_them() {
        let rows = [
            Row { part: "fmt", outcome: Outcome::passed(), time: Duration::from_millis(640) },
            Row { part: "unit", outcome: Outcome::Passed("12 tests".into()), time: Duration::from_secs(75) },
            Row { part: "wasm", outcome: Outcome::Skipped("no node\nlong".into()), time: Duration::ZERO },
            Row { part: "tidy", outcome: Outcome::Failed("2 faults".into()), time: Duration::ZERO },
        ];
        let expected = "\
part  result         time  detail
fmt   passed        0.6 s
unit  passed   1 min 15 s  12 tests
wasm  skipped       0.0 s  no node
tidy  FAILED        0.0 s  2 faults
2 passed, 1 failed, 1 skipped in 1 min 15 s
";
        assert_eq!(table(&rows), expected);
    }
}

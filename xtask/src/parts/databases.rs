//! The part that runs the server's tests on both databases and accepts no silent skip.

use anyhow::Result;

use super::code::verdict;
use crate::process;
use crate::report::Outcome;
use crate::workspace::Workspace;

/// The suites that speak to PostgreSQL. Under `unit` they run too, and do without it where it is missing.
const SUITES: [&str; 3] = ["contract", "cluster", "faults"];

pub(super) fn part(workspace: &Workspace) -> Result<Outcome> {
    let log = workspace.target().join("skipped-databases.txt");
    let _ = std::fs::remove_file(&log);
    let mut command = workspace.cargo(["test", "-p", "skep-server", "--no-fail-fast"]);
    for suite in SUITES {
        command.args(["--test", suite]);
    }
    // One after the other: each of them starts servers and waits for the disk.
    command.args(["--", "--test-threads=1"]);
    let (succeeded, output) = process::run_and_read(command.env("SKEP_DATABASES_SKIPPED", &log))?;
    let outcome = verdict(succeeded, &output, "cargo test")?;
    Ok(with_skipped(outcome, &std::fs::read_to_string(&log).unwrap_or_default()))
}

/// What could not be tried is named: a full disk needs the right to mount one.
fn with_skipped(outcome: Outcome, log: &str) -> Outcome {
    match outcome {
        Outcome::Passed(detail) if !log.is_empty() => {
            println!("    these did nothing:");
            for line in log.lines() {
                println!("      {line}");
            }
            Outcome::Passed(format!("{detail}, {} of them skipped (see above)", log.lines().count()))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_counted() {
        let passed = || Outcome::Passed("9 tests (cargo test)".into());
        assert_eq!(with_skipped(passed(), ""), passed());
        let expected = "9 tests (cargo test), 1 of them skipped (see above)";
        assert_eq!(with_skipped(passed(), "faults::disk: only root\n"), Outcome::Passed(expected.into()));
    }
}

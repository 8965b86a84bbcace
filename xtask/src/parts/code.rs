//! The parts that hand the whole workspace to cargo: format, lints, tests, documentation.

use anyhow::{Result, bail};

use super::counts::Counts;
use crate::process;
use crate::report::Outcome;
use crate::tools;
use crate::workspace::Workspace;

pub(super) fn format(workspace: &Workspace) -> Result<Outcome> {
    process::run(&mut workspace.cargo(["fmt", "--all", "--check"]))?;
    // Outside the workspace, so `--all` does not reach it.
    process::run(&mut workspace.cargo(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))?;
    Ok(Outcome::passed())
}

pub(super) fn clippy(workspace: &Workspace) -> Result<Outcome> {
    process::run(&mut workspace.cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    Ok(Outcome::passed())
}

/// With nextest where it is installed: each test in a process of its own, so that a crash or a
/// leaked thread is told apart from its neighbors. Otherwise plain `cargo test`.
pub(super) fn unit(workspace: &Workspace) -> Result<Outcome> {
    let nextest = tools::has_cargo_command(workspace, "nextest");
    let mut command = match nextest {
        true => workspace.cargo(["nextest", "run", "--workspace", "--no-fail-fast"]),
        false => workspace.cargo(["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]),
    };
    let log = workspace.target().join("skipped-tests.txt");
    let _ = std::fs::remove_file(&log);
    let (succeeded, output) = process::run_and_read(command.env("SKEP_SKIP_LOG", &log))?;
    let outcome = verdict(succeeded, &output, if nextest { "nextest" } else { "cargo test" })?;
    Ok(with_skipped(outcome, &std::fs::read_to_string(&log).unwrap_or_default()))
}

/// Tests that need data which is not in the repository end well without it; the summary says so.
fn with_skipped(outcome: Outcome, log: &str) -> Outcome {
    match outcome {
        Outcome::Passed(detail) if !log.is_empty() => {
            println!("    without their data folder (set SKEP_DATA) these did nothing:");
            for test in log.lines() {
                println!("      {test}");
            }
            Outcome::Passed(format!(
                "{detail}, {} of them without their data (set SKEP_DATA)",
                log.lines().count()
            ))
        }
        other => other,
    }
}

pub(super) fn documentation(workspace: &Workspace) -> Result<Outcome> {
    let mut command = workspace.cargo(["test", "--workspace", "--doc", "--no-fail-fast"]);
    let (succeeded, output) = process::run_and_read(&mut command)?;
    let outcome = verdict(succeeded, &output, "doc tests")?;
    let mut command = workspace.cargo(["doc", "--workspace", "--no-deps"]);
    process::run(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(outcome)
}

/// A run is good when the runner says so, something ran, and nothing was left out.
pub(super) fn verdict(succeeded: bool, output: &str, runner: &str) -> Result<Outcome> {
    let counts = Counts::read(output);
    if !succeeded {
        bail!("{} of {} tests failed ({runner})", counts.failed, counts.total());
    }
    if counts.ignored > 0 {
        bail!("{} tests were ignored: repair them or take them out ({runner})", counts.ignored);
    }
    if counts.total() == 0 {
        bail!("no test ran ({runner})");
    }
    Ok(Outcome::Passed(format!("{} tests ({runner})", counts.passed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_without_their_data_are_counted() {
        let passed = || Outcome::Passed("9 tests (nextest)".into());
        assert_eq!(with_skipped(passed(), ""), passed());
        let expected = "9 tests (nextest), 2 of them without their data (set SKEP_DATA)";
        assert_eq!(with_skipped(passed(), "a\nb\n"), Outcome::Passed(expected.into()));
    }

    #[test]
    fn an_ignored_test_and_an_empty_run_are_failures() {
        let verdict = |line: &str| verdict(true, line, "cargo test").map_err(|error| error.to_string());
        assert_eq!(
            verdict("test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured"),
            Ok(Outcome::Passed("7 tests (cargo test)".into()))
        );
        assert!(verdict("test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured").is_err());
        assert!(verdict("test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured").is_err());
        assert!(verdict("").is_err());
    }
}

//! `cargo xtask fuzz`: the fuzz targets under `fuzz/`, with the compiler at hand.
//!
//! cargo-fuzz asks for a nightly compiler because of the instrumentation flags; a stable one
//! accepts them too when told to. What is looked for are panics and broken promises, in safe code, so
//! the sanitizers that make everything three times slower are left out. Seeds are tracked, what the fuzzer finds on top of them is not.
//!
//! The test command must say the same of the same sources every time, so there the mutations come from a fixed
//! random seed and start from the tracked inputs alone; a slow machine sees the beginning of what a fast one
//! sees. Looking for something new is what `cargo xtask fuzz` is for.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process;
use crate::report::Outcome;
use crate::tools::{self, Need};
use crate::workspace::Workspace;

pub(crate) const TOOL: Need = Need::CargoTool { name: "fuzz", package: "cargo-fuzz", version: "^0.13" };

/// For one target in the test command, whichever is reached first.
const TEST_INPUTS: u32 = 100_000;
const TEST_SECONDS: u32 = 10;
/// For one target when nothing else is asked for.
const DEFAULT_SECONDS: u32 = 60;

/// # Errors
/// When a target does not exist, or crashed.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let (names, seconds) = parse(arguments)?;
    for need in [TOOL, Need::CxxCompiler] {
        tools::provide(workspace, need).map_err(|missing| anyhow::anyhow!("{missing}"))?;
    }
    let all = targets(workspace)?;
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        bail!("no fuzz target `{unknown}`; there are: {}", all.join(", "));
    }
    for target in all.iter().filter(|target| names.is_empty() || names.contains(target)) {
        fuzz(workspace, target, Effort::Seconds(seconds))?;
    }
    Ok(())
}

/// How long one target is kept busy.
#[derive(Clone, Copy)]
enum Effort {
    /// Goes on from what earlier runs found, differently each time.
    Seconds(u32),
    /// The same course each time, as far as it goes.
    Test,
}

/// A short run of every target, the same each time.
pub(crate) fn part(workspace: &Workspace) -> Result<Outcome> {
    let all = targets(workspace)?;
    ensure!(!all.is_empty(), "there is no fuzz target");
    for target in &all {
        fuzz(workspace, target, Effort::Test)?;
    }
    Ok(Outcome::Passed(format!(
        "{} targets, at most {TEST_INPUTS} inputs or {TEST_SECONDS} s each",
        all.len()
    )))
}

fn fuzz(workspace: &Workspace, target: &str, effort: Effort) -> Result<()> {
    let (corpus, limits) = match effort {
        Effort::Seconds(seconds) => {
            (workspace.root().join("fuzz/corpus").join(target), vec![format!("-max_total_time={seconds}")])
        }
        Effort::Test => {
            let scratch = workspace.target().join("fuzz/corpus").join(target);
            if scratch.exists() {
                std::fs::remove_dir_all(&scratch)
                    .with_context(|| format!("cannot empty {}", scratch.display()))?;
            }
            let limits = [
                "-seed=1".to_owned(),
                format!("-runs={TEST_INPUTS}"),
                format!("-max_total_time={TEST_SECONDS}"),
            ];
            (scratch, limits.to_vec())
        }
    };
    std::fs::create_dir_all(&corpus).with_context(|| format!("cannot make {}", corpus.display()))?;
    let mut command: Command = workspace.cargo(["fuzz", "run", "--sanitizer", "none", "--target-dir"]);
    command
        .arg(workspace.target().join("fuzz"))
        .arg(target)
        .arg(&corpus)
        .args([&format!("fuzz/seeds/{target}"), "--"])
        .args(limits)
        .args(["-verbosity=0", "-print_final_stats=1"])
        .env("RUSTC_BOOTSTRAP", "1");
    let dictionary = format!("fuzz/dictionaries/{target}.txt");
    if workspace.root().join(&dictionary).exists() {
        command.arg(format!("-dict={dictionary}"));
    }
    process::run(&mut command)
        .with_context(|| format!("{target} crashed; the bytes are in fuzz/artifacts/{target}"))
}

/// The names of the targets: a file each, and a folder of seeds each.
fn targets(workspace: &Workspace) -> Result<Vec<String>> {
    let folder: PathBuf = workspace.root().join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in folder.read_dir().context("cannot list the fuzz targets")? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            ensure!(workspace.root().join("fuzz/seeds").join(name).is_dir(), "fuzz/seeds/{name} is missing");
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn parse(arguments: &[String]) -> Result<(Vec<String>, u32)> {
    let mut names = Vec::new();
    let mut seconds = DEFAULT_SECONDS;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--seconds" => {
                let number = rest.next().context("--seconds needs a number")?;
                seconds = number.parse().with_context(|| format!("{number} is not a number of seconds"))?;
                ensure!(seconds > 0, "0 seconds would never end");
            }
            flag if flag.starts_with('-') => bail!("unknown option {flag}"),
            name => names.push(name.to_owned()),
        }
    }
    Ok((names, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_targets_and_a_time() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(parse(&words("")).unwrap(), (vec![], DEFAULT_SECONDS));
        assert_eq!(parse(&words("uhp --seconds 5")).unwrap(), (words("uhp"), 5));
        for bad in ["--seconds", "--seconds x", "--seconds 0", "--fast"] {
            assert!(parse(&words(bad)).is_err(), "{bad}");
        }
    }
}

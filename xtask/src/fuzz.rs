//! `cargo xtask fuzz`: the fuzz targets under `fuzz/`, with the compiler at hand.
//!
//! cargo-fuzz asks for a nightly compiler because of the instrumentation flags; a stable one
//! accepts them too when told to. What is looked for are panics and broken promises, in safe code, so
//! the sanitizers that make everything three times slower are left out. Seeds are tracked, what the fuzzer finds on top of them is not.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process;
use crate::report::Outcome;
use crate::tools::{self, Need};
use crate::workspace::Workspace;

pub(crate) const TOOL: Need = Need::CargoTool { name: "fuzz", package: "cargo-fuzz", version: "^0.13" };

/// For one target in the test command: enough for the seeds and some millions of mutations.
const SMOKE_SECONDS: u32 = 10;
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
        fuzz(workspace, target, seconds)?;
    }
    Ok(())
}

/// A short run of every target.
pub(crate) fn part(workspace: &Workspace) -> Result<Outcome> {
    let all = targets(workspace)?;
    ensure!(!all.is_empty(), "there is no fuzz target");
    for target in &all {
        fuzz(workspace, target, SMOKE_SECONDS)?;
    }
    Ok(Outcome::Passed(format!("{} targets, {SMOKE_SECONDS} s each", all.len())))
}

fn fuzz(workspace: &Workspace, target: &str, seconds: u32) -> Result<()> {
    let corpus = format!("fuzz/corpus/{target}");
    std::fs::create_dir_all(workspace.root().join(&corpus))
        .with_context(|| format!("cannot make {corpus}"))?;
    let mut command: Command = workspace.cargo(["fuzz", "run", "--sanitizer", "none", "--target-dir"]);
    command
        .arg(workspace.target().join("fuzz"))
        .args([target, &corpus, &format!("fuzz/seeds/{target}"), "--"])
        .arg(format!("-max_total_time={seconds}"))
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

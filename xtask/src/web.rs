//! `cargo xtask web`: the browser app as a folder of static files, and its tests in a real browser.
//!
//! The work is done by `crates/web-build`, in a process of its own: its dependencies take a minute to compile, and
//! no other command should wait for them.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use crate::parts::counts::Counts;
use crate::process;
use crate::report::Outcome;
use crate::workspace::Workspace;

/// Builds the app and returns the folder to serve.
///
/// # Errors
/// When it does not compile, or is larger than a first load may be.
pub(crate) fn build(workspace: &Workspace, release: bool) -> Result<PathBuf> {
    let mut command = workspace.cargo(["run", "--quiet", "--package", "skep-web-build", "--"]);
    if !release {
        command.arg("--dev");
    }
    process::run(&mut command)?;
    // Always there, wherever cargo builds: the servers look for it.
    Ok(workspace.root().join("target").join("web-dist"))
}

/// The command.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let dev = arguments.iter().any(|argument| argument == "--dev");
    ensure!(arguments.len() <= usize::from(dev), "usage: cargo xtask web [--dev]");
    build(workspace, !dev).map(drop)
}

/// Chromium plays whole games, offline and online, by keyboard and touch, in three languages.
pub(crate) fn browser_part(workspace: &Workspace) -> Result<Outcome> {
    let folder = prepare(workspace)?;
    // Two browsers need a server between them.
    process::run(&mut workspace.cargo(["build", "--quiet", "--package", "skep-cli"]))?;
    let server = workspace.target().join("debug").join("skep");
    let (succeeded, output) =
        process::run_and_read(workspace.command("npm").current_dir(&folder).arg("test").env("SKEP", server))?;
    let counts = Counts::read(&output);
    ensure!(succeeded, "{} tests in the browser failed; pictures are in target/browser-shots", counts.failed);
    ensure!(counts.ignored == 0, "{} tests in the browser were skipped", counts.ignored);
    ensure!(counts.passed > 0, "no test ran in the browser");
    Ok(Outcome::Passed(format!("{} tests in Chromium", counts.passed)))
}

/// The pictures of the README: of the terminal as drawn by its own code, of the browser taken in Chromium.
pub(crate) fn pictures(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let terminal = arguments.iter().any(|argument| argument == "--terminal");
    ensure!(arguments.len() <= usize::from(terminal), "usage: cargo xtask pictures [--terminal]");
    let example = ["run", "--quiet", "--package", "skep-tui", "--example", "picture"];
    let picture = process::quiet(&mut workspace.cargo(example)).context("the terminal could not be drawn")?;
    std::fs::write(workspace.root().join("docs/pictures/terminal.svg"), picture)?;
    if terminal {
        return Ok(());
    }
    let folder = prepare(workspace)?;
    process::run(workspace.command("node").current_dir(&folder).arg("pictures.js"))
}

/// Builds the app, and fetches what drives the browser; returns the folder of the tests.
fn prepare(workspace: &Workspace) -> Result<PathBuf> {
    build(workspace, true)?;
    let folder = workspace.root().join("tests").join("browser");
    process::run(workspace.command("npm").current_dir(&folder).args(["ci", "--no-audit", "--no-fund"]))?;
    Ok(folder)
}

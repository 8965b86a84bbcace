//! `cargo xtask docs`: what the documents show must work.
//!
//! In every Markdown file of the repository
//! - a fenced block marked `sh` holds commands. Each is checked: the program is known, its
//!   subcommand, options, packages and paths exist. Marked `sh run` the block is executed too.
//!   Marked `sh skip: REASON` it is left alone.
//! - a block marked `console` holds commands after `$ ` and the output that they must print, where
//!   `[..]` stands for anything in a line and a line `...` for any number of lines.
//! - a link to a file or a heading must lead there,
//! - a path in backticks that starts with a top-level folder must exist.

mod blocks;
mod commands;
mod execute;
mod references;
mod shell;

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;
use blocks::{Block, Kind};
use commands::Known;

/// Something in a document that does not hold.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    path: String,
    line: usize,
    message: String,
}

/// What was looked at, for the closing line.
#[derive(Default)]
struct Tally {
    checked: usize,
    executed: usize,
    skipped: usize,
    references: usize,
}

/// # Errors
/// When a document shows something that does not hold, after all such places are printed.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let all: Vec<String> = workspace.files()?.into_iter().filter(|path| path.ends_with(".md")).collect();
    if let Some(unknown) = arguments.iter().find(|argument| !all.contains(argument)) {
        bail!("{unknown} is not a document of this repository");
    }
    let chosen = all.iter().filter(|path| arguments.is_empty() || arguments.contains(path));
    let known = Known::find(workspace)?;
    let mut faults = Vec::new();
    let mut tally = Tally::default();
    for path in chosen {
        let text = std::fs::read_to_string(workspace.root().join(path))
            .with_context(|| format!("cannot read {path}"))?;
        check_blocks(workspace, &known, path, &text, &mut tally, &mut faults)?;
        let found = references::check(workspace.root(), Path::new(path), &text);
        tally.references += found.looked_at;
        faults.extend(found.faults);
    }
    for Fault { path, line, message } in &faults {
        println!("{path}:{line}: {message}");
    }
    println!(
        "{} commands checked, {} blocks executed, {} skipped; {} links and paths followed",
        tally.checked, tally.executed, tally.skipped, tally.references
    );
    if !faults.is_empty() {
        bail!("{} places in the documents do not hold", faults.len());
    }
    Ok(())
}

fn check_blocks(
    workspace: &Workspace,
    known: &Known,
    path: &str,
    text: &str,
    tally: &mut Tally,
    faults: &mut Vec<Fault>,
) -> Result<()> {
    let mut fault =
        |line: usize, message: String| faults.push(Fault { path: path.to_owned(), line, message });
    for block in blocks::find(text) {
        let block: Block<'_> = match block {
            Ok(block) => block,
            Err((line, message)) => {
                fault(line, message);
                continue;
            }
        };
        if let Kind::Skip { reason } = block.kind {
            println!("{path}:{}: skipped: {reason}", block.line);
            tally.skipped += 1;
            continue;
        }
        let mut sound = true;
        for (line, command) in block.commands() {
            tally.checked += 1;
            if let Err(message) = known.check(&command) {
                fault(line, format!("`{command}`: {message}"));
                sound = false;
            }
        }
        // A command that is wrong on paper is not tried out.
        if sound && block.kind.is_executed() {
            tally.executed += 1;
            for (line, message) in execute::block(workspace, &block)? {
                fault(line, message);
            }
        }
    }
    Ok(())
}

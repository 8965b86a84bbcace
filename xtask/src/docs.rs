//! `cargo xtask docs`: what the documents show must work.
//!
//! In every Markdown file of the repository
//! - a fenced block marked `sh` holds commands. Each is checked (the program is known, its subcommand, options,
//!   packages and paths exist) and then executed. The table in `standins.rs` names those that are executed in a
//!   cheaper form, or by another part of the test command, and says why; all of them are printed.
//! - a block marked `sh skip: REASON` is left alone, and printed too.
//! - a block marked `console` holds commands after `$ ` and the output that they must print, where
//!   `[..]` stands for anything in a line and a line `...` for any number of lines.
//! - a command inside a sentence is checked, not executed,
//! - a link to a file or a heading must lead there,
//! - a path in backticks that starts with a top-level folder must exist.

mod blocks;
mod commands;
mod execute;
mod references;
mod shell;
mod site;
mod standins;

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;
use blocks::{Block, Kind};
use commands::Known;
use execute::Done;
use site::Site;

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
    /// What was done otherwise than written.
    otherwise: Vec<String>,
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
    let site = Site::start(workspace)?;
    let mut faults = Vec::new();
    let mut tally = Tally::default();
    for path in chosen {
        let text = std::fs::read_to_string(workspace.root().join(path))
            .with_context(|| format!("cannot read {path}"))?;
        check_blocks(workspace, &known, &site, path, &text, &mut tally, &mut faults)?;
        for (line, command) in references::commands(&text) {
            tally.checked += 1;
            if let Err(message) = known.check(command) {
                faults.push(Fault { path: path.clone(), line, message: format!("`{command}`: {message}") });
            }
        }
        let found = references::check(workspace.root(), Path::new(path), &text);
        tally.references += found.looked_at;
        faults.extend(found.faults);
    }
    tally.otherwise.sort();
    tally.otherwise.dedup();
    if arguments.is_empty() {
        let needed = |row: &&standins::StandIn| {
            !tally.otherwise.iter().any(|told| told.starts_with(&format!("`{}` ", row.command)))
        };
        faults.extend(standins::STAND_INS.iter().filter(needed).map(|row| Fault {
            path: "xtask/src/docs/standins.rs".into(),
            line: 1,
            message: format!("no document shows `{}` any more", row.command),
        }));
    }
    println!("\nexecuted otherwise than written, or elsewhere:");
    for told in &tally.otherwise {
        println!("    {}", told.replace('\n', "; "));
    }
    for Fault { path, line, message } in &faults {
        println!("{path}:{line}: {message}");
    }
    println!(
        "{} commands checked, {} executed here, {} otherwise or elsewhere, {} blocks skipped; {} links and paths followed",
        tally.checked,
        tally.executed,
        tally.otherwise.len(),
        tally.skipped,
        tally.references
    );
    if !faults.is_empty() {
        bail!("{} places in the documents do not hold", faults.len());
    }
    Ok(())
}

fn check_blocks(
    workspace: &Workspace,
    known: &Known,
    site: &Site,
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
        if sound {
            let Done { executed, otherwise, faults } = execute::block(workspace, site, &block)?;
            tally.executed += executed;
            tally.otherwise.extend(otherwise);
            for (line, message) in faults {
                fault(line, message);
            }
        }
    }
    Ok(())
}

//! Executes a block of commands and compares what it prints.

use std::process::Command;

use anyhow::{Context, Result};

use super::blocks::{Block, Kind};
use super::site::Site;
use super::standins::{self, Instead};
use crate::workspace::Workspace;

/// Where the commands may leave things.
pub(super) const TRIAL: &str = "docs-trial";

/// What became of the commands of a block.
#[derive(Default)]
pub(super) struct Done {
    /// Executed, as they stand or in a cheaper form.
    pub(super) executed: usize,
    /// Not executed here, or otherwise than written: what is told about them.
    pub(super) otherwise: Vec<String>,
    /// Lines that did not do what the document says.
    pub(super) faults: Vec<(usize, String)>,
}

/// Runs the block from the root of the repository, with a freshly built `skep` in reach.
pub(super) fn block(workspace: &Workspace, site: &Site, block: &Block<'_>) -> Result<Done> {
    let shell = |script: &str| shell(workspace, site, script);
    match block.kind {
        Kind::Console => {
            Ok(Done { executed: block.commands().len(), faults: console(&shell, block)?, ..Done::default() })
        }
        _ => run(&shell, block),
    }
}

/// All commands of a block, one after the other in one shell.
fn run(shell: &dyn Fn(&str) -> Result<(bool, String)>, block: &Block<'_>) -> Result<Done> {
    let mut done = Done::default();
    let mut script = String::new();
    for (line, command) in block.commands() {
        let row = match standins::find(&command) {
            Ok(row) => row,
            Err(message) => {
                done.faults.push((line, message));
                continue;
            }
        };
        let executed = match row.map(|row| (row.instead, row)) {
            None => command.clone(),
            Some((Instead::Run(cheaper), row)) => {
                done.otherwise.push(format!("`{}` runs as `{cheaper}`: {}", row.command, row.why));
                cheaper.to_owned()
            }
            Some((Instead::Covered(by), row)) => {
                done.otherwise.push(format!("`{}` is done by {by}", row.command));
                continue;
            }
            Some((Instead::Never, row)) => {
                done.otherwise.push(format!("`{}` is not run: {}", row.command, row.why));
                continue;
            }
        };
        script += &executed;
        script.push('\n');
        done.executed += 1;
    }
    if !script.is_empty() {
        let (succeeded, output) = shell(&script)?;
        if !succeeded {
            done.faults.push((block.line, format!("the block failed and printed:\n{output}")));
        }
    }
    Ok(done)
}

fn console(
    shell: &dyn Fn(&str) -> Result<(bool, String)>,
    block: &Block<'_>,
) -> Result<Vec<(usize, String)>> {
    let mut faults = Vec::new();
    let commands = block.commands();
    for (index, (line, command)) in commands.iter().enumerate() {
        let next = commands.get(index + 1).map_or(block.lines.len(), |(next, _)| next - block.line - 1);
        let start = line - block.line;
        // A command that spans lines is followed by its output.
        let continued = block.lines[start - 1..].iter().take_while(|text| text.ends_with('\\')).count();
        let expected = &block.lines[(start + continued).min(next)..next];
        let (succeeded, output) = shell(command)?;
        let printed: Vec<&str> = output.lines().map(str::trim_end).collect();
        if !succeeded {
            faults.push((*line, format!("`{command}` failed and printed:\n{output}")));
        } else if !matches(expected, &printed) {
            faults.push((*line, format!("`{command}` prints otherwise:\n{output}")));
        }
    }
    Ok(faults)
}

fn shell(workspace: &Workspace, site: &Site, script: &str) -> Result<(bool, String)> {
    let mut command: Command = workspace.command("bash");
    site.lend(&mut command);
    let mut path = vec![workspace.target().join("debug")];
    path.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    command.env("PATH", std::env::join_paths(path).context("PATH has a colon in a folder")?);
    println!("    $ {}", script.trim_end().replace('\n', "\n      "));
    let output = command.args(["-euo", "pipefail", "-c", script]).output().context("cannot start bash")?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    Ok((output.status.success(), text))
}

/// Whether the lines are as expected; `...` stands for any number of lines.
fn matches(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        Some((first, rest)) => printed
            .split_first()
            .is_some_and(|(line, others)| line_matches(first, line) && matches(rest, others)),
    }
}

/// `[..]` stands for anything within a line.
fn line_matches(expected: &str, printed: &str) -> bool {
    let mut pieces = expected.trim_end().split("[..]");
    let Some(mut rest) = printed.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let mut last = None;
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
        last = Some(piece);
    }
    rest.is_empty() || last.is_some_and(|piece| piece.is_empty() || printed.ends_with(piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_match_with_wildcards() {
        assert!(line_matches("4 21600 [..] ms", "4 21600 12.5 ms"));
        assert!(!line_matches("4 21600 [..] ms", "4 21601 12.5 ms"));
        assert!(line_matches("a [..]", "a b c"));
        assert!(line_matches("[..]b", "b b"));
        assert!(!line_matches("a", "a b"));
        assert!(line_matches("a", "a"));
    }

    #[test]
    fn any_number_of_lines_may_be_left_out() {
        assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
        assert!(matches(&["..."], &[]));
        assert!(!matches(&["a", "...", "d"], &["a", "b"]));
        assert!(!matches(&["a"], &["a", "b"]));
    }
}

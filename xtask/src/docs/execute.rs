//! Executes a block of commands and compares what it prints.

use std::process::Command;

use anyhow::{Context, Result};

use super::blocks::{Block, Kind};
use crate::workspace::Workspace;

/// Runs the block from the root of the repository, with a freshly built `skep` in reach. Returns
/// the lines that did not do what the document says.
pub(super) fn block(workspace: &Workspace, block: &Block<'_>) -> Result<Vec<(usize, String)>> {
    match block.kind {
        Kind::Console => console(workspace, block),
        _ => {
            let (succeeded, output) = shell(workspace, &block.lines.join("\n"))?;
            Ok(match succeeded {
                true => Vec::new(),
                false => vec![(block.line, format!("the block failed and printed:\n{output}"))],
            })
        }
    }
}

fn console(workspace: &Workspace, block: &Block<'_>) -> Result<Vec<(usize, String)>> {
    let mut faults = Vec::new();
    let commands = block.commands();
    for (index, (line, command)) in commands.iter().enumerate() {
        let next = commands.get(index + 1).map_or(block.lines.len(), |(next, _)| next - block.line - 1);
        let start = line - block.line;
        // A command that spans lines is followed by its output.
        let continued = block.lines[start - 1..].iter().take_while(|text| text.ends_with('\\')).count();
        let expected = &block.lines[(start + continued).min(next)..next];
        let (succeeded, output) = shell(workspace, command)?;
        let printed: Vec<&str> = output.lines().map(str::trim_end).collect();
        if !succeeded {
            faults.push((*line, format!("`{command}` failed and printed:\n{output}")));
        } else if !matches(expected, &printed) {
            faults.push((*line, format!("`{command}` prints otherwise:\n{output}")));
        }
    }
    Ok(faults)
}

fn shell(workspace: &Workspace, script: &str) -> Result<(bool, String)> {
    let mut command: Command = workspace.command("bash");
    let mut path = vec![workspace.target().join("debug")];
    path.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    command.env("PATH", std::env::join_paths(path).context("PATH has a colon in a folder")?);
    println!("    $ {}", script.replace('\n', "\n      "));
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

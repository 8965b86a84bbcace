//! `cargo xtask tidy`: the architecture and the house rules, as a test.
//!
//! Each check looks at the tracked files and returns [`Fault`]s; none stops at the first. A rule
//! that a line has good reason to break is waived on that line or the one above it, by name:
//!
//! ```text
//! // tidy: allow(print): the panic hook has nobody else to talk to
//! ```
//! A waiver of `long-file` may stand anywhere in the file.

mod dependencies;
mod layers;
mod sources;
mod tracked;
mod view;

use std::fmt;

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

/// One broken rule at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    path: String,
    /// From 1; 0 when the whole file is meant.
    line: usize,
    rule: &'static str,
    message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {} [{}]", self.path, self.message, self.rule),
            line => write!(f, "{}:{line}: {} [{}]", self.path, self.message, self.rule),
        }
    }
}

/// A tracked file with its content, as far as it is text.
struct File {
    path: String,
    size: u64,
    /// `None` for binary files.
    text: Option<String>,
}

/// # Errors
/// When a rule is broken, after all faults are printed.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    if let Some(argument) = arguments.first() {
        bail!("tidy takes no arguments, not even {argument}");
    }
    let files = read(workspace)?;
    let faults = check(&files);
    for fault in &faults {
        println!("{fault}");
    }
    if !faults.is_empty() {
        bail!("{} of {} files looked at break a rule", broken(&faults), files.len());
    }
    println!("{} files are tidy", files.len());
    Ok(())
}

fn read(workspace: &Workspace) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for path in workspace.files()? {
        let bytes =
            std::fs::read(workspace.root().join(&path)).with_context(|| format!("cannot read {path}"))?;
        let size = bytes.len() as u64;
        files.push(File { path, size, text: String::from_utf8(bytes).ok() });
    }
    Ok(files)
}

fn check(files: &[File]) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(dependencies::check(files));
    faults.extend(tracked::check(files));
    for file in files.iter().filter(|file| file.path.ends_with(".rs")) {
        if let Some(text) = &file.text {
            let source = view::Source::new(&file.path, text);
            faults.extend(sources::check(&source));
            faults.extend(layers::check(&source));
        }
    }
    faults.sort_by(|a, b| (&a.path, a.line, a.rule).cmp(&(&b.path, b.line, b.rule)));
    faults
}

fn broken(faults: &[Fault]) -> usize {
    let mut paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    paths.dedup();
    paths.len()
}

#[cfg(test)]
fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), size: text.len() as u64, text: Some(text.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_reads_like_a_compiler_message() {
        let fault = Fault { path: "a.rs".into(), line: 3, rule: "print", message: "no printing".into() };
        assert_eq!(fault.to_string(), "a.rs:3: no printing [print]");
        assert_eq!(Fault { line: 0, ..fault }.to_string(), "a.rs: no printing [print]");
    }
}

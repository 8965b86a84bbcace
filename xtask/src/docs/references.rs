//! Links and paths in a document, and whether they lead anywhere.

use std::path::{Component, Path, PathBuf};

use super::Fault;

/// A path in backticks is looked up when it starts like this.
const FOLDERS: [&str; 10] =
    ["crates/", "xtask/", "docs/", "fuzz/", "data/", "tests/", "packaging/", ".ci/", ".github/", ".cargo/"];

/// Documents that speak of what once was.
const HISTORY: &str = "CHANGELOG.md";

pub(super) struct Found {
    pub(super) looked_at: usize,
    pub(super) faults: Vec<Fault>,
}

pub(super) fn check(root: &Path, document: &Path, text: &str) -> Found {
    let mut found = Found { looked_at: 0, faults: Vec::new() };
    let folder = document.parent().unwrap_or(Path::new(""));
    for (number, line) in prose(text) {
        let mut fault = |message: String| {
            found.faults.push(Fault { path: document.display().to_string(), line: number, message });
        };
        for target in links(line) {
            found.looked_at += 1;
            if let Err(message) = follow(root, document, folder, text, target) {
                fault(message);
            }
        }
        if document.file_name().is_some_and(|name| name == HISTORY) {
            continue;
        }
        for path in code_spans(line).filter(|span| is_path(span)) {
            for path in expand(path) {
                found.looked_at += 1;
                if !root.join(&path).exists() {
                    fault(format!("`{path}` does not exist"));
                }
            }
        }
    }
    found
}

/// Commands inside sentences, with their lines: `cargo xtask tidy`, `skep serve --check`.
pub(super) fn commands(text: &str) -> Vec<(usize, &str)> {
    let found = prose(text).flat_map(|(number, line)| code_spans(line).map(move |span| (number, span)));
    // `skep level=3` is a player of a match and no command.
    found
        .filter(|(_, span)| {
            span.starts_with("cargo ") || span.starts_with("skep ") && !span.contains(" level=")
        })
        .collect()
}

/// The lines outside fenced blocks, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        (!fenced).then_some((index + 1, line))
    })
}

/// The targets of `[text](target)`, `[name]: target`, `src="target"` and `href="target"`.
fn links(line: &str) -> Vec<&str> {
    let mut targets: Vec<&str> = line
        .match_indices("](")
        .filter_map(|(at, opening)| line[at + opening.len()..].split([')', ' ']).next())
        .collect();
    for attribute in ["src=\"", "href=\""] {
        targets.extend(
            line.match_indices(attribute)
                .filter_map(|(at, _)| line[at + attribute.len()..].split('"').next()),
        );
    }
    if let Some((name, target)) = line.trim_start().split_once("]: ")
        && name.starts_with('[')
    {
        targets.extend(target.split_whitespace().next());
    }
    targets
}

fn follow(root: &Path, document: &Path, folder: &Path, text: &str, target: &str) -> Result<(), String> {
    // `module::Item` is for the documentation of a crate, where the compiler follows it.
    if target.contains("::") || target.contains("://") || target.starts_with("mailto:") {
        return Ok(());
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { document.to_owned() } else { normal(&folder.join(file)) };
    let full = root.join(&path);
    if !file.is_empty() && !full.exists() {
        return Err(format!("the link {target} leads nowhere"));
    }
    if anchor.is_empty() {
        return Ok(());
    }
    let other =
        if file.is_empty() { text.to_owned() } else { std::fs::read_to_string(&full).unwrap_or_default() };
    let known =
        prose(&other).filter_map(|(_, line)| line.strip_prefix('#')).any(|heading| slug(heading) == anchor);
    if known { Ok(()) } else { Err(format!("{} has no heading #{anchor}", path.display())) }
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// The anchor that code hosts make of a heading.
fn slug(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() })
        .collect()
}

fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn is_path(span: &str) -> bool {
    FOLDERS.iter().any(|folder| span.starts_with(folder))
        && span
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '{' | '}' | ','))
}

/// `a/{b,c}.rs` means `a/b.rs` and `a/c.rs`.
fn expand(path: &str) -> Vec<String> {
    let braces = path
        .split_once('{')
        .and_then(|(before, tail)| tail.split_once('}').map(|(inside, after)| (before, inside, after)));
    match braces {
        Some((before, inside, after)) => {
            inside.split(',').flat_map(|piece| expand(&format!("{before}{piece}{after}"))).collect()
        }
        None => vec![path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(document: &str, text: &str) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        check(root, Path::new(document), text).faults.into_iter().map(|fault| fault.message).collect()
    }

    #[test]
    fn links_must_lead_somewhere() {
        assert_eq!(
            messages(
                "A.md",
                "[a](xtask/Cargo.toml) [b](https://example.org) [c](#d-e) [d](notation::Record)\n# D E\n"
            ),
            [""; 0]
        );
        assert_eq!(messages("docs/a.md", "[a](../xtask/Cargo.toml)\n"), [""; 0]);
        assert_eq!(messages("A.md", "[a](nowhere.md)\n"), ["the link nowhere.md leads nowhere"]);
        assert_eq!(messages("A.md", "[a](#nothing)\n# Something\n"), ["A.md has no heading #nothing"]);
        assert_eq!(messages("A.md", "<img src=\"a.png\">\n"), ["the link a.png leads nowhere"]);
        assert_eq!(messages("A.md", "[a]: nowhere.md\n"), ["the link nowhere.md leads nowhere"]);
    }

    #[test]
    fn paths_in_backticks_must_exist() {
        assert_eq!(
            messages("A.md", "see `xtask/src/{main,docs}.rs`, `crates/` and `crates/<name>`\n"),
            [""; 0]
        );
        assert_eq!(
            messages("A.md", "see `xtask/src/{main,nothing}.rs`\n"),
            ["`xtask/src/nothing.rs` does not exist"]
        );
        assert_eq!(messages("CHANGELOG.md", "`xtask/src/gone.rs` is gone\n"), [""; 0]);
        assert_eq!(messages("A.md", "```text\n`xtask/src/nothing.rs`\n```\n"), [""; 0]);
    }
}

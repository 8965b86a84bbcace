//! The parts of `cargo xtask test`, as a table: name, what it needs, how it is run.

mod code;
mod counts;

use anyhow::Result;

use crate::process;
use crate::report::Outcome;
use crate::tools::Need;
use crate::workspace::Workspace;

/// One part. It runs child processes whose output passes through.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) needs: &'static [Need],
    pub(crate) run: fn(&Workspace) -> Result<Outcome>,
}

const RUSTFMT: Need = Need::Component { name: "fmt", package: "rustfmt" };
const CLIPPY: Need = Need::Component { name: "clippy", package: "clippy" };

/// In the order in which they run: what fails fastest comes first.
pub(crate) const PARTS: &[Part] = &[
    Part { name: "fmt", about: "the code is formatted", needs: &[RUSTFMT], run: code::format },
    Part { name: "tidy", about: "the architecture and the house rules hold", needs: &[], run: tidy },
    Part { name: "clippy", about: "no warnings in any target", needs: &[CLIPPY], run: code::clippy },
    Part { name: "unit", about: "unit, property and integration tests", needs: &[], run: code::unit },
    Part {
        name: "doc",
        about: "examples in the documentation, and its links",
        needs: &[],
        run: code::documentation,
    },
];

/// The table as text.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for part in PARTS {
        let needs: Vec<String> = part.needs.iter().map(Need::to_string).collect();
        let needs = if needs.is_empty() { String::new() } else { format!(" (needs {})", needs.join(", ")) };
        text += &format!("  {:8} {}{needs}\n", part.name, part.about);
    }
    text
}

fn tidy(workspace: &Workspace) -> Result<Outcome> {
    process::run(&mut workspace.xtask(["tidy"])?)?;
    Ok(Outcome::passed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_name_of_its_own() {
        for (index, part) in PARTS.iter().enumerate() {
            assert!(
                PARTS[..index].iter().all(|other| other.name != part.name),
                "{} is there twice",
                part.name
            );
            assert!(!part.name.starts_with('-') && !part.about.is_empty());
        }
    }
}

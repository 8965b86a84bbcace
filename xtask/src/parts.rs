//! The parts of `cargo xtask test`, as a table: name, what it needs, how it is run.

mod code;
pub(crate) mod counts;
mod databases;

use anyhow::Result;

use crate::deny;
use crate::dist;
use crate::fuzz;
use crate::process;
use crate::report::Outcome;
use crate::run;
use crate::tools::Need;
use crate::wasm;
use crate::web;
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

const DENY: Need = Need::CargoTool { name: "deny", package: "cargo-deny", version: "^0.20" };

/// In the order in which they run: what fails fastest comes first.
pub(crate) const PARTS: &[Part] = &[
    Part { name: "fmt", about: "the code is formatted", needs: &[RUSTFMT], run: code::format },
    Part { name: "tidy", about: "the architecture and the house rules hold", needs: &[], run: tidy },
    Part { name: "clippy", about: "no warnings in any target", needs: &[CLIPPY], run: code::clippy },
    Part { name: "unit", about: "unit, property and integration tests", needs: &[], run: code::unit },
    Part {
        name: "databases",
        about: "the server on SQLite and PostgreSQL: contract, several processes, faults",
        needs: &[Need::Postgres],
        run: databases::part,
    },
    Part {
        name: "doc",
        about: "examples in the documentation, and its links",
        needs: &[],
        run: code::documentation,
    },
    Part { name: "docs", about: "commands, links and paths in the documents", needs: &[], run: documents },
    Part {
        name: "wasm",
        about: "rules, engine and app compile for the browser",
        needs: &[Need::WasmTarget, CLIPPY],
        run: wasm::build_part,
    },
    Part {
        name: "wasi",
        about: "their tests pass inside a wasm machine",
        needs: &[Need::WasiTarget, Need::Node],
        run: wasm::test_part,
    },
    Part {
        name: "browser",
        about: "the app plays whole games in Chromium",
        needs: &[Need::WasmTarget, Need::Node, Need::Chromium],
        run: web::browser_part,
    },
    Part {
        name: "run",
        about: "`cargo xtask run` brings up the app and the server",
        needs: &[Need::WasmTarget],
        run: run::part,
    },
    Part {
        name: "fuzz",
        about: "a short run of every fuzz target",
        needs: &[Need::CxxCompiler, fuzz::TOOL],
        run: fuzz::part,
    },
    Part {
        name: "dist",
        about: "the archive to download works by itself",
        needs: &[Need::WasmTarget],
        run: dist::part,
    },
    Part {
        name: "deny",
        about: "licenses, sources and advisories of dependencies",
        needs: &[DENY],
        run: deny::part,
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

fn documents(workspace: &Workspace) -> Result<Outcome> {
    process::run(&mut workspace.xtask(["docs"])?)?;
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

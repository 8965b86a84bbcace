//! Commands of the documents that are not executed as they stand, each with what happens instead and why.
//!
//! Everything that is not listed here is executed word for word. An entry that no document needs any more is a fault.

use super::shell;

/// What is done in the place of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Instead {
    /// A cheaper form is executed.
    Run(&'static str),
    /// A part of the test command, or this check itself, does it.
    Covered(&'static str),
    /// It is not executed.
    Never,
}

/// One row of the table.
#[derive(Debug)]
pub(super) struct StandIn {
    /// The command as the documents write it, without its comment.
    pub(super) command: &'static str,
    pub(super) instead: Instead,
    pub(super) why: &'static str,
}

const TOO_LONG: &str = "the full one takes minutes";
const DEBUG: &str = "the unoptimized program that is there already does the same, more slowly";

const fn run(command: &'static str, cheaper: &'static str, why: &'static str) -> StandIn {
    StandIn { command, instead: Instead::Run(cheaper), why }
}

const fn covered(command: &'static str, by: &'static str) -> StandIn {
    StandIn { command, instead: Instead::Covered(by), why: "it would be done twice" }
}

pub(super) const STAND_INS: &[StandIn] = &[
    run(
        "git clone https://github.com/skep-hive/skep && cd skep",
        "git clone --quiet --no-checkout . target/docs-trial/clone",
        "from this repository, not over the network",
    ),
    covered("cargo xtask run", "part `run`"),
    run("cargo xtask test", "cargo xtask test --list", "this check is a part of it"),
    covered("cargo xtask test fmt clippy unit", "parts `fmt`, `clippy`, `unit`"),
    covered("cargo test -p skep-rules", "part `unit`"),
    covered("cargo test -p skep-server --test contract", "part `databases`"),
    covered("cargo test -p skep-words -p skep-course", "part `unit`"),
    run(
        "cargo install --path crates/cli",
        "cargo install --debug --locked --no-track --force --path crates/cli --root target/docs-trial/installed",
        "an optimized build takes minutes, and nothing is installed outside the checkout",
    ),
    run("cargo build --release -p skep-cli", "cargo build -p skep-cli", DEBUG),
    run("cargo build --profile engine -p skep-cli", "cargo build -p skep-cli", DEBUG),
    run("target/release/skep perft --depth 7 Base+MLP", "skep perft --depth 4 Base+MLP", TOO_LONG),
    run(
        r"target/release/skep perft --depth 4 --repeat 3 'Base;InProgress;White[4];wB1;bA1 wB1-;wQ /wB1;bQ bA1-;wQ wB1\;bQ bA1\'",
        r"skep perft --depth 3 --repeat 3 'Base;InProgress;White[4];wB1;bA1 wB1-;wQ /wB1;bQ bA1-;wQ wB1\;bQ bA1\'",
        DEBUG,
    ),
    run("target/engine/skep bench", "skep bench --depth 2", DEBUG),
    run(
        r"target/engine/skep bench --time 2 'Base+ML;InProgress;White[4];wB1;bL /wB1;wG1 wB1-;bQ /bL;wS1 \wB1;bG1 /bQ'",
        r"skep bench --time 0.1 'Base+ML;InProgress;White[4];wB1;bL /wB1;wG1 wB1-;bQ /bL;wS1 \wB1;bG1 /bQ'",
        DEBUG,
    ),
    run(
        "target/engine/skep tune --selfplay 2000 --save-games target/games.txt --out crates/engine/weights",
        "mkdir -p target/docs-trial/weights\n\
         skep tune --selfplay 4 --save-games target/docs-trial/games.txt --out target/docs-trial/weights",
        "hours, and the weights of the engine stay as they are",
    ),
    run("cp target/engine/skep target/old-skep", "cp target/debug/skep target/docs-trial/old-skep", DEBUG),
    run(
        "target/engine/skep match --b \"./target/old-skep uhp\" --time 0.1 --sprt 0,10",
        "skep match --b \"./target/docs-trial/old-skep uhp\" --time 0.05 --games 2 --max-plies 12 --quiet",
        "hours",
    ),
    run(
        "skep match --a \"skep level=3\" --b \"skep level=2\" --time 5 --games 100 --type Base+MLP --seed 3",
        "skep match --a \"skep level=3\" --b \"skep level=2\" --time 5 --games 2 --max-plies 12 --type Base+MLP --seed 3 --quiet",
        TOO_LONG,
    ),
    run(
        "skep play --level 3",
        "skep play --help",
        "a person at a terminal plays; the tests of skep-tui play it by keys",
    ),
    run(
        "skep learn",
        "skep learn --help",
        "a person at a terminal learns; the tests of skep-tui finish every lesson",
    ),
    covered("skep serve", "this check, which starts it for the commands of the operator"),
    run(
        "skep admin backup skep-copy.db",
        "rm -f target/docs-trial/skep-copy.db && skep admin backup target/docs-trial/skep-copy.db",
        "nothing is left in the checkout",
    ),
    covered("cargo xtask web", "part `browser`"),
    StandIn {
        command: "cargo xtask web --dev",
        instead: Instead::Never,
        why: "the same with another profile, which no other part builds",
    },
    covered("cargo xtask dist", "part `dist`"),
    covered("cd tests/browser", "part `browser`"),
    covered("npm ci", "part `browser`"),
    covered("npm test", "part `browser`"),
    covered("node --test suites/figures.test.js", "part `browser`"),
    StandIn {
        command: "npm run speed",
        instead: Instead::Never,
        why: "compares two speeds, which makes sense on an idle machine only",
    },
    run("cargo build --release -p skep-cli -p skep-stress", "cargo build -p skep-cli -p skep-stress", DEBUG),
    run(
        "target/release/skep-stress kill --program target/release/skep --folder target/stress --rounds 20 --games 20 --rate 40 --seconds 60",
        "target/debug/skep-stress kill --program target/debug/skep --folder target/docs-trial/stress --rounds 1 --games 2 --rate 5 --seconds 4",
        TOO_LONG,
    ),
];

/// The row for a command, if it has one.
///
/// # Errors
/// When the line is none that a shell would take.
pub(super) fn find(line: &str) -> Result<Option<&'static StandIn>, String> {
    let words = shell::split(line)?;
    Ok(STAND_INS.iter().find(|row| shell::split(row.command).is_ok_and(|command| command == words)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blanks_do_not_matter() {
        let row = find("cargo xtask run     # builds the app").unwrap().unwrap();
        assert!(matches!(row.instead, Instead::Covered(_)));
        assert!(find("cargo xtask tidy").unwrap().is_none());
        assert!(find("echo 'x").is_err());
    }

    #[test]
    fn every_row_is_a_command_with_a_reason_and_stands_there_once() {
        for (index, row) in STAND_INS.iter().enumerate() {
            let words = shell::split(row.command).unwrap();
            assert!(!words.is_empty() && !row.why.is_empty(), "{}", row.command);
            let first = STAND_INS.iter().position(|other| shell::split(other.command).unwrap() == words);
            assert_eq!(first, Some(index), "{}", row.command);
        }
    }

    #[test]
    fn parts_that_are_named_exist() {
        for row in STAND_INS {
            let Instead::Covered(by) = row.instead else { continue };
            for name in by.split('`').skip(1).step_by(2) {
                assert!(crate::parts::PARTS.iter().any(|part| part.name == name), "no part {name}");
            }
        }
    }
}

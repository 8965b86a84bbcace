//! `cargo xtask`: every command a contributor or a CI machine needs, in Rust instead of shell scripts.
//!
//! A command is one row of [`COMMANDS`]; a part of the test command is one row of [`parts::PARTS`].
//! Nothing else has to be told about a new one.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool talks to the terminal; the libraries never do"
)]

mod deny;
mod dist;
mod docs;
mod fuzz;
mod http;
mod parts;
mod process;
mod report;
mod run;
mod test;
mod tidy;
mod tools;
mod wasm;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::workspace::Workspace;

/// One word after `cargo xtask`.
struct Command {
    name: &'static str,
    /// Its arguments, as the help prints them.
    usage: &'static str,
    about: &'static str,
    run: fn(&Workspace, &[String]) -> Result<()>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "run",
        usage: "[--port N] [--dev] [--no-open] [--check]",
        about: "build the app and the server with it inside, start it on this machine and say where; --check stops it again",
        run: run::command,
    },
    Command {
        name: "test",
        usage: "[PART...] [--skip PART]... [--strict] [--list]",
        about: "set up what is missing, run every part (or those named) and print a summary",
        run: test::command,
    },
    Command {
        name: "tidy",
        usage: "",
        about: "check the architecture and the house rules over all tracked files",
        run: tidy::command,
    },
    Command {
        name: "docs",
        usage: "[FILE...]",
        about: "check every command, link and path that the documents show",
        run: docs::command,
    },
    Command {
        name: "web",
        usage: "[--dev]",
        about: "build the browser app into target/web-dist; --dev is quicker and not for others to download",
        run: web::command,
    },
    Command {
        name: "pictures",
        usage: "[--terminal]",
        about: "take the pictures of the README: of the terminal, and in Chromium of the app",
        run: web::pictures,
    },
    Command {
        name: "fuzz",
        usage: "[TARGET...] [--seconds N]",
        about: "throw bytes at the parsers and the game, a minute for each target unless told otherwise",
        run: fuzz::command,
    },
    Command {
        name: "dist",
        usage: "",
        about: "make an archive for this kind of machine, with man pages and completions, and try it out",
        run: dist::command,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<()> {
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", help());
        return Ok(());
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") || rest.iter().any(|a| a == "--help" || a == "-h") {
        print!("{}", help());
        return Ok(());
    }
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => (command.run)(&Workspace::find()?, rest),
        None => bail!("no command `{name}`; `cargo xtask help` lists them"),
    }
}

fn help() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND [ARGUMENTS]\n");
    for command in COMMANDS {
        text += &format!("\n  cargo xtask {} {}\n      {}\n", command.name, command.usage, command.about);
    }
    text += "\nThe parts of the test command:\n\n";
    text + &parts::list()
}

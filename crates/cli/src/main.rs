//! `skep`, the one program: each sub-command is a thin layer over a library crate.

mod perft;
mod position_arg;
mod text;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Software for the board game Hive.
#[derive(Debug, Parser)]
#[command(name = "skep", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Count all sequences of turns from a position, to test and time the move generator.
    Perft(perft::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Perft(args) => perft::run(&args).map(|()| ExitCode::SUCCESS),
    };
    result.unwrap_or_else(|error| {
        // A reader such as `head` has seen enough: that is no failure.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        let _ = writeln!(io::stderr(), "skep: {}", text::causes(&error));
        ExitCode::FAILURE
    })
}

//! `skep`, the one program: each sub-command is a thin layer over a library crate.

#[cfg(feature = "server")]
mod admin;
mod bench;
mod contest;
mod learn;
mod manual;
mod perft;
mod play;
mod position_arg;
mod progress;
#[cfg(feature = "server")]
mod serve;
mod text;
mod tune;
mod uhp;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

/// Software for the board game Hive.
#[derive(Debug, Parser)]
#[command(name = "skep", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game in the terminal: two people, or you against the engine.
    Play(play::Args),
    /// Learn Hive in the terminal: twenty lessons on the rules, ten on strategy.
    Learn(learn::Args),
    /// Write man pages and shell completions, for packages.
    Manual(manual::Args),
    /// Count all sequences of turns from a position, to test and time the move generator.
    Perft(perft::Args),
    /// Search fixed positions to a fixed depth and print the number of positions looked at.
    Bench(bench::Args),
    /// Play a match between two engines.
    Match(Box<contest::Args>),
    /// Fit the weights of the evaluation to games: of the engine against itself, and of people.
    Tune(tune::Args),
    /// Administer the site's database: people, reports, backups.
    #[cfg(feature = "server")]
    Admin(Box<admin::Args>),
    /// Serve online play and the browser app.
    #[cfg(feature = "server")]
    Serve(Box<serve::Args>),
    /// Speak the Universal Hive Protocol on standard input and output, for viewers and other programs.
    Uhp(uhp::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Play(args) => play::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Learn(args) => learn::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Manual(args) => manual::run(&args, Cli::command()).map(|()| ExitCode::SUCCESS),
        Command::Perft(args) => perft::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Bench(args) => bench::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Match(args) => contest::run(&args),
        Command::Tune(args) => tune::run(&args).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "server")]
        Command::Admin(args) => admin::run(&args).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Uhp(args) => uhp::run(&args).map(|()| ExitCode::SUCCESS),
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

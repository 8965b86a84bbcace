//! Simulated players over real sockets, and the proof that nothing they were told was lost.
//!
//! `play` loads a running server and prints figures. `verify` holds the journal of a load against the database. `kill`
//! does both with a server that is killed again and again.

mod args;
mod client;
mod figures;
mod journal;
mod kill;
mod play;
mod player;
mod random;
mod verify;

use anyhow::Result;
use clap::Parser as _;

use args::{Cli, Command};

fn main() -> Result<()> {
    let cli = Cli::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match cli.command {
            Command::Play(args) => play::run(&args).await,
            Command::Verify(args) => verify::run(&args.db, &args.journal).await,
            Command::Kill(args) => kill::run(&args).await,
        }
    })
}

/// Results are what these commands are for.
#[allow(clippy::print_stdout)]
fn say(text: &str) {
    println!("{text}");
}

//! `skep uhp`: the engine on standard input and output.

use std::io::{self, BufReader, Write as _};
use std::process;

use anyhow::{Context as _, Result, anyhow};
use skep_engine::{Engine, Options};
use skep_uhp::{Session, Switchboard, serve};

/// The name under which the engine introduces itself.
const ID: &str = concat!("Skep v", env!("CARGO_PKG_VERSION"));

/// What a program ended by Ctrl-C is expected to return.
const INTERRUPTED: i32 = 130;

/// Speak the Universal Hive Protocol on standard input and output.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Set an option at the start, as `options set` would: Name=Value.
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Runs the sub-command until the input ends.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut session = Session::new(io::stdout(), Engine::new(Options::default()), ID);
    session.set_log(|note| drop(writeln!(io::stderr(), "{note}")));
    for option in &args.options {
        let (name, value) =
            option.split_once('=').with_context(|| format!("{option:?} is not Name=Value"))?;
        session.set_option(name.trim(), value).map_err(|reason| anyhow!(reason))?;
    }
    let switchboard = Switchboard::new();
    let interrupted = switchboard.clone();
    ctrlc::set_handler(move || {
        // A viewer interrupts a search to get the best move so far; whoever interrupts an idle engine
        // wants it gone.
        if !interrupted.stop() {
            process::exit(INTERRUPTED);
        }
    })
    .context("interrupts cannot be caught")?;
    serve(BufReader::new(io::stdin()), &mut session, &switchboard)?;
    Ok(())
}

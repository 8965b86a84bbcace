//! `skep bench`: a fixed search, to see whether behavior or speed has changed.

use std::io::{Write as _, stdout};
use std::time::Instant;

use anyhow::Result;
use clap::Args as ClapArgs;
use skep_engine::bench;

/// Options of `skep bench`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// Search each position to this depth
    #[arg(short, long, default_value_t = bench::DEPTH)]
    depth: u8,
    /// Show the work for each position
    #[arg(short, long)]
    verbose: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let start = Instant::now();
    let mut failure = Ok(());
    let nodes = bench::bench(args.depth, |work| {
        if args.verbose && failure.is_ok() {
            failure = writeln!(stdout(), "{:>12}  {}", work.nodes, work.game);
        }
    });
    failure?;
    let rate = nodes as f64 / start.elapsed().as_secs_f64();
    writeln!(stdout(), "Bench: {nodes} nodes {rate:.0} nps")?;
    Ok(())
}

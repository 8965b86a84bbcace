//! `skep bench`: a fixed search, to see whether behavior or speed has changed.

use std::io::{Write as _, stdout};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args as ClapArgs;
use skep_engine::{Engine, Limits, Options, StopToken, bench};
use skep_rules::Game;

/// Options of `skep bench`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// Positions to search instead of the fixed ones, as UHP game strings
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Search each of these for this many seconds instead of to a depth
    #[arg(short, long, value_name = "SECONDS", requires = "games")]
    time: Option<f64>,
    /// Search each position to this depth
    #[arg(short, long, default_value_t = bench::DEPTH)]
    depth: u8,
    /// Show the work for each position
    #[arg(short, long)]
    verbose: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !args.games.is_empty() {
        return search(args);
    }
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

/// Searches given positions, each with a fresh table, on one thread.
fn search(args: &Args) -> Result<()> {
    let limits = match args.time {
        Some(seconds) => Limits::time(Duration::try_from_secs_f64(seconds).context("--time")?),
        None => Limits::depth(args.depth),
    };
    let mut engine = Engine::new(Options::default());
    for text in &args.games {
        let game = Game::from_uhp(text).with_context(|| format!("no game: {text}"))?;
        engine.clear();
        let Some(found) = engine.search(&game, &limits, &StopToken::new(), &mut |_| {}) else {
            bail!("the game is over: {text}");
        };
        let rate = found.nodes as f64 / found.time.as_secs_f64().max(1e-6);
        writeln!(
            stdout(),
            "depth {:>2}  {:>7}  {:>12} nodes  {:>10.0} nps  {}",
            found.depth,
            found.score.to_string(),
            found.nodes,
            rate,
            found.best.to_uhp(game.position()),
        )?;
    }
    Ok(())
}

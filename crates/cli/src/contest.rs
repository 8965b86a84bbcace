//! `skep match`: engine against engine.

mod args;
mod json;
mod live;
mod record;
mod side;
mod summary;

use std::fs;
use std::io::{self, Write as _};
use std::process::{self, ExitCode};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use skep_arena::contest::Contest;
use skep_arena::openings::{RandomOpenings, balanced, read_openings, shuffle};
use skep_arena::tally::Side;
use skep_engine::StopToken;
use skep_rules::{Move, RuleSet};

pub(crate) use args::Args;
use live::Live;
use record::Recorder;
use side::Sides;
use summary::Summary;

/// What a program ended by Ctrl-C is expected to return.
const INTERRUPTED: i32 = 130;

/// Evaluation units in a logit, in which scores are told.
const UNITS: f64 = 200.0;

/// Runs the sub-command.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let rules = RuleSet { queen_first: args.queen_first, ..RuleSet::new(args.game_type) };
    let sides = Sides::new(args)?;
    let (openings, origin) = openings(args, rules)?;
    let contest = Contest {
        rules,
        openings,
        games: args.games,
        concurrency: args.concurrency(sides.threads())?,
        paces: sides.paces(),
        terms: args.terms()?,
        sprt: args.sprt,
        seed: args.seed,
    };
    let stop = StopToken::new();
    catch_interrupts(&stop)?;
    let mut recorder = Recorder::new(args, &sides)?;
    let mut live = Live::new(args.games, args.sprt, args.verbose);
    let start = Instant::now();
    let mut failure = None;
    let outcome = contest.run(&sides, &stop, &mut |report, tally| {
        if !args.quiet {
            live.show(report, tally);
        }
        if let Err(error) = recorder.write(report) {
            failure = Some(error);
            stop.stop();
        }
    });
    live.finish();
    let outcome = outcome.map_err(|(side, fault)| anyhow!("player {} cannot play: {fault}", letter(side)))?;
    if let Some(error) = failure {
        return Err(error);
    }
    let summary = Summary {
        contest: &contest,
        sides: &sides,
        outcome: &outcome,
        origin: &origin,
        took: start.elapsed(),
    };
    write!(io::stdout(), "{summary}")?;
    if let Some(path) = &args.json {
        fs::write(path, json::text(&summary)).with_context(|| path.display().to_string())?;
    }
    let forfeits: u64 = Side::ALL.iter().map(|side| outcome.tally.forfeits_of(*side)).sum();
    Ok(if args.strict && forfeits > 0 { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

/// What the players are called in short.
fn letter(side: Side) -> char {
    match side {
        Side::A => 'A',
        Side::B => 'B',
    }
}

/// The first Ctrl-C ends the match and shows what is known; the second ends the program.
fn catch_interrupts(stop: &StopToken) -> Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.is_stopped() {
            process::exit(INTERRUPTED);
        }
        stop.stop();
    })
    .context("interrupts cannot be caught")
}

/// The openings, and where they come from.
fn openings(args: &Args, rules: RuleSet) -> Result<(Vec<Vec<Move>>, String)> {
    let mut origin = Vec::new();
    let mut openings = Vec::new();
    let pairs = args.games.div_ceil(2);
    if let Some(path) = &args.openings {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        openings = read_openings(&text, rules).with_context(|| path.display().to_string())?.openings;
        if openings.is_empty() {
            bail!("{} has no opening for {}", path.display(), rules.game_type);
        }
        origin.push(format!("from {}", path.display()));
        if args.shuffle {
            shuffle(&mut openings, args.seed);
            origin.push("shuffled".into());
        }
    }
    let balance = args.balance.map(|logits| (logits * UNITS) as i32);
    let plies = args.random_plies.unwrap_or(if args.openings.is_some() { 0 } else { 4 });
    if plies > 0 {
        // Unless told otherwise, random openings that are as good as decided are of no use.
        let balance = Some(balance.unwrap_or((0.75 * UNITS) as i32));
        let random = RandomOpenings { rules, plies, bases: openings, balance, seed: args.seed };
        openings = random.make(pairs);
        origin.push(format!("{plies} random plies, seed {}", args.seed));
    } else if let Some(balance) = balance {
        openings = balanced(openings, rules, balance);
    }
    if openings.is_empty() && (args.openings.is_some() || plies > 0) {
        bail!("no opening is balanced enough: allow more with --balance");
    }
    Ok((openings, if origin.is_empty() { "the empty table".into() } else { origin.join(", ") }))
}

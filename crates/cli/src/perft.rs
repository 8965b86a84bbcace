//! `skep perft`: counts sequences of turns, and how fast.

mod count;

use std::io::{self, IsTerminal as _, Write};
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use skep_rules::Position;
use skep_rules::notation::uhp::UhpMove;

use crate::position_arg::parse_game;
use crate::text::{grouped, per_second, rate, span};

/// Without `--depth` no row is begun that would take longer than this.
const PATIENCE: Duration = Duration::from_secs(10);

/// Deeper than any count can end, and still within 64 bits for most positions.
const MAX_DEPTH: u32 = 30;

/// Count all sequences of turns from a position, to test and time the move generator.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to start: a game type such as Base+MLP, a UHP game string, or a position string.
    #[arg(default_value = "Base+MLP", value_name = "GAME")]
    game: String,
    /// Count up to this many turns [default: as many as take about ten seconds].
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Count with this many threads; 0 takes all cores.
    #[arg(short, long, default_value_t = 1)]
    threads: usize,
    /// List each first turn with its share of the count, at the greatest depth only.
    #[arg(long, requires = "depth")]
    divide: bool,
    /// Count each depth this many times and show the best time.
    #[arg(long, default_value = "1", value_name = "TIMES")]
    repeat: NonZeroUsize,
    /// Allow the queen as a player's first tile.
    #[arg(long)]
    queen_first: bool,
}

/// Runs the sub-command.
pub(crate) fn run(args: &Args) -> Result<()> {
    let game = parse_game(&args.game, args.queen_first)?;
    let threads = match NonZeroUsize::new(args.threads) {
        Some(threads) => threads,
        None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    if threads.get() > 1024 {
        bail!("{threads} threads are more than any machine has");
    }
    let stdout = io::stdout();
    let style = if stdout.is_terminal() { Style::People } else { Style::Machines };
    let mut out = stdout.lock();
    if args.divide {
        let depth = args.depth.unwrap_or(1);
        divide(&mut out, style, game.position(), depth, threads)
    } else {
        table(&mut out, style, game.position(), args, threads)
    }
}

/// For whom the output is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Aligned, digits grouped.
    People,
    /// Tab-separated plain numbers under a header line.
    Machines,
}

/// One row a depth.
fn table(
    out: &mut impl Write,
    style: Style,
    position: &Position,
    args: &Args,
    threads: NonZeroUsize,
) -> Result<()> {
    match style {
        Style::People => writeln!(out, "{:>5}  {:>26}  {:>12}  {:>10}", "depth", "leaves", "time", "rate")?,
        Style::Machines => writeln!(out, "depth\tleaves\tseconds\tleaves_per_second")?,
    }
    let mut last: Option<(u64, Duration)> = None;
    let mut growth = 1.0;
    for depth in 1..=args.depth.unwrap_or(MAX_DEPTH) {
        if let (None, Some((_, time))) = (args.depth, last)
            && time.mul_f64(growth) > PATIENCE
        {
            break;
        }
        let mut leaves = 0;
        let mut time = Duration::MAX;
        for _ in 0..args.repeat.get() {
            let start = Instant::now();
            leaves = count::leaves(position, depth, threads);
            time = time.min(start.elapsed());
        }
        match style {
            Style::People => {
                let (leaves, rate) = (grouped(leaves), rate(leaves, time));
                writeln!(out, "{depth:>5}  {leaves:>26}  {:>12}  {rate:>10}", span(time))?;
            }
            Style::Machines => {
                let rate = per_second(leaves, time);
                writeln!(out, "{depth}\t{leaves}\t{:.6}\t{rate:.0}", time.as_secs_f64())?;
            }
        }
        out.flush()?;
        if leaves == 0 {
            break;
        }
        if let Some((fewer, _)) = last {
            growth = leaves as f64 / fewer.max(1) as f64;
        }
        last = Some((leaves, time));
    }
    Ok(())
}

/// One row a first turn.
fn divide(
    out: &mut impl Write,
    style: Style,
    position: &Position,
    depth: u32,
    threads: NonZeroUsize,
) -> Result<()> {
    let start = Instant::now();
    let mut rows: Vec<(String, u64)> = count::divide(position, depth, threads)
        .into_iter()
        .map(|(mv, leaves)| (UhpMove::of(mv, position).to_string(), leaves))
        .collect();
    let time = start.elapsed();
    // The order of the generator is nobody's business: sorted rows can be compared with other programs.
    rows.sort_unstable();
    let total = rows.iter().map(|(_, leaves)| leaves).sum();
    for (turn, leaves) in &rows {
        match style {
            Style::People => writeln!(out, "{turn:<10}  {:>26}", grouped(*leaves))?,
            Style::Machines => writeln!(out, "{turn}\t{leaves}")?,
        }
    }
    match style {
        Style::People => writeln!(
            out,
            "\n{} first turns, {} leaves, {}, {}",
            rows.len(),
            grouped(total),
            span(time),
            rate(total, time)
        )?,
        Style::Machines => writeln!(out, "total\t{total}")?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(arguments: &[&str], style: Style) -> String {
        #[derive(clap::Parser)]
        struct Program {
            #[command(flatten)]
            args: Args,
        }
        let line = ["perft"].iter().chain(arguments);
        let args = <Program as clap::Parser>::try_parse_from(line).unwrap().args;
        let game = parse_game(&args.game, args.queen_first).unwrap();
        let mut out = Vec::new();
        if args.divide {
            let depth = args.depth.unwrap();
            divide(&mut out, style, game.position(), depth, NonZeroUsize::MIN).unwrap();
        } else {
            table(&mut out, style, game.position(), &args, NonZeroUsize::MIN).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn there_is_one_row_a_depth() {
        let text = output(&["--depth", "4"], Style::Machines);
        let leaves: Vec<&str> = text.lines().skip(1).map(|row| row.split('\t').nth(1).unwrap()).collect();
        assert_eq!(leaves, ["7", "294", "6678", "151686"]);
        assert!(output(&["--depth", "4"], Style::People).contains(" 151,686 "));
    }

    #[test]
    fn division_lists_the_first_turns() {
        let text = output(&["Base", "--divide", "--depth", "2"], Style::Machines);
        assert_eq!(text, "wA1\t24\nwB1\t24\nwG1\t24\nwS1\t24\ntotal\t96\n");
    }
}

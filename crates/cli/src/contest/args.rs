//! The command line of `skep match`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use skep_arena::bout::{Resign, Terms};
use skep_arena::pace::Pace;
use skep_arena::sprt::Sprt;
use skep_arena::tally::Side;
use skep_rules::GameType;

use super::UNITS;

const LONG: &str = "\
Play a match between two engines.

A player is our engine in this process, `skep` followed by any of level=1..10, threads=N, hash=MIB, time=SECONDS, \
nodes=N, depth=N, clock=BASE+INCREMENT, name=TEXT; or the command line of any program that speaks the Universal Hive \
Protocol.

Every opening is played twice with colors swapped. The referee is ours: who plays an illegal move, crashes, does not \
answer or oversteps its time forfeits the game.";

const EXAMPLES: &str = "\
Examples:
  skep match --b 'skep level=9' --games 200 --nodes 2000
  skep match --a skep --b 'nokamute --num-threads=1 uhp' --games 200 --time 0.1 --type Base+ML
  skep match --b './old-skep uhp' --time-a 0.05 --time-b 1 --openings openings.tsv --pgn games.pgn
  skep match --b './old-skep uhp' --nodes 5000 --games 20000 --sprt 0,10";

/// Play a match between two engines.
#[derive(Debug, clap::Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The first player, from whose view results are told.
    #[arg(short, long, value_name = "PLAYER", default_value = "skep")]
    pub(super) a: String,
    /// The second player.
    #[arg(short, long, value_name = "PLAYER", default_value = "skep")]
    pub(super) b: String,
    /// An option for the first player, if it is a program; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<String>,
    /// An option for the second player, if it is a program; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<String>,
    /// The game type.
    #[arg(short = 't', long = "type", value_name = "TYPE", default_value = "Base+MLP")]
    pub(super) game_type: GameType,
    /// Allow the queen as a player's first tile.
    #[arg(long)]
    pub(super) queen_first: bool,
    /// How many games at most.
    #[arg(short, long, default_value_t = 100)]
    pub(super) games: usize,
    /// How many games at once; 0 takes as many as there are cores for the players' threads.
    #[arg(short, long, default_value_t = 0)]
    concurrency: usize,

    /// Seconds a move [default: 0.1].
    #[arg(long, value_name = "SECONDS", help_heading = "How long players think")]
    time: Option<f64>,
    /// Seconds a move for the first player alone.
    #[arg(long, value_name = "SECONDS", help_heading = "How long players think")]
    time_a: Option<f64>,
    /// Seconds a move for the second player alone.
    #[arg(long, value_name = "SECONDS", help_heading = "How long players think")]
    time_b: Option<f64>,
    /// Positions a move.
    #[arg(long, value_name = "N", help_heading = "How long players think")]
    nodes: Option<u64>,
    /// Positions a move for the first player alone.
    #[arg(long, value_name = "N", help_heading = "How long players think")]
    nodes_a: Option<u64>,
    /// Positions a move for the second player alone.
    #[arg(long, value_name = "N", help_heading = "How long players think")]
    nodes_b: Option<u64>,
    /// Turns to look ahead.
    #[arg(long, value_name = "N", help_heading = "How long players think")]
    depth: Option<u32>,
    /// Turns to look ahead for the first player alone.
    #[arg(long, value_name = "N", help_heading = "How long players think")]
    depth_a: Option<u32>,
    /// Turns to look ahead for the second player alone.
    #[arg(long, value_name = "N", help_heading = "How long players think")]
    depth_b: Option<u32>,
    /// Seconds for the whole game, and seconds added with each move.
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = Pace::parse_clock, help_heading = "How long players think")]
    clock: Option<Pace>,
    /// A clock for the first player alone.
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = Pace::parse_clock, help_heading = "How long players think")]
    clock_a: Option<Pace>,
    /// A clock for the second player alone.
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = Pace::parse_clock, help_heading = "How long players think")]
    clock_b: Option<Pace>,
    /// By how many seconds a player may overstep its time.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, help_heading = "How long players think")]
    margin: f64,

    /// Openings: a game string a line, moves joined by `;`, or a table with a column named `line`.
    #[arg(short, long, value_name = "FILE", help_heading = "Openings")]
    pub(super) openings: Option<PathBuf>,
    /// Take the openings of the file in random order.
    #[arg(long, requires = "openings", help_heading = "Openings")]
    pub(super) shuffle: bool,
    /// Begin with so many random plies, after those of the file if there is one [default: 4 without a file].
    #[arg(short, long, value_name = "N", help_heading = "Openings")]
    pub(super) random_plies: Option<usize>,
    /// Leave out openings that a short search finds further from even than this [default: 0.75 for random ones].
    #[arg(long, value_name = "LOGITS", help_heading = "Openings")]
    pub(super) balance: Option<f64>,
    /// Makes other random openings and other chance choices.
    #[arg(long, default_value_t = 1, help_heading = "Openings")]
    pub(super) seed: u64,

    /// End the match when it is clear whether A is stronger by elo1 rather than elo0.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true, help_heading = "Ends")]
    pub(super) sprt: Option<Sprt>,
    /// A game is a draw after so many plies.
    #[arg(long, value_name = "N", default_value_t = 300, help_heading = "Ends")]
    max_plies: usize,
    /// A game is given up when both players agree that it is lost by this much.
    #[arg(long, value_name = "LOGITS", help_heading = "Ends")]
    resign: Option<f64>,
    /// For how many moves of each player in a row they must agree.
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Ends")]
    resign_turns: u32,

    /// Write the games as PGN.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) pgn: Option<PathBuf>,
    /// Write the games as UHP game strings, one a line.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) strings: Option<PathBuf>,
    /// Write the results as JSON, for programs.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) json: Option<PathBuf>,
    /// Tell of each game as it ends.
    #[arg(short, long, help_heading = "Output")]
    pub(super) verbose: bool,
    /// Do not show how the match stands while it goes on.
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub(super) quiet: bool,
    /// Return 2 if any game was forfeited.
    #[arg(long, help_heading = "Output")]
    pub(super) strict: bool,
}

impl Args {
    /// The options that were given for a player.
    pub(super) fn options(&self, side: Side) -> Result<Vec<(String, String)>> {
        let options = match side {
            Side::A => &self.option_a,
            Side::B => &self.option_b,
        };
        let split = |option: &String| {
            let (name, value) =
                option.split_once('=').with_context(|| format!("{option:?} is not NAME=VALUE"))?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        options.iter().map(split).collect()
    }

    /// How long a player may think, as the switches say: its own before those for both.
    pub(super) fn pace(&self, side: Side) -> Result<Pace> {
        let (time, nodes, depth, clock) = match side {
            Side::A => (self.time_a, self.nodes_a, self.depth_a, self.clock_a),
            Side::B => (self.time_b, self.nodes_b, self.depth_b, self.clock_b),
        };
        if let Some(pace) = one_pace(time, nodes, depth, clock)? {
            return Ok(pace);
        }
        let both = one_pace(self.time, self.nodes, self.depth, self.clock)?;
        Ok(both.unwrap_or(Pace::Time(Duration::from_millis(100))))
    }

    pub(super) fn terms(&self) -> Result<Terms> {
        let resign = match self.resign {
            Some(logits) if !(0.1..=1000.0).contains(&logits) => {
                bail!("--resign wants 0.1 or more, in logits")
            }
            Some(logits) => Some(Resign { score: (logits * UNITS) as i32, turns: self.resign_turns.max(1) }),
            None => None,
        };
        Ok(Terms { max_plies: self.max_plies, margin: seconds(self.margin)?, resign })
    }

    /// Games at once, when the players have this many threads.
    pub(super) fn concurrency(&self, threads: usize) -> Result<usize> {
        if self.concurrency > 1024 {
            bail!("{} games at once are more than any machine bears", self.concurrency);
        }
        if self.concurrency > 0 {
            return Ok(self.concurrency);
        }
        // Only one of the two players thinks at a time.
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Ok((cores / threads.max(1)).max(1))
    }
}

/// A span of time that somebody typed.
pub(super) fn seconds(seconds: f64) -> Result<Duration> {
    if !(0.0..=1e6).contains(&seconds) {
        bail!("{seconds} is no number of seconds to think");
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn one_pace(
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    clock: Option<Pace>,
) -> Result<Option<Pace>> {
    let time = time.map(seconds).transpose()?.map(Pace::Time);
    let all = [time, nodes.map(Pace::Nodes), depth.map(Pace::Depth), clock];
    let mut given = all.into_iter().flatten();
    match (given.next(), given.next()) {
        (pace, None) => Ok(pace),
        _ => bail!("a player thinks by time, nodes, depth or clock: only one of them"),
    }
}

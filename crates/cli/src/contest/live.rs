//! How a match stands, on standard error while it goes on.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use skep_arena::bout::Ending;
use skep_arena::elo::elo;
use skep_arena::sprt::Sprt;
use skep_arena::tally::{Report, Tally};
use skep_rules::{Color, GameResult};

use super::letter;
use crate::text::span;

const BAR: u64 = 20;

/// Shows each game, or the state of things now and then.
#[derive(Debug)]
pub(super) struct Live {
    games: u64,
    sprt: Option<Sprt>,
    verbose: bool,
    is_terminal: bool,
    start: Instant,
    shown: Option<Instant>,
    /// The last line, if it has not been shown yet.
    waiting: Option<String>,
}

impl Live {
    pub(super) fn new(games: usize, sprt: Option<Sprt>, verbose: bool) -> Live {
        let is_terminal = io::stderr().is_terminal();
        let start = Instant::now();
        Live { games: games as u64, sprt, verbose, is_terminal, start, shown: None, waiting: None }
    }

    /// A game has ended.
    pub(super) fn show(&mut self, report: &Report, tally: &Tally) {
        if self.verbose || matches!(report.played.ending, Ending::Forfeit(..)) {
            self.print_line(&game_line(report));
        }
        let line = self.line(tally);
        // Often enough to see it live, seldom enough to keep a log short.
        let pause = Duration::from_millis(if self.is_terminal { 100 } else { 30_000 });
        if self.shown.is_none_or(|shown| shown.elapsed() >= pause) {
            self.print(&line);
        } else {
            self.waiting = Some(line);
        }
    }

    /// There will be no more games.
    pub(super) fn finish(&mut self) {
        if let Some(line) = self.waiting.take() {
            self.print(&line);
        }
        if self.is_terminal && self.shown.is_some() {
            let _ = writeln!(io::stderr());
        }
    }

    fn print(&mut self, line: &str) {
        self.shown = Some(Instant::now());
        self.waiting = None;
        // A closed standard error is no reason to stop playing.
        let _ = if self.is_terminal {
            write!(io::stderr(), "\r{line}\x1b[K")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    /// A line that stays, above the one that is drawn over.
    fn print_line(&self, line: &str) {
        let _ = if self.is_terminal {
            writeln!(io::stderr(), "\r{line}\x1b[K")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    fn line(&self, tally: &Tally) -> String {
        let score = tally.score;
        let done = score.games();
        let mut line = String::new();
        if self.is_terminal {
            let filled = (BAR * done / self.games.max(1)).min(BAR) as usize;
            line = format!("[{}{}] ", "#".repeat(filled), ".".repeat(BAR as usize - filled));
        }
        let percent = 100.0 * score.share().unwrap_or(0.5);
        line += &format!(
            "{done}/{}  +{} ={} -{}  {percent:.1}%",
            self.games, score.wins, score.draws, score.losses
        );
        if let Some((low, high)) = tally.pairs.score_interval() {
            line += &format!("  Elo {}", elo_text(tally.pairs.score(), low, high));
        }
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            line += &format!("  LLR {:+.2} ({low:.2}, {high:.2})", sprt.ratio(&tally.pairs));
        }
        let elapsed = self.start.elapsed();
        let left = elapsed.mul_f64((self.games.saturating_sub(done)) as f64 / done.max(1) as f64);
        line += &format!("  {:.1} games/s", done as f64 / elapsed.as_secs_f64());
        if done < self.games { line + &format!(", {} left", span(left)) } else { line }
    }
}

/// `+12 [-30, +55]`
pub(super) fn elo_text(score: Option<f64>, low: f64, high: f64) -> String {
    let text = |score: f64| {
        // Nobody wants to read of a negative nothing.
        let elo = elo(score).round() + 0.0;
        if elo.is_finite() {
            format!("{elo:+.0}")
        } else {
            format!("{}inf", if elo > 0.0 { '+' } else { '-' })
        }
    };
    format!("{} [{}, {}]", text(score.unwrap_or(0.5)), text(low), text(high))
}

fn game_line(report: &Report) -> String {
    let played = &report.played;
    let result = match played.ending.result() {
        GameResult::Draw => "draw".to_owned(),
        GameResult::Win(color) => format!("{} wins", letter(report.side(color))),
    };
    let how = ending_text(&played.ending, |color| letter(report.side(color)));
    let plies = played.game.moves().len();
    let white = letter(report.side(Color::White));
    format!("game {}: {result} ({how}), {plies} plies, {white} was White", report.number + 1)
}

/// How a game ended, with the names that the players have.
pub(super) fn ending_text(ending: &Ending, name: impl Fn(Color) -> char) -> String {
    match ending {
        Ending::Board(reason) => match reason {
            skep_rules::EndReason::QueenSurrounded(color) => format!("{}'s queen surrounded", name(*color)),
            skep_rules::EndReason::BothQueensSurrounded => "both queens surrounded".into(),
            skep_rules::EndReason::Repetition => "repetition".into(),
        },
        Ending::MaxPlies => "too many plies".into(),
        Ending::Resigned(color) => format!("{} resigned", name(*color)),
        Ending::Forfeit(color, fault) => format!("{} forfeits, {}: {fault}", name(*color), fault.kind()),
    }
}

//! `bestmove`: an effort becomes limits, what the engine reports becomes lines.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};

use skep_engine::{Clock, Info, Level, Limits, StopToken};
use skep_rules::{Game, Move, Position};

use crate::brain::Brain;
use crate::command::Effort;
use crate::options::Settings;

/// What is to be thought about.
pub(super) struct Task<'a> {
    pub(super) game: &'a Game,
    pub(super) settings: &'a Settings,
    pub(super) effort: Effort,
}

impl Task<'_> {
    /// The best turn, or `None` if the game is over. Lines about the progress are written on the way.
    pub(super) fn run(
        &self,
        brain: &mut impl Brain,
        stop: &StopToken,
        out: &mut impl Write,
    ) -> io::Result<Option<String>> {
        if self.game.result().is_some() {
            return Ok(None);
        }
        let limits = self.limits();
        let mut lines = Lines { game: self.game, expected: limits.lines, known: Vec::new() };
        let mut outcome = Ok(());
        let result = brain.search(self.game, &limits, stop, &mut |info| {
            let is_complete = lines.add(info);
            if self.settings.report_intermediate && is_complete && outcome.is_ok() {
                outcome = lines.write(out);
                if outcome.is_err() {
                    // Nobody listens any more.
                    stop.stop();
                }
            }
        });
        outcome?;
        if limits.lines > 1 && !self.settings.report_intermediate {
            lines.write(out)?;
        }
        Ok(result.map(|result| result.best.to_uhp(self.game.position())))
    }

    fn limits(&self) -> Limits {
        // Nobody has more lines to examine than there are turns.
        let turns = self.game.position().legal_moves().len().max(1);
        let mut limits = Limits {
            level: Level::new(self.settings.level).unwrap_or(Level::MAX),
            lines: self.settings.multi_pv.min(turns),
            contempt: self.settings.contempt,
            seed: match self.settings.seed {
                0 => RandomState::new().hash_one(0),
                seed => seed,
            },
            ..Limits::default()
        };
        match self.effort {
            // Depth 0 asks for the turn that looks best right away: that is what depth 1 finds.
            Effort::Depth(depth) => limits.depth = Some(u8::try_from(depth).unwrap_or(u8::MAX).max(1)),
            Effort::Time(time) => limits.time = Some(time),
            Effort::Nodes(nodes) => limits.nodes = Some(nodes),
            Effort::Clock { remaining, increment } => limits.clock = Some(Clock { remaining, increment }),
            Effort::Unlimited => {}
        }
        limits
    }
}

/// The latest news of each of the best turns.
struct Lines<'a> {
    game: &'a Game,
    expected: usize,
    known: Vec<Info>,
}

impl Lines<'_> {
    /// Takes note, and says whether all turns of this depth have now been heard of.
    fn add(&mut self, info: &Info) -> bool {
        if let Some(known) = self.known.get_mut(info.line) {
            *known = info.clone();
        } else if info.line == self.known.len() {
            self.known.push(info.clone());
        } else {
            return false;
        }
        info.line + 1 == self.expected
    }

    /// Writes the best turn last: for viewers that show each line, the last one counts.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let lines: String = self.known.iter().rev().filter_map(|info| self.line(info)).collect();
        out.write_all(lines.as_bytes())?;
        out.flush()
    }

    /// `move;depth;score;pv1;pv2...`
    fn line(&self, info: &Info) -> Option<String> {
        let pv = words(self.game.position(), &info.pv);
        Some(format!("{};{};{};{}\n", pv.first()?, info.depth, info.score, pv.join(";")))
    }
}

/// The expected turns in words, as far as they can be played: hash tables err now and then.
pub(super) fn words(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(mv.to_uhp(&position));
        let _ = position.play_unchecked(mv);
    }
    words
}

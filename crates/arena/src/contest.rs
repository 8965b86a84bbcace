//! A match: many games at once, counted as they end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use skep_engine::StopToken;
use skep_rules::{ByColor, Color, Move, RuleSet};

use crate::bout::{Bout, Ending, Terms};
use crate::pace::Pace;
use crate::player::{Fault, Player};
use crate::sprt::{Sprt, Verdict};
use crate::tally::{Report, Side, Tally};

/// Makes players: each thread of a match has its own.
pub trait Roster: Sync {
    /// A player for this side.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    fn start(&self, side: Side) -> Result<Box<dyn Player>, Fault>;
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The rules of the games.
    pub rules: RuleSet,
    /// Each is played twice, with colors swapped. When all have been played, they start over.
    pub openings: Vec<Vec<Move>>,
    /// Games to be played at most.
    pub games: usize,
    /// Games played at the same time.
    pub concurrency: usize,
    /// How long each side may think.
    pub paces: [Pace; 2],
    /// What ends a game apart from the rules.
    pub terms: Terms,
    /// Ends the match when it is clear who is stronger.
    pub sprt: Option<Sprt>,
    /// Varies what players leave to chance.
    pub seed: u64,
}

/// What the match has come to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The results.
    pub tally: Tally,
    /// What the sequential test says, if there was one and it ended.
    pub verdict: Option<Verdict>,
    /// Games that could not be played to their end because the match was stopped.
    pub unfinished: usize,
}

impl Contest {
    /// Plays the match until all games are played, the test has ended, or `stop` is pulled. `on_game` hears of
    /// each game as it ends.
    ///
    /// # Errors
    ///
    /// When a player cannot be started in the first place. Later failures are forfeits.
    pub fn run(
        &self,
        roster: &dyn Roster,
        stop: &StopToken,
        on_game: &mut dyn FnMut(&Report, &Tally),
    ) -> Result<Outcome, (Side, Fault)> {
        // Better no match than one in which a misspelled command loses every game.
        let first = start_both(roster)?;
        let next = AtomicUsize::new(0);
        let mut outcome = Outcome { tally: Tally::default(), verdict: None, unfinished: 0 };
        let threads = self.concurrency.clamp(1, self.games.max(1));
        thread::scope(|scope| {
            let (sender, reports) = channel();
            let mut players = Some(first);
            for _ in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                let worker = Worker { contest: self, roster, stop, players: players.take() };
                scope.spawn(move || worker.run(next, &sender));
            }
            drop(sender);
            for report in reports {
                let Some(report) = report else {
                    outcome.unfinished += 1;
                    continue;
                };
                outcome.tally.add(&report);
                on_game(&report, &outcome.tally);
                if outcome.verdict.is_none() {
                    outcome.verdict = self.sprt.and_then(|sprt| sprt.verdict(&outcome.tally.pairs));
                }
                if outcome.verdict.is_some() {
                    stop.stop();
                }
            }
        });
        Ok(outcome)
    }
}

type Players = [Box<dyn Player>; 2];

fn start_both(roster: &dyn Roster) -> Result<Players, (Side, Fault)> {
    let start = |side| roster.start(side).map_err(|fault| (side, fault));
    Ok([start(Side::A)?, start(Side::B)?])
}

struct Worker<'a> {
    contest: &'a Contest,
    roster: &'a dyn Roster,
    stop: &'a StopToken,
    /// Kept from game to game: starting an engine may take longer than a game.
    players: Option<Players>,
}

impl Worker<'_> {
    /// Plays one game after another. `None` stands for a game that was stopped.
    fn run(mut self, next: &AtomicUsize, reports: &Sender<Option<Report>>) {
        while !self.stop.is_stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.contest.games {
                break;
            }
            if reports.send(self.play(number)).is_err() {
                break;
            }
        }
    }

    fn play(&mut self, number: usize) -> Option<Report> {
        let color_of_a = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let contest = self.contest;
        let opening = match contest.openings.len() {
            0 => &[],
            count => contest.openings[number / 2 % count].as_slice(),
        };
        let mut players = match self.players.take() {
            Some(players) => players,
            None => match start_both(self.roster) {
                Ok(players) => players,
                Err((side, fault)) => return self.not_started(number, color_of_a, side, fault),
            },
        };
        let [a, b] = &mut players;
        let (white, black) = if color_of_a == Color::White { (a, b) } else { (b, a) };
        let pace = |color| contest.paces[usize::from(color != color_of_a)];
        let bout = Bout {
            rules: contest.rules,
            opening,
            players: ByColor { white: white.as_mut(), black: black.as_mut() },
            paces: ByColor::new_with(pace),
            terms: &contest.terms,
            // Both games of a pair and all pairs differ in what is left to chance.
            seed: contest.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64),
            stop: self.stop,
        };
        let played = bout.play()?;
        if !matches!(played.ending, Ending::Forfeit(..)) {
            self.players = Some(players);
        }
        Some(Report { number, color_of_a, played })
    }

    /// A player that cannot be started again loses by that.
    fn not_started(&self, number: usize, color_of_a: Color, side: Side, fault: Fault) -> Option<Report> {
        let color = if side == Side::A { color_of_a } else { !color_of_a };
        let played = crate::bout::Played {
            game: skep_rules::Game::new(self.contest.rules),
            opening_plies: 0,
            ending: Ending::Forfeit(color, fault),
            thinking: ByColor::default(),
        };
        Some(Report { number, color_of_a, played })
    }
}

#[cfg(test)]
mod tests;

//! One game, from the opening to the end, with a referee.

use std::time::{Duration, Instant};

use skep_engine::StopToken;
use skep_rules::{ByColor, Color, EndReason, Game, GameResult, Move, RuleSet};

use crate::pace::{Pace, Timer};
use crate::player::{Choice, Fault, Player};

/// What ends a game apart from the rules of Hive.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// After so many plies the game is a draw.
    pub max_plies: usize,
    /// By how much a player may overstep its time.
    pub margin: Duration,
    /// When a game is given up.
    pub resign: Option<Resign>,
}

/// A game is given up when both players agree on who wins.
#[derive(Clone, Copy, Debug)]
pub struct Resign {
    /// The score, in evaluation units (200 are one logit).
    pub score: i32,
    /// For how many turns of each player in a row.
    pub turns: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of Hive.
    Board(EndReason),
    /// It took too many plies.
    MaxPlies,
    /// This player gave up.
    Resigned(Color),
    /// This player forfeited the game.
    Forfeit(Color, Fault),
}

impl Ending {
    /// Who won.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self {
            Ending::Board(EndReason::QueenSurrounded(color))
            | Ending::Resigned(color)
            | Ending::Forfeit(color, _) => GameResult::Win(!*color),
            Ending::Board(EndReason::BothQueensSurrounded | EndReason::Repetition) | Ending::MaxPlies => {
                GameResult::Draw
            }
        }
    }
}

/// How much a player thought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thinking {
    /// Turns that were thought about.
    pub turns: u64,
    /// Time in all.
    pub time: Duration,
    /// The longest time for one turn.
    pub longest: Duration,
    /// The longest time by which a limit was overstepped.
    pub overrun: Duration,
    /// Positions looked at, in the turns that tell.
    pub nodes: u64,
    /// Time of the turns that tell the number of positions.
    pub nodes_time: Duration,
    /// The sum of the depths that were told.
    pub depths: u64,
    /// How many turns told a depth.
    pub depth_turns: u64,
}

impl Thinking {
    fn add_turn(&mut self, choice: &Choice, took: Duration, limit: Option<Duration>) {
        self.turns += 1;
        self.time += took;
        self.longest = self.longest.max(took);
        self.overrun = self.overrun.max(took.saturating_sub(limit.unwrap_or(Duration::MAX)));
        if let Some(nodes) = choice.nodes {
            self.nodes += nodes;
            self.nodes_time += took;
        }
        if let Some(depth) = choice.depth {
            self.depths += u64::from(depth);
            self.depth_turns += 1;
        }
    }

    /// Adds the thinking of another game.
    pub fn add(&mut self, other: &Thinking) {
        self.turns += other.turns;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.overrun = self.overrun.max(other.overrun);
        self.nodes += other.nodes;
        self.nodes_time += other.nodes_time;
        self.depths += other.depths;
        self.depth_turns += other.depth_turns;
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// All moves, the opening included.
    pub game: Game,
    /// How many of them are the opening.
    pub opening_plies: usize,
    /// How it ended.
    pub ending: Ending,
    /// How much each side thought.
    pub thinking: ByColor<Thinking>,
}

/// A game to be played.
pub(crate) struct Bout<'a> {
    pub(crate) rules: RuleSet,
    pub(crate) opening: &'a [Move],
    pub(crate) players: ByColor<&'a mut dyn Player>,
    pub(crate) paces: ByColor<Pace>,
    pub(crate) terms: &'a Terms,
    pub(crate) seed: u64,
    pub(crate) stop: &'a StopToken,
}

impl Bout<'_> {
    /// Plays the game; `None` if the match was stopped meanwhile, or the opening cannot be played.
    pub(crate) fn play(mut self) -> Option<Played> {
        let mut game = Game::new(self.rules);
        for mv in self.opening {
            game.play(*mv).ok()?;
        }
        let mut thinking = ByColor::<Thinking>::default();
        let ending = self.play_out(&mut game, &mut thinking)?;
        Some(Played { game, opening_plies: self.opening.len(), ending, thinking })
    }

    fn play_out(&mut self, game: &mut Game, thinking: &mut ByColor<Thinking>) -> Option<Ending> {
        for color in Color::ALL {
            if let Err(fault) = self.players[color].begin(game, self.seed) {
                return forfeit(color, fault);
            }
        }
        let mut timers = ByColor::new_with(|color| Timer::new(self.paces[color]));
        let mut hopeless = Hopeless::default();
        loop {
            if let Some(reason) = game.end_reason() {
                return Some(Ending::Board(reason));
            }
            if game.moves().len() >= self.terms.max_plies {
                return Some(Ending::MaxPlies);
            }
            let color = game.position().turn();
            let timer = &mut timers[color];
            let start = Instant::now();
            let choice = self.players[color].choose(game, timer.effort(), self.stop);
            let took = start.elapsed();
            if self.stop.is_stopped() {
                // The turn was cut short: nobody shall win or lose by it.
                return None;
            }
            let choice = match choice {
                Ok(choice) => choice,
                Err(fault) => return forfeit(color, fault),
            };
            thinking[color].add_turn(&choice, took, timer.limit());
            if let Some(allowed) = timer.limit()
                && took > allowed.saturating_add(self.terms.margin)
            {
                return forfeit(color, Fault::OutOfTime { took, allowed });
            }
            timer.spend(took);
            let turn = choice.mv.to_uhp(game.position());
            if let Err(reason) = game.play(choice.mv) {
                return forfeit(color, Fault::Illegal { turn, reason: reason.to_string() });
            }
            // The mover first: it is the one to refuse its own turn.
            for color in [color, !color] {
                if let Err(fault) = self.players[color].notice(game) {
                    return forfeit(color, fault);
                }
            }
            if let Some(resign) = self.terms.resign
                && let Some(loser) = hopeless.after(color, choice.score, resign)
                && game.end_reason().is_none()
            {
                return Some(Ending::Resigned(loser));
            }
        }
    }
}

/// A game stopped from outside has no ending.
fn forfeit(color: Color, fault: Fault) -> Option<Ending> {
    (fault != Fault::Stopped).then_some(Ending::Forfeit(color, fault))
}

/// For how many turns the players have agreed on the loser.
#[derive(Clone, Copy, Debug, Default)]
struct Hopeless {
    loser: Option<Color>,
    plies: u32,
}

impl Hopeless {
    /// Takes note of a score and says who gives up, if anybody.
    fn after(&mut self, color: Color, score: Option<i32>, resign: Resign) -> Option<Color> {
        let loser = match score {
            Some(score) if score <= -resign.score => Some(color),
            Some(score) if score >= resign.score => Some(!color),
            _ => None,
        };
        if loser.is_some() && loser == self.loser {
            self.plies += 1;
        } else {
            *self = Hopeless { loser, plies: u32::from(loser.is_some()) };
        }
        if self.plies >= 2 * resign.turns { self.loser } else { None }
    }
}

#[cfg(test)]
mod tests;

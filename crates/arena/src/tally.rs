//! Counting results.

use std::collections::BTreeMap;

use skep_rules::{Color, EndReason, GameResult};

use crate::bout::{Ending, Played, Thinking};
use crate::elo::Pentanomial;

/// The two players of a match. Who has which color changes from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first player, from whose view results are told.
    A,
    /// The other one.
    B,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::A, Side::B];

    /// 0 or 1.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which game it is, from 0. Games 2n and 2n + 1 have the same opening.
    pub number: usize,
    /// Which color the first player had.
    pub color_of_a: Color,
    /// The game.
    pub played: Played,
}

impl Report {
    /// Half points of the first player: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self) -> usize {
        match self.played.ending.result() {
            GameResult::Draw => 1,
            GameResult::Win(color) if color == self.color_of_a => 2,
            GameResult::Win(_) => 0,
        }
    }

    /// Who had this color.
    #[must_use]
    pub fn side(&self, color: Color) -> Side {
        if color == self.color_of_a { Side::A } else { Side::B }
    }

    /// Which color this player had.
    #[must_use]
    pub fn color(&self, side: Side) -> Color {
        match side {
            Side::A => self.color_of_a,
            Side::B => !self.color_of_a,
        }
    }
}

/// All that is known of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The first player's results.
    pub score: Score,
    /// The first player's results with the white and with the black tiles.
    pub by_color: [Score; 2],
    /// Pairs of games with the same opening.
    pub pairs: Pentanomial,
    /// How games ended.
    pub endings: BTreeMap<&'static str, u64>,
    /// Games forfeited, by player and reason.
    pub forfeits: [BTreeMap<&'static str, u64>; 2],
    /// Plies of all games.
    pub plies: u64,
    /// How much each player thought.
    pub thinking: [Thinking; 2],
    /// Half points of the first game of each pair whose second game is still on.
    half_pairs: BTreeMap<usize, usize>,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, report: &Report) {
        let half_points = report.half_points();
        self.score.add(half_points);
        self.by_color[report.color_of_a as usize].add(half_points);
        let pair = report.number / 2;
        match self.half_pairs.remove(&pair) {
            Some(other) => self.pairs.add(half_points + other),
            None => drop(self.half_pairs.insert(pair, half_points)),
        }
        *self.endings.entry(name(&report.played.ending)).or_default() += 1;
        if let Ending::Forfeit(color, fault) = &report.played.ending {
            *self.forfeits[report.side(*color).index()].entry(fault.kind()).or_default() += 1;
        }
        self.plies += report.played.game.moves().len() as u64;
        for side in Side::ALL {
            self.thinking[side.index()].add(&report.played.thinking[report.color(side)]);
        }
    }

    /// Games forfeited by a player.
    #[must_use]
    pub fn forfeits_of(&self, side: Side) -> u64 {
        self.forfeits[side.index()].values().sum()
    }
}

/// A name for a way to end a game.
fn name(ending: &Ending) -> &'static str {
    match ending {
        Ending::Board(EndReason::QueenSurrounded(_)) => "queen surrounded",
        Ending::Board(EndReason::BothQueensSurrounded) => "both queens surrounded",
        Ending::Board(EndReason::Repetition) => "repetition",
        Ending::MaxPlies => "too many plies",
        Ending::Resigned(_) => "resigned",
        Ending::Forfeit(..) => "forfeit",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Fault;
    use skep_rules::{ByColor, Game, GameType};

    fn report(number: usize, ending: Ending) -> Report {
        let color_of_a = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let game = Game::new(GameType::BASE);
        let played = Played { game, opening_plies: 0, ending, thinking: ByColor::default() };
        Report { number, color_of_a, played }
    }

    #[test]
    fn games_are_told_from_the_view_of_the_first_player() {
        let mut tally = Tally::default();
        // White wins both games of the first pair; the first player wins both of the second.
        let black_falls = || Ending::Board(EndReason::QueenSurrounded(Color::Black));
        tally.add(&report(0, black_falls()));
        tally.add(&report(2, black_falls()));
        tally.add(&report(3, Ending::Forfeit(Color::White, Fault::Hang(String::new()))));
        tally.add(&report(1, black_falls()));
        tally.add(&report(4, Ending::MaxPlies));
        assert_eq!(tally.score, Score { wins: 3, draws: 1, losses: 1 });
        assert_eq!(tally.by_color[0], Score { wins: 2, draws: 1, losses: 0 });
        assert_eq!(tally.by_color[1], Score { wins: 1, draws: 0, losses: 1 });
        assert_eq!(tally.pairs, Pentanomial([0, 0, 1, 0, 1]), "the third pair is not complete");
        assert_eq!((tally.forfeits_of(Side::A), tally.forfeits_of(Side::B)), (0, 1));
        assert_eq!(tally.score.share(), Some(0.7));
    }
}

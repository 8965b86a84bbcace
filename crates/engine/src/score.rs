//! How good a position is for the side to move.

use core::fmt;

use skep_rules::{Color, GameResult};

/// The largest distance from the root at which the search still plays a turn.
pub(crate) const MAX_PLY: usize = 128;

/// A win on the spot. A win in `n` plies is `n` less.
pub(crate) const WIN: i32 = 32_000;

/// Scores beyond this are wins with a known distance.
pub(crate) const WIN_BOUND: i32 = WIN - 1_000;

/// Evaluations stay within this.
pub(crate) const MAX_EVAL: i32 = 20_000;

/// Larger than any score.
pub(crate) const INFINITE: i32 = 32_500;

/// How many evaluation units make one logit: at a score of 200 the side to move scores as often as
/// `1 / (1 + 1/e)`, about 73%. All weights are fitted to this scale, and all margins of the search
/// rely on it.
pub(crate) const UNITS_PER_LOGIT: f64 = 200.0;

/// A score from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// The side to move wins by force within this many plies.
    WinIn(u16),
    /// The side to move loses within this many plies, whatever it does.
    LossIn(u16),
    /// A judgement; 200 are one logit of winning probability.
    Eval(i32),
}

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);

    pub(crate) fn new(value: i32) -> Score {
        Score(value)
    }

    /// The score in evaluation units, 200 to a logit; wins and losses as numbers far beyond.
    #[must_use]
    pub fn units(self) -> i32 {
        self.0
    }

    /// The score of a finished game for a player.
    pub(crate) fn of_result(result: Option<GameResult>, player: Color) -> Score {
        match result {
            Some(GameResult::Win(winner)) if winner == player => Score(WIN - 1),
            Some(GameResult::Win(_)) => Score(-WIN + 1),
            Some(GameResult::Draw) | None => Score::DRAW,
        }
    }

    /// This score of the position after a turn, for the side that made the turn: a win is one ply
    /// further away.
    pub(crate) fn after_turn(self) -> Score {
        match self.kind() {
            ScoreKind::WinIn(plies) => Score(loss_at(usize::from(plies) + 1)),
            ScoreKind::LossIn(plies) => Score(win_at(usize::from(plies) + 1)),
            ScoreKind::Eval(value) => Score(-value),
        }
    }

    /// Takes the score apart.
    #[must_use]
    pub fn kind(self) -> ScoreKind {
        if self.0 > WIN_BOUND {
            ScoreKind::WinIn((WIN - self.0) as u16)
        } else if self.0 < -WIN_BOUND {
            ScoreKind::LossIn((WIN + self.0) as u16)
        } else {
            ScoreKind::Eval(self.0)
        }
    }

    /// The share of points the side to move is expected to make: 0 for a loss, 1 for a win.
    #[must_use]
    pub fn expectation(self) -> f64 {
        match self.kind() {
            ScoreKind::WinIn(_) => 1.0,
            ScoreKind::LossIn(_) => 0.0,
            ScoreKind::Eval(value) => 1.0 / (1.0 + (-f64::from(value) / UNITS_PER_LOGIT).exp()),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Score {
    /// `+0.37` in logits, `#5` for a win in five plies, `#-4` for a loss in four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::WinIn(plies) => write!(f, "#{plies}"),
            ScoreKind::LossIn(plies) => write!(f, "#-{plies}"),
            ScoreKind::Eval(value) => write!(f, "{:+.2}", f64::from(value) / UNITS_PER_LOGIT),
        }
    }
}

/// The score of winning at a distance from the root.
pub(crate) fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The score of having lost at a distance from the root.
pub(crate) fn loss_at(ply: usize) -> i32 {
    -WIN + ply as i32
}

/// A score as the table keeps it: distances counted from the position, not from the root.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score > WIN_BOUND {
        score + ply as i32
    } else if score < -WIN_BOUND {
        score - ply as i32
    } else {
        score
    }
}

/// The inverse of [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score > WIN_BOUND {
        score - ply as i32
    } else if score < -WIN_BOUND {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        for score in [win_at(3), loss_at(8), 0, 150, -MAX_EVAL] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(Score::new(win_at(3)).kind(), ScoreKind::WinIn(3));
        assert_eq!(Score::new(loss_at(4)).kind(), ScoreKind::LossIn(4));
        assert_eq!(Score::new(win_at(3)).to_string(), "#3");
    }

    #[test]
    fn a_logit_is_200_units() {
        assert!((Score::new(200).expectation() - 0.731).abs() < 0.001);
        assert!((Score::DRAW.expectation() - 0.5).abs() < 1e-9);
    }
}

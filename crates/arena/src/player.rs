//! Who plays.

mod engine;
mod program;

use std::time::Duration;

use skep_engine::StopToken;
use skep_rules::{Game, Move};
use skep_uhp::Effort;

pub use engine::{EnginePlayer, EngineSpec};
pub use program::{ProgramPlayer, ProgramSpec};

/// Somebody who can play a game.
pub trait Player: Send {
    /// A new game begins, with the moves of an opening played. The seed varies choices that are left to chance.
    ///
    /// # Errors
    ///
    /// When the player is unable to play.
    fn begin(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// Chooses a turn. Whether it is legal is for the referee to say.
    ///
    /// # Errors
    ///
    /// When no turn comes forth, or `stop` was pulled.
    fn choose(&mut self, game: &Game, effort: Effort, stop: &StopToken) -> Result<Choice, Fault>;

    /// A turn was played, by either side: the last one of the game.
    ///
    /// # Errors
    ///
    /// When the player does not accept it.
    fn notice(&mut self, game: &Game) -> Result<(), Fault>;
}

/// A turn, and what the player thought of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The turn.
    pub mv: Move,
    /// How good it is for the player, in evaluation units (200 are one logit), if it was told.
    pub score: Option<i32>,
    /// How many turns the player looked ahead, if it was told.
    pub depth: Option<u32>,
    /// How many positions the player looked at, if it was told.
    pub nodes: Option<u64>,
}

/// Why a player forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It took too long.
    #[error("took {:.3} s of {:.3} s", .took.as_secs_f64(), .allowed.as_secs_f64())]
    OutOfTime {
        /// How long it took.
        took: Duration,
        /// How long it might have taken.
        allowed: Duration,
    },
    /// It played what the rules forbid.
    #[error("{turn} is not legal: {reason}")]
    Illegal {
        /// What it played.
        turn: String,
        /// Why that is not allowed.
        reason: String,
    },
    /// It does not accept a turn that the rules allow.
    #[error("refuses a legal turn: {0}")]
    RefusedLegal(String),
    /// It claims that the game is over when it is not, or that it is won when it is not.
    #[error("claims a result that the rules do not know: {0}")]
    FalseResult(String),
    /// It is gone.
    #[error("crashed: {0}")]
    Crash(String),
    /// It does not answer at all.
    #[error("does not answer: {0}")]
    Hang(String),
    /// It answers nonsense.
    #[error("answers nonsense: {0}")]
    Nonsense(String),
    /// The match was stopped: nobody's fault.
    #[error("the match was stopped")]
    Stopped,
}

impl Fault {
    /// A short name, for counting.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::OutOfTime { .. } => "time",
            Fault::Illegal { .. } => "illegal move",
            Fault::RefusedLegal(_) => "refused a legal move",
            Fault::FalseResult(_) => "false result",
            Fault::Crash(_) => "crash",
            Fault::Hang(_) => "no answer",
            Fault::Nonsense(_) => "nonsense",
            Fault::Stopped => "stopped",
        }
    }
}

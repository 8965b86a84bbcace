//! Why a turn is not legal.

use core::fmt;

use crate::{Move, Position};

/// The reason why a turn is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// Not among the legal turns.
    Other,
    /// The game is over.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal turn")
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// Says whether a turn is legal, and if not, why.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) { Ok(()) } else { Err(IllegalMove::Other) }
    }
}

//! What can be wrong with an SGF text, and where.

use core::fmt;

use crate::notation::place::Place;
use crate::notation::uhp::MAX_PLIES;
use crate::{IllegalMove, Move};

/// An SGF text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// Where: line and column.
    pub place: Place,
    /// What is wrong.
    pub kind: SgfErrorKind,
}

/// What is wrong with an SGF text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfErrorKind {
    /// Nothing opens a game: `(;`.
    NoGame,
    /// A property has no value in brackets.
    NoValue,
    /// A value is not closed.
    OpenValue,
    /// The file is of another game than Hive.
    OtherGame(String),
    /// The set-up line names a variant that these rules do not have.
    Variant(String),
    /// A gesture is unknown, or lacks something.
    Command(String),
    /// A tile is put where nothing touches the hive.
    Nowhere(String),
    /// A tile that was placed is one more than the game has.
    NoSuchTile(String),
    /// The rules forbid the move that the gestures amount to.
    Illegal {
        /// The number of its ply, from 1.
        ply: usize,
        /// The move.
        mv: Move,
        /// What is wrong with it.
        error: IllegalMove,
    },
    /// There are more than [`MAX_PLIES`] moves.
    TooLong,
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for SgfErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfErrorKind::NoGame => f.write_str("there is no game in this text"),
            SgfErrorKind::NoValue => f.write_str("a property needs a value in brackets"),
            SgfErrorKind::OpenValue => f.write_str("the value is not closed"),
            SgfErrorKind::OtherGame(name) => write!(f, "game {name:?} is not Hive"),
            SgfErrorKind::Variant(name) => write!(f, "the variant {name:?} has other rules"),
            SgfErrorKind::Command(text) => write!(f, "not understood: {text:?}"),
            SgfErrorKind::Nowhere(text) => write!(f, "{text:?} does not touch the hive"),
            SgfErrorKind::NoSuchTile(text) => write!(f, "no such tile is left for {text:?}"),
            SgfErrorKind::Illegal { ply, mv, error } => write!(f, "ply {ply} ({mv:?}): {error}"),
            SgfErrorKind::TooLong => write!(f, "the game has more than {MAX_PLIES} moves"),
        }
    }
}

impl core::error::Error for SgfError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            SgfErrorKind::Illegal { error, .. } => Some(error),
            _ => None,
        }
    }
}

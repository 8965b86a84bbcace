//! What can be wrong with a PGN text, and where.

use core::fmt;

use crate::ParseGameTypeError;
use crate::notation::place::Place;
use crate::notation::uhp::{MAX_PLIES, MoveTextError};

/// A PGN text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// Where: line and column.
    pub place: Place,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnErrorKind {
    /// There is no tag and no move.
    Empty,
    /// A bracket opens something that is no tag: `[Name "value"]`.
    Tag,
    /// The value of the `GameType` tag names no game type.
    GameType(ParseGameTypeError),
    /// A tag about the rules is neither `true` nor `false`.
    RuleTag(&'static str),
    /// A comment is not closed.
    OpenComment,
    /// A variation is not closed.
    OpenVariation,
    /// A variation begins before there is a move that it could replace.
    NoMoveToReplace,
    /// A parenthesis or brace closes what was not opened.
    Unopened,
    /// A move cannot be played.
    Move {
        /// The number of its ply, from 1.
        ply: usize,
        /// The move as it was written, shortened if it is long.
        text: String,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// There are more than [`MAX_PLIES`] moves in a row.
    TooLong,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnErrorKind::Empty => f.write_str("there is no game in this text"),
            PgnErrorKind::Tag => f.write_str("not a tag, which has the form [Name \"value\"]"),
            PgnErrorKind::GameType(error) => error.fmt(f),
            PgnErrorKind::RuleTag(name) => write!(f, "the tag {name} is either \"true\" or \"false\""),
            PgnErrorKind::OpenComment => f.write_str("the comment is not closed"),
            PgnErrorKind::OpenVariation => f.write_str("the variation is not closed"),
            PgnErrorKind::NoMoveToReplace => f.write_str("a variation needs a move that it replaces"),
            PgnErrorKind::Unopened => f.write_str("nothing is open that could be closed here"),
            PgnErrorKind::Move { ply, text, error } => write!(f, "ply {ply} ({text:?}): {error}"),
            PgnErrorKind::TooLong => write!(f, "the game has more than {MAX_PLIES} moves"),
        }
    }
}

impl core::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            PgnErrorKind::GameType(error) => Some(error),
            PgnErrorKind::Move { error, .. } => Some(error),
            _ => None,
        }
    }
}

//! The syntax of a move: which tile, and where to.

use core::fmt;
use core::str::FromStr;

use crate::{Direction, ParsePieceError, Piece};

/// A move as it is written, before a position gives it a meaning.
///
/// [`UhpMove::parse`] reads it, [`UhpMove::resolve`] finds the [`Move`](crate::Move) it names.
///
/// ```
/// use skep_rules::notation::uhp::{Reference, UhpMove};
/// use skep_rules::Direction;
///
/// let written = UhpMove::parse(" wa1\tBQ/ ")?;
/// let to = Reference { piece: "bQ".parse()?, side: Some(Direction::NorthEast) };
/// assert_eq!(written, UhpMove::Tile { piece: "wA1".parse()?, to: Some(to) });
/// assert_eq!(written.to_string(), "wA1 bQ/");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UhpMove {
    /// `pass`.
    Pass,
    /// A tile is placed, moved or thrown.
    Tile {
        /// The tile.
        piece: Piece,
        /// Where it ends; only the first tile of a game goes without.
        to: Option<Reference>,
    },
}

/// A hex, named by a tile that lies on it or next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The tile that lends its name.
    pub piece: Piece,
    /// On which side of that tile, or `None` for its own hex (to climb onto it).
    pub side: Option<Direction>,
}

/// A text that is no move, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseUhpMoveError {
    /// There is nothing but blanks.
    Empty,
    /// The first word names no tile.
    Piece(ParsePieceError),
    /// The second word names no tile, its mark apart.
    Reference(ParsePieceError),
    /// The second word has a mark on both sides.
    TwoMarks,
    /// There are more than two words.
    TooManyWords,
}

impl UhpMove {
    /// Reads a move: `pass`, `wS1`, `wB1 bQ`, `wA1 -bQ`, in any letter case, with any blanks around the
    /// words.
    ///
    /// # Errors
    ///
    /// When the text is not of that form. Whether the move makes sense is a later question.
    pub fn parse(text: &str) -> Result<UhpMove, ParseUhpMoveError> {
        let mut words = text.split_ascii_whitespace();
        let first = words.next().ok_or(ParseUhpMoveError::Empty)?;
        let second = words.next();
        if words.next().is_some() {
            return Err(ParseUhpMoveError::TooManyWords);
        }
        if second.is_none() && first.eq_ignore_ascii_case("pass") {
            return Ok(UhpMove::Pass);
        }
        let piece = first.parse().map_err(ParseUhpMoveError::Piece)?;
        let to = second.map(Reference::parse).transpose()?;
        Ok(UhpMove::Tile { piece, to })
    }
}

impl Reference {
    /// Reads `bQ`, `-bQ`, `bQ\`, ...
    pub(crate) fn parse(word: &str) -> Result<Reference, ParseUhpMoveError> {
        let left = word.chars().next().and_then(left_of);
        let right = word.chars().next_back().and_then(right_of);
        let (name, side) = match (left, right) {
            // A lone mark is on both sides of nothing; marks are one byte long.
            (Some(_), Some(_)) => return Err(ParseUhpMoveError::TwoMarks),
            (Some(side), None) => (&word[1..], Some(side)),
            (None, Some(side)) => (&word[..word.len() - 1], Some(side)),
            (None, None) => (word, None),
        };
        let piece = name.parse().map_err(ParseUhpMoveError::Reference)?;
        Ok(Reference { piece, side })
    }
}

/// The side of the reference that a mark before its name means.
fn left_of(mark: char) -> Option<Direction> {
    match mark {
        '-' => Some(Direction::West),
        '/' => Some(Direction::SouthWest),
        '\\' => Some(Direction::NorthWest),
        _ => None,
    }
}

/// The side of the reference that a mark after its name means.
fn right_of(mark: char) -> Option<Direction> {
    match mark {
        '-' => Some(Direction::East),
        '/' => Some(Direction::NorthEast),
        '\\' => Some(Direction::SouthEast),
        _ => None,
    }
}

impl FromStr for UhpMove {
    type Err = ParseUhpMoveError;

    fn from_str(text: &str) -> Result<UhpMove, ParseUhpMoveError> {
        UhpMove::parse(text)
    }
}

impl fmt::Display for UhpMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UhpMove::Pass => f.write_str("pass"),
            UhpMove::Tile { piece, to: None } => write!(f, "{piece}"),
            UhpMove::Tile { piece, to: Some(to) } => write!(f, "{piece} {to}"),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = self.piece;
        match self.side {
            None => write!(f, "{piece}"),
            Some(Direction::West) => write!(f, "-{piece}"),
            Some(Direction::SouthWest) => write!(f, "/{piece}"),
            Some(Direction::NorthWest) => write!(f, "\\{piece}"),
            Some(Direction::East) => write!(f, "{piece}-"),
            Some(Direction::NorthEast) => write!(f, "{piece}/"),
            Some(Direction::SouthEast) => write!(f, "{piece}\\"),
        }
    }
}

impl fmt::Display for ParseUhpMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseUhpMoveError::Empty => f.write_str("the move is empty"),
            ParseUhpMoveError::Piece(error) => write!(f, "not a tile to move: {error}"),
            ParseUhpMoveError::Reference(error) => write!(f, "not a tile to refer to: {error}"),
            ParseUhpMoveError::TwoMarks => f.write_str("the reference has a mark on both sides"),
            ParseUhpMoveError::TooManyWords => f.write_str("a move has at most two words"),
        }
    }
}

impl core::error::Error for ParseUhpMoveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ParseUhpMoveError::Piece(error) | ParseUhpMoveError::Reference(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side_of(text: &str) -> Option<Direction> {
        match UhpMove::parse(text) {
            Ok(UhpMove::Tile { to: Some(to), .. }) => to.side,
            other => panic!("{text} was read as {other:?}"),
        }
    }

    #[test]
    fn a_mark_before_the_name_is_to_the_left_and_after_it_to_the_right() {
        for (text, side) in [
            ("wA1 bQ", None),
            ("wA1 -bQ", Some(Direction::West)),
            ("wA1 /bQ", Some(Direction::SouthWest)),
            ("wA1 \\bQ", Some(Direction::NorthWest)),
            ("wA1 bQ-", Some(Direction::East)),
            ("wA1 bQ/", Some(Direction::NorthEast)),
            ("wA1 bQ\\", Some(Direction::SouthEast)),
        ] {
            assert_eq!(side_of(text), side, "{text}");
            assert_eq!(UhpMove::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn letter_case_blanks_and_needless_numbers_do_not_matter() {
        let plain = UhpMove::parse("wA1 bQ-");
        for text in ["WA1 BQ-", "wa1 bq-", " wA1 \t  bQ- ", "wA1 bQ1-", "wA1\r\nbQ-"] {
            assert_eq!(UhpMove::parse(text), plain, "{text}");
        }
        for text in ["pass", "PASS", " Pass "] {
            assert_eq!(UhpMove::parse(text), Ok(UhpMove::Pass), "{text}");
        }
    }

    #[test]
    fn what_is_no_move_says_where_it_fails() {
        use ParsePieceError::{Bug, Color, Number};
        use ParseUhpMoveError::{Empty, Piece, Reference, TooManyWords, TwoMarks};
        for (text, error) in [
            ("", Empty),
            (" \t\n", Empty),
            ("wX", Piece(Bug)),
            ("wA4", Piece(Number)),
            ("A1", Piece(Color)),
            ("pass bQ-", Piece(Color)),
            ("wA1 Q-", Reference(Color)),
            ("wA1 bA", Reference(Number)),
            ("wA1 -bQ-", TwoMarks),
            ("wA1 -", TwoMarks),
            ("wA1 --", TwoMarks),
            ("wA1 - bQ", TooManyWords),
            ("wA1 bQ- bQ-", TooManyWords),
            ("wA1 .", Reference(Color)),
            ("wA1 bQ\u{2014}", Reference(Number)),
            ("\u{ff57}A1", Piece(Color)),
        ] {
            assert_eq!(UhpMove::parse(text), Err(error), "{text}");
        }
    }
}

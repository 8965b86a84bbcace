//! The 28 tiles.

use core::fmt;
use core::num::NonZeroU8;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use crate::{Bug, Color};

/// One of the 28 tiles: a color, a creature and, where there are several, a number.
///
/// Tiles of one kind are numbered in the order in which they are placed (rule R53), so the numbers
/// are names, not properties: the second white ant to enter is `wA2`, whichever cardboard it is.
/// `wQ2` or `wA4` cannot be built.
///
/// ```
/// use skep_rules::{Bug, Color, Piece};
/// let ant: Piece = "wA1".parse()?;
/// assert_eq!((ant.color(), ant.bug(), ant.number()), (Color::White, Bug::Ant, 1));
/// assert_eq!(Piece::new(Color::White, Bug::Queen, 2), None);
/// assert_eq!(Piece::ALL.len(), 28);
/// # Ok::<(), skep_rules::ParsePieceError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU8);

/// The slots of one color. Climbers come first, so that "may stand on top" is a comparison, and
/// kinds are contiguous, so that "is an ant" is a mask.
const SLOTS: [(Bug, u8); 14] = [
    (Bug::Beetle, 1),
    (Bug::Beetle, 2),
    (Bug::Mosquito, 1),
    (Bug::Queen, 1),
    (Bug::Spider, 1),
    (Bug::Spider, 2),
    (Bug::Grasshopper, 1),
    (Bug::Grasshopper, 2),
    (Bug::Grasshopper, 3),
    (Bug::Ant, 1),
    (Bug::Ant, 2),
    (Bug::Ant, 3),
    (Bug::Ladybug, 1),
    (Bug::Pillbug, 1),
];

/// The first slot of each kind, in the order of [`Bug`].
pub(crate) const FIRST_SLOT: [u8; 8] = [3, 4, 0, 6, 9, 2, 12, 13];

impl Piece {
    /// How many tiles there are.
    pub const COUNT: usize = 28;

    /// All tiles, White's first, each player's in the order of [`Bug::ALL`].
    pub const ALL: [Piece; 28] = {
        let mut all = [Piece::from_slot(Color::White, 0); 28];
        let mut at = 0;
        let mut color = 0;
        while color < 2 {
            let mut bug = 0;
            while bug < 8 {
                let mut number = 0;
                while number < Bug::ALL[bug].copies() {
                    all[at] = Piece::from_slot(Color::ALL[color], FIRST_SLOT[bug] + number);
                    at += 1;
                    number += 1;
                }
                bug += 1;
            }
            color += 1;
        }
        all
    };

    /// The tile with this color, kind and number (counted from 1), if there is one.
    #[must_use]
    pub const fn new(color: Color, bug: Bug, number: u8) -> Option<Piece> {
        if number == 0 || number > bug.copies() {
            return None;
        }
        Some(Piece::from_slot(color, FIRST_SLOT[bug as usize] + number - 1))
    }

    /// The queen of this color.
    #[must_use]
    pub const fn queen(color: Color) -> Piece {
        Piece::from_slot(color, FIRST_SLOT[Bug::Queen as usize])
    }

    /// The color.
    #[must_use]
    pub const fn color(self) -> Color {
        if self.id() < 16 { Color::White } else { Color::Black }
    }

    /// The kind of creature.
    #[must_use]
    pub const fn bug(self) -> Bug {
        SLOTS[self.slot() as usize].0
    }

    /// The number, from 1; always 1 for the kinds of which each player has a single tile.
    #[must_use]
    pub const fn number(self) -> u8 {
        SLOTS[self.slot() as usize].1
    }

    /// The position in [`Piece::ALL`], 0 to 27.
    #[must_use]
    pub const fn index(self) -> usize {
        let mut at = if self.id() < 16 { 0 } else { 14 };
        let mut bug = 0;
        while bug < self.bug() as usize {
            at += Bug::ALL[bug].copies() as usize;
            bug += 1;
        }
        at + self.number() as usize - 1
    }

    /// The bit of this tile in sets of tiles: the slot, plus 16 for Black.
    pub(crate) const fn id(self) -> u8 {
        self.0.get() - 1
    }

    /// The slot among the tiles of one color, 0 to 13.
    pub(crate) const fn slot(self) -> u8 {
        self.id() & 15
    }

    pub(crate) const fn from_slot(color: Color, slot: u8) -> Piece {
        Piece::from_id(slot | (color as u8) << 4)
    }

    /// The tile with this bit. Only for bits that came from a tile.
    pub(crate) const fn from_id(id: u8) -> Piece {
        debug_assert!(id & 15 < 14 && id < 32);
        match NonZeroU8::new(id + 1) {
            Some(value) => Piece(value),
            None => unreachable!(),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color().letter(), self.bug().letter())?;
        if self.bug().copies() > 1 {
            write!(f, "{}", self.number())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePieceError {
    /// The first letter is neither `w` nor `b`.
    Color,
    /// The second letter is none of `Q S B G A M L P`.
    Bug,
    /// There is no tile with this number.
    Number,
}

impl fmt::Display for ParsePieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParsePieceError::Color => "a tile's name begins with w or b",
            ParsePieceError::Bug => "the creature's letter is one of Q S B G A M L P",
            ParsePieceError::Number => "no tile has this number",
        })
    }
}

impl core::error::Error for ParsePieceError {}

impl FromStr for Piece {
    type Err = ParsePieceError;

    /// Reads a name such as `wA1` or `bQ`, in any letter case. A single tile may carry a needless
    /// `1` (`wQ1`).
    fn from_str(text: &str) -> Result<Piece, ParsePieceError> {
        let mut letters = text.chars();
        let color = match letters.next() {
            Some('w' | 'W') => Color::White,
            Some('b' | 'B') => Color::Black,
            _ => return Err(ParsePieceError::Color),
        };
        let bug = letters.next().and_then(Bug::from_letter).ok_or(ParsePieceError::Bug)?;
        let number = match letters.next() {
            None if bug.copies() == 1 => 1,
            Some(digit @ '1'..='9') => digit as u8 - b'0',
            _ => return Err(ParsePieceError::Number),
        };
        if letters.next().is_some() {
            return Err(ParsePieceError::Number);
        }
        Piece::new(color, bug, number).ok_or(ParsePieceError::Number)
    }
}

/// One value for each tile, indexed by [`Piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByPiece<T>(pub [T; 28]);

impl<T> ByPiece<T> {
    /// Makes all 28 values with `f`.
    pub fn new_with(f: impl FnMut(Piece) -> T) -> Self {
        ByPiece(Piece::ALL.map(f))
    }
}

impl<T> Index<Piece> for ByPiece<T> {
    type Output = T;

    fn index(&self, piece: Piece) -> &T {
        &self.0[piece.index()]
    }
}

impl<T> IndexMut<Piece> for ByPiece<T> {
    fn index_mut(&mut self, piece: Piece) -> &mut T {
        &mut self.0[piece.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_28_tiles_and_names_round_trip() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(piece.to_string().parse(), Ok(piece));
            assert_eq!(piece.to_string().to_uppercase().parse(), Ok(piece));
            assert_eq!(Piece::new(piece.color(), piece.bug(), piece.number()), Some(piece));
        }
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }

    #[test]
    fn names_of_no_tile_are_refused() {
        assert_eq!("".parse::<Piece>(), Err(ParsePieceError::Color));
        assert_eq!("xQ".parse::<Piece>(), Err(ParsePieceError::Color));
        assert_eq!("wX".parse::<Piece>(), Err(ParsePieceError::Bug));
        for text in ["wA", "wA0", "wA4", "wQ2", "wS3", "wA1x", "wQ11", "bAé"] {
            assert_eq!(text.parse::<Piece>(), Err(ParsePieceError::Number), "{text}");
        }
    }
}

//! Turns, and lists of them.

use core::fmt;
use core::ops::Deref;

use crate::{Hex, Piece};

/// One turn.
///
/// A pillbug's throw is a [`Move::Relocate`] of the thrown tile: whether a tile walked or was
/// carried changes no later rule. A tile that climbs goes `to` the cell of the stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A tile comes from the reserve.
    Place {
        /// The tile; the lowest number of its kind that is still in the reserve.
        piece: Piece,
        /// The empty cell it is put on.
        to: Hex,
    },
    /// A tile in the hive moves, or is thrown by a pillbug.
    Relocate {
        /// The tile.
        piece: Piece,
        /// The cell it leaves.
        from: Hex,
        /// The cell it ends on.
        to: Hex,
    },
    /// Nothing can be placed or moved, so the turn is lost (R34).
    Pass,
}

impl Move {
    /// The tile that is placed or moved.
    #[must_use]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Move::Place { piece, .. } | Move::Relocate { piece, .. } => Some(piece),
            Move::Pass => None,
        }
    }

    /// The cell where the tile ends.
    #[must_use]
    pub const fn to(self) -> Option<Hex> {
        match self {
            Move::Place { to, .. } | Move::Relocate { to, .. } => Some(to),
            Move::Pass => None,
        }
    }

    /// The cell that the tile leaves.
    #[must_use]
    pub const fn from(self) -> Option<Hex> {
        match self {
            Move::Relocate { from, .. } => Some(from),
            Move::Place { .. } | Move::Pass => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { piece, to } => write!(f, "{piece} @ {to}"),
            Move::Relocate { piece, from, to } => write!(f, "{piece} {from} -> {to}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// More turns than any position has: with all 28 tiles out, each of the at most four walkers
/// (three ants and a mosquito) has under 60 cells, everything else far fewer; with tiles in hand,
/// at most eight kinds on a shorter perimeter.
pub(crate) const MAX_MOVES: usize = 1024;

/// The legal turns of a position, on the stack.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; MAX_MOVES],
}

impl MoveList {
    pub(crate) const fn new() -> MoveList {
        MoveList { len: 0, moves: [Move::Pass; MAX_MOVES] }
    }

    pub(crate) fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// The turns as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_fits_in_a_register() {
        assert!(size_of::<Move>() <= 8);
        assert!(size_of::<Option<Move>>() <= 8);
    }
}

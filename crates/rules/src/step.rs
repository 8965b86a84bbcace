//! Turns in two bytes.

use crate::Piece;
use crate::cells::Cell;

/// A turn in two bytes: the tile and the cell where it ends. Whether it is placed or moved follows
/// from where it is now. Meaningful only together with the hive that it was generated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Step(u16);

impl Step {
    /// The turn that is lost when nothing can be placed or moved.
    pub const PASS: Step = Step(u16::MAX);

    /// A tile ends on a cell.
    #[inline(always)]
    #[must_use]
    pub const fn new(tile: u8, to: Cell) -> Step {
        Step((tile as u16) << 10 | to.0)
    }

    /// The number of the tile.
    #[inline(always)]
    #[must_use]
    pub const fn tile(self) -> u8 {
        (self.0 >> 10) as u8
    }

    /// The tile.
    #[inline(always)]
    #[must_use]
    pub fn piece(self) -> Option<Piece> {
        (self != Step::PASS).then(|| Piece::from_id(self.tile()))
    }

    /// The cell where it ends.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Cell {
        Cell(self.0 & 1023)
    }

    /// The turn as a number, for tables.
    #[inline(always)]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The turn with this number. Whether it means anything only the generator knows.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Step {
        Step(bits)
    }
}

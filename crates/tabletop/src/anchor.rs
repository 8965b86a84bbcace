//! A fixed point in a hive that wanders.

use skep_rules::{Board, Hex};

use crate::geometry::Axial;

/// Cells wrap around after 256 steps; a picture must not. The anchor is a cell of the hive whose
/// place in the picture is known, and all others are drawn relative to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchor {
    hex: Hex,
    place: Axial,
}

impl Anchor {
    /// The place of a cell in the picture.
    pub(crate) fn unroll(self, hex: Hex) -> Axial {
        let offset = hex - self.hex;
        Axial::new(self.place.q + i32::from(offset.q), self.place.r + i32::from(offset.r))
    }

    /// The cell at a place of the picture.
    pub(crate) fn roll(self, place: Axial) -> Hex {
        // Only the lowest eight bits count: that is what wrapping means.
        let offset = Hex::new((place.q - self.place.q) as i8, (place.r - self.place.r) as i8);
        self.hex + offset
    }

    /// Takes hold of the nearest tile when the old hold is gone, so that nothing jumps.
    pub(crate) fn follow(&mut self, board: Board<'_>) {
        if board.height(self.hex) > 0 {
            return;
        }
        if let Some(hex) = board.cells().min_by_key(|hex| (self.hex.distance(*hex), *hex)) {
            *self = Anchor { place: self.unroll(hex), hex };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_wrap() {
        let anchor = Anchor { hex: Hex::new(127, -128), place: Axial::new(383, -128) };
        assert_eq!(anchor.unroll(Hex::new(-128, -128)), Axial::new(384, -128));
        assert_eq!(anchor.unroll(Hex::new(126, 127)), Axial::new(382, -129));
        for q in 370..400 {
            for r in -140..-110 {
                assert_eq!(anchor.unroll(anchor.roll(Axial::new(q, r))), Axial::new(q, r));
            }
        }
    }
}

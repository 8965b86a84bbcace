//! What the evaluation sees of a position, in the form that the sums are made from.

use super::tiles;
use crate::eval::features::{
    COUNT, DESTINATIONS, ENEMY_BESIDE_QUEEN, MOSQUITO_BESIDE_QUEEN, QUEEN_MOBILE, QUEEN_TABLE,
};

/// Features of one side that are multiplied with their count. The others follow from the entry of the queen's
/// table and from the codes of the tiles.
pub(super) const COUNTED: usize = BESIDE + SINGLE + KINDS;
/// The first of them: who stands beside the queen.
const BESIDE: usize = QUEEN_TABLE - ENEMY_BESIDE_QUEEN;
/// Those after the queen's table, up to the tiles.
const SINGLE: usize = MOSQUITO_BESIDE_QUEEN + 1 - QUEEN_MOBILE;
/// Destinations, by kind.
const KINDS: usize = COUNT - DESTINATIONS;

/// The entry of the queen's table before she is placed.
pub(crate) const NO_QUEEN: usize = QUEEN_MOBILE - QUEEN_TABLE;
/// Room for that; a power of two, so that staying inside costs nothing.
pub(super) const QUEENS: usize = 32;
const _: () = assert!(NO_QUEEN < QUEENS);

/// The feature that is counted at an index.
pub(super) const fn counted_feature(at: usize) -> usize {
    if at < BESIDE {
        ENEMY_BESIDE_QUEEN + at
    } else if at < BESIDE + SINGLE {
        QUEEN_MOBILE + at - BESIDE
    } else {
        DESTINATIONS + at - BESIDE - SINGLE
    }
}

/// Where a feature is counted.
#[inline(always)]
const fn counted_at(feature: usize) -> usize {
    if feature < QUEEN_TABLE {
        feature - ENEMY_BESIDE_QUEEN
    } else if feature < DESTINATIONS {
        feature - QUEEN_MOBILE + BESIDE
    } else {
        feature - DESTINATIONS + BESIDE + SINGLE
    }
}

/// What is seen of one side, but for its tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideInputs {
    pub(super) counts: [i16; COUNTED],
    /// The entry of the queen's table, or [`NO_QUEEN`].
    pub(crate) queen: usize,
}

impl SideInputs {
    pub(crate) const NOTHING: SideInputs = SideInputs { counts: [0; COUNTED], queen: NO_QUEEN };

    /// Sets the count of a feature that neither belongs to the queen's table nor to the tiles.
    #[inline(always)]
    pub(crate) fn set(&mut self, feature: usize, count: u32) {
        self.counts[counted_at(feature)] = count as i16;
    }
}

/// What is seen of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs {
    /// The side to move, and the other.
    pub(crate) sides: [SideInputs; 2],
    /// A code of [`tiles`] for each tile.
    pub(crate) tiles: [u8; 32],
    /// Where the tiles of the side to move begin: 0 or 16.
    pub(crate) half: usize,
}

impl Inputs {
    pub(crate) const NOTHING: Inputs =
        Inputs { sides: [SideInputs::NOTHING; 2], tiles: [tiles::ABSENT as u8; 32], half: 0 };

    /// All features and inputs of a side that are not zero, with their counts, in no order; some features
    /// come several times. Features first, then from [`COUNT`] on where tiles stand.
    pub(crate) fn of_side(&self, side: usize) -> impl Iterator<Item = (usize, i32)> + '_ {
        let SideInputs { counts, queen } = &self.sides[side];
        let counted = counts.iter().enumerate().map(|(at, count)| (counted_feature(at), i32::from(*count)));
        let table = (*queen < NO_QUEEN).then_some((QUEEN_TABLE + *queen, 1));
        let half = if side == 0 { self.half } else { 16 - self.half };
        let tiles =
            tiles::KIND_OF_SLOT.iter().zip(&self.tiles[half..][..tiles::SLOTS]).flat_map(|(kind, code)| {
                let (kind, code) = (usize::from(*kind), usize::from(*code));
                let input = tiles::input(kind, code).map(|input| COUNT + input);
                [tiles::feature(kind, code), input].into_iter().flatten().map(|input| (input, 1))
            });
        counted.filter(|(_, count)| *count != 0).chain(table).chain(tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::features;

    #[test]
    fn each_feature_has_one_place() {
        let counted: Vec<usize> = (0..COUNTED).map(counted_feature).collect();
        for (at, feature) in counted.iter().enumerate() {
            assert_eq!(counted_at(*feature), at);
        }
        for feature in 0..COUNT {
            let by_tiles = (0..tiles::KINDS)
                .any(|kind| (0..tiles::CODES).any(|code| tiles::feature(kind, code) == Some(feature)));
            let by_table = (QUEEN_TABLE..QUEEN_TABLE + NO_QUEEN).contains(&feature);
            let places = [counted.contains(&feature), by_tiles, by_table];
            assert_eq!(places.into_iter().filter(|place| *place).count(), 1, "{}", features::name(feature));
        }
    }
}

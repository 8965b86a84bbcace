//! One number for all positions that are the same game.

use core::fmt;

use crate::{Hex, Piece, Position, Symmetry};

/// Names a position up to everything that does not matter: where the hive lies, how the table is turned
/// or mirrored, and which of two like tiles is which.
///
/// What does matter is in it: the game type (and with it both reserves), what lies where in which order,
/// whose turn it is, and the tile that may not be moved, where that rule can bite. The turn number is
/// not, nor are the switches of the rule set.
///
/// The number is a hash of 64 bits and stays the same in later versions, so it may be stored. It is
/// unrelated to [`Position::hash`], which is quicker and tells the images of a position apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalKey(u64);

impl CanonicalKey {
    /// The number itself.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for CanonicalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Position {
    /// The key that this position shares with its images under the twelve symmetries.
    #[must_use]
    pub fn canonical_key(&self) -> CanonicalKey {
        let resting = self.resting();
        let tiles: Vec<(Hex, u64)> = self
            .board()
            .pieces()
            .map(|(piece, hex, level)| (hex, looks(piece, level, resting == Some(piece))))
            .collect();
        let smallest = Symmetry::ALL.iter().map(|symmetry| image_sum(&tiles, *symmetry)).min().unwrap_or(0);
        let expansions = self.game_type().bugs().fold(0, |set, bug| set | 1 << bug as u64);
        CanonicalKey(mix(smallest ^ mix(expansions << 1 | self.turn() as u64)))
    }
}

/// What a tile looks like where it lies; its number does not show.
fn looks(piece: Piece, level: u8, resting: bool) -> u64 {
    u64::from(level) << 5 | (piece.bug() as u64) << 2 | (piece.color() as u64) << 1 | u64::from(resting)
}

/// A sum over all tiles of one image of the hive, pushed into the corner of the table so that it does
/// not depend on where the hive lies. The order of the tiles does not matter for a sum.
fn image_sum(tiles: &[(Hex, u64)], symmetry: Symmetry) -> u64 {
    let Some(&(anchor, _)) = tiles.first() else { return 0 };
    // Offsets from one of its own cells are exact even for a hive that straddles the seam where
    // coordinates wrap.
    let image = |hex: Hex| symmetry.apply(hex - anchor);
    let (mut corner_q, mut corner_r) = (0, 0);
    for &(hex, _) in tiles {
        corner_q = corner_q.min(image(hex).q);
        corner_r = corner_r.min(image(hex).r);
    }
    tiles.iter().fold(0, |sum: u64, &(hex, looks)| {
        let offset = image(hex) - Hex::new(corner_q, corner_r);
        let place = u64::from(offset.q.cast_unsigned()) << 8 | u64::from(offset.r.cast_unsigned());
        sum.wrapping_add(mix(place << 16 | looks))
    })
}

/// Spreads the bits of a number over the whole word; no two numbers give the same result.
const fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

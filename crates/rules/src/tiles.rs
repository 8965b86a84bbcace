//! Sets of tiles as bits: bit `id` for the tile with that id, White in the low half.

use crate::{Bug, Color, Piece};

/// Both beetles of one color, as bits of its half.
pub const BEETLES: u32 = 0b11;
/// The mosquito.
pub const MOSQUITO: u32 = 1 << 2;
/// The queen.
pub const QUEEN: u32 = 1 << 3;
/// Both spiders.
pub const SPIDERS: u32 = 0b11 << 4;
/// The three grasshoppers.
pub const GRASSHOPPERS: u32 = 0b111 << 6;
/// The three ants.
pub const ANTS: u32 = 0b111 << 9;
/// The ladybug.
pub const LADYBUG: u32 = 1 << 12;
/// The pillbug.
pub const PILLBUG: u32 = 1 << 13;
/// The tiles that may stand on others: they have the lowest slots.
pub const CLIMBERS: u32 = BEETLES | MOSQUITO;
/// The last tile of each kind. Tiles of a kind are placed in order, so a kind is in hand iff its
/// last tile is.
pub(crate) const LAST_OF_KIND: u32 =
    1 << 1 | MOSQUITO | QUEEN | 1 << 5 | 1 << 8 | 1 << 11 | LADYBUG | PILLBUG;
/// The first tile of each kind.
pub(crate) const FIRST_OF_KIND: u32 = 1 | MOSQUITO | QUEEN | 1 << 4 | 1 << 6 | 1 << 9 | LADYBUG | PILLBUG;

/// The bug of each bit of a half; of the last two, anything.
pub(crate) const BUG_OF_SLOT: [Bug; 16] = {
    let mut bugs = [Bug::Pillbug; 16];
    let mut slot = 0;
    while slot < 14 {
        bugs[slot] = Piece::from_slot(Color::White, slot as u8).bug();
        slot += 1;
    }
    bugs
};

/// Takes the lowest tile out of a set.
#[inline(always)]
pub(crate) fn pop(tiles: &mut u32) -> Option<u8> {
    if *tiles == 0 {
        return None;
    }
    let id = tiles.trailing_zeros() as u8;
    *tiles &= *tiles - 1;
    Some(id)
}

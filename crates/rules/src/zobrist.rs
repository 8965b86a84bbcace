//! Keys of positions for hash tables.

use crate::cells::Cell;
use crate::piece::Piece;

/// Toggled with the side to move.
pub(crate) const BLACK_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

/// Creature and color of each tile id, so that tiles of a kind are interchangeable.
static KIND_AND_COLOR: [u8; 32] = {
    let mut table = [0; 32];
    let mut i = 0;
    while i < 28 {
        let piece = Piece::ALL[i];
        table[piece.id() as usize] = piece.bug() as u8 | (piece.color() as u8) << 3;
        i += 1;
    }
    table
};

/// What one tile on a cell adds to the key by exclusive or.
///
/// Computed rather than looked up: a table over kinds, colors and cells would fill the first-level
/// cache, and two multiplications hide well behind the rest of a move.
#[inline(always)]
pub(crate) fn tile_key(id: u8, cell: Cell, level: u8) -> u64 {
    let kind = u64::from(KIND_AND_COLOR[usize::from(id) & 31]);
    mix(kind | u64::from(level) << 4 | (cell.index() as u64) << 8 | 1 << 40)
}

/// What a tile adds that may neither move nor be thrown, see [`crate::Position::resting`].
#[inline(always)]
pub(crate) fn resting_key(cell: Cell) -> u64 {
    mix((cell.index() as u64) << 8 | 1 << 41)
}

/// Spreads a small number over 64 bits.
#[inline(always)]
pub(crate) const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z ^= z >> 29;
    z = z.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 32
}

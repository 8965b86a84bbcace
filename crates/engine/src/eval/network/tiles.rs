//! How each tile fares, as one number: its condition and its distances to both queens.

use skep_rules::raw::{Cell, CellSet, Hive, Width};

use crate::eval::features::{COVERED, HAND, MOBILE, STUCK};

/// Kinds of tiles.
pub(crate) const KINDS: usize = 8;
/// The kind of each slot, as a number of [`skep_rules::Bug`]; the last two are not in use.
pub(crate) const KIND_OF_SLOT: [u8; 16] = [2, 2, 5, 0, 1, 1, 3, 3, 3, 4, 4, 4, 6, 7, 0, 0];
/// Tiles of one side.
pub(crate) const SLOTS: usize = 14;

/// Distances are told apart up to this; 0 is the queen's own cell, the last one is far away or no queen.
const DISTANCES: usize = 5;
const FAR: u8 = DISTANCES as u8 - 1;
/// Can go beside the enemy queen; can move; cannot; lies under another tile.
const CONDITIONS: usize = 4;
/// Both distances, of a tile of one condition.
const PLACES: usize = DISTANCES * DISTANCES;
/// How many inputs there are.
pub(crate) const COUNT: usize = KINDS * IN_HAND;

/// The code of a tile that is not in the hive; those below are condition, distance to the own queen and
/// distance to the enemy queen.
const IN_HAND: usize = CONDITIONS * PLACES;
/// The code of a tile that does not take part.
pub(crate) const ABSENT: usize = IN_HAND + 1;
/// How many codes there are.
pub(crate) const CODES: usize = ABSENT + 1;
const _: () = assert!(CODES <= 256);

/// The input of a tile with a code, if it has one.
pub(crate) fn input(kind: usize, code: usize) -> Option<usize> {
    (code < IN_HAND).then_some(kind * IN_HAND + code)
}

/// The feature that counts tiles of a kind with such codes, if there is one.
pub(crate) fn feature(kind: usize, code: usize) -> Option<usize> {
    match code / PLACES {
        0 | 1 => Some(MOBILE + kind),
        2 => Some(STUCK + kind),
        3 => Some(COVERED),
        _ => (code == IN_HAND).then_some(HAND + kind),
    }
}

/// The codes of all tiles. `half` is where the tiles of the side to move begin, `distances` are those to its
/// queen and to the other, `mobile` the tiles that can move, `attackers` those of them that can go beside the
/// enemy queen.
#[inline(always)]
pub(crate) fn codes<S: CellSet>(
    hive: &Hive<S::Width>,
    half: usize,
    [to_own, to_other]: &[[u8; 32]; 2],
    mobile: u32,
    attackers: u32,
) -> [u8; 32] {
    let covered = hive.covered();
    let high = S::flags(covered | !mobile);
    let low = S::flags(covered | mobile & !attackers);
    let placed = S::flags(hive.placed());
    let absent = S::flags(!(hive.in_game() | hive.in_game() << 16));
    let mover = S::flags(0xffff << half);
    const SIDES: u8 = DISTANCES as u8 - 1;
    let mut codes = [0; 32];
    for (id, code) in codes.iter_mut().enumerate() {
        // One distance counts DISTANCES times, the other once: both once, and one of them SIDES times more.
        let first = to_own[id] & mover[id] | to_other[id] & !mover[id];
        let places = to_own[id] + to_other[id] + first * SIDES;
        let conditions = (high[id] & (2 * PLACES as u8)) + (low[id] & PLACES as u8);
        let elsewhere = IN_HAND as u8 + (absent[id] & 1);
        *code = (places + conditions) & placed[id] | elsewhere & !placed[id];
    }
    codes
}

/// How far each tile is from a queen.
#[inline(always)]
pub(crate) fn distances<W: Width>(hive: &Hive<W>, queen: Option<Cell>) -> [u8; 32] {
    let mut distances = [FAR; 32];
    let Some(queen) = queen else { return distances };
    let side = u16::from(W::SIDE);
    let place = |cell: Cell| {
        let index = cell.index() as u16;
        ((index % side) as u8, (index / side) as u8)
    };
    // From -side/2 on: the shorter way around the torus.
    let apart = |from: u8, to: u8| {
        let half = W::SIDE / 2;
        ((to.wrapping_sub(from).wrapping_add(half) & (W::SIDE - 1)).wrapping_sub(half)) as i8
    };
    let (queen_x, queen_y) = place(queen);
    for (id, distance) in distances.iter_mut().enumerate() {
        let (x, y) = place(hive.cell_of(id as u8));
        let (x, y) = (apart(queen_x, x), apart(queen_y, y));
        let steps = x.unsigned_abs().max(y.unsigned_abs()).max(x.wrapping_add(y).unsigned_abs());
        *distance = steps.min(FAR);
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stay_in_the_rows() {
        assert!(input(KINDS - 1, IN_HAND - 1) == Some(COUNT - 1));
    }
}

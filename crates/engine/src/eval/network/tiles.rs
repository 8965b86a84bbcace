//! How each tile fares, as one number: its condition and its distances to both queens.

use skep_rules::raw::tiles::{LADYBUG, MOSQUITO, PILLBUG};
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

/// All ones for the tiles of the side to move, if those begin at 0 and at 16.
static MOVER: [[u8; 32]; 2] = {
    let mut masks = [[0; 32]; 2];
    let mut id = 0;
    while id < 32 {
        masks[id >> 4][id] = u8::MAX;
        id += 1;
    }
    masks
};

/// The expansions: those that take part are a number below 8.
const EXPANSIONS: [u32; 3] = [MOSQUITO, LADYBUG, PILLBUG];

/// Which expansions take part.
const fn expansions(in_game: u32) -> usize {
    let mut number = 0;
    let mut at = 0;
    while at < EXPANSIONS.len() {
        number |= ((in_game & EXPANSIONS[at] != 0) as usize) << at;
        at += 1;
    }
    number
}

/// The codes of all tiles before they are in the hive, by [`expansions`].
static BEFORE: [[u8; 32]; 8] = {
    let mut codes = [[ABSENT as u8; 32]; 8];
    let mut id = 0;
    while id < 32 {
        let needs = expansions(1 << (id & 15));
        let mut present = 0;
        while present < 8 {
            if id & 15 < SLOTS && present & needs == needs {
                codes[present][id] = IN_HAND as u8;
            }
            present += 1;
        }
        id += 1;
    }
    codes
};

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
    let before = &BEFORE[expansions(hive.in_game())];
    let mover = &MOVER[half >> 4 & 1];
    const SIDES: u8 = DISTANCES as u8 - 1;
    let mut codes = [0; 32];
    for (id, code) in codes.iter_mut().enumerate() {
        // One distance counts DISTANCES times, the other once: both once, and one of them SIDES times more.
        let first = to_own[id] & mover[id] | to_other[id] & !mover[id];
        let places = to_own[id] + to_other[id] + first * SIDES;
        let conditions = (high[id] & (2 * PLACES as u8)) + (low[id] & PLACES as u8);
        *code = (places + conditions) & placed[id] | before[id] & !placed[id];
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
    // Around the torus either way. Numbers without a sign, because those have better instructions.
    let around = |steps: u8| steps & (W::SIDE - 1);
    let shorter = |steps: u8| steps.min(W::SIDE - steps);
    let (queen_x, queen_y) = place(queen);
    for (id, distance) in distances.iter_mut().enumerate() {
        let (x, y) = place(hive.cell_of(id as u8));
        let (x, y) = (around(x.wrapping_sub(queen_x)), around(y.wrapping_sub(queen_y)));
        // Where the third way is shorter around the back than it really is, the others are long.
        *distance = shorter(x).max(shorter(y)).max(shorter(around(x + y))).min(FAR);
    }
    distances
}

#[cfg(test)]
mod tests {
    use skep_rules::raw::HiveRef;
    use skep_rules::raw::tiles::QUEEN;
    use skep_rules::{GameType, Hex};
    use skep_testkit::Playout;

    use super::*;

    /// Says how many distances were compared.
    fn compare<W: Width>(hive: &Hive<W>) -> usize {
        let corner = hive.corner();
        let place = |id: u32| hive.unroll(corner, hive.cell_of(id as u8));
        let tiles = || (0..32).filter(|id| hive.placed() >> id & 1 != 0);
        let mut compared = 0;
        for queen in [QUEEN.trailing_zeros(), 16 + QUEEN.trailing_zeros()] {
            if !tiles().any(|id| id == queen) {
                continue;
            }
            let found = distances(hive, Some(hive.cell_of(queen as u8)));
            for id in tiles() {
                let Hex { q, r } = place(id) - place(queen);
                let steps = q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs());
                assert_eq!(found[id as usize], steps.min(FAR), "{id} from {queen} in {hive:?}");
                compared += 1;
            }
        }
        compared
    }

    #[test]
    fn distances_are_those_on_the_table() {
        let (mut narrow, mut wide) = (0, 0);
        for seed in 0..20 {
            let game = Playout { game_type: GameType::BASE_MLP, seed, plies: 80 };
            game.play(|position, _| match position.hive() {
                HiveRef::Narrow(hive) => narrow += compare(hive),
                HiveRef::Wide(hive) => wide += compare(hive),
            });
        }
        assert!(narrow > 1000 && wide > 100, "{narrow} {wide}");
    }

    #[test]
    fn codes_stay_in_the_rows() {
        assert!(input(KINDS - 1, IN_HAND - 1) == Some(COUNT - 1));
    }
}

//! Which turns were good before, whatever the position.

use skep_rules::raw::{Step, Width};

use crate::params::HISTORY_LIMIT;

/// Creature and color of each tile number: tiles of a kind share what was learned.
const KIND: [u8; 32] = {
    const SLOTS: [u8; 16] = [2, 2, 5, 0, 1, 1, 3, 3, 3, 4, 4, 4, 6, 7, 0, 0];
    let mut kinds = [0; 32];
    let mut id = 0;
    while id < 32 {
        kinds[id] = SLOTS[id & 15] | (id as u8 >> 4) << 3;
        id += 1;
    }
    kinds
};

const CELLS: usize = 1024;
const WAYS: usize = 256;
/// Kinds of tiles of both colors.
const KINDS: usize = 16;
/// The kind of the tile of a turn that was none. Nothing is learned about what comes after it.
const NO_KIND: u32 = KINDS as u32;
/// Rows of the continuation history. More than there are pairs of kinds, so that any row that fits its number of bits is
/// inside.
const ROWS: usize = 2 * KINDS * KINDS;

/// Scores of turns by tile and cell, and by what was played before.
#[derive(Debug)]
pub(crate) struct History {
    /// By tile and cell.
    plain: Box<[[i16; CELLS]; 32]>,
    /// By kind played before, kind played now, and the way from one cell to the other.
    continuation: Box<[[i16; WAYS]; ROWS]>,
}

/// What the last turn was, for the continuation history.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Previous(Option<Step>);

impl Previous {
    pub(crate) const NONE: Previous = Previous(None);

    pub(crate) fn new(step: Step) -> Previous {
        Previous((step != Step::PASS).then_some(step))
    }
}

impl History {
    pub(crate) fn new() -> History {
        let continuation = vec![[0; WAYS]; ROWS];
        History {
            plain: vec![[0; CELLS]; 32].try_into().expect("the length is right"),
            continuation: continuation.try_into().expect("the length is right"),
        }
    }

    /// Half of it is forgotten: another turn of the game has come.
    pub(crate) fn fade(&mut self) {
        let learned = &mut self.continuation[..KINDS * KINDS];
        for entries in [self.plain.as_flattened_mut(), learned.as_flattened_mut()] {
            entries.iter_mut().for_each(|entry| *entry /= 2);
        }
    }

    /// What is known about the turns after another.
    #[inline(always)]
    pub(crate) fn after(&self, previous: Previous) -> Hindsight<'_> {
        let (kind, from) = match previous.0 {
            Some(step) => (u32::from(KIND[usize::from(step.tile()) & 31]), step.to().index()),
            None => (NO_KIND, 0),
        };
        let (plain, continuation) = (self.plain.as_flattened(), self.continuation.as_flattened());
        Hindsight {
            plain: plain.try_into().expect("the length is right"),
            continuation: continuation.try_into().expect("the length is right"),
            kind: kind * KINDS as u32,
            from,
        }
    }

    /// How good a turn was so far.
    #[inline]
    pub(crate) fn get<W: Width>(&self, previous: Previous, step: Step) -> i32 {
        self.after(previous).get::<W>(step)
    }

    /// Learns that a turn was good (positive) or bad (negative).
    pub(crate) fn learn<W: Width>(&mut self, previous: Previous, step: Step, bonus: i32) {
        learn(&mut self.plain[usize::from(step.tile()) & 31][step.to().index() % CELLS], bonus);
        if let Some(previous) = previous.0 {
            let way = way::<W>(previous.to().index(), step.to().index());
            learn(&mut self.continuation[kinds(previous, step.tile())][way], bonus);
        }
    }
}

/// What is known about the turns after another one.
#[derive(Clone, Copy)]
pub(crate) struct Hindsight<'a> {
    plain: &'a [i16; 32 * CELLS],
    continuation: &'a [i16; ROWS * WAYS],
    /// The kind played before, and where it went.
    kind: u32,
    from: usize,
}

impl Hindsight<'_> {
    /// How good a turn was so far.
    #[inline(always)]
    pub(crate) fn get<W: Width>(&self, step: Step) -> i32 {
        self.get_of_row::<W>(self.row(step.tile()), step)
    }

    /// Where what is known about the turns of a tile begins in the continuation history.
    #[inline(always)]
    pub(crate) fn row(&self, tile: u8) -> u32 {
        (self.kind | u32::from(KIND[usize::from(tile) & 31])) * WAYS as u32
    }

    /// How good a turn was so far, of a tile with this row.
    #[inline(always)]
    pub(crate) fn get_of_row<W: Width>(&self, row: u32, step: Step) -> i32 {
        // The number of a turn is that of its tile times the number of cells, plus that of the cell.
        let plain = self.plain[usize::from(step.to_bits()) % (32 * CELLS)];
        let way = way::<W>(self.from, step.to().index());
        let continued = self.continuation[(row as usize + way) % (ROWS * WAYS)];
        i32::from(plain) + i32::from(continued)
    }
}

/// The kinds of two tiles, as an index.
#[inline(always)]
fn kinds(previous: Step, tile: u8) -> usize {
    let kind = |tile: u8| usize::from(KIND[usize::from(tile) & 31]);
    kind(previous.tile()) * KINDS + kind(tile)
}

/// The way from one cell to another, as an index.
#[inline(always)]
fn way<W: Width>(from: usize, to: usize) -> usize {
    let side = usize::from(W::SIDE);
    let (q, r) = ((to % side).wrapping_sub(from % side), (to / side).wrapping_sub(from / side));
    (r & 15) << 4 | q & 15
}

/// Moves an entry towards the limit, the slower the nearer it is.
fn learn(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

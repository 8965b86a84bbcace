//! Which turns were good before, whatever the position.

use skep_rules::raw::{Cell, Step, Width};

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

/// Scores of turns by tile and cell, and by what was played before.
#[derive(Debug)]
pub(crate) struct History {
    /// By tile and cell.
    plain: Box<[[i16; CELLS]; 32]>,
    /// By kind played before, kind played now, and the way from one cell to the other.
    continuation: Box<[[i16; WAYS]; 256]>,
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
        let continuation = vec![[0; WAYS]; 16 * 16];
        History {
            plain: vec![[0; CELLS]; 32].try_into().expect("the length is right"),
            continuation: continuation.try_into().expect("the length is right"),
        }
    }

    /// Half of it is forgotten: another turn of the game has come.
    pub(crate) fn fade(&mut self) {
        for entries in [self.plain.as_flattened_mut(), self.continuation.as_flattened_mut()] {
            entries.iter_mut().for_each(|entry| *entry /= 2);
        }
    }

    /// What is known about the turns of a tile.
    #[inline(always)]
    pub(crate) fn of_tile(&self, previous: Previous, tile: u8) -> TileHistory<'_> {
        let (continuation, from) = match previous.0 {
            Some(previous) => (&self.continuation[kinds(previous, tile)], previous.to().index()),
            None => (&[0; WAYS], 0),
        };
        TileHistory { plain: &self.plain[usize::from(tile) & 31], continuation, from }
    }

    /// How good a turn was so far.
    #[inline]
    pub(crate) fn get<W: Width>(&self, previous: Previous, step: Step) -> i32 {
        self.of_tile(previous, step.tile()).get::<W>(step.to())
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

/// What is known about the turns of one tile.
#[derive(Clone, Copy)]
pub(crate) struct TileHistory<'a> {
    plain: &'a [i16; CELLS],
    continuation: &'a [i16; WAYS],
    /// Where the turn before ended.
    from: usize,
}

impl TileHistory<'_> {
    /// How good it was so far to go to a cell.
    #[inline(always)]
    pub(crate) fn get<W: Width>(&self, to: Cell) -> i32 {
        let plain = self.plain[to.index() % CELLS];
        i32::from(plain) + i32::from(self.continuation[way::<W>(self.from, to.index())])
    }
}

/// The kinds of two tiles, as an index.
#[inline(always)]
fn kinds(previous: Step, tile: u8) -> usize {
    let kind = |tile: u8| usize::from(KIND[usize::from(tile) & 31]);
    kind(previous.tile()) << 4 | kind(tile)
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

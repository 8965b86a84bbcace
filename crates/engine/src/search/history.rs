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

/// Scores of turns by tile and cell, and by what was played before.
pub(crate) struct History {
    /// By tile and cell.
    plain: Vec<i16>,
    /// By kind played before, kind played now, and the way from one cell to the other.
    continuation: Vec<i16>,
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
        History { plain: vec![0; 32 * CELLS], continuation: vec![0; 16 * 16 * 256] }
    }

    #[inline]
    fn plain_index(step: Step) -> usize {
        (usize::from(step.tile()) & 31) * CELLS + step.to().index()
    }

    #[inline]
    fn continuation_index<W: Width>(previous: Step, step: Step) -> usize {
        let way = W::coordinates(step.to()) - W::coordinates(previous.to());
        let way = (way.r as usize & 15) << 4 | way.q as usize & 15;
        let kinds = usize::from(KIND[usize::from(previous.tile()) & 31]) << 4
            | usize::from(KIND[usize::from(step.tile()) & 31]);
        kinds << 8 | way
    }

    /// How good a turn was so far.
    #[inline]
    pub(crate) fn get<W: Width>(&self, previous: Previous, step: Step) -> i32 {
        let plain = i32::from(self.plain[Self::plain_index(step)]);
        match previous.0 {
            Some(previous) => {
                plain + i32::from(self.continuation[Self::continuation_index::<W>(previous, step)])
            }
            None => plain,
        }
    }

    /// Learns that a turn was good (positive) or bad (negative).
    pub(crate) fn learn<W: Width>(&mut self, previous: Previous, step: Step, bonus: i32) {
        learn(&mut self.plain[Self::plain_index(step)], bonus);
        if let Some(previous) = previous.0 {
            learn(&mut self.continuation[Self::continuation_index::<W>(previous, step)], bonus);
        }
    }
}

/// Moves an entry towards the limit, the slower the nearer it is.
fn learn(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

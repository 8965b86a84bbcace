//! What positions are worth to those who do not look ahead from there, so that nobody has to look twice.
//!
//! Most positions of a search are judged like this and never looked into. Here each takes eight bytes, and all of it is small
//! enough for the caches of the processor; in the transposition table they took twice as much and drove out what was
//! found by searching. Where a position was searched after all, its worth is what that has found.

use std::sync::atomic::Ordering;

use crate::pages::{Pages, Slot, prefetch};

/// How many MiB there are beside a transposition table of a size: the larger, the more is found, and the longer that takes.
fn mib_beside(table_mib: usize) -> usize {
    (table_mib / 16).clamp(2, 8).next_power_of_two()
}

/// The low bits of a word are the evaluation, the others those of the key.
const EVAL_BITS: u32 = 16;
/// Slots of a MiB. Any number of MiB has enough for the bits of a key that are not in a word.
const SLOTS_OF_MIB: usize = (1 << 20) / size_of::<Slot>();
const _: () = assert!(SLOTS_OF_MIB >= 1 << EVAL_BITS);

/// Evaluations of positions, shared by all threads of a search. A slot has the newest two of those that belong there.
#[derive(Debug)]
pub(crate) struct Evals {
    slots: Pages,
    /// Their number, a power of two, less one.
    mask: usize,
}

impl Evals {
    /// Those that go with a transposition table of so many MiB.
    pub(crate) fn beside(table_mib: usize) -> Evals {
        let count = mib_beside(table_mib) * SLOTS_OF_MIB;
        Evals { slots: Pages::zeroed(count).unwrap_or_else(|| Pages::small(count)), mask: count - 1 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.slots.as_mut_slice().fill_with(Slot::default);
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &Slot {
        self.slots.slot(key as usize & self.mask)
    }

    /// Tells the processor that the position with this key will be looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.slot(key));
    }

    /// What the position with this key is worth, if that is known.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<i32> {
        let (newer, older) = self.slot(key);
        let (newer, older) = (newer.load(Ordering::Relaxed), older.load(Ordering::Relaxed));
        let word = if (newer ^ key) >> EVAL_BITS == 0 { newer } else { older };
        ((word ^ key) >> EVAL_BITS == 0).then_some(i32::from(word as i16))
    }

    /// Remembers what a position is worth.
    #[inline(always)]
    pub(crate) fn put(&self, key: u64, eval: i32) {
        let word = key >> EVAL_BITS << EVAL_BITS | u64::from(eval as i16 as u16);
        let (newer, older) = self.slot(key);
        older.store(newer.load(Ordering::Relaxed), Ordering::Relaxed);
        newer.store(word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_two_of_a_slot_are_found() {
        let mut evals = Evals::beside(1);
        let keys = [1, 2, 3].map(|high: u64| high << 32 | 77);
        evals.put(keys[0], -31_000);
        evals.put(keys[1], 15);
        assert_eq!(keys.map(|key| evals.get(key)), [Some(-31_000), Some(15), None]);
        evals.put(keys[2], 31_000);
        assert_eq!(keys.map(|key| evals.get(key)), [None, Some(15), Some(31_000)]);
        evals.clear();
        assert_eq!(keys.map(|key| evals.get(key)), [None; 3]);
    }

    #[test]
    fn every_bit_of_a_key_tells_it_from_others() {
        let evals = Evals::beside(1);
        let key = 0x0123_4567_89ab_cdef;
        evals.put(key, 5);
        assert_eq!(evals.get(key), Some(5));
        for bit in 0..64 {
            assert_eq!(evals.get(key ^ 1 << bit), None, "bit {bit}");
        }
    }
}

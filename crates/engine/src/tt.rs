//! The transposition table: what was found about positions before.
//!
//! Entries are two 64-bit words, the second of which is the data and the first the key mixed with
//! the data. Threads read and write without locks; a torn entry does not match any key and is taken
//! for a stranger.
//!
//! A search begins in a small part of the table, which stays in the caches of the processor, and takes more of
//! it as that fills up; beyond a few MiB there is nothing to gain from that, and it takes the rest at once.

use core::time::Duration;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use skep_rules::raw::Step;

use crate::pages::{CAN_PREFETCH, MADE_AT_ONCE_MIB, Pages, Slot, prefetch};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The score is at least this.
    Lower = 1,
    /// The score is at most this.
    Upper = 2,
    /// The score is this.
    Exact = 3,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) step: Option<Step>,
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

const ENTRIES_PER_BUCKET: usize = 4;

/// The size of a bucket, which is that of a cache line.
const BUCKET_SIZE: usize = ENTRIES_PER_BUCKET * size_of::<Slot>();

/// The largest table; more than any machine of today has.
const MAX_MIB: usize = if usize::BITS >= 64 { 1 << 22 } else { 1 << 10 };

/// The part of the table in which a search begins, if the size allows it.
const FIRST_BUCKETS: usize = (512 << 10) / BUCKET_SIZE;
/// From here on all of it is taken into use: to move the entries, which takes 8 ms here, must not keep a search waiting.
const LAST_BUCKETS: usize = (8 << 20) / BUCKET_SIZE;
/// So many entries for each bucket are a crowd. Fewer would need more memory, of which less is in the caches.
const CROWD: usize = 2;

/// The table, shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Pages,
    buckets: usize,
    /// Buckets in use; the others are empty. Some halvings of all.
    used: AtomicUsize,
    /// Slots in use.
    filled: AtomicUsize,
    /// Counts searches, so that old entries make room.
    age: AtomicU8,
}

const AGE_MASK: u8 = 63;

impl Table {
    /// A table of at most this many MiB; smaller if the memory cannot be had.
    pub(crate) fn new(mib: usize) -> Table {
        let mut buckets = (mib.clamp(1, MAX_MIB) << 20) / BUCKET_SIZE;
        let slots = loop {
            match Pages::zeroed(buckets * ENTRIES_PER_BUCKET) {
                Some(slots) => break slots,
                // A kilobyte can always be had, or nothing else would work either.
                None if buckets <= 16 => break Pages::small(buckets * ENTRIES_PER_BUCKET),
                None => buckets /= 2,
            }
        };
        Table {
            slots,
            buckets,
            used: AtomicUsize::new(first_buckets(buckets)),
            filled: AtomicUsize::new(0),
            age: AtomicU8::new(0),
        }
    }

    /// The size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.buckets * BUCKET_SIZE) >> 20
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let used = core::mem::replace(self.used.get_mut(), first_buckets(self.buckets));
        if core::mem::take(self.filled.get_mut()) == 0 {
            return;
        }
        if used * BUCKET_SIZE > MADE_AT_ONCE_MIB << 20 {
            // Fresh zeros from the system are cheaper than writing them.
            *self = Table::new(self.mib());
            return;
        }
        self.slots.as_mut_slice()[..used * ENTRIES_PER_BUCKET].fill_with(Slot::default);
    }

    /// Takes all of the table into use, at the price of what is in it. Growing step by step is for one thread.
    pub(crate) fn use_all(&mut self) {
        if *self.used.get_mut() != self.buckets {
            self.clear();
            *self.used.get_mut() = self.buckets;
        }
    }

    /// Takes more of the table into use where it has become crowded, if the time that is left is enough for that. No
    /// other thread may use it meanwhile: what that puts and gets would be lost.
    #[inline]
    pub(crate) fn grow_if_crowded(&self, left: Option<Duration>) {
        let used = self.used.load(Ordering::Relaxed);
        if used < self.buckets && self.filled.load(Ordering::Relaxed) > CROWD * used {
            let needed = Duration::from_micros(((used * BUCKET_SIZE) >> 10) as u64);
            if left.is_none_or(|left| left > needed) {
                self.grow(used, if used < LAST_BUCKETS { 2 * used } else { self.buckets });
            }
        }
    }

    /// Each bucket becomes two or more. From the last one on, so that those are empty when their turn comes.
    #[cold]
    fn grow(&self, used: usize, more: usize) {
        self.used.store(more, Ordering::Relaxed);
        for index in (0..used).rev() {
            let mut entries = [(0, 0); ENTRIES_PER_BUCKET];
            for (entry, (mixed, data)) in entries.iter_mut().zip(self.bucket_at(index)) {
                *entry = (mixed.load(Ordering::Relaxed), data.load(Ordering::Relaxed));
                data.store(0, Ordering::Relaxed);
            }
            for (mixed, data) in entries.into_iter().filter(|(_, data)| *data != 0) {
                let bucket = self.bucket(mixed ^ data);
                // Only those of one bucket come here, and they fit into one.
                if let Some(slot) = bucket.iter().find(|slot| slot.1.load(Ordering::Relaxed) == 0) {
                    slot.0.store(mixed, Ordering::Relaxed);
                    slot.1.store(data, Ordering::Relaxed);
                }
            }
        }
    }

    /// Makes all entries so far older by one search.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        self.bucket_at(share(key, self.used.load(Ordering::Relaxed)))
    }

    #[inline]
    fn bucket_at(&self, index: usize) -> &[Slot] {
        self.slots.slots(index * ENTRIES_PER_BUCKET, ENTRIES_PER_BUCKET)
    }

    /// Tells the processor that the position with this key will be looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        if CAN_PREFETCH {
            prefetch(&self.bucket(key)[0]);
        }
    }

    /// What is known about the position with this key.
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        // No short cuts: where in its bucket an entry is cannot be guessed.
        let mut found = 0;
        for (mixed, data) in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            found = if mixed.load(Ordering::Relaxed) ^ data == key { data } else { found };
        }
        unpack(found)
    }

    /// Remembers an entry in place of the least valuable of its bucket.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let mut worst = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        for (i, (mixed, data)) in bucket.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            if mixed.load(Ordering::Relaxed) ^ old == key {
                // Keep a deeper result of the same search unless the new one is exact.
                let old_depth = i32::from((old >> 48) as u8);
                let same_search = (old >> 56) as u8 >> 2 == age;
                if same_search && entry.bound != Bound::Exact && entry.depth + 3 < old_depth {
                    return;
                }
                worst = i;
                break;
            }
            let old_age = (old >> 56) as u8 >> 2;
            let years = i32::from(age.wrapping_sub(old_age) & AGE_MASK);
            // Empty slots first, without a branch that nobody can foresee.
            let value = i32::from((old >> 48) as u8) - 8 * years - (i32::from(old == 0) << 16);
            if value < least {
                least = value;
                worst = i;
            }
        }
        if bucket[worst].1.load(Ordering::Relaxed) == 0 {
            // Not in one step: a few that are not counted do no harm.
            self.filled.store(self.filled.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
        let data = pack(entry, age);
        bucket[worst].0.store(key ^ data, Ordering::Relaxed);
        bucket[worst].1.store(data, Ordering::Relaxed);
    }
}

/// How many of so many buckets to use at first. All of a very large table, the pages of which the system clears when
/// they are first used: many at once would take too long.
fn first_buckets(buckets: usize) -> usize {
    let mut first = buckets;
    if buckets * BUCKET_SIZE > MADE_AT_ONCE_MIB << 20 {
        return first;
    }
    while first.is_multiple_of(2) && first / 2 >= FIRST_BUCKETS {
        first /= 2;
    }
    first
}

/// A key as a part of all keys, taken of a number: below that number.
#[inline]
fn share(key: u64, of: usize) -> usize {
    #[cfg(target_pointer_width = "64")]
    {
        ((u128::from(key) * of as u128) >> 64) as usize
    }
    // The same in two steps, where numbers of 128 bits are multiplied by a function.
    #[cfg(not(target_pointer_width = "64"))]
    {
        let (high, low) = (key >> 32, key & u64::from(u32::MAX));
        ((high * of as u64 + ((low * of as u64) >> 32)) >> 32) as usize
    }
}

/// The step of an entry that has none.
const NO_STEP: u16 = u16::MAX - 1;

fn pack(entry: Entry, age: u8) -> u64 {
    let step = entry.step.map_or(NO_STEP, Step::to_bits);
    u64::from(step)
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | u64::from(age << 2 | entry.bound as u8) << 56
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match (data >> 56) & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let step = data as u16;
    Some(Entry {
        step: (step != NO_STEP).then_some(Step::from_bits(step)),
        score: i32::from((data >> 16) as i16),
        eval: i32::from((data >> 32) as i16),
        depth: i32::from((data >> 48) as u8),
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { step: Some(Step::from_bits(77)), score: -31_990, eval: 15, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_put_is_found() {
        let table = Table::new(1);
        assert_eq!(table.mib(), 1);
        table.put(12345, entry(7));
        assert_eq!(table.get(12345), Some(entry(7)));
        assert_eq!(table.get(54321), None);
    }

    #[test]
    fn keys_share_out_evenly() {
        assert_eq!(share(0, 3), 0);
        assert_eq!(share(u64::MAX / 3, 3), 0);
        assert_eq!(share(u64::MAX / 3 + 1, 3), 1);
        assert_eq!(share(u64::MAX / 3 * 2 + 1, 3), 2);
        assert_eq!(share(u64::MAX, 3), 2);
        assert_eq!(share(u64::MAX, u32::MAX as usize), u32::MAX as usize - 1);
        assert_eq!(share(0x0123_4567_89ab_cdef, 0xfedc_ba98), 0x0121_fa00);
    }

    #[test]
    fn a_table_that_cannot_be_had_becomes_smaller() {
        let table = Table::new(usize::MAX);
        assert!(table.buckets > 0);
        table.put(1, entry(3));
        assert_eq!(table.get(1), Some(entry(3)));
    }

    /// Keys that look random.
    fn keys(count: u64) -> impl Iterator<Item = u64> {
        (1..=count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[test]
    fn a_crowded_table_grows_and_keeps_what_is_in_it() {
        for mib in [1, 2, 3, 5, 16] {
            let mut table = Table::new(mib);
            let mut sizes = vec![table.used.load(Ordering::Relaxed)];
            for key in keys(1 << 19) {
                table.put(key, entry((key % 50) as i32));
                let before: Vec<_> = keys(20).map(|key| table.get(key)).collect();
                let used = table.used.load(Ordering::Relaxed);
                table.grow_if_crowded(None);
                if table.used.load(Ordering::Relaxed) != used {
                    sizes.push(table.used.load(Ordering::Relaxed));
                    assert_eq!(keys(20).map(|key| table.get(key)).collect::<Vec<_>>(), before);
                }
            }
            assert!(sizes.windows(2).all(|pair| pair[1].is_multiple_of(2 * pair[0])), "{sizes:?}");
            assert_eq!(sizes.last(), Some(&table.buckets), "all of it is in use in the end");
            let filled =
                table.slots.as_mut_slice().iter().filter(|slot| slot.1.load(Ordering::Relaxed) != 0).count();
            assert_eq!(filled, table.filled.load(Ordering::Relaxed));
            table.clear();
            assert!(
                table.slots.as_mut_slice().iter().all(|slot| slot.1.load(Ordering::Relaxed) == 0),
                "nothing is left"
            );
            assert_eq!(table.used.load(Ordering::Relaxed), sizes[0]);
        }
    }

    #[test]
    fn a_crowded_table_does_not_grow_where_that_would_take_too_long() {
        let table = Table::new(2);
        let used = table.used.load(Ordering::Relaxed);
        keys(1 << 15).for_each(|key| table.put(key, entry(1)));
        table.grow_if_crowded(Some(Duration::from_micros(100)));
        assert_eq!(table.used.load(Ordering::Relaxed), used);
        table.grow_if_crowded(Some(Duration::from_secs(1)));
        assert_eq!(table.used.load(Ordering::Relaxed), 2 * used);
    }

    #[test]
    fn several_threads_get_all_of_it() {
        let mut table = Table::new(2);
        table.put(12345, entry(7));
        table.use_all();
        assert_eq!(table.used.load(Ordering::Relaxed), table.buckets);
        assert_eq!(table.get(12345), None);
        table.put(12345, entry(7));
        table.use_all();
        assert_eq!(table.get(12345), Some(entry(7)), "what all threads have found stays");
    }

    #[test]
    fn shallow_and_old_entries_make_room() {
        let table = Table::new(1);
        for key in 0..4 {
            table.put(key, entry(10 + key as i32));
        }
        table.put(4, entry(1));
        assert_eq!(table.get(0), None, "the shallowest of the bucket is replaced");
        assert!(table.get(3).is_some());
        for _ in 0..5 {
            table.new_search();
        }
        table.put(5, entry(1));
        assert!(table.get(5).is_some());
    }
}

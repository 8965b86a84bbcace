//! The transposition table: what was found about positions before.
//!
//! Entries are two 64-bit words, the second of which is the data and the first the key mixed with
//! the data. Threads read and write without locks; a torn entry does not match any key and is taken
//! for a stranger.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use skep_rules::raw::Step;

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

/// Four entries in one cache line.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Bucket([(AtomicU64, AtomicU64); ENTRIES_PER_BUCKET]);

/// The table, shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// Counts searches, so that old entries make room.
    age: AtomicU8,
}

const AGE_MASK: u8 = 63;

impl Table {
    /// A table of at most this many MiB; smaller if the memory cannot be had.
    pub(crate) fn new(mib: usize) -> Table {
        let mut count = (mib.max(1) << 20) / size_of::<Bucket>();
        let mut buckets: Vec<Bucket> = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1024 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: AtomicU8::new(0) }
    }

    /// The size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
    }

    /// Makes all entries so far older by one search.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Tells the processor that the position with this key will be looked up soon.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch is a hint that reads nothing, and the address is that of a bucket.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position with this key.
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|(mixed, data)| {
            let data = data.load(Ordering::Relaxed);
            (mixed.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Remembers an entry in place of the least valuable of its bucket.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let mut worst = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        for (i, (mixed, data)) in bucket.0.iter().enumerate() {
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
            let value = if old == 0 { i32::MIN } else { i32::from((old >> 48) as u8) - 8 * years };
            if value < least {
                least = value;
                worst = i;
            }
        }
        let data = pack(entry, age);
        bucket.0[worst].0.store(key ^ data, Ordering::Relaxed);
        bucket.0[worst].1.store(data, Ordering::Relaxed);
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

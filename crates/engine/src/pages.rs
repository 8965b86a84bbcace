//! Memory for tables that threads read and write without locks.

use std::sync::atomic::AtomicU64;

/// Two words that belong together.
pub(crate) type Slot = (AtomicU64, AtomicU64);

/// Slots that begin with a line of the cache, and with a large page if they fill one.
#[derive(Debug)]
pub(crate) struct Pages {
    /// With some slots before and behind that are not in use.
    memory: Box<[Slot]>,
    first: usize,
    len: usize,
}

/// A line of the cache.
const LINE: usize = 64;
/// A large page.
const HUGE: usize = 2 << 20;

impl Pages {
    /// Empty slots, if there is memory for them. It comes from the system as zeros: all at once, or for a very large
    /// table page by page when it is first used.
    pub(crate) fn zeroed(count: usize) -> Option<Pages> {
        let size = count.checked_mul(size_of::<Slot>())?;
        let in_huge_pages = (HUGE..=MADE_AT_ONCE_MIB << 20).contains(&size);
        let alignment = if in_huge_pages { HUGE } else { LINE };
        let memory = zeroed(count.checked_add(alignment / size_of::<Slot>())?)?;
        let first = memory.as_ptr().align_offset(alignment).min(alignment / size_of::<Slot>());
        if in_huge_pages {
            prepare_pages(&memory[first..][..count]);
        }
        Some(Pages { memory, first, len: count })
    }

    /// Empty slots in any case, or nothing else would work either.
    pub(crate) fn small(count: usize) -> Pages {
        Pages { memory: core::iter::repeat_with(Slot::default).take(count).collect(), first: 0, len: count }
    }

    /// All slots.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Slot] {
        &mut self.memory[self.first..][..self.len]
    }

    /// One of the slots.
    #[inline(always)]
    pub(crate) fn slot(&self, index: usize) -> &Slot {
        &self.memory[self.first + index]
    }

    /// Some slots in a row.
    #[inline(always)]
    pub(crate) fn slots(&self, index: usize, count: usize) -> &[Slot] {
        let start = self.first + index;
        &self.memory[start..start + count]
    }
}

#[allow(unsafe_code)]
fn zeroed(count: usize) -> Option<Box<[Slot]>> {
    let layout = std::alloc::Layout::array::<Slot>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout is not empty. A slot is atomic integers only, for which zero bytes are a
    // valid value. The box takes over memory that the global allocator gave for just this layout.
    unsafe {
        let first = std::alloc::alloc_zeroed(layout).cast::<Slot>();
        (!first.is_null()).then(|| Box::from_raw(core::ptr::slice_from_raw_parts_mut(first, count)))
    }
}

/// The largest table that is made at once instead of growing while it is used.
pub(crate) const MADE_AT_ONCE_MIB: usize = 1 << 10;

/// Has the system keep slots that begin with a large page in such pages, and clear them now. Neighbors in a table have
/// nothing to do with each other, so with pages of 4 KiB nearly every look-up has to search for its page first: that took
/// an eighth of the time of a search.
///
/// It clears a page when that is first written to, and a search that has 50 ms cannot wait for hundreds of large
/// ones: its first turn took a second. Tables beyond any usual size stay in small pages and cost nothing until they
/// are used.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn prepare_pages(slots: &[Slot]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::sync::atomic::Ordering;
    let start = core::ptr::NonNull::from(slots).cast::<core::ffi::c_void>();
    // SAFETY: the range is a part of memory that is ours, and the advice does not change what is in it.
    // If the system has no such pages, all stays as it was.
    let _ = unsafe { madvise(start, size_of_val(slots) / HUGE * HUGE, MmapAdvise::MADV_HUGEPAGE) };
    for slot in slots.iter().step_by(HUGE / size_of::<Slot>()) {
        slot.0.store(0, Ordering::Relaxed);
    }
}

#[cfg(not(target_os = "linux"))]
fn prepare_pages(_: &[Slot]) {}

/// Whether [`prefetch`] does anything; if not, nobody has to find out where a slot is.
pub(crate) const CAN_PREFETCH: bool = cfg!(target_arch = "x86_64");

/// Tells the processor that a slot will be needed soon.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn prefetch(slot: &Slot) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch is a hint that reads nothing, and the address is that of a slot.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(slot).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = slot;
}

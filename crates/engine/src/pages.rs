//! Memory for tables that threads read and write without locks.

use std::sync::atomic::AtomicU64;

/// Two words that belong together.
pub(crate) type Slot = (AtomicU64, AtomicU64);

/// Empty slots, if there is memory for them. It comes from the system as zeros: all at once, or for a very large
/// table page by page when it is first used.
#[allow(unsafe_code)]
pub(crate) fn zeroed(count: usize) -> Option<Box<[Slot]>> {
    let layout = std::alloc::Layout::array::<Slot>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout is not empty. A slot is atomic integers only, for which zero bytes are a
    // valid value. The box takes over memory that the global allocator gave for just this layout.
    unsafe {
        let first = std::alloc::alloc_zeroed(layout).cast::<Slot>();
        let slots =
            (!first.is_null()).then(|| Box::from_raw(core::ptr::slice_from_raw_parts_mut(first, count)))?;
        prepare_pages(&slots);
        Some(slots)
    }
}

/// The largest table that is made at once instead of growing while it is used.
pub(crate) const MADE_AT_ONCE_MIB: usize = 1 << 10;

/// Has the system keep the table in pages of 2 MiB, and clear them now. Neighbors in the table have nothing to do
/// with each other, so with pages of 4 KiB nearly every look-up has to search for its page first: that took an
/// eighth of the time of a search.
///
/// It clears a page when that is first written to, and a search that has 50 ms cannot wait for hundreds of large
/// ones: its first turn took a second. Tables beyond any usual size stay in small pages and cost nothing until they
/// are used.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn prepare_pages(slots: &[Slot]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::sync::atomic::Ordering;
    const HUGE: usize = 2 << 20;
    // A table may be larger than what was asked for by a cache line.
    const LINE: usize = 64;
    if size_of_val(slots) > (MADE_AT_ONCE_MIB << 20) + LINE {
        return;
    }
    let first = slots.as_ptr().cast_mut().cast::<core::ffi::c_void>();
    let skipped = first.align_offset(HUGE);
    let Some(len) = size_of_val(slots).checked_sub(skipped) else { return };
    if let Some(start) = core::ptr::NonNull::new(first.wrapping_byte_add(skipped)) {
        // SAFETY: the range is a part of memory that is ours, and the advice does not change what is in it.
        // If the system has no such pages, all stays as it was.
        let _ = unsafe { madvise(start, len / HUGE * HUGE, MmapAdvise::MADV_HUGEPAGE) };
    }
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

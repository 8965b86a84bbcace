//! The one place with `unsafe`: vector instructions, and the choice among them at run time.
//!
//! Each submodule implements [`CellSet`] for the narrow torus with one instruction set. The vector
//! types are private to this crate and reach other code only as the type parameter of a running
//! [`Task`], so whoever holds one may rely on the instructions being there.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod folded;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod lines;
#[cfg(target_arch = "x86_64")]
mod register;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
use core::sync::atomic::{AtomicU8, Ordering};

#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
use crate::cells::Plain;
use crate::cells::{CellSet, Narrow, Task, Words};

/// Runs a task on the narrow torus with the best instructions that this processor has.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn run<T: Task<Narrow>>(task: T) -> T::Output {
    match Best::get() {
        Best::Avx512 => avx512::Avx512::enter(task),
        Best::Avx2 => avx2::Avx2::enter(task),
        Best::Plain => Plain::<Narrow>::enter(task),
    }
}

/// Runs a task on the narrow torus with the best instructions that this processor has.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub(crate) fn run<T: Task<Narrow>>(task: T) -> T::Output {
    if task.folds() { folded::Folded::enter(task) } else { wasm::Simd128::enter(task) }
}

/// Runs a task on the narrow torus.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
#[inline(always)]
pub(crate) fn run<T: Task<Narrow>>(task: T) -> T::Output {
    Plain::<Narrow>::enter(task)
}

/// See [`Hive::folds`](crate::raw::Hive::folds).
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub(crate) fn folds(occupied: &Words<4>) -> bool {
    wasm::Simd128::load(occupied).folds()
}

/// See [`Hive::folds`](crate::raw::Hive::folds).
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub(crate) fn folds(occupied: &Words<4>) -> bool {
    const EDGE_COLUMNS: u64 = 0x8001_8001_8001_8001;
    let set = Plain::<Narrow>::load(occupied);
    let [a, b, c, d] = set.or(set.dilate()).store(()).0;
    let [e, f, g, h] = occupied.0;
    a & c | b & d | (e | f | g | h) & EDGE_COLUMNS == 0
}

/// The best instructions that this processor has.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
enum Best {
    Plain,
    Avx2,
    Avx512,
}

#[cfg(target_arch = "x86_64")]
impl Best {
    /// Asks the processor, once: a task may be as short as one turn.
    #[inline(always)]
    fn get() -> Best {
        static KNOWN: AtomicU8 = AtomicU8::new(0);
        match KNOWN.load(Ordering::Relaxed) {
            1 => Best::Plain,
            2 => Best::Avx2,
            3 => Best::Avx512,
            _ => {
                let best = Best::detect();
                KNOWN.store(best as u8 + 1, Ordering::Relaxed);
                best
            }
        }
    }

    #[cold]
    fn detect() -> Best {
        if avx512::is_available() {
            Best::Avx512
        } else if avx2::is_available() {
            Best::Avx2
        } else {
            Best::Plain
        }
    }
}

/// Runs a task with each implementation that this processor can run, the plain one first.
#[cfg(test)]
pub(crate) fn run_on_each<T: Task<Narrow> + Copy>(task: T) -> Vec<T::Output> {
    let mut outputs = vec![Plain::<Narrow>::enter(task)];
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() {
        outputs.push(avx2::Avx2::enter(task));
    }
    #[cfg(target_arch = "x86_64")]
    if avx512::is_available() {
        outputs.push(avx512::Avx512::enter(task));
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    outputs.push(wasm::Simd128::enter(task));
    outputs
}

//! The one place with `unsafe`: vector instructions, and the choice among them at run time.
//!
//! Each submodule implements [`CellSet`] for the narrow torus with one instruction set. The vector
//! types are private to this crate and reach other code only as the type parameter of a running
//! [`Task`], so whoever holds one may rely on the instructions being there.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(test)]
mod tests;

#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
use crate::cells::Plain;
use crate::cells::{CellSet, Narrow, Task};

/// Runs a task on the narrow torus with the best instructions that this processor has.
#[inline(always)]
pub(crate) fn run<T: Task<Narrow>>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() {
        return avx2::Avx2::enter(task);
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return wasm::Simd128::enter(task);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Plain::<Narrow>::enter(task)
}

/// Runs a task with each implementation that this processor can run, the plain one first.
#[cfg(test)]
pub(crate) fn run_on_each<T: Task<Narrow> + Copy>(task: T) -> Vec<T::Output> {
    let mut outputs = vec![Plain::<Narrow>::enter(task)];
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() {
        outputs.push(avx2::Avx2::enter(task));
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    outputs.push(wasm::Simd128::enter(task));
    outputs
}

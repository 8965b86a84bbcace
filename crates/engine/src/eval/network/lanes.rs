//! The sums with the vectors that the processor has.
//!
//! Compilers take a small array of sums apart into single numbers and miss the vectors, so they are written
//! out here: 256 bits on x86-64 since 2013, 128 bits in wasm, and plain numbers elsewhere. All three give
//! the same result, because wrapping sums of whole numbers do not depend on their order.
#![allow(unsafe_code, reason = "vector instructions; each use has a plain twin that tests compare it with")]

use super::{CAP, EARLY, LANES, Lanes, Sums};

/// Inputs that are not zero, of the side to move and of the other.
type Active<'a> = [&'a [(u16, i16)]; 2];

/// All sums over the inputs.
#[inline(always)]
pub(super) fn sums(lanes: &Lanes, active: Active<'_>) -> Sums {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions, as was just asked.
        return unsafe { avx2::sums(lanes, active) };
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        wasm::sums(lanes, active)
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        plain(lanes, active)
    }
}

#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), allow(dead_code, reason = "the twin"))]
fn plain(lanes: &Lanes, active: Active<'_>) -> Sums {
    let mut sums = lanes.bias.0;
    for (active, columns) in active.into_iter().zip(&lanes.columns) {
        for (input, count) in active {
            for (sum, weight) in sums.iter_mut().zip(&columns[usize::from(*input)].0) {
                *sum = sum.wrapping_add(weight.wrapping_mul(*count));
            }
        }
    }
    let product = |at: usize| i32::from(sums[at].clamp(0, CAP)) * i32::from(lanes.output.0[at]);
    Sums { early: sums[EARLY], late: sums[EARLY + 1], network: (0..LANES).map(product).sum() }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use core::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extract_epi16, _mm256_extracti128_si256, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
        _mm256_setzero_si256,
    };

    use super::super::{CAP, EARLY, Lanes, Row, Sums};
    use super::Active;

    /// A row of numbers in two vectors.
    #[inline(always)]
    fn load(row: &Row) -> [__m256i; 2] {
        let start = row.0.as_ptr().cast::<__m256i>();
        // SAFETY: a row is 32 numbers of 16 bits, two vectors long; the loads need no alignment.
        unsafe { [_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1))] }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn sums(lanes: &Lanes, active: Active<'_>) -> Sums {
        let [mut low, mut high] = load(&lanes.bias);
        for (active, columns) in active.into_iter().zip(&lanes.columns) {
            for (input, count) in active {
                let column = load(&columns[usize::from(*input)]);
                let count = _mm256_set1_epi16(*count);
                low = _mm256_add_epi16(low, _mm256_mullo_epi16(column[0], count));
                high = _mm256_add_epi16(high, _mm256_mullo_epi16(column[1], count));
            }
        }
        let (zero, cap) = (_mm256_setzero_si256(), _mm256_set1_epi16(CAP));
        let cut = |sums| _mm256_min_epi16(_mm256_max_epi16(sums, zero), cap);
        let output = load(&lanes.output);
        let products =
            _mm256_add_epi32(_mm256_madd_epi16(cut(low), output[0]), _mm256_madd_epi16(cut(high), output[1]));
        let halves = _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256::<1>(products));
        let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b00_00_11_10>(halves));
        let network = _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b00_00_00_01>(pairs)));
        const { assert!(EARLY == 30) };
        Sums {
            early: _mm256_extract_epi16::<14>(high) as i16,
            late: _mm256_extract_epi16::<15>(high) as i16,
            network,
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use core::arch::wasm32::{
        i16x8, i16x8_add, i16x8_extract_lane, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add,
        i32x4_dot_i16x8, i32x4_extract_lane, v128,
    };

    use super::super::{CAP, EARLY, LANES, Lanes, Row, Sums};
    use super::Active;

    const VECTORS: usize = LANES / 8;

    /// A row of numbers in four vectors.
    #[inline(always)]
    fn load(row: &Row) -> [v128; VECTORS] {
        let vector = |at: usize| {
            let n = |lane: usize| row.0[8 * at + lane];
            i16x8(n(0), n(1), n(2), n(3), n(4), n(5), n(6), n(7))
        };
        [vector(0), vector(1), vector(2), vector(3)]
    }

    pub(super) fn sums(lanes: &Lanes, active: Active<'_>) -> Sums {
        let mut sums = load(&lanes.bias);
        for (active, columns) in active.into_iter().zip(&lanes.columns) {
            for (input, count) in active {
                let column = load(&columns[usize::from(*input)]);
                let count = i16x8_splat(*count);
                for at in 0..VECTORS {
                    sums[at] = i16x8_add(sums[at], i16x8_mul(column[at], count));
                }
            }
        }
        let (zero, cap) = (i16x8_splat(0), i16x8_splat(CAP));
        let output = load(&lanes.output);
        let mut products = i16x8_splat(0);
        for at in 0..VECTORS {
            let cut = i16x8_min(i16x8_max(sums[at], zero), cap);
            products = i32x4_add(products, i32x4_dot_i16x8(cut, output[at]));
        }
        let network = i32x4_extract_lane::<0>(products)
            + i32x4_extract_lane::<1>(products)
            + i32x4_extract_lane::<2>(products)
            + i32x4_extract_lane::<3>(products);
        const { assert!(EARLY == 30) };
        let last = sums[VECTORS - 1];
        Sums { early: i16x8_extract_lane::<6>(last), late: i16x8_extract_lane::<7>(last), network }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{INPUTS_OF_SIDE, Network};
    use super::*;
    use crate::eval::{Class, Weights};

    #[test]
    fn vectors_and_plain_numbers_agree() {
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for class in Class::ALL {
            let mut lanes = Lanes::new(&Network::of(class), Weights::of(class));
            // Also numbers that overflow: they must do so in the same way.
            lanes.bias.0[3] = i16::MAX;
            for _ in 0..200 {
                let mut side = |len: usize| -> Vec<(u16, i16)> {
                    (0..len).map(|_| (random(INPUTS_OF_SIDE) as u16, random(200) as i16)).collect()
                };
                let (mover, other) = (side(70), side(50));
                assert_eq!(sums(&lanes, [&mover, &other]), plain(&lanes, [&mover, &other]));
            }
        }
    }
}

//! The sums with the vectors that the processor has.
//!
//! Compilers take a small array of sums apart into single numbers and miss the vectors, so they are written
//! out here: 512 or 256 bits on x86-64, 128 bits in wasm, and plain numbers elsewhere. All give the same
//! result, because wrapping sums of whole numbers do not depend on their order.
#![allow(unsafe_code, reason = "vector instructions; each use has a plain twin that tests compare it with")]

use super::tiles::{KIND_OF_SLOT, KINDS, SLOTS};
use super::{CAP, EARLY, Inputs, LANES, Lanes, Row, Sums, inputs};

/// [`LANES`] sums side by side.
trait Vector: Copy {
    fn load(row: &Row) -> Self;
    fn store(self) -> Row;
    /// Wraps around.
    fn plus(self, other: Self) -> Self;
    /// Wraps around.
    fn times(self, count: i16) -> Self;
    /// Cut off below zero and above [`CAP`], times the weights, all added up.
    fn output(self, weights: Self) -> i32;

    /// Plus all of the rows of one side that are added as they are.
    #[inline(always)]
    fn plus_rows<'a>(self, rows: impl Iterator<Item = &'a Row>) -> Self {
        rows.fold(self, |sums, row| sums.plus(Self::load(row)))
    }

    /// Plus rows, each as often as the number says.
    #[inline(always)]
    fn plus_counted(self, rows: &[Row], counts: &[i16]) -> Self {
        rows.iter().zip(counts).fold(self, |sums, (row, count)| sums.plus(Self::load(row).times(*count)))
    }
}

/// All sums over the inputs.
#[inline(always)]
pub(super) fn sums(lanes: &Lanes, inputs: &Inputs) -> Sums {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512bw") {
        // SAFETY: the processor has the instructions, as was just asked.
        return unsafe { avx512::sums(lanes, inputs) };
    } else if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions, as was just asked.
        return unsafe { avx2::sums(lanes, inputs) };
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        wasm::sums(lanes, inputs)
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        sums_with::<Row>(lanes, inputs)
    }
}

#[inline(always)]
fn sums_with<V: Vector>(lanes: &Lanes, inputs: &Inputs) -> Sums {
    let mut sums = V::load(&lanes.bias);
    for (at, (rows, side)) in lanes.sides.iter().zip(&inputs.sides).enumerate() {
        let queen = &rows.queens[side.queen % rows.queens.len()];
        let groups = side.groups.iter().enumerate().map(|(group, number)| {
            let number = *number as usize % inputs::group_size(group);
            &rows.groups[inputs::group_start(group) + number]
        });
        let half = if at == 0 { inputs.half } else { 16 - inputs.half };
        let codes = inputs.tiles[half & 16..][..SLOTS].iter().enumerate();
        let tiles = codes
            .map(|(slot, code)| &rows.tiles[usize::from(KIND_OF_SLOT[slot]) % KINDS][usize::from(*code)]);
        sums = sums.plus_rows(core::iter::once(queen).chain(groups).chain(tiles));
        sums = sums.plus_counted(&rows.counted, &side.counts);
    }
    let network = sums.output(V::load(&lanes.output));
    let sums = sums.store();
    Sums { early: sums.0[EARLY], late: sums.0[EARLY + 1], network }
}

impl Vector for Row {
    #[inline(always)]
    fn load(row: &Row) -> Row {
        *row
    }

    #[inline(always)]
    fn store(self) -> Row {
        self
    }

    #[inline(always)]
    fn plus(self, other: Row) -> Row {
        Row::plus(self, &other)
    }

    #[inline(always)]
    fn times(self, count: i16) -> Row {
        Row::times(self, count)
    }

    #[inline(always)]
    fn output(self, weights: Row) -> i32 {
        (0..LANES).map(|at| i32::from(self.0[at].clamp(0, CAP)) * i32::from(weights.0[at])).sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use core::arch::x86_64::{
        __m512i, _mm512_add_epi16, _mm512_madd_epi16, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16,
        _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
    };
    use core::mem::transmute;

    use super::{CAP, Inputs, LANES, Lanes, Row, Sums, Vector, sums_with};

    /// A row in one vector; exists only inside [`sums`], on which every `unsafe` below rests.
    #[derive(Clone, Copy)]
    struct Whole(__m512i);

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn sums(lanes: &Lanes, inputs: &Inputs) -> Sums {
        sums_with::<Whole>(lanes, inputs)
    }

    // SAFETY of all blocks: the instructions are present, see `Whole`. The transmutes are between types of
    // 64 plain bytes.
    #[expect(clippy::undocumented_unsafe_blocks, reason = "one argument for all of them, above")]
    impl Vector for Whole {
        #[inline(always)]
        fn load(row: &Row) -> Whole {
            Whole(unsafe { transmute::<[i16; LANES], __m512i>(row.0) })
        }

        #[inline(always)]
        fn store(self) -> Row {
            Row(unsafe { transmute::<__m512i, [i16; LANES]>(self.0) })
        }

        #[inline(always)]
        fn plus(self, other: Whole) -> Whole {
            Whole(unsafe { _mm512_add_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn times(self, count: i16) -> Whole {
            Whole(unsafe { _mm512_mullo_epi16(self.0, _mm512_set1_epi16(count)) })
        }

        #[inline(always)]
        fn output(self, weights: Whole) -> i32 {
            unsafe {
                let cut = _mm512_max_epi16(self.0, _mm512_setzero_si512());
                let cut = _mm512_min_epi16(cut, _mm512_set1_epi16(CAP));
                _mm512_reduce_add_epi32(_mm512_madd_epi16(cut, weights.0))
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use core::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    use core::mem::transmute;

    use super::{CAP, Inputs, LANES, Lanes, Row, Sums, Vector, sums_with};

    /// A row in two vectors; exists only inside [`sums`], on which every `unsafe` below rests.
    #[derive(Clone, Copy)]
    struct Halves([__m256i; 2]);

    #[target_feature(enable = "avx2")]
    pub(super) fn sums(lanes: &Lanes, inputs: &Inputs) -> Sums {
        sums_with::<Halves>(lanes, inputs)
    }

    // SAFETY of all blocks: AVX2 is present, see `Halves`. The transmutes are between types of 64 plain bytes.
    #[expect(clippy::undocumented_unsafe_blocks, reason = "one argument for all of them, above")]
    impl Vector for Halves {
        #[inline(always)]
        fn load(row: &Row) -> Halves {
            Halves(unsafe { transmute::<[i16; LANES], [__m256i; 2]>(row.0) })
        }

        #[inline(always)]
        fn store(self) -> Row {
            Row(unsafe { transmute::<[__m256i; 2], [i16; LANES]>(self.0) })
        }

        #[inline(always)]
        fn plus(self, other: Halves) -> Halves {
            let ([low, high], [other_low, other_high]) = (self.0, other.0);
            Halves(unsafe { [_mm256_add_epi16(low, other_low), _mm256_add_epi16(high, other_high)] })
        }

        #[inline(always)]
        fn times(self, count: i16) -> Halves {
            let [low, high] = self.0;
            unsafe {
                let count = _mm256_set1_epi16(count);
                Halves([_mm256_mullo_epi16(low, count), _mm256_mullo_epi16(high, count)])
            }
        }

        #[inline(always)]
        fn output(self, weights: Halves) -> i32 {
            unsafe {
                let cut = |sums| {
                    let sums = _mm256_max_epi16(sums, _mm256_setzero_si256());
                    _mm256_min_epi16(sums, _mm256_set1_epi16(CAP))
                };
                let products = _mm256_add_epi32(
                    _mm256_madd_epi16(cut(self.0[0]), weights.0[0]),
                    _mm256_madd_epi16(cut(self.0[1]), weights.0[1]),
                );
                let halves =
                    _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256::<1>(products));
                let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b00_00_11_10>(halves));
                _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b00_00_00_01>(pairs)))
            }
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use core::arch::wasm32::{
        i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, v128,
    };
    use core::mem::transmute;

    use super::{CAP, Inputs, LANES, Lanes, Row, SLOTS, Sums, Vector, inputs, sums_with};

    const VECTORS: usize = LANES / 8;
    /// Rows of one side that are added as they are: of its queen, its groups and its tiles.
    const ROWS: usize = 1 + inputs::GROUPS.len() + SLOTS;

    /// A function of its own, so that everything finds room in registers.
    #[inline(never)]
    pub(super) fn sums(lanes: &Lanes, inputs: &Inputs) -> Sums {
        sums_with::<Vectors>(lanes, inputs)
    }

    /// A row in four vectors.
    #[derive(Clone, Copy)]
    struct Vectors([v128; VECTORS]);

    impl Vector for Vectors {
        #[inline(always)]
        fn load(row: &Row) -> Vectors {
            // SAFETY: both are 64 plain bytes.
            Vectors(unsafe { transmute::<[i16; LANES], [v128; VECTORS]>(row.0) })
        }

        #[inline(always)]
        fn store(self) -> Row {
            // SAFETY: both are 64 plain bytes.
            Row(unsafe { transmute::<[v128; VECTORS], [i16; LANES]>(self.0) })
        }

        #[inline(always)]
        fn plus(self, other: Vectors) -> Vectors {
            Vectors(core::array::from_fn(|at| i16x8_add(self.0[at], other.0[at])))
        }

        #[inline(always)]
        fn times(self, count: i16) -> Vectors {
            let count = i16x8_splat(count);
            Vectors(self.0.map(|numbers| i16x8_mul(numbers, count)))
        }

        // Compilers load all rows at once if they can, and then have to put them aside again: for each of these
        // lists that was more work than the sums. So they must not know how long it is.
        #[inline(always)]
        fn plus_rows<'a>(self, rows: impl Iterator<Item = &'a Row>) -> Vectors {
            let mut list = [&const { Row::ZERO }; ROWS];
            let mut len = 0;
            rows.for_each(|row| {
                list[len % ROWS] = row;
                len += 1;
            });
            let list = core::hint::black_box(&list[..]);
            list.iter().fold(self, |sums, row| sums.plus(Self::load(row)))
        }

        #[inline(always)]
        fn plus_counted(self, rows: &[Row], counts: &[i16]) -> Vectors {
            let rows = core::hint::black_box(rows).iter();
            rows.zip(counts).fold(self, |sums, (row, count)| sums.plus(Self::load(row).times(*count)))
        }

        #[inline(always)]
        fn output(self, weights: Vectors) -> i32 {
            let (zero, cap) = (i16x8_splat(0), i16x8_splat(CAP));
            let mut products = i16x8_splat(0);
            for (sums, weights) in self.0.into_iter().zip(weights.0) {
                let cut = i16x8_min(i16x8_max(sums, zero), cap);
                products = i32x4_add(products, i32x4_dot_i16x8(cut, weights));
            }
            i32x4_extract_lane::<0>(products)
                + i32x4_extract_lane::<1>(products)
                + i32x4_extract_lane::<2>(products)
                + i32x4_extract_lane::<3>(products)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Network;
    use super::super::inputs::{COUNTED, GROUPS, QUEENS, SideInputs};
    use super::super::tiles::CODES;
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
            for round in 0..200 {
                let mut side = || {
                    let mut counts = [0; COUNTED.len()];
                    counts.fill_with(|| random(200) as i16);
                    let mut groups = [0; GROUPS.len()];
                    groups.fill_with(|| random(1000) as u32);
                    SideInputs { counts, groups, queen: random(QUEENS) }
                };
                let sides = [side(), side()];
                let mut codes = [0; 32];
                codes.fill_with(|| random(CODES) as u8);
                let inputs = Inputs { sides, tiles: codes, half: 16 * (round & 1) };
                let plain = sums_with::<Row>(&lanes, &inputs);
                assert_eq!(sums(&lanes, &inputs), plain);
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has the instructions, as was just asked.
                    assert_eq!(unsafe { avx2::sums(&lanes, &inputs) }, plain);
                }
            }
        }
    }
}

//! The sums with the vectors that the processor has.
//!
//! Compilers take a small array of sums apart into single numbers and miss the vectors, so they are written
//! out here: 512 or 256 bits on x86-64, 128 bits in wasm, and plain numbers elsewhere. All give the same
//! result, because wrapping sums of whole numbers do not depend on their order.
#![allow(unsafe_code, reason = "vector instructions; each use has a plain twin that tests compare it with")]

use super::inputs::{BYTES, WORDS};
use super::tiles::SLOTS;
use super::{CAP, EARLY, Inputs, LANES, Lanes, Recent, Row, SIDE_ROWS, Sums, USED, start_of};

/// Where the rows of each byte begin, by the color to move.
static STARTS: [[u32; BYTES]; 2] = {
    let mut starts = [[0; BYTES]; 2];
    let mut at = 0;
    while at < BYTES {
        starts[0][at] = start_of(at, 0) as u32;
        starts[1][at] = start_of(at, 1) as u32;
        at += 1;
    }
    starts
};

/// The bytes of the sides and how far their tiles can go: as lists, so that compilers write out what is done with each.
const OF_SIDES: [usize; (USED >> WORDS & 0xffff).count_ones() as usize] = list(USED & 0xffff << WORDS);
const OF_WAYS: [usize; (USED >> (WORDS + 16)).count_ones() as usize] =
    list(USED >> (WORDS + 16) << (WORDS + 16));

const fn list<const LEN: usize>(mut bits: u64) -> [usize; LEN] {
    let mut list = [0; LEN];
    let mut len = 0;
    while bits != 0 {
        list[len] = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        len += 1;
    }
    list
}

/// [`LANES`] sums side by side.
trait Vector: Copy {
    fn load(row: &Row) -> Self;
    fn store(self) -> Row;
    /// Wraps around.
    fn plus(self, other: Self) -> Self;
    /// Cut off below zero and above [`CAP`], times the weights, all added up.
    fn output(self, weights: Self) -> i32;
}

/// Vectors that are so short that it pays to add only what has changed since a position before.
trait Short: Vector {
    /// Wraps around.
    fn minus(self, other: Self) -> Self;
    /// Which bytes differ.
    fn differences(bytes: &[u8; BYTES], others: &[u8; BYTES]) -> u64;
}

/// What the inputs of the present position come to.
#[inline(always)]
pub(super) fn judge(lanes: &Lanes, recent: &mut Recent) -> Sums {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512bw") {
        // SAFETY: the processor has the instructions, as was just asked.
        return unsafe { avx512::sums(lanes, &recent.inputs) };
    } else if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions, as was just asked.
        return unsafe { avx2::sums(lanes, &recent.inputs) };
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        wasm::update(lanes, recent)
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        update_with::<Row>(lanes, recent)
    }
}

/// Only what changed since the last position with the same color to move is added up, and what it was then taken
/// off: of some sixty inputs a handful.
#[inline(always)]
fn update_with<V: Short>(lanes: &Lanes, recent: &mut Recent) -> Sums {
    let Recent { inputs, before } = recent;
    let (before, row) = &mut before[inputs.mover()];
    let mut sums = V::load(row);
    let starts = &STARTS[inputs.mover()];
    let mut differences = V::differences(&before.bytes, &inputs.bytes) & USED;
    while differences != 0 {
        let at = differences.trailing_zeros() as usize;
        differences &= differences - 1;
        let start = starts[at] as usize;
        sums = sums.minus(V::load(&lanes.rows[start + usize::from(before.bytes[at])]));
        sums = sums.plus(V::load(&lanes.rows[start + usize::from(inputs.bytes[at])]));
    }
    before.bytes = inputs.bytes;
    *row = sums.store();
    read(lanes, sums)
}

/// What the tiles of a color come to.
#[inline(always)]
fn tiles_of<V: Vector>(lanes: &Lanes, inputs: &Inputs, color: usize) -> V {
    let first = (color ^ inputs.mover()) * SIDE_ROWS;
    // A side and another byte: no code is beyond that.
    let rows = &lanes.rows[first..][..SIDE_ROWS + 256];
    let mut sums = V::load(&Row::ZERO);
    for (slot, code) in inputs.bytes[16 * color..][..SLOTS].iter().enumerate() {
        sums = sums.plus(V::load(&rows[STARTS[0][slot] as usize + usize::from(*code)]));
    }
    sums
}

/// All inputs are added up.
#[inline(always)]
fn whole<V: Vector>(lanes: &Lanes, inputs: &Inputs) -> V {
    // Several sums side by side: each addition has to wait for the one before it.
    let white = tiles_of::<V>(lanes, inputs, 0);
    let black = tiles_of::<V>(lanes, inputs, 1);
    let sides = listed::<V>(lanes, inputs, V::load(&lanes.bias), &OF_SIDES);
    let ways = listed::<V>(lanes, inputs, V::load(&Row::ZERO), &OF_WAYS);
    white.plus(black).plus(sides.plus(ways))
}

/// What these bytes come to, together with a sum.
#[inline(always)]
fn listed<V: Vector>(lanes: &Lanes, inputs: &Inputs, mut sums: V, bytes: &[usize]) -> V {
    for at in bytes {
        sums = sums.plus(V::load(&lanes.rows[STARTS[0][*at] as usize + usize::from(inputs.bytes[*at])]));
    }
    sums
}

#[inline(always)]
fn read<V: Vector>(lanes: &Lanes, sums: V) -> Sums {
    let network = sums.output(V::load(&lanes.output));
    let sums = sums.store();
    Sums { early: sums.0[EARLY], late: sums.0[EARLY + 1], network }
}

/// What inputs come to that have nothing to do with those before.
pub(super) fn sums(lanes: &Lanes, inputs: &Inputs) -> Sums {
    read(lanes, row(lanes, inputs))
}

/// All sums as a row, for later changes.
pub(super) fn row(lanes: &Lanes, inputs: &Inputs) -> Row {
    whole::<Row>(lanes, inputs)
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
    fn output(self, weights: Row) -> i32 {
        (0..LANES).map(|at| i32::from(self.0[at].clamp(0, CAP)) * i32::from(weights.0[at])).sum()
    }
}

impl Short for Row {
    #[inline(always)]
    fn minus(mut self, other: Row) -> Row {
        for (sum, number) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_sub(number);
        }
        self
    }

    #[inline(always)]
    fn differences(bytes: &[u8; BYTES], others: &[u8; BYTES]) -> u64 {
        let pairs = bytes.iter().zip(others).enumerate();
        pairs.fold(0, |differences, (at, (byte, other))| differences | u64::from(byte != other) << at)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use core::arch::x86_64::{
        __m512i, _mm512_add_epi16, _mm512_madd_epi16, _mm512_max_epi16, _mm512_min_epi16,
        _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
    };
    use core::mem::transmute;

    use super::{CAP, Inputs, LANES, Lanes, Row, Sums, Vector, read, whole};

    /// A row in one vector; exists only inside [`sums`], on which every `unsafe` below rests.
    #[derive(Clone, Copy)]
    struct Whole(__m512i);

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn sums(lanes: &Lanes, inputs: &Inputs) -> Sums {
        read(lanes, whole::<Whole>(lanes, inputs))
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
        _mm256_min_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    use core::mem::transmute;

    use super::{CAP, Inputs, LANES, Lanes, Row, Sums, Vector, read, whole};

    /// A row in two vectors; exists only inside [`sums`], on which every `unsafe` below rests.
    #[derive(Clone, Copy)]
    struct Halves([__m256i; 2]);

    #[target_feature(enable = "avx2")]
    pub(super) fn sums(lanes: &Lanes, inputs: &Inputs) -> Sums {
        read(lanes, whole::<Halves>(lanes, inputs))
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
        i8x16_bitmask, i8x16_ne, i16x8_add, i16x8_max, i16x8_min, i16x8_splat, i16x8_sub, i32x4_add,
        i32x4_dot_i16x8, i32x4_extract_lane, u64x2, v128,
    };
    use core::mem::transmute;

    use super::{BYTES, CAP, LANES, Lanes, Recent, Row, Short, Sums, Vector, update_with};

    const VECTORS: usize = LANES / 8;

    /// A function of its own, so that everything finds room in registers.
    #[inline(never)]
    pub(super) fn update(lanes: &Lanes, recent: &mut Recent) -> Sums {
        update_with::<Vectors>(lanes, recent)
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

    impl Short for Vectors {
        #[inline(always)]
        fn minus(self, other: Vectors) -> Vectors {
            Vectors(core::array::from_fn(|at| i16x8_sub(self.0[at], other.0[at])))
        }

        #[inline(always)]
        fn differences(bytes: &[u8; BYTES], others: &[u8; BYTES]) -> u64 {
            // In words, as they were written: what is read in larger parts than it was written comes late.
            let word = |bytes: &[u8; BYTES], at: usize| {
                u64::from_le_bytes(bytes[8 * at..][..8].try_into().expect("eight bytes"))
            };
            let pair = |bytes: &[u8; BYTES], at: usize| u64x2(word(bytes, at), word(bytes, at + 1));
            (0..4).fold(0, |differences, at| {
                let different = i8x16_bitmask(i8x16_ne(pair(bytes, 2 * at), pair(others, 2 * at)));
                differences | u64::from(different) << (16 * at)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::inputs::{MEANINGS, Meaning, group_size};
    use super::super::tiles::CODES;
    use super::super::{NO_QUEEN, Network};
    use super::*;
    use crate::eval::{Class, Weights};

    /// Inputs of which about one in `rarity` differs from those before.
    fn change(inputs: &mut Inputs, rarity: usize, random: &mut impl FnMut(usize) -> usize) {
        for (byte, meaning) in inputs.bytes.iter_mut().zip(MEANINGS) {
            let choices = match meaning {
                Meaning::Unused => continue,
                Meaning::Tile(..) => CODES,
                Meaning::Group(_, group) => group_size(group),
                Meaning::Queen(_) => NO_QUEEN + 1,
                Meaning::Count(..) => 256,
            };
            if random(rarity) == 0 {
                *byte = random(choices) as u8;
            }
        }
    }

    #[test]
    fn changes_and_whole_sums_agree_with_every_vector() {
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for class in Class::ALL {
            let mut lanes = Lanes::new(&Network::of(class), Weights::of(class));
            // Also numbers that overflow: they must do so in the same way.
            lanes.bias.0[3] = i16::MAX;
            let mut recents = [(); 2].map(|()| lanes.recent());
            let mut positions = [0, 16].map(Inputs::nothing);
            for round in 0..400 {
                let inputs = &mut positions[random(2)];
                change(inputs, 1 + round % 20, &mut random);
                let expected = sums(&lanes, inputs);
                recents.iter_mut().for_each(|recent| recent.inputs = *inputs);
                assert_eq!(judge(&lanes, &mut recents[0]), expected);
                assert_eq!(update_with::<Row>(&lanes, &mut recents[1]), expected);
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has the instructions, as was just asked.
                    assert_eq!(unsafe { avx2::sums(&lanes, inputs) }, expected);
                }
            }
        }
    }
}

//! 256-bit vectors of x86-64 processors since 2013: one register holds a set.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi64, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64,
    _mm256_add_epi8, _mm256_add_epi64, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blendv_epi8, _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi8,
    _mm256_cmpeq_epi16, _mm256_extracti128_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_packs_epi16,
    _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_sad_epu8, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_shuffle_epi32, _mm256_sll_epi64, _mm256_slli_epi16,
    _mm256_slli_epi32, _mm256_srli_epi16, _mm256_srli_epi32, _mm256_testc_si256, _mm256_testz_si256,
    _mm256_xor_si256,
};
use core::mem::transmute;

use super::lines::{DIAGONALS, Lines};
use super::register::plain_operations;
use crate::Color;
use crate::cells::{CELL, Cell, CellSet, NEIGHBOR, Narrow, Part, RING, Task, Words, sealed};

/// Whether this processor has everything that [`Avx2::enter`] compiles for.
#[inline(always)]
pub(super) fn is_available() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

/// A set of cells, row `y` in the 16-bit lane `y`. Exists only inside tasks that [`super::run`]
/// started after [`is_available`] said yes; every `unsafe` below rests on that.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Avx2(__m256i);

/// The cells of one side's tiles, in both halves of the vectors: for each the byte of a set where it is,
/// with the top bit set if that is not in the low, or not in the high half of the set, and the bit in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seats {
    low: __m256i,
    high: __m256i,
    bits: __m256i,
}

/// Four sums.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally(__m256i);

impl sealed::Sealed for Avx2 {}

/// Compiles the task, with all that is inlined into it, for these instructions.
///
/// # Safety
/// The processor must have them.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
unsafe fn enter<T: Task<Narrow>>(task: T) -> T::Output {
    task.run::<Avx2>()
}

/// The same for a part of a task.
///
/// # Safety
/// The processor must have these instructions.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
unsafe fn outline<P: Part<Avx2>>(part: P) -> P::Output {
    part.run()
}

/// The top bit of each byte.
const TOP_BITS: i64 = 0x8080_8080_8080_8080_u64 as i64;
/// Bit 0 of the first byte, bit 1 of the second, and so on.
const BIT_OF_EACH: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// The bit of each of 32 cells within its byte of a set.
#[inline(always)]
fn bits(cells: __m256i) -> __m256i {
    // SAFETY: see `Avx2`.
    unsafe {
        let bit_of_column = _mm256_set1_epi64x(BIT_OF_EACH);
        _mm256_shuffle_epi8(bit_of_column, _mm256_and_si256(cells, _mm256_set1_epi8(7)))
    }
}

/// Prepares 32 cells for look-ups.
#[inline(always)]
fn seats(cells: __m256i) -> Seats {
    // SAFETY: see `Avx2`.
    unsafe {
        let bits = bits(cells);
        let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(cells), _mm256_set1_epi8(15));
        let upper = _mm256_and_si256(cells, _mm256_set1_epi8(-128));
        let low = _mm256_or_si256(byte, upper);
        Seats { low, high: _mm256_xor_si256(low, _mm256_set1_epi8(-128)), bits }
    }
}

/// Which of the cells in the low half of the seats are in one set, and which of those in the high half in
/// the other.
#[inline(always)]
fn standing(set: Avx2, other: Avx2, seats: &Seats) -> u32 {
    // SAFETY: see `Avx2`.
    unsafe {
        // A look-up has 16 bytes to choose from and gives 0 where the top bit of the index is set.
        let low = _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x20>(set.0, other.0), seats.low);
        let high = _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x31>(set.0, other.0), seats.high);
        let found = _mm256_and_si256(_mm256_or_si256(low, high), seats.bits);
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(found, seats.bits)) as u32
    }
}

/// The sum of all four words.
#[inline(always)]
pub(super) fn add_words(words: __m256i) -> u64 {
    // SAFETY: see `Avx2`.
    unsafe {
        let pair = _mm_add_epi64(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
        _mm_cvtsi128_si64(_mm_add_epi64(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }
}

/// The ones in each word.
#[inline(always)]
fn count_ones(set: __m256i) -> __m256i {
    // SAFETY: see `Avx2`.
    unsafe {
        // The ones in each half of a byte are looked up, then bytes are added up.
        let ones = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        );
        let half = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(set, half));
        let high = _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16::<4>(set), half));
        _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
    }
}

/// The number of each tile.
const IDS: [i8; 32] = {
    let mut ids = [0; 32];
    let mut id = 0;
    while id < 32 {
        ids[id] = id as i8;
        id += 1;
    }
    ids
};

// SAFETY of all blocks in this implementation: AVX2 is present, see `Avx2`. The transmutes are
// between types of 32 plain bytes.
#[expect(clippy::undocumented_unsafe_blocks, reason = "one argument for all of them, above")]
impl CellSet for Avx2 {
    type Width = Narrow;
    type Seats = Seats;
    type Tally = Tally;
    type Lengths = Avx2;

    plain_operations!(Avx2);

    #[inline(always)]
    fn east(self) -> Self {
        Avx2(unsafe { _mm256_or_si256(_mm256_slli_epi16::<1>(self.0), _mm256_srli_epi16::<15>(self.0)) })
    }

    #[inline(always)]
    fn west(self) -> Self {
        Avx2(unsafe { _mm256_or_si256(_mm256_srli_epi16::<1>(self.0), _mm256_slli_epi16::<15>(self.0)) })
    }

    #[inline(always)]
    fn south(self) -> Self {
        let swapped = unsafe { _mm256_permute2x128_si256::<1>(self.0, self.0) };
        Avx2(unsafe { _mm256_alignr_epi8::<14>(self.0, swapped) })
    }

    #[inline(always)]
    fn north(self) -> Self {
        let swapped = unsafe { _mm256_permute2x128_si256::<1>(self.0, self.0) };
        Avx2(unsafe { _mm256_alignr_epi8::<2>(swapped, self.0) })
    }

    #[inline(always)]
    fn empty_columns(self) -> Self {
        unsafe {
            let all = _mm256_or_si256(self.0, _mm256_permute4x64_epi64::<0x4e>(self.0));
            let all = _mm256_or_si256(all, _mm256_shuffle_epi32::<0x4e>(all));
            let all = _mm256_or_si256(all, _mm256_shuffle_epi32::<0xb1>(all));
            let turned = _mm256_or_si256(_mm256_slli_epi32::<16>(all), _mm256_srli_epi32::<16>(all));
            Avx2(_mm256_xor_si256(_mm256_or_si256(all, turned), _mm256_set1_epi32(-1)))
        }
    }

    #[inline(always)]
    fn seats(cells: &[u8; 32], color: Color) -> Seats {
        let (white, black) = cells.split_at(16);
        let cells: [u8; 16] =
            *if color == Color::White { white } else { black }.as_array().expect("16 slots");
        seats(unsafe { _mm256_broadcastsi128_si256(transmute::<[u8; 16], __m128i>(cells)) })
    }

    #[inline(always)]
    fn standing(self, seats: &Seats, _slots: u32) -> u32 {
        standing(self, self, seats)
    }

    #[inline(always)]
    fn rings(_occupied: &Words<4>, look: &[Self; 6], seats: &Seats, _slots: u32) -> [u32; 3] {
        let [ne, e, se, sw, w, nw] = *look;
        [standing(ne, sw, seats), standing(e, w, seats), standing(se, nw, seats)]
    }

    #[inline(always)]
    fn tiles_on(self, cells: &[u8; 32], _tiles: u32) -> u32 {
        standing(self, self, &seats(unsafe { transmute::<[u8; 32], __m256i>(*cells) }))
    }

    #[inline(always)]
    fn with_cell(cells: &[u8; 32], id: u8, cell: Cell) -> [u8; 32] {
        // As a vector, because what is written in part cannot be read as a whole without delay.
        unsafe {
            let ids = transmute::<[i8; 32], __m256i>(IDS);
            let chosen = _mm256_cmpeq_epi8(ids, _mm256_set1_epi8(id as i8));
            let cells = transmute::<[u8; 32], __m256i>(*cells);
            transmute(_mm256_blendv_epi8(cells, _mm256_set1_epi8(cell.0 as i8), chosen))
        }
    }

    #[inline(always)]
    fn tiles_at(cells: &[u8; 32], cell: Cell) -> u32 {
        unsafe {
            let cells = transmute::<[u8; 32], __m256i>(*cells);
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(cells, _mm256_set1_epi8(cell.0 as i8))) as u32
        }
    }

    #[inline(always)]
    fn tally(self, so_far: Tally) -> Tally {
        Tally(unsafe { _mm256_add_epi64(so_far.0, count_ones(self.0)) })
    }

    #[inline(always)]
    fn no_lengths() -> Avx2 {
        Self::empty()
    }

    #[inline(always)]
    fn add_len(self, lengths: Avx2, at: u32) -> Avx2 {
        unsafe {
            let shifted = _mm256_sll_epi64(count_ones(self.0), _mm_cvtsi32_si128(8 * at as i32));
            Avx2(_mm256_add_epi64(lengths.0, shifted))
        }
    }

    #[inline(always)]
    fn lengths(lengths: Avx2) -> u64 {
        add_words(lengths.0)
    }

    #[inline(always)]
    fn ring_bits(self, cell: Cell) -> usize {
        unsafe {
            let around = _mm256_set1_epi64x(i64::from_le_bytes(NEIGHBOR[cell.index() & 255]));
            // Each half of the set is asked for its cells; a look-up gives 0 where the top bit is set.
            let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(around), _mm256_set1_epi8(15));
            let other = _mm256_setr_epi64x(0, 0, TOP_BITS, TOP_BITS);
            let other = _mm256_and_si256(_mm256_xor_si256(around, other), _mm256_set1_epi8(-128));
            let found = _mm256_shuffle_epi8(self.0, _mm256_or_si256(byte, other));
            let bits = bits(around);
            let found = _mm256_cmpeq_epi8(_mm256_and_si256(found, bits), bits);
            let found = _mm256_movemask_epi8(found) as usize;
            (found | found >> 16) & 63
        }
    }

    #[inline(always)]
    fn flags(tiles: u32) -> [u8; 32] {
        unsafe {
            let tiles = _mm256_set1_epi32(tiles as i32);
            let bytes = _mm256_setr_epi8(
                0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, //
                2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
            );
            let bits = _mm256_set1_epi64x(BIT_OF_EACH);
            let chosen = _mm256_and_si256(_mm256_shuffle_epi8(tiles, bytes), bits);
            transmute(_mm256_cmpeq_epi8(chosen, bits))
        }
    }

    #[inline(always)]
    fn jumps(occupied: &Words<4>, from: Cell) -> Self {
        let set = Self::load(occupied);
        let (q, r) = (from.index() & 15, from.index() >> 4 & 15);
        let diagonal = Self::load(&DIAGONALS[(q + r) & 15]);
        let found = unsafe {
            let column = _mm256_set1_epi16(1 << q);
            let column = _mm256_cmpeq_epi16(_mm256_and_si256(set.0, column), column);
            let diagonal = _mm256_cmpeq_epi16(_mm256_and_si256(set.0, diagonal.0), diagonal.0);
            // One byte for each row: eight of the column, eight of the diagonal, the rest of either.
            _mm256_movemask_epi8(_mm256_packs_epi16(column, diagonal)) as u32
        };
        let lines = Lines {
            row: (occupied.0[r >> 2] >> (16 * (r & 3))) as u16,
            column: (found & 0xff | found >> 8 & 0xff00) as u16,
            diagonal: (found >> 8 & 0xff | found >> 16 & 0xff00) as u16,
        };
        lines.jumps(from)
    }
}

//! 256-bit vectors with the instructions of AVX-512, in x86-64 processors since 2019: the sets of
//! [`super::avx2`], with rotation by one instruction and look-up of all tiles by two.

use core::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_cvtsi32_si128, _mm_cvtsi64_si128, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_castsi128_si256, _mm256_cmpeq_epi8_mask,
    _mm256_cmpeq_epi16, _mm256_mask_set1_epi8, _mm256_movm_epi8, _mm256_or_si256, _mm256_permute4x64_epi64,
    _mm256_permutex2var_epi8, _mm256_permutexvar_epi8, _mm256_popcnt_epi64, _mm256_rol_epi32,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setr_epi8, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shldi_epi16, _mm256_shrdi_epi16, _mm256_shuffle_epi8, _mm256_shuffle_epi32,
    _mm256_sll_epi64, _mm256_srli_epi16, _mm256_test_epi8_mask, _mm256_test_epi16_mask, _mm256_testc_si256,
    _mm256_testz_si256, _mm256_xor_si256, _mm512_castsi512_si256, _mm512_cvtepu8_epi16,
    _mm512_extracti64x4_epi64, _mm512_maskz_compress_epi8, _mm512_or_si512, _mm512_set1_epi16,
    _mm512_storeu_si512,
};
use core::mem::transmute;

use super::lines::{DIAGONALS, Lines};
use super::register::plain_operations;
use crate::Color;
use crate::cells::{CELL, Cell, CellSet, NEIGHBOR, Narrow, Part, RING, Task, Words, sealed};
use crate::step::Step;

/// Whether this processor has everything that [`Avx512::enter`] compiles for.
#[cold]
pub(super) fn is_available() -> bool {
    super::avx2::is_available()
        && std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512vbmi")
        && std::arch::is_x86_feature_detected!("avx512vbmi2")
        && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
}

/// A set of cells, row `y` in the 16-bit lane `y`. Exists only inside tasks that [`super::run`]
/// started after [`is_available`] said yes; every `unsafe` below rests on that.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Avx512(__m256i);

/// For each tile of one side, the byte of a set where its cell is, and the bit in it, in both halves of the
/// vectors. The bytes of the high half count from 32.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seats {
    bytes: __m256i,
    bits: __m256i,
}

/// Four sums.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally(__m256i);

impl sealed::Sealed for Avx512 {}

/// Compiles the task, with all that is inlined into it, for these instructions.
///
/// # Safety
/// The processor must have them.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
#[inline(never)]
unsafe fn enter<T: Task<Narrow>>(task: T) -> T::Output {
    task.run::<Avx512>()
}

/// The same for a part of a task.
///
/// # Safety
/// The processor must have these instructions.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
#[inline(never)]
unsafe fn outline<P: Part<Avx512>>(part: P) -> P::Output {
    part.run()
}

/// The bit of each of 32 cells within its byte of a set.
#[inline(always)]
fn bits(cells: __m256i) -> __m256i {
    // SAFETY: see `Avx512`.
    unsafe {
        let bit_of_column = _mm256_setr_epi8(
            1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128, //
            1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128,
        );
        _mm256_shuffle_epi8(bit_of_column, _mm256_and_si256(cells, _mm256_set1_epi8(7)))
    }
}

/// The numbers of all cells, 64 at a time.
const NUMBERS: [[u8; 64]; 4] = {
    let mut numbers = [[0; 64]; 4];
    let mut i = 0;
    while i < 256 {
        numbers[i / 64][i % 64] = i as u8;
        i += 1;
    }
    numbers
};

/// The bytes of a set, moved by a row down and up.
const SOUTH: [i8; 32] = moved_by(30);
const NORTH: [i8; 32] = moved_by(2);

const fn moved_by(offset: usize) -> [i8; 32] {
    let mut from = [0; 32];
    let mut i = 0;
    while i < 32 {
        from[i] = ((i + offset) % 32) as i8;
        i += 1;
    }
    from
}

// SAFETY of all blocks in this implementation: the instructions are present, see `Avx512`. The
// transmutes are between types of 32 plain bytes.
#[expect(clippy::undocumented_unsafe_blocks, reason = "one argument for all of them, above")]
impl CellSet for Avx512 {
    type Width = Narrow;
    type Seats = Seats;
    type Tally = Tally;
    type Lengths = Avx512;

    plain_operations!(Avx512);

    #[inline(always)]
    fn east(self) -> Self {
        Avx512(unsafe { _mm256_shldi_epi16::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn west(self) -> Self {
        Avx512(unsafe { _mm256_shrdi_epi16::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn south(self) -> Self {
        Avx512(unsafe { _mm256_permutexvar_epi8(transmute::<[i8; 32], __m256i>(SOUTH), self.0) })
    }

    #[inline(always)]
    fn north(self) -> Self {
        Avx512(unsafe { _mm256_permutexvar_epi8(transmute::<[i8; 32], __m256i>(NORTH), self.0) })
    }

    #[inline(always)]
    fn empty_columns(self) -> Self {
        unsafe {
            let all = _mm256_or_si256(self.0, _mm256_permute4x64_epi64::<0x4e>(self.0));
            let all = _mm256_or_si256(all, _mm256_shuffle_epi32::<0x4e>(all));
            let all = _mm256_or_si256(all, _mm256_shuffle_epi32::<0xb1>(all));
            let all = _mm256_or_si256(all, _mm256_rol_epi32::<16>(all));
            Avx512(_mm256_xor_si256(all, _mm256_set1_epi32(-1)))
        }
    }

    #[inline(always)]
    fn seats(cells: &[u8; 32], color: Color) -> Seats {
        let (white, black) = cells.split_at(16);
        let cells: [u8; 16] =
            *if color == Color::White { white } else { black }.as_array().expect("16 slots");
        unsafe {
            let cells = _mm256_broadcastsi128_si256(transmute::<[u8; 16], __m128i>(cells));
            let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(cells), _mm256_set1_epi8(31));
            let other = _mm256_setr_epi64x(0, 0, 0x2020_2020_2020_2020, 0x2020_2020_2020_2020);
            Seats { bytes: _mm256_or_si256(byte, other), bits: bits(cells) }
        }
    }

    #[inline(always)]
    fn standing(self, seats: &Seats, _slots: u32) -> u32 {
        // The look-up takes the low five bits of an index.
        unsafe { _mm256_test_epi8_mask(_mm256_permutexvar_epi8(seats.bytes, self.0), seats.bits) }
    }

    #[inline(always)]
    fn rings(_occupied: &Words<4>, look: &[Self; 6], seats: &Seats, _slots: u32) -> [u32; 3] {
        let [ne, e, se, sw, w, nw] = *look;
        [(ne, sw), (e, w), (se, nw)].map(|(set, other)| unsafe {
            let found = _mm256_permutex2var_epi8(set.0, seats.bytes, other.0);
            _mm256_test_epi8_mask(found, seats.bits)
        })
    }

    #[inline(always)]
    fn tiles_on(self, cells: &[u8; 32], _tiles: u32) -> u32 {
        unsafe {
            let cells = transmute::<[u8; 32], __m256i>(*cells);
            // The look-up takes the low five bits of an index; above them is what the shift let in.
            let found = _mm256_permutexvar_epi8(_mm256_srli_epi16::<3>(cells), self.0);
            _mm256_test_epi8_mask(found, bits(cells))
        }
    }

    #[inline(always)]
    fn with_cell(cells: &[u8; 32], id: u8, cell: Cell) -> [u8; 32] {
        // As a vector, because what is written in part cannot be read as a whole without delay.
        unsafe {
            let cells = transmute::<[u8; 32], __m256i>(*cells);
            transmute(_mm256_mask_set1_epi8(cells, 1 << (id & 31), cell.0 as i8))
        }
    }

    #[inline(always)]
    fn tiles_at(cells: &[u8; 32], cell: Cell) -> u32 {
        unsafe {
            let cells = transmute::<[u8; 32], __m256i>(*cells);
            _mm256_cmpeq_epi8_mask(cells, _mm256_set1_epi8(cell.0 as i8))
        }
    }

    #[inline(always)]
    fn tally(self, so_far: Tally) -> Tally {
        Tally(unsafe { _mm256_add_epi64(so_far.0, _mm256_popcnt_epi64(self.0)) })
    }

    #[inline(always)]
    fn no_lengths() -> Avx512 {
        Self::empty()
    }

    #[inline(always)]
    fn add_len(self, lengths: Avx512, at: u32) -> Avx512 {
        unsafe {
            let counts = _mm256_popcnt_epi64(self.0);
            let shifted = _mm256_sll_epi64(counts, _mm_cvtsi32_si128(8 * at as i32));
            Avx512(_mm256_add_epi64(lengths.0, shifted))
        }
    }

    #[inline(always)]
    fn lengths(lengths: Avx512) -> u64 {
        super::avx2::add_words(lengths.0)
    }

    #[inline(always)]
    fn ring_bits(self, cell: Cell) -> usize {
        unsafe {
            let around = i64::from_le_bytes(NEIGHBOR[cell.index() & 255]);
            let around = _mm256_castsi128_si256(_mm_cvtsi64_si128(around));
            // The look-up takes the low five bits of an index; above them is what the shift let in.
            let found = _mm256_permutexvar_epi8(_mm256_srli_epi16::<3>(around), self.0);
            (_mm256_test_epi8_mask(found, bits(around)) & 63) as usize
        }
    }

    #[inline(always)]
    fn flags(tiles: u32) -> [u8; 32] {
        unsafe { transmute(_mm256_movm_epi8(tiles)) }
    }

    #[inline(always)]
    fn list_steps(cells: &Words<4>, tile: u8, out: &mut [Step]) -> usize {
        let first = unsafe { _mm512_set1_epi16(Step::new(tile, Cell(0)).to_bits() as i16) };
        let mut len = 0;
        for (numbers, word) in NUMBERS.iter().zip(cells.0) {
            let (low, high) = out[len..][..64].split_at_mut(32);
            len += word.count_ones() as usize;
            unsafe {
                let numbers = _mm512_maskz_compress_epi8(word, transmute::<[u8; 64], __m512i>(*numbers));
                let steps = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(numbers));
                _mm512_storeu_si512(low.as_mut_ptr().cast(), _mm512_or_si512(steps, first));
                if word.count_ones() > 32 {
                    let steps = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(numbers));
                    _mm512_storeu_si512(high.as_mut_ptr().cast(), _mm512_or_si512(steps, first));
                }
            }
        }
        len
    }

    #[inline(always)]
    fn jumps(occupied: &Words<4>, from: Cell) -> Self {
        let set = Self::load(occupied);
        let (q, r) = (from.index() & 15, from.index() >> 4 & 15);
        let diagonal = Self::load(&DIAGONALS[(q + r) & 15]);
        let lines = unsafe {
            Lines {
                row: (occupied.0[r >> 2] >> (16 * (r & 3))) as u16,
                column: _mm256_test_epi16_mask(set.0, _mm256_set1_epi16(1 << q)),
                diagonal: _mm256_test_epi16_mask(set.0, diagonal.0),
            }
        };
        lines.jumps(from)
    }
}

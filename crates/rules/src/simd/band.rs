//! The band in the middle of the narrow torus: one vector of WebAssembly holds a set.

use core::arch::wasm32::{
    i8x16_bitmask, i8x16_eq, i8x16_narrow_i16x8, i8x16_swizzle, i16x8_extract_lane, u8x16_shr, u8x16_splat,
    u8x16_sub, u16x8_eq, u16x8_shl, u16x8_shr, u16x8_shuffle, u16x8_splat, u32x4_shuffle, u64x2_extract_lane,
    u64x2_shuffle, u64x2_splat, v128, v128_and, v128_andnot, v128_any_true, v128_load, v128_or, v128_store,
    v128_xor,
};
use core::mem::MaybeUninit;

use super::lines::{DIAGONALS, Lines};
use super::wasm::{AROUND, BIT_OF_EACH, Simd128};
use crate::Color;
use crate::cells::counts::counts_in_numbers;
use crate::cells::{CELL, Cell, CellSet, Narrow, Part, RING, Task, Words, sealed};

/// A set of cells in rows 4 to 11, a 16-bit lane each. It does not go around: tasks run with it only if the
/// hive [is in the band](crate::raw::Hive::is_in_band), and then neither it nor the cells around it reach the edges.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Band(v128);

/// The first byte of a set in memory that belongs to the band.
const FIRST_BYTE: u8 = 8;

/// The cells of one side's tiles: for each the byte of a set where it is (out of range if it is not in the band), and
/// the bit in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seats {
    bytes: v128,
    bits: v128,
}

/// Prepares 16 cells for look-ups.
#[inline(always)]
fn seats(cells: v128) -> Seats {
    Seats {
        bytes: u8x16_sub(u8x16_shr(cells, 3), u8x16_splat(FIRST_BYTE)),
        bits: i8x16_swizzle(u64x2_splat(BIT_OF_EACH), v128_and(cells, u8x16_splat(7))),
    }
}

impl sealed::Sealed for Band {}

impl Band {
    /// The rows whose one cell in `line` is in the set, as bits.
    #[inline(always)]
    fn rows_on(self, line: v128) -> u16 {
        let rows = u16x8_eq(v128_and(self.0, line), line);
        (i8x16_bitmask(i8x16_narrow_i16x8(rows, rows)) & 0xff) << 4
    }
}

impl CellSet for Band {
    type Width = Narrow;
    type Seats = Seats;

    counts_in_numbers!();

    #[inline(always)]
    fn empty() -> Self {
        Band(u64x2_splat(0))
    }

    #[inline(always)]
    fn load(words: &Words<4>) -> Self {
        // SAFETY: the two words in the middle of four.
        Band(unsafe { v128_load(words.0.as_ptr().add(1).cast()) })
    }

    #[inline(always)]
    fn store(self) -> Words<4> {
        let mut words = MaybeUninit::<Words<4>>::uninit();
        let first = words.as_mut_ptr().cast::<u64>();
        // SAFETY: all four words are written before they are taken for such.
        unsafe {
            first.write(0);
            v128_store(first.add(1).cast(), self.0);
            first.add(3).write(0);
            words.assume_init()
        }
    }

    #[inline(always)]
    fn cell(cell: Cell) -> Self {
        Self::load(&CELL[cell.index() & 255])
    }

    #[inline(always)]
    fn ring(cell: Cell) -> Self {
        Self::load(&RING[cell.index() & 255])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Band(v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Band(v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Band(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Band(v128_andnot(self.0, other.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(self.0)
    }

    #[inline(always)]
    fn is_disjoint(self, other: Self) -> bool {
        self.and(other).is_empty()
    }

    #[inline(always)]
    fn is_subset(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    #[inline(always)]
    fn east(self) -> Self {
        Band(u16x8_shl(self.0, 1))
    }

    #[inline(always)]
    fn west(self) -> Self {
        Band(u16x8_shr(self.0, 1))
    }

    #[inline(always)]
    fn south(self) -> Self {
        Band(u16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(u64x2_splat(0), self.0))
    }

    #[inline(always)]
    fn north(self) -> Self {
        Band(u16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(self.0, u64x2_splat(0)))
    }

    #[inline(always)]
    fn empty_rows(self) -> Self {
        Band(u16x8_eq(self.0, u64x2_splat(0)))
    }

    #[inline(always)]
    fn empty_columns(self) -> Self {
        let all = v128_or(self.0, u64x2_shuffle::<1, 0>(self.0, self.0));
        let all = v128_or(all, u32x4_shuffle::<1, 0, 3, 2>(all, all));
        let all = v128_or(all, u16x8_shuffle::<1, 0, 3, 2, 5, 4, 7, 6>(all, all));
        Band(v128_xor(all, u64x2_splat(u64::MAX)))
    }

    #[inline(always)]
    fn leaves_room(self) -> bool {
        // Rows always do, see `Band`. The first and last column are neighbors, and nearly always free.
        if self.and(Band(u16x8_splat(0x8001))).is_empty() {
            return true;
        }
        let free = i16x8_extract_lane::<0>(self.empty_columns().0) as u16;
        free & free.rotate_left(1) != 0
    }

    #[inline(always)]
    fn seats(cells: &[u8; 32], color: Color) -> Seats {
        seats(Simd128::tile_cells(cells)[color as usize])
    }

    #[inline(always)]
    fn standing(self, seats: &Seats, _slots: u32) -> u32 {
        // A look-up gives 0 where the index is out of range.
        let found = v128_and(i8x16_swizzle(self.0, seats.bytes), seats.bits);
        u32::from(i8x16_bitmask(i8x16_eq(found, seats.bits)))
    }

    #[inline(always)]
    fn rings(_occupied: &Words<4>, look: &[Self; 6], seats: &Seats, slots: u32) -> [u32; 3] {
        let [ne, e, se, sw, w, nw] = look.map(|set| set.standing(seats, slots));
        [ne | sw << 16, e | w << 16, se | nw << 16]
    }

    #[inline(always)]
    fn tiles_on(self, cells: &[u8; 32], tiles: u32) -> u32 {
        let seats = Color::ALL.map(|color| Self::seats(cells, color));
        self.tiles_on_seats(cells, &seats, tiles)
    }

    #[inline(always)]
    fn tiles_on_seats(self, _cells: &[u8; 32], [white, black]: &[Seats; 2], tiles: u32) -> u32 {
        self.standing(white, tiles) | self.standing(black, tiles) << 16
    }

    #[inline(always)]
    fn with_cell(cells: &[u8; 32], id: u8, cell: Cell) -> [u8; 32] {
        Simd128::with_cell(cells, id, cell)
    }

    #[inline(always)]
    fn tiles_at(cells: &[u8; 32], cell: Cell) -> u32 {
        Simd128::tiles_at(cells, cell)
    }

    #[inline(always)]
    fn ring_bits(self, cell: Cell) -> usize {
        let (bytes, bits) = AROUND[cell.index() & 255];
        let bytes = u8x16_sub(u64x2_splat(bytes), u8x16_splat(FIRST_BYTE));
        (self.standing(&Seats { bytes, bits: u64x2_splat(bits) }, 63) & 63) as usize
    }

    #[inline(always)]
    fn len_around(self, cell: Cell) -> u32 {
        self.and(Self::ring(cell)).len()
    }

    #[inline(always)]
    fn flags(tiles: u32) -> [u8; 32] {
        Simd128::flags(tiles)
    }

    #[inline(always)]
    fn jumps(occupied: &Words<4>, from: Cell) -> Self {
        let set = Self::load(occupied);
        let (q, r) = (from.index() & 15, from.index() >> 4 & 15);
        let lines = Lines {
            row: (occupied.0[r >> 2] >> (16 * (r & 3))) as u16,
            column: set.rows_on(u16x8_splat(1 << q)),
            diagonal: set.rows_on(Self::load(&DIAGONALS[(q + r) & 15]).0),
        };
        lines.jumps(from)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        u64x2_extract_lane::<0>(self.0).count_ones() + u64x2_extract_lane::<1>(self.0).count_ones()
    }

    #[inline(always)]
    fn first(self) -> Cell {
        let (low, high) = (u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0));
        let (first, word) = if low != 0 { (64, low) } else { (128, high) };
        Cell(first + word.trailing_zeros() as u16)
    }

    #[inline(never)]
    fn enter<T: Task<Narrow>>(task: T) -> T::Output {
        task.run::<Self>()
    }

    #[inline(never)]
    fn outline<P: Part<Self>>(part: P) -> P::Output {
        part.run()
    }
}

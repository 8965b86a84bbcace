//! 128-bit vectors of WebAssembly: two of them hold a set.

use core::arch::wasm32::{
    i8x16_bitmask, i8x16_eq, i8x16_narrow_i16x8, i8x16_swizzle, i32x4_extract_lane, i32x4_max, i32x4_splat,
    u8x16, u8x16_shr, u8x16_shuffle, u8x16_splat, u8x16_sub, u16x8_eq, u16x8_shl, u16x8_shr, u16x8_shuffle,
    u16x8_splat, u32x4_splat, u64x2_shuffle, u64x2_splat, v128, v128_and, v128_andnot, v128_any_true,
    v128_bitselect, v128_or, v128_xor,
};
use core::mem::transmute;

use super::lines::{DIAGONALS, Lines};
use crate::Color;
use crate::cells::counts::counts_in_numbers;
use crate::cells::{CELL, Cell, CellSet, NEIGHBOR, Narrow, Part, RING, Task, Words, sealed};

/// A set of cells: rows 0 to 7 and rows 8 to 15, a 16-bit lane each.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Simd128(v128, v128);

/// The cells of one side's tiles: for each the byte of a set where it is, from its low and from its high
/// half (out of range if it is in the other), and the bit in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seats {
    low: v128,
    high: v128,
    bits: v128,
}

/// In each byte another bit.
pub(super) const BIT_OF_EACH: u64 = 0x8040_2010_0804_0201;

/// For each cell, the byte of a set where each of its neighbors is, and the bit in it; of two more, nothing.
pub(super) static AROUND: [(u64, u64); 256] = {
    let mut table = [(0, 0); 256];
    let mut cell = 0;
    while cell < 256 {
        let mut direction = 0;
        while direction < 6 {
            let neighbor = NEIGHBOR[cell][direction] as u64;
            table[cell].0 |= (neighbor >> 3) << (8 * direction);
            table[cell].1 |= (1 << (neighbor & 7)) << (8 * direction);
            direction += 1;
        }
        cell += 1;
    }
    table
};

/// Prepares 16 cells for look-ups.
#[inline(always)]
fn seats(cells: v128) -> Seats {
    let low = u8x16_shr(cells, 3);
    let high = u8x16_sub(low, u8x16_splat(16));
    Seats { low, high, bits: i8x16_swizzle(u64x2_splat(BIT_OF_EACH), v128_and(cells, u8x16_splat(7))) }
}

impl sealed::Sealed for Simd128 {}

impl Simd128 {
    /// The cells of White's and of Black's tiles.
    #[inline(always)]
    pub(super) fn tile_cells(cells: &[u8; 32]) -> [v128; 2] {
        // SAFETY: between types of 32 plain bytes.
        unsafe { transmute::<[u8; 32], [v128; 2]>(*cells) }
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(v128, v128) -> v128) -> Self {
        Simd128(f(self.0, other.0), f(self.1, other.1))
    }

    /// These cells and those around them, if none is in the first or the last column.
    #[inline(always)]
    pub(super) fn with_neighbors(self) -> Self {
        // As in `dilate`, but nothing goes around.
        let east = self.or(self.zip(self, |rows, _| u16x8_shl(rows, 1)));
        let west = self.or(self.zip(self, |rows, _| u16x8_shr(rows, 1)));
        east.or(west).or(east.north()).or(west.south())
    }

    /// The rows 0 to 7, and the rows 8 to 15.
    #[inline(always)]
    pub(super) fn halves(self) -> [v128; 2] {
        [self.0, self.1]
    }

    /// See [`Hive::folds`](crate::raw::Hive::folds).
    #[inline(always)]
    pub(super) fn folds(self) -> bool {
        let edges = v128_and(v128_or(self.0, self.1), u16x8_splat(0x8001));
        let Simd128(upper, lower) = self.with_neighbors();
        !v128_any_true(v128_or(edges, v128_and(upper, lower)))
    }

    /// The rows whose one cell in `line` is in the set, as bits.
    #[inline(always)]
    fn rows_on(self, line: Self) -> u16 {
        let Simd128(low, high) = self.and(line).zip(line, |both, line| u16x8_eq(both, line));
        i8x16_bitmask(i8x16_narrow_i16x8(low, high))
    }
}

// SAFETY of the transmutes below: between types of 32 plain bytes, or of 128.
#[expect(clippy::undocumented_unsafe_blocks, reason = "one argument for all of them, above")]
impl CellSet for Simd128 {
    type Width = Narrow;
    type Seats = Seats;
    type Fold = ();

    counts_in_numbers!();

    #[inline(always)]
    fn fold(_occupied: &Words<4>) {}

    #[inline(always)]
    fn empty() -> Self {
        Simd128(u64x2_splat(0), u64x2_splat(0))
    }

    #[inline(always)]
    fn load(words: &Words<4>) -> Self {
        let [low, high] = unsafe { transmute::<[u64; 4], [v128; 2]>(words.0) };
        Simd128(low, high)
    }

    #[inline(always)]
    fn store(self, (): ()) -> Words<4> {
        Words(unsafe { transmute::<[v128; 2], [u64; 4]>([self.0, self.1]) })
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
        self.zip(other, |a, b| v128_and(a, b))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| v128_or(a, b))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| v128_xor(a, b))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| v128_andnot(a, b))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(v128_or(self.0, self.1))
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
        self.zip(self, |rows, _| v128_or(u16x8_shl(rows, 1), u16x8_shr(rows, 15)))
    }

    #[inline(always)]
    fn west(self) -> Self {
        self.zip(self, |rows, _| v128_or(u16x8_shr(rows, 1), u16x8_shl(rows, 15)))
    }

    #[inline(always)]
    fn south(self) -> Self {
        Simd128(
            u16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(self.1, self.0),
            u16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(self.0, self.1),
        )
    }

    #[inline(always)]
    fn north(self) -> Self {
        Simd128(
            u16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(self.0, self.1),
            u16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(self.1, self.0),
        )
    }

    #[inline(always)]
    fn empty_rows(self) -> Self {
        self.zip(self, |rows, _| u16x8_eq(rows, u64x2_splat(0)))
    }

    #[inline(always)]
    fn empty_columns(self) -> Self {
        let [a, b, c, d] = self.store(()).0;
        let all = a | b | c | d;
        let all = all | all.rotate_left(32);
        let free = u64x2_splat(!(all | all.rotate_left(16)));
        Simd128(free, free)
    }

    #[inline(always)]
    fn seats(cells: &[u8; 32], color: Color) -> Seats {
        seats(Self::tile_cells(cells)[color as usize])
    }

    #[inline(always)]
    fn standing(self, seats: &Seats, _slots: u32) -> u32 {
        // A look-up gives 0 where the index is out of range.
        let found = v128_or(i8x16_swizzle(self.0, seats.low), i8x16_swizzle(self.1, seats.high));
        u32::from(i8x16_bitmask(i8x16_eq(v128_and(found, seats.bits), seats.bits)))
    }

    #[inline(always)]
    fn with_cell(cells: &[u8; 32], id: u8, cell: Cell) -> [u8; 32] {
        // As vectors, because what is written in part cannot be read as a whole without delay.
        let [low, high] = Self::tile_cells(cells);
        let (id, cell) = (u8x16_splat(id), u8x16_splat(cell.0 as u8));
        let first = u8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let low = v128_bitselect(cell, low, i8x16_eq(id, first));
        let high = v128_bitselect(cell, high, i8x16_eq(u8x16_sub(id, u8x16_splat(16)), first));
        unsafe { transmute::<[v128; 2], [u8; 32]>([low, high]) }
    }

    #[inline(always)]
    fn tiles_at(cells: &[u8; 32], cell: Cell) -> u32 {
        let [low, high] = Self::tile_cells(cells);
        let wanted = u8x16_splat(cell.0 as u8);
        u32::from(i8x16_bitmask(i8x16_eq(low, wanted)))
            | u32::from(i8x16_bitmask(i8x16_eq(high, wanted))) << 16
    }

    #[inline(always)]
    fn ring_bits(self, cell: Cell) -> usize {
        let (bytes, bits) = AROUND[cell.index() & 255];
        let low = u64x2_splat(bytes);
        let seats = Seats { low, high: u8x16_sub(low, u8x16_splat(16)), bits: u64x2_splat(bits) };
        (self.standing(&seats, 63) & 63) as usize
    }

    #[inline(always)]
    fn len_around(self, cell: Cell) -> u32 {
        self.and(Self::ring(cell)).len()
    }

    #[inline(always)]
    fn flags(tiles: u32) -> [u8; 32] {
        // Of the others, because to be nothing is the simpler question.
        let tiles = u32x4_splat(!tiles);
        let chosen = |bytes| i8x16_eq(v128_and(bytes, u64x2_splat(BIT_OF_EACH)), u64x2_splat(0));
        let low = chosen(u8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(tiles, tiles));
        let high = chosen(u8x16_shuffle::<2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3>(tiles, tiles));
        unsafe { transmute::<[v128; 2], [u8; 32]>([low, high]) }
    }

    #[inline(always)]
    fn largest(numbers: &[[i32; 32]]) -> i32 {
        let mut largest = i32x4_splat(i32::MIN);
        for some in numbers {
            let vectors = unsafe { transmute::<[i32; 32], [v128; 8]>(*some) };
            // In pairs, so that not each of them waits for the one before.
            let [a, b, c, d] = [0, 2, 4, 6].map(|at| i32x4_max(vectors[at], vectors[at + 1]));
            largest = i32x4_max(largest, i32x4_max(i32x4_max(a, b), i32x4_max(c, d)));
        }
        let largest = i32x4_max(largest, u64x2_shuffle::<1, 0>(largest, largest));
        i32x4_extract_lane::<0>(largest).max(i32x4_extract_lane::<1>(largest))
    }

    #[inline(always)]
    fn jumps(occupied: &Words<4>, from: Cell) -> Self {
        let set = Self::load(occupied);
        let (q, r) = (from.index() & 15, from.index() >> 4 & 15);
        let column = u16x8_splat(1 << q);
        let lines = Lines {
            row: (occupied.0[r >> 2] >> (16 * (r & 3))) as u16,
            column: set.rows_on(Simd128(column, column)),
            diagonal: set.rows_on(Self::load(&DIAGONALS[(q + r) & 15])),
        };
        lines.jumps(from)
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

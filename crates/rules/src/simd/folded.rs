//! Sets on the narrow torus folded in two: one vector of WebAssembly holds a set.

use core::arch::wasm32::{
    i8x16_bitmask, i8x16_eq, i8x16_narrow_i16x8, i8x16_swizzle, u8x16_shr, u8x16_splat, u16x8_eq, u16x8_shl,
    u16x8_shr, u16x8_shuffle, u16x8_splat, u32x4_shuffle, u64x2_extract_lane, u64x2_shuffle, u64x2_splat,
    v128, v128_and, v128_andnot, v128_any_true, v128_or, v128_xor,
};
use core::mem::transmute;

use super::lines::{DIAGONALS, Lines};
use super::wasm::{AROUND, BIT_OF_EACH, Simd128};
use crate::Color;
use crate::cells::counts::counts_in_numbers;
use crate::cells::{CELL, Cell, CellSet, Narrow, Part, RING, Task, Words, sealed};

/// A set of cells in eight rows, a 16-bit lane each: row 0 lies on row 8, and so on. Rows go around from the last lane
/// to the first; columns do not, because tasks run with it only if the hive [folds](crate::raw::Hive::folds), and then
/// no tile is in the first or the last one.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Folded(v128);

/// The cells around a hive and under it that are in the rows 8 to 15.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Fold(v128);

/// The cells of one side's tiles: for each the byte of a set where it is, and the bit in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seats {
    bytes: v128,
    bits: v128,
}

/// Lays both halves of sets on each other.
const fn folded(sets: &[Words<4>; 256]) -> [[u64; 2]; 128] {
    let mut table = [[0; 2]; 128];
    let mut cell = 0;
    while cell < 128 {
        let [a, b, c, d] = sets[cell].0;
        table[cell] = [a | c, b | d];
        cell += 1;
    }
    table
}

/// Each cell as a set, and its neighbors.
static FOLDED_CELL: [[u64; 2]; 128] = folded(&CELL);
static FOLDED_RING: [[u64; 2]; 128] = folded(&RING);

/// The bytes of a folded set for bytes of a whole one.
#[inline(always)]
fn folded_bytes(bytes: v128) -> v128 {
    v128_and(bytes, u8x16_splat(15))
}

/// Prepares 16 cells for look-ups.
#[inline(always)]
fn seats(cells: v128) -> Seats {
    Seats {
        bytes: folded_bytes(u8x16_shr(cells, 3)),
        bits: i8x16_swizzle(u64x2_splat(BIT_OF_EACH), v128_and(cells, u8x16_splat(7))),
    }
}

impl sealed::Sealed for Folded {}

impl Folded {
    #[inline(always)]
    fn look_up(table: &[[u64; 2]; 128], cell: Cell) -> Self {
        // SAFETY: between types of 16 plain bytes.
        Folded(unsafe { transmute::<[u64; 2], v128>(table[cell.index() & 127]) })
    }

    /// The rows whose one cell in each line is in the set, as bits: those of the first line, then those of the second.
    #[inline(always)]
    fn rows_on(self, lines: [v128; 2]) -> u16 {
        let [low, high] = lines.map(|line| u16x8_eq(v128_and(self.0, line), line));
        i8x16_bitmask(i8x16_narrow_i16x8(low, high))
    }
}

impl CellSet for Folded {
    type Width = Narrow;
    type Seats = Seats;
    type Fold = Fold;

    counts_in_numbers!();

    #[inline(always)]
    fn fold(occupied: &Words<4>) -> Fold {
        Fold(Simd128::load(occupied).with_neighbors().halves()[1])
    }

    #[inline(always)]
    fn empty() -> Self {
        Folded(u64x2_splat(0))
    }

    #[inline(always)]
    fn load(words: &Words<4>) -> Self {
        let [upper, lower] = Simd128::load(words).halves();
        Folded(v128_or(upper, lower))
    }

    #[inline(always)]
    fn store(self, Fold(lower): Fold) -> Words<4> {
        let halves = [v128_andnot(self.0, lower), v128_and(self.0, lower)];
        // SAFETY: between types of 32 plain bytes.
        Words(unsafe { transmute::<[v128; 2], [u64; 4]>(halves) })
    }

    #[inline(always)]
    fn leaves_room(words: &Words<4>) -> bool {
        let set = Self::load(words);
        let edges = set.and(Folded(u16x8_splat(0x8001)));
        // The first and last column are neighbors, and nearly always free.
        if !edges.is_empty() {
            return Simd128::leaves_room(words);
        }
        let [upper, lower] = Simd128::load(words).halves().map(|rows| u16x8_eq(rows, u64x2_splat(0)));
        let free = i8x16_bitmask(i8x16_narrow_i16x8(upper, lower));
        free & free.rotate_left(1) != 0
    }

    #[inline(always)]
    fn cell(cell: Cell) -> Self {
        Self::look_up(&FOLDED_CELL, cell)
    }

    #[inline(always)]
    fn ring(cell: Cell) -> Self {
        Self::look_up(&FOLDED_RING, cell)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Folded(v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Folded(v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Folded(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Folded(v128_andnot(self.0, other.0))
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
        Folded(u16x8_shl(self.0, 1))
    }

    #[inline(always)]
    fn west(self) -> Self {
        Folded(u16x8_shr(self.0, 1))
    }

    #[inline(always)]
    fn south(self) -> Self {
        Folded(u16x8_shuffle::<7, 0, 1, 2, 3, 4, 5, 6>(self.0, self.0))
    }

    #[inline(always)]
    fn north(self) -> Self {
        Folded(u16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 0>(self.0, self.0))
    }

    #[inline(always)]
    fn empty_rows(self) -> Self {
        Folded(u16x8_eq(self.0, u64x2_splat(0)))
    }

    #[inline(always)]
    fn empty_columns(self) -> Self {
        let all = v128_or(self.0, u64x2_shuffle::<1, 0>(self.0, self.0));
        let all = v128_or(all, u32x4_shuffle::<1, 0, 3, 2>(all, all));
        let all = v128_or(all, u16x8_shuffle::<1, 0, 3, 2, 5, 4, 7, 6>(all, all));
        Folded(v128_xor(all, u64x2_splat(u64::MAX)))
    }

    #[inline(always)]
    fn seats(cells: &[u8; 32], color: Color) -> Seats {
        seats(Simd128::tile_cells(cells)[color as usize])
    }

    #[inline(always)]
    fn standing(self, seats: &Seats, _slots: u32) -> u32 {
        let found = v128_and(i8x16_swizzle(self.0, seats.bytes), seats.bits);
        u32::from(i8x16_bitmask(i8x16_eq(found, seats.bits)))
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
        let seats = Seats { bytes: folded_bytes(u64x2_splat(bytes)), bits: u64x2_splat(bits) };
        (self.standing(&seats, 63) & 63) as usize
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
        // A jump ends before its line meets itself, so that lines may go on as if nothing were folded.
        let set = Self::load(occupied);
        let (q, r) = (from.index() & 15, from.index() >> 4 & 15);
        let lines = Lines {
            row: (occupied.0[r >> 2] >> (16 * (r & 3))) as u16,
            column: set.rows_on([u16x8_splat(1 << q); 2]),
            diagonal: set.rows_on(Simd128::load(&DIAGONALS[(q + r) & 15]).halves()),
        };
        lines.jumps(from)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        u64x2_extract_lane::<0>(self.0).count_ones() + u64x2_extract_lane::<1>(self.0).count_ones()
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

//! Cell sets on plain 64-bit words: the reference for the vector code, and what runs where there is
//! none.

use super::counts::counts_in_numbers;
use super::{Cell, CellSet, Part, Task, Width, sealed};
use crate::Color;
use crate::tiles::pop;

/// A set of cells in the words that hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<W: Width>(W::Words);

impl<W: Width> Plain<W> {
    /// Bits to a row.
    const ROW: u32 = W::SIDE as u32;
    /// The lowest bit of each row.
    const LOW: u64 = u64::MAX / ((1 << Self::ROW) - 1);
    /// The highest bit of each row.
    const HIGH: u64 = Self::LOW << (Self::ROW - 1);

    /// Sets of many words are worked on in functions of their own: inlined everywhere, the wide
    /// torus would make most of the program.
    const OUTLINED: bool = W::SIDE > 16;

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        if Self::OUTLINED { self.zip_outlined(other, f) } else { self.zip_inlined(other, f) }
    }

    #[inline(always)]
    fn zip_inlined(mut self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.as_mut().iter_mut().zip(other.0.as_ref()) {
            *word = f(*word, *other);
        }
        self
    }

    #[inline(never)]
    fn zip_outlined(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        self.zip_inlined(other, f)
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        self.zip(self, |word, _| f(word))
    }

    /// Makes each word from its predecessor, itself and its successor around the torus.
    #[inline(always)]
    fn slide_words(self, f: impl Fn(u64, u64, u64) -> u64) -> Self {
        if Self::OUTLINED { self.slide_words_outlined(f) } else { self.slide_words_inlined(f) }
    }

    #[inline(always)]
    fn slide_words_inlined(self, f: impl Fn(u64, u64, u64) -> u64) -> Self {
        let (mut out, words) = (self, self.0.as_ref());
        let count = words.len();
        for (i, word) in out.0.as_mut().iter_mut().enumerate() {
            *word = f(words[(i + count - 1) % count], words[i], words[(i + 1) % count]);
        }
        out
    }

    #[inline(never)]
    fn slide_words_outlined(self, f: impl Fn(u64, u64, u64) -> u64) -> Self {
        self.slide_words_inlined(f)
    }

    /// The union of all words.
    #[inline]
    fn union(self) -> u64 {
        self.0.as_ref().iter().fold(0, |all, word| all | word)
    }
}

/// The cells of all tiles, and where those of one side begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seats<W: Width> {
    cells: W::Cells,
    first: u8,
}

impl<W: Width> sealed::Sealed for Plain<W> {}

impl<W: Width> CellSet for Plain<W> {
    type Width = W;
    type Seats = Seats<W>;
    type Fold = ();

    counts_in_numbers!();

    #[inline]
    fn fold(_occupied: &W::Words) {}

    #[inline]
    fn empty() -> Self {
        Plain(W::NO_CELLS)
    }

    #[inline]
    fn load(words: &W::Words) -> Self {
        Plain(*words)
    }

    #[inline]
    fn store(self, (): ()) -> W::Words {
        self.0
    }

    #[inline]
    fn cell(cell: Cell) -> Self {
        Plain(W::cell_words(cell))
    }

    #[inline]
    fn ring(cell: Cell) -> Self {
        Plain(W::ring_words(cell))
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.union() == 0
    }

    #[inline]
    fn is_disjoint(self, other: Self) -> bool {
        self.and(other).is_empty()
    }

    #[inline]
    fn is_subset(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    #[inline]
    fn east(self) -> Self {
        self.map(|word| (word & !Self::HIGH) << 1 | (word >> (Self::ROW - 1) & Self::LOW))
    }

    #[inline]
    fn west(self) -> Self {
        self.map(|word| (word & !Self::LOW) >> 1 | (word & Self::LOW) << (Self::ROW - 1))
    }

    #[inline]
    fn south(self) -> Self {
        self.slide_words(|before, word, _| word << Self::ROW | before >> (64 - Self::ROW))
    }

    #[inline]
    fn north(self) -> Self {
        self.slide_words(|_, word, after| word >> Self::ROW | after << (64 - Self::ROW))
    }

    #[inline]
    fn empty_rows(self) -> Self {
        self.map(|word| {
            // The high bit of a row of `filled` is set iff the row has any bit.
            let filled = (word & !Self::HIGH).wrapping_add(!Self::HIGH) | word;
            ((!filled & Self::HIGH) >> (Self::ROW - 1)).wrapping_mul((1 << Self::ROW) - 1)
        })
    }

    #[inline]
    fn empty_columns(self) -> Self {
        let mut all = self.union();
        let mut turn = 32;
        while turn >= Self::ROW {
            all |= all.rotate_left(turn);
            turn /= 2;
        }
        self.map(|_| !all)
    }

    #[inline]
    fn seats(cells: &W::Cells, color: Color) -> Seats<W> {
        Seats { cells: *cells, first: 16 * color as u8 }
    }

    #[inline]
    fn standing(self, seats: &Seats<W>, slots: u32) -> u32 {
        self.tiles_on(&seats.cells, slots << seats.first) >> seats.first
    }

    #[inline]
    fn rings(occupied: &W::Words, _look: &[Self; 6], seats: &Seats<W>, slots: u32) -> [u32; 3] {
        let mut rest = slots;
        let mut rings = [0; 3];
        while let Some(slot) = pop(&mut rest) {
            let ring = W::ring_bits(occupied, W::cell_of(&seats.cells, seats.first + slot)) as u32;
            for (direction, tiles) in rings.iter_mut().enumerate() {
                *tiles |= (ring >> direction & 1 | (ring >> (direction + 3) & 1) << 16) << slot;
            }
        }
        rings
    }

    #[inline]
    fn tiles_on(self, cells: &W::Cells, tiles: u32) -> u32 {
        let mut rest = tiles;
        let mut standing = 0;
        while let Some(id) = pop(&mut rest) {
            standing |= u32::from(W::contains(&self.0, W::cell_of(cells, id))) << id;
        }
        standing
    }

    #[inline]
    fn tiles_on_seats(self, cells: &W::Cells, _seats: &[Seats<W>; 2], tiles: u32) -> u32 {
        self.tiles_on(cells, tiles)
    }

    #[inline]
    fn ring_bits(self, cell: Cell) -> usize {
        W::ring_bits(&self.0, cell)
    }

    #[inline]
    fn with_cell(cells: &W::Cells, id: u8, cell: Cell) -> W::Cells {
        let mut cells = *cells;
        W::set_cell(&mut cells, id, cell);
        cells
    }

    #[inline]
    fn tiles_at(cells: &W::Cells, cell: Cell) -> u32 {
        let mut tiles = 0;
        for id in 0..32 {
            tiles |= u32::from(W::cell_of(cells, id) == cell) << id;
        }
        tiles
    }

    #[inline(never)]
    fn enter<T: Task<W>>(task: T) -> T::Output {
        task.run::<Self>()
    }

    #[inline(never)]
    fn outline<P: Part<Self>>(part: P) -> P::Output {
        part.run()
    }
}

//! The 32x32 torus, for hives that outgrow the narrow one.

use super::{Cell, CellSet, Plain, Task, Width, Words, sealed};

/// The 32x32 torus: any hive fits, because 28 tiles in a line leave four rows free.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wide;

impl sealed::Sealed for Wide {}

impl Width for Wide {
    type Words = Words<16>;
    type Cells = [u16; 32];

    const SIDE: u8 = 32;
    const NO_CELLS: Words<16> = Words([0; 16]);
    const ZERO_CELLS: [u16; 32] = [0; 32];

    #[inline(always)]
    fn cell_words(cell: Cell) -> Words<16> {
        let mut words = Self::NO_CELLS;
        words.0[cell.index() >> 6 & 15] = 1 << (cell.index() & 63);
        words
    }

    #[inline(always)]
    fn ring_words(cell: Cell) -> Words<16> {
        let mut words = Self::NO_CELLS;
        for direction in 0..6 {
            let neighbor = Self::neighbor(cell, direction).index();
            words.0[neighbor >> 6 & 15] |= 1 << (neighbor & 63);
        }
        words
    }

    #[inline(always)]
    fn ring_bits(set: &Words<16>, cell: Cell) -> usize {
        (0..6).fold(0, |bits, direction| {
            bits | usize::from(Self::contains(set, Self::neighbor(cell, direction))) << direction
        })
    }

    #[inline(always)]
    fn cell_of(cells: &[u16; 32], id: u8) -> Cell {
        Cell(cells[usize::from(id) & 31])
    }

    #[inline(always)]
    fn set_cell(cells: &mut [u16; 32], id: u8, cell: Cell) {
        cells[usize::from(id) & 31] = cell.0;
    }

    #[inline(always)]
    fn run<T: Task<Wide>>(task: T) -> T::Output {
        Plain::<Wide>::enter(task)
    }
}

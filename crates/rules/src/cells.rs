//! Sets of cells as bits on a torus.
//!
//! A hive spans at most 28 cells, and nearly every hive spans fewer than 15. So the endless table is
//! rolled up: a cell is its coordinates modulo 16 ([`Narrow`]), and a set of cells is 256 bits, one
//! vector register. As long as two neighboring rows and two neighboring columns stay empty, nothing
//! touches itself around the back. Hives that outgrow this live on a 32x32 torus ([`Wide`]), which
//! fits any hive; the code is the same, generic over [`Width`].
//!
//! A hive of 26 tiles and the cells around it fill a fifth of the torus. So it can be folded: the rows 0 to 7 are laid on
//! the rows 8 to 15, and as long as no two cells of the hive or around it come to lie on each other, all rules are the
//! same there, because they only ask about neighbors of tiles. Half a set is enough then: one vector instead of two for
//! WebAssembly. [`Width::run`] sees to that for tasks that say so ([`Task::folds`]). In memory, sets are not folded
//! and cells keep their numbers: [`CellSet::Fold`] says which half a cell came from.
//!
//! [`CellSet`] is what an instruction set can do with such a set. Code that works on sets is written
//! once as a [`Task`] and compiled for each instruction set; [`Width::run`] picks the best one that
//! the processor has. Everything between a task and the single operations must be inlined, or it
//! would be compiled for the lowest common processor: hence the many `inline(always)`.

pub(crate) mod counts;
mod plain;
mod wide;

use core::fmt::Debug;

pub(crate) use plain::Plain;
pub use wide::Wide;

use crate::step::Step;
use crate::{Color, Direction, Hex};

/// Keeps foreign types out of the traits here, so that a value of a vector type is proof that the
/// processor has the instructions.
pub(crate) mod sealed {
    #[expect(unnameable_types, reason = "sealed trait")]
    pub trait Sealed {}
}

/// A cell of the torus. Meaningful only together with the hive that it was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The index of the cell's bit in a set.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell with this index.
    #[inline(always)]
    #[must_use]
    pub const fn from_index(index: usize) -> Cell {
        Cell(index as u16)
    }
}

/// A number of 64-bit words, aligned for vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> AsRef<[u64]> for Words<N> {
    #[inline(always)]
    fn as_ref(&self) -> &[u64] {
        &self.0
    }
}

impl<const N: usize> AsMut<[u64]> for Words<N> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// How wide the torus is.
pub trait Width: sealed::Sealed + Copy + Debug + Default + Send + Sync + 'static {
    /// A set of cells in memory.
    type Words: Copy + Debug + PartialEq + AsRef<[u64]> + AsMut<[u64]> + Send + Sync;
    /// One cell for each of 32 tile numbers.
    type Cells: Copy + Debug + Send + Sync;

    /// Rows and columns of the torus.
    const SIDE: u8;
    /// No cells.
    const NO_CELLS: Self::Words;
    /// Cells all zero.
    const ZERO_CELLS: Self::Cells;

    /// The cell at these coordinates.
    #[inline(always)]
    #[must_use]
    fn cell(hex: Hex) -> Cell {
        let mask = Self::SIDE as i8 - 1;
        Cell((hex.r & mask) as u16 * u16::from(Self::SIDE) + (hex.q & mask) as u16)
    }

    /// The coordinates of a cell modulo the side.
    #[inline(always)]
    #[must_use]
    fn coordinates(cell: Cell) -> Hex {
        let side = u16::from(Self::SIDE);
        Hex::new((cell.0 % side) as i8, (cell.0 / side) as i8)
    }

    /// The next cell in a direction, given by its number in [`Direction::ALL`].
    #[inline(always)]
    #[must_use]
    fn neighbor(cell: Cell, direction: usize) -> Cell {
        Self::cell(Self::coordinates(cell) + Direction::ALL[direction].step())
    }

    /// Whether a torus with a hive on these cells can be folded: the halves of the hive and of the cells around it do not
    /// overlap, and the hive keeps away from the first and the last column.
    #[inline(always)]
    #[must_use]
    fn folds(_occupied: &Self::Words) -> bool {
        false
    }

    /// Whether a set in memory has a cell.
    #[inline(always)]
    #[must_use]
    fn contains(set: &Self::Words, cell: Cell) -> bool {
        set.as_ref()[cell.index() >> 6] >> (cell.index() & 63) & 1 != 0
    }

    /// One cell as a set in memory.
    fn cell_words(cell: Cell) -> Self::Words;

    /// The six neighbors of a cell as a set in memory.
    fn ring_words(cell: Cell) -> Self::Words;

    /// Which of the six neighbors of a cell are in the set: bit `d` for direction `d`.
    fn ring_bits(set: &Self::Words, cell: Cell) -> usize;

    /// Whether two cells touch.
    #[inline(always)]
    #[must_use]
    fn touches(a: Cell, b: Cell) -> bool {
        (0..6).any(|direction| Self::neighbor(a, direction) == b)
    }

    /// The cell of a tile.
    fn cell_of(cells: &Self::Cells, id: u8) -> Cell;

    /// Writes the cell of a tile.
    fn set_cell(cells: &mut Self::Cells, id: u8, cell: Cell);

    /// Runs a task with the best instructions this processor has.
    fn run<T: Task<Self>>(task: T) -> T::Output;
}

/// Work on cell sets, compiled once for each instruction set.
pub trait Task<W: Width> {
    /// What comes out.
    type Output;

    /// Whether the task is about one hive whose torus [can be folded](crate::raw::Hive::folds), about the cells of that
    /// hive and around it: then smaller sets will do.
    #[inline(always)]
    fn folds(&self) -> bool {
        false
    }

    /// Does the work. Mark it `#[inline(always)]`, with everything below it.
    fn run<S: CellSet<Width = W>>(self) -> Self::Output;
}

/// A part of a task that is worth a function of its own, compiled for the same instructions: code
/// that is rarely reached, or reached from several places.
pub trait Part<S: CellSet> {
    /// What comes out.
    type Output;

    /// Does the work. Mark it `#[inline(always)]`, with everything below it.
    fn run(self) -> Self::Output;
}

/// A set of cells in registers, and what can be done with it at once.
pub trait CellSet: sealed::Sealed + Copy + Debug {
    /// The torus it lives on.
    type Width: Width;
    /// The cells of one side's tiles, prepared for [`CellSet::standing`].
    type Seats: Copy + Debug;
    /// A number of cells in the making, see [`CellSet::tally`].
    type Tally: Copy + Debug;
    /// Eight numbers of cells in the making, see [`CellSet::add_len`].
    type Lengths: Copy + Debug;
    /// Where cells really are whose halves of the torus lie on each other; nothing for all other sets.
    type Fold: Copy + Debug;

    /// How the torus with a hive on these cells is folded: right for these cells and those around them.
    fn fold(occupied: &<Self::Width as Width>::Words) -> Self::Fold;
    /// No cells.
    fn empty() -> Self;
    /// Reads a set from memory.
    fn load(words: &<Self::Width as Width>::Words) -> Self;
    /// The set as it lies in memory.
    fn store(self, fold: Self::Fold) -> <Self::Width as Width>::Words;
    /// One cell.
    fn cell(cell: Cell) -> Self;
    /// The six neighbors of a cell.
    fn ring(cell: Cell) -> Self;
    /// Cells in both sets.
    fn and(self, other: Self) -> Self;
    /// Cells in either set.
    fn or(self, other: Self) -> Self;
    /// Cells in exactly one of the sets.
    fn xor(self, other: Self) -> Self;
    /// Cells of this set that are not in the other.
    fn minus(self, other: Self) -> Self;
    /// Whether there are none.
    fn is_empty(self) -> bool;
    /// Whether no cell is in both sets.
    fn is_disjoint(self, other: Self) -> bool;
    /// Whether every cell is also in the other set.
    fn is_subset(self, other: Self) -> bool;
    /// All cells moved one step along `q`.
    fn east(self) -> Self;
    /// All cells moved one step back along `q`.
    fn west(self) -> Self;
    /// All cells moved one step along `r`.
    fn south(self) -> Self;
    /// All cells moved one step back along `r`.
    fn north(self) -> Self;
    /// All cells of rows that have none in the set.
    fn empty_rows(self) -> Self;
    /// All cells of columns that have none in the set.
    fn empty_columns(self) -> Self;
    /// Whether two neighboring rows and columns are free of a set in memory.
    #[inline(always)]
    #[must_use]
    fn leaves_room(words: &<Self::Width as Width>::Words) -> bool {
        let set = Self::load(words);
        let (rows, columns) = (set.empty_rows(), set.empty_columns());
        !rows.is_disjoint(rows.south()) && !columns.is_disjoint(columns.east())
    }
    /// Prepares the cells of one side's tiles for [`CellSet::standing`].
    fn seats(cells: &<Self::Width as Width>::Cells, color: Color) -> Self::Seats;
    /// Which of the side's tiles in `slots` stand on a cell of the set. Of the lower 16 bits those outside `slots` are
    /// arbitrary; the upper are zeros.
    fn standing(self, seats: &Self::Seats, slots: u32) -> u32;
    /// Which of the side's tiles in `slots` have an occupied neighbor in each direction: `[d]` has direction
    /// `d` in its low half and the opposite one in its high half. `look` is what `occupied` gives for
    /// [`CellSet::look`]. Bits outside `slots` are arbitrary.
    #[inline(always)]
    fn rings(
        _occupied: &<Self::Width as Width>::Words,
        look: &[Self; 6],
        seats: &Self::Seats,
        slots: u32,
    ) -> [u32; 3] {
        let [ne, e, se, sw, w, nw] = look.map(|set| set.standing(seats, slots));
        [ne | sw << 16, e | w << 16, se | nw << 16]
    }
    /// Which of both sides' tiles in `tiles` stand on a cell of the set. Bits outside `tiles` are arbitrary.
    #[inline(always)]
    fn tiles_on(self, cells: &<Self::Width as Width>::Cells, tiles: u32) -> u32 {
        self.tiles_on_seats(cells, &Color::ALL.map(|color| Self::seats(cells, color)), tiles)
    }
    /// The same where the seats of both sides are known, which may be cheaper.
    #[inline(always)]
    fn tiles_on_seats(
        self,
        _cells: &<Self::Width as Width>::Cells,
        [white, black]: &[Self::Seats; 2],
        tiles: u32,
    ) -> u32 {
        self.standing(white, tiles) | self.standing(black, tiles >> 16) << 16
    }
    /// The cells of all tiles after one of them has moved.
    fn with_cell(cells: &<Self::Width as Width>::Cells, id: u8, cell: Cell) -> <Self::Width as Width>::Cells;
    /// The tiles on a cell; of tiles not in the hive, arbitrary.
    fn tiles_at(cells: &<Self::Width as Width>::Cells, cell: Cell) -> u32;

    /// No cells counted yet.
    fn no_tally() -> Self::Tally;
    /// Counts the cells of the set in addition: cheaper than [`CellSet::len`] where only the sum over
    /// several sets matters.
    fn tally(self, so_far: Self::Tally) -> Self::Tally;
    /// How many cells were counted.
    fn total(tally: Self::Tally) -> u32;

    /// Eight sums of nothing.
    fn no_lengths() -> Self::Lengths;
    /// Adds the number of cells to sum `at` of eight.
    fn add_len(self, lengths: Self::Lengths, at: u32) -> Self::Lengths;
    /// The eight sums, a byte each. None may exceed 255.
    fn lengths(lengths: Self::Lengths) -> u64;

    /// Which of the six neighbors of a cell are in the set: bit `d` for direction `d`.
    fn ring_bits(self, cell: Cell) -> usize;

    /// One byte for each tile: all ones if it is among the tiles, or 0.
    #[inline(always)]
    #[must_use]
    fn flags(tiles: u32) -> [u8; 32] {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut flags = [0; 32];
        for (i, eight) in flags.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let bits = u64::from((tiles >> (8 * i)) as u8);
            let each_in_place = (bits * ONES) & 0x8040_2010_0804_0201;
            *eight = (((each_in_place + 0x7f * ONES) >> 7 & ONES) * 0xff).to_le_bytes();
        }
        flags
    }

    /// Writes the turns of a tile to each of the cells, lowest first, and says how many there are. What comes behind
    /// them is arbitrary: there must be room for 64 more.
    #[inline(always)]
    fn list_steps(cells: &<Self::Width as Width>::Words, tile: u8, out: &mut [Step]) -> usize {
        let mut len = 0;
        for (i, word) in cells.as_ref().iter().enumerate() {
            let mut rest = *word;
            if rest == 0 {
                continue;
            }
            let count = rest.count_ones() as usize;
            // Four at a time: how often is easier to foresee.
            for four in out[len..][..count.next_multiple_of(4)].as_chunks_mut::<4>().0 {
                for step in four {
                    *step = Step::new(tile, Cell((i * 64) as u16 | rest.trailing_zeros() as u16 & 63));
                    rest &= rest.wrapping_sub(1);
                }
            }
            len += count;
        }
        len
    }

    /// The largest of the numbers, or the least number there is.
    #[inline(always)]
    #[must_use]
    fn largest(numbers: &[[i32; 32]]) -> i32 {
        // As one slice: compilers take small arrays apart into single numbers and miss the vectors.
        numbers.as_flattened().iter().fold(i32::MIN, |largest, number| largest.max(*number))
    }

    /// Where a jump from a cell leads: in each direction with a neighbor, over the row of tiles to
    /// the first empty cell (R25).
    #[inline(always)]
    fn jumps(occupied: &<Self::Width as Width>::Words, from: Cell) -> Self {
        let mut ring = Self::Width::ring_bits(occupied, from);
        let mut landings = Self::empty();
        while ring != 0 {
            let direction = ring.trailing_zeros() as usize;
            ring &= ring - 1;
            let mut cell = Self::Width::neighbor(from, direction);
            while Self::Width::contains(occupied, cell) {
                cell = Self::Width::neighbor(cell, direction);
            }
            landings = landings.or(Self::cell(cell));
        }
        landings
    }

    /// Runs a task with the same instructions, as a function of its own. A task that calls itself
    /// goes through here.
    fn enter<T: Task<Self::Width>>(task: T) -> T::Output;

    /// Runs a part of a task with the same instructions, as a function of its own.
    fn outline<P: Part<Self>>(part: P) -> P::Output;

    /// Whether the cell is in the set.
    #[inline(always)]
    fn contains(self, cell: Cell) -> bool {
        !self.is_disjoint(Self::cell(cell))
    }

    /// How many cells there are.
    #[inline(always)]
    fn len(self) -> u32 {
        // However the torus is folded, they are as many.
        let words = self.store(Self::fold(&Self::Width::NO_CELLS));
        words.as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// How many of the six neighbors of a cell are in the set.
    #[inline(always)]
    fn len_around(self, cell: Cell) -> u32 {
        self.ring_bits(cell).count_ones()
    }

    /// The lowest cell; the set must not be empty.
    #[inline(always)]
    fn first(self, fold: Self::Fold) -> Cell {
        let words = self.store(fold);
        for (i, word) in words.as_ref().iter().enumerate() {
            if *word != 0 {
                return Cell((i * 64) as u16 + word.trailing_zeros() as u16);
            }
        }
        Cell(0)
    }

    /// The set moved one step in each direction: `[d]` holds `cell + d` for each cell.
    #[inline(always)]
    fn spread(self) -> [Self; 6] {
        let east = self.east();
        let west = self.west();
        [east.north(), east, self.south(), west.south(), west, self.north()]
    }

    /// What each cell sees: `[d]` holds the cells whose neighbor in direction `d` is in the set.
    #[inline(always)]
    fn look(self) -> [Self; 6] {
        let [ne, e, se, sw, w, nw] = self.spread();
        [sw, w, nw, ne, e, se]
    }

    /// All cells that touch a cell of the set.
    #[inline(always)]
    fn dilate(self) -> Self {
        let east = self.east();
        let west = self.west();
        east.or(west).or(self.or(east).north()).or(self.or(west).south())
    }

    /// All cells that touch an odd number of cells of the set.
    #[inline(always)]
    #[must_use]
    fn touching_odd(self) -> Self {
        let east = self.east();
        let west = self.west();
        east.xor(west).xor(self.xor(east).north()).xor(self.xor(west).south())
    }
}

/// Iterates over the cells of a set in memory.
pub fn cells_of<W: Width>(set: &W::Words) -> impl Iterator<Item = Cell> + '_ {
    set.as_ref().iter().enumerate().flat_map(|(i, word)| {
        let mut rest = *word;
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Cell((i * 64) as u16 + bit as u16)
            })
        })
    })
}

/// The 16x16 torus: nearly every position of every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Narrow;

impl sealed::Sealed for Narrow {}

impl Narrow {
    /// Column and row where a game begins: in the middle, so that most hives stay off the edges.
    const MIDDLE: Hex = Hex::new(7, 7);

    /// The columns in which a hive must lie for its torus to be folded: see [`Hive::folds`](crate::raw::Hive::folds).
    pub const FOLDING_COLUMNS: core::ops::RangeInclusive<i8> = -6..=7;
    /// How far from each other those rows are that lie on each other when the torus is folded.
    pub const FOLD: i8 = 8;
}

/// Seven bits of three rows around a cell, to one bit for each direction.
const RING_BITS: [u8; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        let (nw, ne) = (i & 1, i >> 1 & 1);
        let (w, e) = (i >> 2 & 1, i >> 4 & 1);
        let (sw, se) = (i >> 5 & 1, i >> 6 & 1);
        table[i] = (ne | e << 1 | se << 2 | sw << 3 | w << 4 | nw << 5) as u8;
        i += 1;
    }
    table
};

impl Width for Narrow {
    type Words = Words<4>;
    type Cells = [u8; 32];

    const SIDE: u8 = 16;
    const NO_CELLS: Words<4> = Words([0; 4]);
    const ZERO_CELLS: [u8; 32] = [0; 32];

    #[inline(always)]
    fn cell(hex: Hex) -> Cell {
        let Hex { q, r } = hex + Self::MIDDLE;
        Cell((r & 15) as u16 * 16 + (q & 15) as u16)
    }

    #[inline(always)]
    fn coordinates(cell: Cell) -> Hex {
        let Hex { q, r } = Hex::new((cell.0 % 16) as i8, (cell.0 / 16) as i8) - Self::MIDDLE;
        Hex::new(q & 15, r & 15)
    }

    #[inline(always)]
    fn folds(occupied: &Words<4>) -> bool {
        crate::simd::folds(occupied)
    }

    #[inline(always)]
    fn neighbor(cell: Cell, direction: usize) -> Cell {
        Cell(u16::from(NEIGHBOR[cell.index() & 255][direction & 7]))
    }

    #[inline(always)]
    fn cell_words(cell: Cell) -> Words<4> {
        CELL[cell.index() & 255]
    }

    #[inline(always)]
    fn ring_words(cell: Cell) -> Words<4> {
        RING[cell.index() & 255]
    }

    #[inline(always)]
    fn ring_bits(set: &Words<4>, cell: Cell) -> usize {
        let row = |y: usize| (set.0[y >> 2 & 3] >> (16 * (y & 3))) as u16;
        let (x, y) = (cell.index() as u32 & 15, cell.index() >> 4);
        let turn = x.wrapping_sub(1) & 15;
        let above = row(y.wrapping_sub(1) & 15).rotate_right(turn);
        let level = row(y).rotate_right(turn);
        let below = row((y + 1) & 15).rotate_right(turn);
        // After the turn, bit 0 is the column to the west, bit 1 our own, bit 2 the one to the east.
        let bits = (above >> 1 & 3) | (level & 5) << 2 | (below & 3) << 5;
        usize::from(RING_BITS[usize::from(bits)])
    }

    #[inline(always)]
    fn touches(a: Cell, b: Cell) -> bool {
        Self::contains(&RING[a.index() & 255], Cell(b.0 & 255))
    }

    #[inline(always)]
    fn cell_of(cells: &[u8; 32], id: u8) -> Cell {
        Cell(u16::from(cells[usize::from(id) & 31]))
    }

    #[inline(always)]
    fn set_cell(cells: &mut [u8; 32], id: u8, cell: Cell) {
        cells[usize::from(id) & 31] = cell.0 as u8;
    }

    #[inline(always)]
    fn run<T: Task<Narrow>>(task: T) -> T::Output {
        crate::simd::run(task)
    }
}

const fn torus_neighbor(cell: usize, direction: usize) -> usize {
    let step = Direction::ALL[direction].step();
    let x = (cell & 15).wrapping_add(step.q as usize) & 15;
    let y = (cell >> 4).wrapping_add(step.r as usize) & 15;
    y << 4 | x
}

/// The six neighbors of each cell of the narrow torus.
pub(crate) static NEIGHBOR: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut cell = 0;
    while cell < 256 {
        let mut direction = 0;
        while direction < 6 {
            table[cell][direction] = torus_neighbor(cell, direction) as u8;
            direction += 1;
        }
        cell += 1;
    }
    table
};

/// Each cell of the narrow torus as a set.
pub(crate) static CELL: [Words<4>; 256] = {
    let mut table = [Words([0; 4]); 256];
    let mut cell = 0;
    while cell < 256 {
        table[cell].0[cell >> 6] = 1 << (cell & 63);
        cell += 1;
    }
    table
};

/// The neighbors of each cell of the narrow torus as a set.
pub(crate) static RING: [Words<4>; 256] = {
    let mut table = [Words([0; 4]); 256];
    let mut cell = 0;
    while cell < 256 {
        let mut direction = 0;
        while direction < 6 {
            let neighbor = torus_neighbor(cell, direction);
            table[cell].0[neighbor >> 6] |= 1 << (neighbor & 63);
            direction += 1;
        }
        cell += 1;
    }
    table
};

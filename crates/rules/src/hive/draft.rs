//! Lifting and putting tiles.

use super::{Hive, NO_CELL, climber, climbs, turn};
use crate::cells::{Cell, CellSet, Width};
use crate::step::Step;
use crate::zobrist;

/// How many runs of ones there are in a ring, for the count of holes.
static RUNS: [u8; 64] = {
    let mut table = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        table[ring] = (ring & !turn(ring, 1)).count_ones() as u8;
        ring += 1;
    }
    table
};

/// A hive in registers, while tiles are lifted and put: what changes goes to memory once.
#[derive(Clone, Copy)]
pub(super) struct Draft<S: CellSet> {
    fold: S::Fold,
    occupied: S,
    white: S,
    stacked: S,
    cells: <S::Width as Width>::Cells,
    below: u64,
    level: u64,
    hash: u64,
    placed: u32,
    covered: u32,
    up: u32,
    holes: u16,
    last_moved: u16,
    ply: u16,
    in_game: u16,
    queen_first: bool,
}

impl<S: CellSet> Draft<S> {
    #[inline(always)]
    pub(super) fn new(hive: &Hive<S::Width>) -> Draft<S> {
        Draft {
            fold: S::fold(&hive.occupied),
            occupied: S::load(&hive.occupied),
            white: S::load(&hive.white),
            stacked: S::load(&hive.stacked),
            cells: hive.cells,
            below: hive.below,
            level: hive.level,
            hash: hive.hash,
            placed: hive.placed,
            covered: hive.covered,
            up: hive.up,
            holes: hive.holes,
            last_moved: hive.last_moved,
            ply: hive.ply,
            in_game: hive.in_game,
            queen_first: hive.queen_first,
        }
    }

    /// The hive in memory.
    #[inline(always)]
    pub(super) fn finish(self) -> Hive<S::Width> {
        Hive {
            occupied: self.occupied.store(self.fold),
            white: self.white.store(self.fold),
            stacked: self.stacked.store(self.fold),
            cells: self.cells,
            below: self.below,
            level: self.level,
            hash: self.hash,
            placed: self.placed,
            covered: self.covered,
            up: self.up,
            holes: self.holes,
            last_moved: self.last_moved,
            ply: self.ply,
            in_game: self.in_game,
            queen_first: self.queen_first,
        }
    }

    #[inline(always)]
    fn level_of(&self, id: u8) -> u8 {
        if climbs(id) { (self.level >> climber(id)) as u8 } else { 0 }
    }

    /// Puts a tile on a cell, on top of whatever is there. Says nothing about turns.
    #[inline(always)]
    pub(super) fn put(&mut self, id: u8, to: Cell) {
        let bit = S::cell(to);
        let mut level = 0;
        if climbs(id) && !self.occupied.is_disjoint(bit) {
            let tiles = S::tiles_at(&self.cells, to) & self.placed & !self.covered;
            let below = tiles.trailing_zeros() as u8;
            self.covered |= 1 << below;
            self.up |= 1 << id;
            level = self.level_of(below) + 1;
            self.level |= u64::from(level) << climber(id);
            self.below |= u64::from(below) << climber(id);
            self.stacked = self.stacked.or(bit);
        } else {
            let runs = RUNS[self.occupied.ring_bits(to)];
            self.holes = self.holes.wrapping_add(u16::from(runs)).wrapping_sub(1);
            self.occupied = self.occupied.or(bit);
        }
        self.paint(bit, id);
        self.placed |= 1 << id;
        self.cells = S::with_cell(&self.cells, id, to);
        self.hash ^= zobrist::tile_key(id, to, level);
    }

    /// Takes the top tile of the cell `from` off. It counts as in hand until it is put somewhere.
    #[inline(always)]
    pub(super) fn lift(&mut self, id: u8, from: Cell) {
        let bit = S::cell(from);
        let level = self.level_of(id);
        self.hash ^= zobrist::tile_key(id, from, level);
        self.placed &= !(1 << id);
        if level > 0 {
            let below = (self.below >> climber(id)) as u8;
            self.covered &= !(1 << (below & 31));
            self.up &= !(1 << id);
            if self.level_of(below) == 0 {
                self.stacked = self.stacked.minus(bit);
            }
            self.paint(bit, below);
            self.level &= !(0xff << climber(id));
            self.below &= !(0xff << climber(id));
        } else {
            let runs = RUNS[self.occupied.ring_bits(from)];
            self.holes = self.holes.wrapping_sub(u16::from(runs)).wrapping_add(1);
            self.occupied = self.occupied.minus(bit);
            self.white = self.white.minus(bit);
        }
    }

    /// Gives a cell the color of the tile that is now on top.
    #[inline(always)]
    fn paint(&mut self, bit: S, id: u8) {
        self.white = if id < 16 { self.white.or(bit) } else { self.white.minus(bit) };
    }
}

/// A turn half played: the tile is in the air. All turns of a tile begin alike.
#[derive(Clone, Copy)]
pub(crate) struct HalfTurn<S: CellSet> {
    draft: Draft<S>,
    /// Whether the tile was in the hive before.
    moves: bool,
}

impl<S: CellSet> HalfTurn<S> {
    /// Begins a turn that the generator gave, or any other of the same tile.
    #[inline(always)]
    pub(crate) fn new(hive: &Hive<S::Width>, mv: Step) -> HalfTurn<S> {
        let mut draft = Draft::<S>::new(hive);
        // A counter at its end goes on from the middle: no rule looks that far, but parity is the side to move.
        let (ply, spent) = hive.ply.overflowing_add(1);
        draft.ply = ply | u16::from(spent) << 15;
        draft.last_moved = NO_CELL;
        let moves = mv != Step::PASS && hive.placed >> mv.tile() & 1 != 0;
        if moves {
            draft.lift(mv.tile(), hive.cell_of(mv.tile()));
        }
        HalfTurn { draft, moves }
    }

    /// Ends the turn. Afterwards [`Hive::fits`] must be asked, see [`Hive::play`].
    #[inline(always)]
    pub(crate) fn end(mut self, mv: Step) -> Hive<S::Width> {
        if mv != Step::PASS {
            self.draft.put(mv.tile(), mv.to());
            if self.moves {
                self.draft.last_moved = mv.to().0;
            }
        }
        self.draft.finish()
    }
}

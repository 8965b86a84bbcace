//! What lies where, in the form that the move generator works on.

mod draft;
mod tasks;

use crate::cells::{Cell, CellSet, Narrow, Wide, Width, cells_of};
use crate::step::Step;
use crate::tiles::{CLIMBERS, MOSQUITO, PILLBUG, QUEEN};
use crate::{Color, Hex, Piece, RuleSet, zobrist};
use draft::Draft;
pub(crate) use draft::HalfTurn;

/// "No cell", where a cell is optional.
const NO_CELL: u16 = u16::MAX;

/// A hive, the side to move and what else decides which turns are legal: under 200 bytes, copied
/// rather than undone.
///
/// There is no grid of tiles: each tile knows its cell, and each of the six climbers knows the tile
/// below it. This is the layer for engines; [`Position`](crate::Position) is the comfortable one.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Hive<W: Width> {
    /// Cells with a tile.
    pub(crate) occupied: W::Words,
    /// Cells whose top tile is white.
    pub(crate) white: W::Words,
    /// Cells with two tiles or more.
    pub(crate) stacked: W::Words,
    /// The cell of each tile in the hive.
    pub(crate) cells: W::Cells,
    /// The tile directly below each climber that is off the ground, a byte each.
    below: u64,
    /// How many tiles are below each climber, a byte each.
    level: u64,
    hash: u64,
    /// Tiles in the hive.
    placed: u32,
    /// Tiles with another tile on top.
    covered: u32,
    /// Tiles on top of another tile.
    up: u32,
    /// The cell where the last turn's relocation ended, or [`NO_CELL`].
    last_moved: u16,
    ply: u16,
    /// Regions of empty cells that the hive encloses.
    holes: u16,
    /// The tiles of one color that take part.
    in_game: u16,
    queen_first: bool,
}

/// Turns a ring of six bits by one or more directions.
#[inline(always)]
pub(crate) const fn turn(ring: usize, by: usize) -> usize {
    (ring << by | ring >> (6 - by)) & 63
}

/// Where the byte of a climber begins in `below` and `level`.
#[inline(always)]
fn climber(id: u8) -> u32 {
    u32::from(id & 3 | id >> 4 << 2) * 8
}

/// Whether a tile may stand on others.
#[inline(always)]
fn climbs(id: u8) -> bool {
    id & 15 < 3
}

impl<W: Width> Hive<W> {
    /// An empty table.
    #[must_use]
    pub fn new(rules: RuleSet) -> Hive<W> {
        let in_game = Piece::ALL[..14]
            .iter()
            .filter(|piece| rules.game_type.has(piece.bug()))
            .fold(0, |all, piece| all | 1 << piece.slot());
        Hive::empty(in_game, rules.queen_first)
    }

    fn empty(in_game: u16, queen_first: bool) -> Hive<W> {
        Hive {
            occupied: W::NO_CELLS,
            white: W::NO_CELLS,
            stacked: W::NO_CELLS,
            cells: W::ZERO_CELLS,
            below: 0,
            level: 0,
            hash: 0,
            placed: 0,
            covered: 0,
            up: 0,
            last_moved: NO_CELL,
            ply: 0,
            // The empty table counts as enclosed once, so that the first tile makes it none.
            holes: 1,
            in_game,
            queen_first,
        }
    }

    /// The side to move.
    #[inline(always)]
    #[must_use]
    pub fn turn(&self) -> Color {
        if self.ply & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Turns played so far.
    #[inline(always)]
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Whether the queen may be placed on a player's first turn.
    #[inline(always)]
    #[must_use]
    pub fn queen_first(&self) -> bool {
        self.queen_first
    }

    /// The tiles in the hive, White's in the low half.
    #[inline(always)]
    #[must_use]
    pub fn placed(&self) -> u32 {
        self.placed
    }

    /// The tiles with another tile on top.
    #[inline(always)]
    #[must_use]
    pub fn covered(&self) -> u32 {
        self.covered
    }

    /// The tiles of one color that take part in this type of game.
    #[inline(always)]
    #[must_use]
    pub fn in_game(&self) -> u32 {
        u32::from(self.in_game)
    }

    /// How many holes the hive encloses.
    #[inline(always)]
    #[must_use]
    pub fn holes(&self) -> u32 {
        u32::from(self.holes)
    }

    /// Where a tile lies; only for tiles in the hive.
    #[inline(always)]
    #[must_use]
    pub fn cell_of(&self, id: u8) -> Cell {
        W::cell_of(&self.cells, id)
    }

    /// How many tiles are below a tile.
    #[inline(always)]
    #[must_use]
    pub fn level_of(&self, id: u8) -> u8 {
        if climbs(id) { (self.level >> climber(id)) as u8 } else { 0 }
    }

    /// The tile below a tile that is off the ground.
    #[inline(always)]
    #[must_use]
    pub fn below(&self, id: u8) -> u8 {
        (self.below >> climber(id)) as u8
    }

    /// The occupied cells.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> &W::Words {
        &self.occupied
    }

    /// The cells whose top tile is white.
    #[inline(always)]
    #[must_use]
    pub fn white(&self) -> &W::Words {
        &self.white
    }

    /// The cells with two tiles or more.
    #[inline(always)]
    #[must_use]
    pub fn stacked(&self) -> &W::Words {
        &self.stacked
    }

    /// The climbers of a color that stand on other tiles, as bits of its half.
    #[inline(always)]
    #[must_use]
    pub fn off_ground(&self, color: Color) -> u32 {
        self.up >> (16 * color as u32) & 0xffff
    }

    /// The climbers of both colors that stand on other tiles, White's in the low half.
    #[inline(always)]
    #[must_use]
    pub fn all_off_ground(&self) -> u32 {
        self.up
    }

    /// The cell where a tile moved to in the last turn (R42, R44).
    #[inline(always)]
    #[must_use]
    pub fn last_moved(&self) -> Option<Cell> {
        (self.last_moved != NO_CELL).then_some(Cell(self.last_moved))
    }

    /// Marks the tile on a cell as moved by the last turn.
    pub(crate) fn set_last_moved(&mut self, cell: Option<Cell>) {
        self.last_moved = cell.map_or(NO_CELL, |cell| cell.0);
    }

    /// Sets the number of turns played, and with it the side to move.
    pub(crate) fn set_ply(&mut self, ply: u16) {
        self.ply = ply;
    }

    /// The key of the tiles and the side to move, without the tile at rest.
    #[inline(always)]
    #[must_use]
    pub fn hash(&self) -> u64 {
        if self.ply & 1 == 0 { self.hash } else { self.hash ^ zobrist::BLACK_TO_MOVE }
    }

    /// What [`Hive::key`] will most likely be after a turn: right unless it leads onto or off a stack, or binds the
    /// other side. Cheap enough to have a table look for the position long before the turn is played.
    #[inline(always)]
    #[must_use]
    pub fn likely_key_after(&self, mv: Step) -> u64 {
        let (tile, to) = (mv.tile() & 31, mv.to());
        let left = zobrist::tile_key(tile, self.cell_of(tile), 0);
        let moves = u64::from(self.placed >> tile & 1).wrapping_neg();
        self.hash() ^ zobrist::BLACK_TO_MOVE ^ left & moves ^ zobrist::tile_key(tile, to, 0)
    }

    /// The key with the tile at rest, where it can matter: what a transposition table needs.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        if u32::from(self.in_game) & PILLBUG == 0 {
            return self.hash();
        }
        // Computed in vain where nothing rests, because guessing that costs more.
        let (cell, binds) = self.resting_with_pillbug();
        self.hash() ^ zobrist::resting_key(cell) & u64::from(binds).wrapping_neg()
    }

    /// How many tiles are on a cell.
    #[must_use]
    pub fn height(&self, cell: Cell) -> u8 {
        if !W::contains(&self.occupied, cell) {
            0
        } else if !W::contains(&self.stacked, cell) {
            1
        } else {
            let mut rest = self.placed & (CLIMBERS | CLIMBERS << 16);
            let mut height = 1;
            while let Some(id) = crate::tiles::pop(&mut rest) {
                if self.cell_of(id) == cell {
                    height = height.max(1 + self.level_of(id));
                }
            }
            height
        }
    }

    /// The top tile of an occupied cell.
    #[inline(always)]
    #[must_use]
    pub fn top<S: CellSet<Width = W>>(&self, cell: Cell) -> u8 {
        (S::tiles_at(&self.cells, cell) & self.placed & !self.covered).trailing_zeros() as u8
    }

    /// The tiles on a set of cells, at any height.
    #[inline(always)]
    #[must_use]
    pub fn tiles_on<S: CellSet<Width = W>>(&self, set: S) -> u32 {
        set.tiles_on(&self.cells, self.placed) & self.placed
    }

    /// The same with the seats of both sides.
    #[inline(always)]
    #[must_use]
    pub fn tiles_on_seats<S: CellSet<Width = W>>(&self, set: S, seats: &[S::Seats; 2]) -> u32 {
        set.tiles_on_seats(&self.cells, seats, self.placed) & self.placed
    }

    /// The seats of both sides, White's first.
    #[inline(always)]
    #[must_use]
    pub fn seats<S: CellSet<Width = W>>(&self) -> [S::Seats; 2] {
        Color::ALL.map(|color| S::seats(&self.cells, color))
    }

    /// The top tile of a cell, for code that is not in a task.
    #[must_use]
    pub fn top_tile(&self, cell: Cell) -> Option<Piece> {
        let mut tiles = self.placed & !self.covered;
        while let Some(id) = crate::tiles::pop(&mut tiles) {
            if self.cell_of(id) == cell {
                return Some(Piece::from_id(id));
            }
        }
        None
    }

    /// The cell of the tile that moved last, if that binds the side to move: the tile is its own (so
    /// it was thrown and rests), or touches a tile with which it could throw.
    #[must_use]
    #[inline(always)]
    pub fn resting(&self) -> Option<Cell> {
        if u32::from(self.in_game) & PILLBUG == 0 {
            return None;
        }
        let (cell, binds) = self.resting_with_pillbug();
        binds.then_some(cell)
    }

    /// The cell of the tile that moved last, or any if there is none, and whether that binds the side to move.
    #[inline(always)]
    fn resting_with_pillbug(&self) -> (Cell, bool) {
        let moved = self.last_moved != NO_CELL;
        let cell = Cell(if moved { self.last_moved } else { 0 });
        let own = W::contains(&self.white, cell) == (self.turn() == Color::White);
        (cell, moved & (own | self.could_throw_from(self.turn(), cell)))
    }

    /// Whether a side has a tile beside a cell with which it could throw from there.
    #[inline(always)]
    fn could_throw_from(&self, color: Color, cell: Cell) -> bool {
        let half = 16 * color as u32;
        let active = (self.placed & !self.covered) >> half;
        let pillbug = self.cell_of((PILLBUG.trailing_zeros() + half) as u8);
        let mosquito = (MOSQUITO.trailing_zeros() + half) as u8;
        // No short cuts where it is cheaper to look than to guess whether one must.
        (active & PILLBUG != 0) & W::touches(pillbug, cell)
            | ((active & MOSQUITO != 0) & W::touches(self.cell_of(mosquito), cell)
                && self.level_of(mosquito) == 0
                && self.is_beside_pillbug(self.cell_of(mosquito)))
    }

    /// Whether a cell touches one with a pillbug on top, of either color.
    #[inline(always)]
    pub(crate) fn is_beside_pillbug(&self, cell: Cell) -> bool {
        let tops = self.placed & !self.covered;
        let touches = |half: u32| {
            let pillbug = PILLBUG.trailing_zeros() + half;
            (tops >> pillbug & 1 != 0) & W::touches(self.cell_of(pillbug as u8), cell)
        };
        touches(0) | touches(16)
    }

    /// Whether all six cells around this color's queen are occupied.
    #[inline(always)]
    #[must_use]
    pub fn is_surrounded(&self, color: Color) -> bool {
        let queen = Piece::queen(color).id();
        self.placed >> queen & 1 != 0 && W::ring_bits(&self.occupied, self.cell_of(queen)) == 63
    }

    /// How many of the six cells around this color's queen are occupied; none before she is placed.
    #[inline(always)]
    #[must_use]
    pub fn cells_filled<S: CellSet<Width = W>>(&self, color: Color) -> u32 {
        let queen = QUEEN.trailing_zeros() + 16 * color as u32;
        let filled = S::load(&self.occupied).len_around(self.cell_of(queen as u8));
        filled & (self.placed >> queen & 1).wrapping_neg()
    }

    /// Whether both players have placed their queen.
    #[inline(always)]
    #[must_use]
    pub fn queens_placed(&self) -> bool {
        self.placed & (QUEEN | QUEEN << 16) == QUEEN | QUEEN << 16
    }

    /// Plays a turn that the generator gave.
    ///
    /// Afterwards [`Hive::fits`] must be asked: a hive that touches itself around the torus has to
    /// be taken back and continued on the wide one.
    #[inline(always)]
    pub fn play<S: CellSet<Width = W>>(&mut self, mv: Step) {
        *self = self.after::<S>(mv);
    }

    /// The hive after a turn that the generator gave, see [`Hive::play`].
    #[inline(always)]
    #[must_use]
    pub fn after<S: CellSet<Width = W>>(&self, mv: Step) -> Hive<W> {
        HalfTurn::<S>::new(self, mv).end(mv)
    }

    /// Whether two neighboring rows and columns are free, so that nothing touches itself around the
    /// back of the torus.
    #[inline(always)]
    #[must_use]
    pub fn fits<S: CellSet<Width = W>>(&self) -> bool {
        S::leaves_room(&self.occupied)
    }

    /// Whether the hive will still fit after any turn.
    #[inline(always)]
    #[must_use]
    pub(crate) fn has_room<S: CellSet<Width = W>>(&self) -> bool {
        let occupied = S::load(&self.occupied);
        S::leaves_room(&occupied.or(occupied.dilate()).store(S::fold(&self.occupied)))
    }

    /// Whether the torus can be folded: no two cells of the hive or around it are in the same column with
    /// [`Narrow::FOLD`] rows between them, and the hive lies in [`Narrow::FOLDING_COLUMNS`].
    #[inline(always)]
    #[must_use]
    pub fn folds(&self) -> bool {
        W::folds(&self.occupied)
    }

    /// The corner from which the hive and the cells around it unroll to coordinates from 0 up to the
    /// side. The hive must fit.
    #[must_use]
    pub fn corner(&self) -> Hex {
        let (mut rows, mut columns) = (0_u32, 0_u32);
        for cell in cells_of::<W>(&self.occupied) {
            let hex = W::coordinates(cell);
            rows |= 1 << hex.r;
            columns |= 1 << hex.q;
        }
        // The free column before the first occupied one, of which the one before is free as well.
        let corner = |taken: u32| {
            let side = u32::from(W::SIDE);
            let taken_at = |at: u32| taken >> (at % side) & 1 != 0;
            (0..side).find(|at| taken_at(at + 1) && !taken_at(*at) && !taken_at(at + side - 1)).unwrap_or(0)
                as i8
        };
        Hex::new(corner(columns), corner(rows))
    }

    /// Where a cell of the hive, or one that touches it, lies relative to [`Hive::corner`].
    #[must_use]
    pub fn unroll(&self, corner: Hex, cell: Cell) -> Hex {
        let side = W::SIDE as i8;
        let hex = W::coordinates(cell);
        Hex::new((hex.q - corner.q) & (side - 1), (hex.r - corner.r) & (side - 1))
    }
}

impl Hive<Narrow> {
    /// The same hive on the wide torus. It must fit the narrow one.
    #[must_use]
    pub fn widen(&self) -> Hive<Wide> {
        let corner = self.corner();
        let mut wide = Hive::<Wide>::empty(self.in_game, self.queen_first);
        wide.ply = self.ply;
        for level in 0..7 {
            let mut tiles = self.placed;
            while let Some(id) = crate::tiles::pop(&mut tiles) {
                if self.level_of(id) == level {
                    wide.put_tile(id, Wide::cell(self.unroll(corner, self.cell_of(id))));
                }
            }
        }
        if let Some(cell) = self.last_moved() {
            wide.set_last_moved(Some(Wide::cell(self.unroll(corner, cell))));
        }
        wide
    }

    /// A turn of this hive as a turn of [`Hive::widen`].
    #[must_use]
    pub fn widen_step(&self, mv: Step) -> Step {
        if mv == Step::PASS {
            return mv;
        }
        Step::new(mv.tile(), Wide::cell(self.unroll(self.corner(), mv.to())))
    }
}

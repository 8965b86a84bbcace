//! The generator of legal turns.
//!
//! One pass over the side's tiles, each giving a set of cells where it can end; a [`Sink`] counts
//! them, lists them or looks at the sets. One file for each way of moving, named as the booklets
//! name it.

mod climb;
mod crawl;
mod place;
mod throw;
mod walk;

use crate::cells::{Cell, CellSet, Part, Task, Width};
use crate::hive::Hive;
use crate::moves::MAX_MOVES;
use crate::step::Step;
use crate::terrain::{Terrain, jumps};
use crate::tiles::{ANTS, BEETLES, GRASSHOPPERS, LADYBUG, MOSQUITO, PILLBUG, QUEEN, SPIDERS, pop};
use crate::{Bug, Color, Piece};
use throw::{OwnThrows, Throws};

/// Receives what the generator finds.
pub trait Sink<S: CellSet> {
    /// Whether only the number of turns matters, so that numbers may come instead of sets.
    const COUNTS_ONLY: bool;

    /// A tile of this kind may move, or be thrown, to each of the cells.
    fn relocations(&mut self, bug: Bug, tile: u8, to: S);

    /// A tile of the other side may be thrown to each of the cells.
    #[inline(always)]
    fn throws(&mut self, tile: u8, to: S) {
        self.relocations(Piece::from_id(tile).bug(), tile, to);
    }

    /// Each of the tiles, one of a kind, may be placed on each of the cells.
    fn placements(&mut self, tiles: u32, to: S);

    /// That many more turns, if [`Sink::COUNTS_ONLY`].
    fn count(&mut self, turns: u32);
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A side to move that got no turn has to pass.
    Running,
    /// A queen is surrounded: there are no turns.
    Finished,
}

/// The side whose turns are generated, and what it sees.
#[derive(Debug)]
pub struct Side<'a, S: CellSet> {
    hive: &'a Hive<S::Width>,
    color: Color,
    /// 0 or 16: where this side's tiles begin in sets of tiles.
    half: u32,
    /// Tiles of this side in the hive, as bits of its half.
    placed: u32,
    /// Tiles of this side in hand, as bits of its half.
    hand: u32,
    /// Cells with a tile of this side on top.
    own: S,
    /// Cells with a tile of the other side on top.
    enemy: S,
    seats: &'a S::Seats,
}

impl<'a, S: CellSet> Side<'a, S> {
    /// Prepares to generate the turns of a color, whoever is to move. The seats are those of its tiles.
    #[inline(always)]
    pub fn new(hive: &'a Hive<S::Width>, color: Color, seats: &'a S::Seats) -> Self {
        let half = 16 * color as u32;
        let placed = hive.placed() >> half & 0xffff;
        let (occupied, white) = (S::load(&hive.occupied), S::load(&hive.white));
        let black = occupied.minus(white);
        let (own, enemy) = if half == 0 { (white, black) } else { (black, white) };
        let hand = hive.in_game() & !placed;
        Side { hive, color, half, placed, hand, own, enemy, seats }
    }

    #[inline(always)]
    fn id(&self, slot: u8) -> u8 {
        slot + self.half as u8
    }

    #[inline(always)]
    fn bug(&self, slot: u8) -> Bug {
        crate::tiles::BUG_OF_SLOT[usize::from(slot) & 15]
    }

    #[inline(always)]
    fn cell(&self, slot: u8) -> Cell {
        self.hive.cell_of(self.id(slot))
    }

    /// The slots of the given ones whose tile stands on the set.
    #[inline(always)]
    fn standing(&self, set: S, slots: u32) -> u32 {
        slots & set.standing(self.seats, slots)
    }

    /// The kinds on top of the cells around a cell, as bits of one half.
    #[inline(always)]
    fn kinds_around(&self, cell: Cell) -> u32 {
        let tops = self.hive.placed() & !self.hive.covered();
        let around = S::ring(cell).tiles_on(&self.hive.cells, tops) & tops;
        (around | around >> 16) & 0xffff
    }

    /// All relocations of this side. `resting` is the cell of the tile that may neither move nor be
    /// thrown (R42, R44).
    #[inline(always)]
    pub fn relocations<K: Sink<S>>(&self, terrain: &mut Terrain<S>, resting: Option<Cell>, out: &mut K) {
        if self.placed & QUEEN == 0 {
            // Nothing moves before one's own queen is in play (R9).
            return;
        }
        let hive = self.hive;
        let mut stuck = terrain.pinned();
        if let Some(cell) = resting {
            stuck = stuck.or(S::cell(cell));
        }
        let on_top = self.placed & !(hive.covered() >> self.half);
        let mut up = hive.off_ground(self.color) & on_top;
        let ground = on_top & !up;
        let movable = ground & !self.standing(stuck, ground);

        // Throws of own tiles that can also walk are given with their walks, so that no turn appears twice. The
        // pinned and the resting are not among the lifts.
        let mut own_throws = None;
        if hive.in_game() & PILLBUG != 0 {
            let throws = Throws::new(self, stuck, resting, ground);
            if !throws.lifts.is_empty() {
                throws.enemies(self, terrain.fold, out);
                own_throws = Some(throws.own(self, movable));
            }
        }
        while let Some(slot) = pop(&mut up) {
            let id = self.id(slot);
            let cell = hive.cell_of(id);
            if K::COUNTS_ONLY && climb::no_gate(hive, cell) {
                out.count(6);
            } else {
                out.relocations(self.bug(slot), id, climb::climb(hive, cell, hive.level_of(id)));
            }
        }
        if K::COUNTS_ONLY {
            self.count_walks(terrain, movable, own_throws.as_ref(), out);
        } else {
            self.walks(terrain, movable, own_throws.as_ref(), out);
        }
    }

    /// Counts the turns of the movable tiles on the ground, with their throws.
    #[inline(always)]
    fn count_walks<K: Sink<S>>(
        &self,
        terrain: &mut Terrain<S>,
        movable: u32,
        throws: Option<&OwnThrows<S>>,
        out: &mut K,
    ) {
        let mut movable = movable;
        if let Some(throws) = throws {
            let mut lifted = throws.slots();
            movable &= !lifted;
            while let Some(slot) = pop(&mut lifted) {
                let walks = self.ground_moves(terrain, slot, self.cell(slot));
                out.relocations(self.bug(slot), self.id(slot), walks.or(throws.landings(slot)));
            }
        }
        let movable = self.count_by_rings(terrain, movable, out);
        let mut ants = movable & ANTS;
        while let Some(slot) = pop(&mut ants) {
            out.relocations(Bug::Ant, self.id(slot), terrain.any_steps(self.cell(slot)));
        }
        let mut spiders = movable & SPIDERS;
        while let Some(slot) = pop(&mut spiders) {
            out.relocations(Bug::Spider, self.id(slot), terrain.three_steps(self.cell(slot)));
        }
        let mut rest = movable & !(ANTS | SPIDERS);
        while let Some(slot) = pop(&mut rest) {
            let walks = self.ground_moves(terrain, slot, self.cell(slot));
            out.relocations(self.bug(slot), self.id(slot), walks);
        }
    }

    /// Counts the turns of queens, pillbugs, grasshoppers and beetles from the rings around all of
    /// them at once. Gives back the tiles that it did not count.
    #[inline(always)]
    fn count_by_rings<K: Sink<S>>(&self, terrain: &Terrain<S>, movable: u32, out: &mut K) -> u32 {
        let mut counted = movable & (QUEEN | PILLBUG | GRASSHOPPERS | BEETLES);
        let mut beetles = movable & BEETLES;
        if beetles != 0 && !S::load(&self.hive.stacked).is_empty() {
            while let Some(slot) = pop(&mut beetles) {
                if !climb::no_gate(self.hive, self.cell(slot)) {
                    counted &= !(1 << slot);
                }
            }
        }
        // Directions come in pairs, each with its opposite in the high half of the same word.
        let rings = S::rings(&self.hive.occupied, &terrain.look, self.seats, counted);
        let [a, b, c] = rings;
        let flanks = [b ^ c.rotate_left(16), a ^ c, b ^ a.rotate_left(16)];
        let over = (counted & (GRASSHOPPERS | BEETLES)) * 0x1_0001;
        let around = (counted & !GRASSHOPPERS) * 0x1_0001;
        let mut turns = 0;
        for (ring, one_flank) in rings.into_iter().zip(flanks) {
            turns += (ring & over).count_ones();
            turns += (!ring & one_flank & around).count_ones();
        }
        out.count(turns);
        movable & !counted
    }

    /// Where a tile on the ground can go by itself, if it is free to leave.
    #[inline(always)]
    pub fn ground_moves(&self, terrain: &mut Terrain<S>, slot: u8, cell: Cell) -> S {
        let slots = 1 << slot;
        if slots & MOSQUITO != 0 {
            // A mosquito does what its neighbors can do; of another mosquito it learns nothing (R33).
            return S::outline(MovesAs { hive: self.hive, terrain, kinds: self.kinds_around(cell), cell });
        }
        S::outline(MovesAs { hive: self.hive, terrain, kinds: slots, cell })
    }
}

/// Where a tile on the ground can go that moves as each of these kinds (R30).
struct MovesAs<'a, S: CellSet> {
    hive: &'a Hive<S::Width>,
    terrain: &'a mut Terrain<S>,
    kinds: u32,
    cell: Cell,
}

impl<S: CellSet> Part<S> for MovesAs<'_, S> {
    type Output = S;

    #[inline(always)]
    fn run(self) -> S {
        let MovesAs { hive, terrain, kinds, cell } = self;
        let mut to = S::empty();
        if kinds & ANTS != 0 {
            // An ant goes wherever a queen or a spider can.
            to = terrain.any_steps(cell);
        } else {
            if kinds & (QUEEN | BEETLES | PILLBUG) != 0 {
                to = terrain.one_step(cell);
            }
            if kinds & SPIDERS != 0 {
                to = to.or(terrain.three_steps(cell));
            }
        }
        if kinds & GRASSHOPPERS != 0 {
            to = to.or(jumps::<S>(&hive.occupied, cell));
        }
        if kinds & BEETLES != 0 {
            to = to.or(climb::climb(hive, cell, 0));
        }
        if kinds & LADYBUG != 0 {
            to = to.or(crawl::over_the_hive(hive, terrain, cell));
        }
        to
    }
}

/// Generates all turns of the side to move. Nothing found in a running game means: pass.
#[inline(always)]
pub fn generate<S: CellSet, K: Sink<S>>(hive: &Hive<S::Width>, out: &mut K) -> Status {
    let seats = S::seats(&hive.cells, hive.turn());
    let side = Side::<S>::new(hive, hive.turn(), &seats);
    if hive.ply() < 2 {
        side.first_placements(out);
        return Status::Running;
    }
    let mut terrain = Terrain::<S>::new(hive);
    let enclosed = terrain.enclosed().and(terrain.occupied);
    if !enclosed.is_empty() && (hive.is_surrounded(Color::White) || hive.is_surrounded(Color::Black)) {
        return Status::Finished;
    }
    side.placements(&terrain, out);
    side.relocations(&mut terrain, hive.last_moved(), out);
    Status::Running
}

/// Counts turns.
#[derive(Debug)]
struct Count<S: CellSet> {
    cells: S::Tally,
    more: u32,
}

impl<S: CellSet> Count<S> {
    #[inline(always)]
    fn new() -> Count<S> {
        Count { cells: S::no_tally(), more: 0 }
    }

    #[inline(always)]
    fn total(&self) -> u32 {
        S::total(self.cells) + self.more
    }
}

impl<S: CellSet> Sink<S> for Count<S> {
    const COUNTS_ONLY: bool = true;

    #[inline(always)]
    fn relocations(&mut self, _bug: Bug, _tile: u8, to: S) {
        self.cells = to.tally(self.cells);
    }

    #[inline(always)]
    fn placements(&mut self, tiles: u32, to: S) {
        self.more += tiles.count_ones() * to.len();
    }

    #[inline(always)]
    fn count(&mut self, turns: u32) {
        self.more += turns;
    }
}

/// A list of turns on the stack.
#[derive(Clone)]
pub struct StepList {
    len: usize,
    /// With room behind the last for [`CellSet::list_steps`].
    steps: [Step; MAX_MOVES + 64],
}

impl Default for StepList {
    #[inline(always)]
    fn default() -> StepList {
        StepList { len: 0, steps: [Step::PASS; MAX_MOVES + 64] }
    }
}

impl core::fmt::Debug for StepList {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl StepList {
    /// The turns.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    /// The turns, to be put in order.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [Step] {
        &mut self.steps[..self.len]
    }

    /// Adds a turn.
    #[inline(always)]
    pub fn push(&mut self, step: Step) {
        self.steps[self.len] = step;
        self.len += 1;
    }

    /// Forgets all turns.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    fn push_all<S: CellSet>(&mut self, tile: u8, cells: &<S::Width as Width>::Words) {
        self.len += S::list_steps(cells, tile, &mut self.steps[self.len..]);
    }
}

/// Lists turns.
struct List<'a, S: CellSet> {
    list: &'a mut StepList,
    fold: S::Fold,
}

impl<S: CellSet> Sink<S> for List<'_, S> {
    const COUNTS_ONLY: bool = false;

    #[inline(always)]
    fn relocations(&mut self, _bug: Bug, tile: u8, to: S) {
        self.list.push_all::<S>(tile, &to.store(self.fold));
    }

    #[inline(always)]
    fn placements(&mut self, mut tiles: u32, to: S) {
        let words = to.store(self.fold);
        while let Some(tile) = pop(&mut tiles) {
            self.list.push_all::<S>(tile, &words);
        }
    }

    #[inline(always)]
    fn count(&mut self, _turns: u32) {}
}

impl<W: Width> Hive<W> {
    /// Lists all turns of the side to move; a pass if there is no other, nothing if the game is over.
    pub fn steps(&self, list: &mut StepList) {
        W::run(ListSteps { hive: self, list });
    }

    /// Counts all turns of the side to move, a forced pass as one.
    #[must_use]
    pub fn count_steps(&self) -> u32 {
        W::run(CountSteps { hive: self })
    }

    /// The lone tiles that hold the hive together.
    pub(crate) fn pinned_cells(&self) -> W::Words {
        W::run(Pinned { hive: self })
    }

    /// The tile with a slot of the side to move.
    #[must_use]
    pub fn own(&self, slot: u8) -> Piece {
        Piece::from_slot(self.turn(), slot)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct CountSteps<'a, W: Width> {
    pub(crate) hive: &'a Hive<W>,
}

impl<W: Width> Task<W> for CountSteps<'_, W> {
    type Output = u32;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> u32 {
        let mut count = Count::<S>::new();
        match generate::<S, _>(self.hive, &mut count) {
            Status::Running => count.total().max(1),
            Status::Finished => 0,
        }
    }
}

pub(crate) struct ListSteps<'a, W: Width> {
    pub(crate) hive: &'a Hive<W>,
    pub(crate) list: &'a mut StepList,
}

impl<W: Width> Task<W> for ListSteps<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        let ListSteps { hive, list } = self;
        list.clear();
        let status = generate(hive, &mut List::<S> { list, fold: S::fold(&hive.occupied) });
        if status == Status::Running && list.len == 0 {
            list.push(Step::PASS);
        }
    }
}

struct Pinned<'a, W: Width> {
    hive: &'a Hive<W>,
}

impl<W: Width> Task<W> for Pinned<'_, W> {
    type Output = W::Words;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> W::Words {
        let stacked = S::load(&self.hive.stacked);
        let mut terrain = Terrain::<S>::new(self.hive);
        terrain.pinned().minus(stacked).store(terrain.fold)
    }
}

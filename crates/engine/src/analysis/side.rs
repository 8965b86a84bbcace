//! What one side can do.

use skep_rules::raw::{Cell, CellSet, Hive, Part, Side, Sink, Step, Terrain, Width};
use skep_rules::{Bug, Color};

use super::QueenSite;
use crate::eval::tiles::KINDS;

/// Tile numbers.
const TILES: usize = 32;

/// What one side can do.
#[derive(Clone, Debug)]
pub(crate) struct Reach<W: Width> {
    /// The tiles that can move or be thrown, as a set, and in the order in which they were found.
    movable: u32,
    len: usize,
    tiles: [u8; TILES],
    /// Where they can go, by tile; of others, anything.
    sets: [W::Words; TILES],
    /// One tile of each kind that may be placed.
    pub(crate) in_hand: u32,
    /// Where they may be placed.
    pub(crate) placements: W::Words,
}

impl<W: Width> Reach<W> {
    pub(super) fn new() -> Reach<W> {
        Reach {
            movable: 0,
            len: 0,
            tiles: [0; TILES],
            sets: [W::NO_CELLS; TILES],
            in_hand: 0,
            placements: W::NO_CELLS,
        }
    }

    /// Whether a turn is among those of this side. Any turn may be asked about, also one that was
    /// remembered on the other torus.
    pub(crate) fn allows(&self, hive: &Hive<W>, step: Step) -> bool {
        let (tile, to) = (step.tile(), step.to());
        let cells = usize::from(W::SIDE) * usize::from(W::SIDE);
        if step == Step::PASS || tile >= 32 || to.index() >= cells {
            return false;
        }
        if hive.placed() >> tile & 1 == 0 {
            return self.in_hand >> tile & 1 != 0 && W::contains(&self.placements, to);
        }
        self.movable >> tile & 1 != 0 && W::contains(&self.sets[usize::from(tile)], to)
    }

    /// The tiles that can move or be thrown, and where to.
    pub(crate) fn relocations(&self) -> impl Iterator<Item = (u8, &W::Words)> {
        self.tiles[..self.len].iter().map(|tile| (*tile, &self.sets[usize::from(tile % TILES as u8)]))
    }
}

/// What was found about one side.
pub(super) struct Found<S: CellSet> {
    pub(super) color: Color,
    /// Tiles that can move or be thrown.
    pub(super) movable: u32,
    /// Tiles that can go to a free cell beside the other queen from elsewhere.
    pub(super) attackers: u32,
    /// The free cells beside the other queen that they can go to.
    pub(super) attacked: S,
    /// How many cells own tiles can go to, a byte for each kind.
    pub(super) destinations: [u8; KINDS],
    pub(super) in_hand: u32,
    pub(super) placements: S,
}

/// Looks at one side. A function of its own, because the code is long.
pub(super) struct Look<'a, S: CellSet> {
    pub(super) hive: &'a Hive<S::Width>,
    pub(super) color: Color,
    pub(super) seats: &'a S::Seats,
    pub(super) terrain: &'a mut Terrain<S>,
    /// The tile that may neither move nor be thrown.
    pub(super) resting: Option<Cell>,
    /// The queen of the other side.
    pub(super) target: &'a QueenSite<S>,
    pub(super) reach: &'a mut Reach<S::Width>,
    /// Filled in place: copying what was just written in small parts has to wait for it.
    pub(super) found: &'a mut Found<S>,
}

impl<S: CellSet> Part<S> for Look<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Look { hive, color, seats, terrain, resting, target, reach, found } = self;
        let side = Side::<S>::new(hive, color, seats);
        let targets = [target.free, S::empty()];
        let fold = terrain.fold;
        let mut collector = Collector::<S> {
            reach,
            fold,
            targets: &targets,
            swapping: target.beside & !hive.all_off_ground(),
            len: 0,
            movable: 0,
            attackers: 0,
            attacked: S::empty(),
            destinations: S::no_lengths(),
            in_hand: 0,
            placements: S::empty(),
        };
        if hive.ply() < 2 {
            side.first_placements(&mut collector);
        } else {
            side.placements(terrain, &mut collector);
            side.relocations(terrain, resting, &mut collector);
        }
        let Collector { reach, len, movable, attackers, attacked, in_hand, placements, .. } = collector;
        found.destinations = S::lengths(collector.destinations).to_le_bytes();
        reach.movable = movable;
        reach.len = len;
        reach.in_hand = in_hand;
        reach.placements = placements.store(fold);
        found.movable = movable;
        found.attackers = attackers;
        found.attacked = attacked;
        found.in_hand = in_hand;
        found.placements = placements;
    }
}

impl<S: CellSet> Found<S> {
    #[inline(always)]
    pub(super) fn nothing(color: Color) -> Found<S> {
        Found {
            color,
            movable: 0,
            attackers: 0,
            attacked: S::empty(),
            destinations: [0; KINDS],
            in_hand: 0,
            placements: S::empty(),
        }
    }

    /// Own tiles that can move.
    #[inline(always)]
    pub(super) fn mobile(&self) -> u32 {
        self.movable & 0xffff << (16 * self.color as u32)
    }

    /// The turn with which this side surrounds the other queen, if it has one. Not if the same cell
    /// would close the ring around its own queen too: that would be a draw.
    #[inline(always)]
    pub(super) fn win(&self, target: &QueenSite<S>, own: &QueenSite<S>, fold: S::Fold) -> Option<(u8, Cell)> {
        if target.filled != 5 || (own.filled == 5 && !own.free.is_disjoint(target.free)) {
            return None;
        }
        let cell = target.free.first(fold);
        if self.attackers != 0 {
            return Some((self.attackers.trailing_zeros() as u8, cell));
        }
        if self.in_hand != 0 && self.placements.contains(cell) {
            return Some((self.in_hand.trailing_zeros() as u8, cell));
        }
        None
    }
}

/// One side's moves and what follows from them, while they are being found.
struct Collector<'a, S: CellSet> {
    reach: &'a mut Reach<S::Width>,
    fold: S::Fold,
    /// The free cells beside the other side's queen, none before she is placed; and no cells, for tiles that
    /// are `swapping`. Not a part of this: an array that is looked into by number stays in memory, and all beside it, too.
    targets: &'a [S; 2],
    /// Tiles on the ground beside her: a move to another of her cells only swaps one for the other.
    swapping: u32,
    len: usize,
    movable: u32,
    attackers: u32,
    attacked: S,
    /// By kind, see [`CellSet::add_len`].
    destinations: S::Lengths,
    in_hand: u32,
    placements: S,
}

impl<S: CellSet> Sink<S> for Collector<'_, S> {
    const COUNTS_ONLY: bool = false;

    #[inline(always)]
    fn relocations(&mut self, bug: Bug, tile: u8, to: S) {
        self.destinations = to.add_len(self.destinations, bug as u32);
        self.throws(tile, to);
    }

    #[inline(always)]
    fn throws(&mut self, tile: u8, to: S) {
        let any = !to.is_empty();
        // A tile that cannot go anywhere is overwritten by the next: branches that go either way cost more.
        self.reach.tiles[self.len % TILES] = tile;
        self.reach.sets[usize::from(tile) % TILES] = to.store(self.fold);
        self.len += usize::from(any);
        self.movable |= u32::from(any) << (tile & 31);
        let hits = to.and(self.targets[(self.swapping >> (tile & 31) & 1) as usize]);
        self.attackers |= u32::from(!hits.is_empty()) << (tile & 31);
        self.attacked = self.attacked.or(hits);
    }

    #[inline(always)]
    fn placements(&mut self, tiles: u32, to: S) {
        self.in_hand = tiles;
        self.placements = to;
    }

    #[inline(always)]
    fn count(&mut self, _turns: u32) {}
}

//! One look at a position, shared by move ordering, threats and evaluation.
//!
//! The costly part of a node is to find out what each tile of both sides can do. It is done once
//! here; everything else reads the result.

use skep_rules::Color;
use skep_rules::raw::tiles::{BEETLES, CLIMBERS, MOSQUITO, PILLBUG, QUEEN};
use skep_rules::raw::{Cell, CellSet, Hive, Side, Sink, Step, Task, Terrain, Width};

use crate::eval::features::{self as feature, FeatureSink, KINDS};
use crate::eval::network::tiles;

/// More tiles than one side can move: 14 of its own, and six neighbors of each of two throwers.
const MAX_TILES: usize = 28;

/// What one side can do.
#[derive(Clone, Debug)]
pub(crate) struct Reach<W: Width> {
    len: usize,
    tiles: [u8; MAX_TILES],
    sets: [W::Words; MAX_TILES],
    /// One tile of each kind that may be placed.
    pub(crate) in_hand: u32,
    /// Where they may be placed.
    pub(crate) placements: W::Words,
}

impl<W: Width> Reach<W> {
    fn new() -> Reach<W> {
        Reach {
            len: 0,
            tiles: [0; MAX_TILES],
            sets: [W::NO_CELLS; MAX_TILES],
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
        let found = self.tiles[..self.len].iter().position(|known| *known == tile);
        found.is_some_and(|found| W::contains(&self.sets[found], to))
    }

    /// The tiles that can move or be thrown, and where to.
    pub(crate) fn relocations(&self) -> impl Iterator<Item = (u8, &W::Words)> {
        self.tiles[..self.len].iter().copied().zip(&self.sets[..self.len])
    }
}

/// One side's moves and what follows from them, while they are being found.
struct Collector<'a, S: CellSet> {
    reach: &'a mut Reach<S::Width>,
    hive: &'a Hive<S::Width>,
    half: u32,
    /// The ring of the other side's queen, and its free cells; empty before she is placed.
    target_ring: S,
    target_free: S,
    /// Own tiles that can move, as slots.
    mobile: u32,
    /// The cells of these.
    mobile_cells: S,
    /// Tiles that can go to a free cell beside the other queen from elsewhere.
    attackers: u32,
    /// The free cells beside the other queen that they can go to.
    attacked: S,
    destinations: [u16; 8],
    throwable: i32,
}

/// The kind of each slot, as a number of [`skep_rules::Bug`].
const KIND_OF_SLOT: [u8; 16] = [2, 2, 5, 0, 1, 1, 3, 3, 3, 4, 4, 4, 6, 7, 0, 0];

impl<S: CellSet> Sink<S> for Collector<'_, S> {
    const COUNTS_ONLY: bool = false;

    #[inline(always)]
    fn relocations(&mut self, tile: u8, to: S) {
        if to.is_empty() {
            return;
        }
        let slot = self.reach.len;
        self.reach.tiles[slot] = tile;
        self.reach.sets[slot] = to.store();
        self.reach.len = slot + 1;
        let cell = S::cell(self.hive.cell_of(tile));
        if u32::from(tile & 16) == self.half {
            self.mobile |= 1 << (tile & 15);
            self.mobile_cells = self.mobile_cells.or(cell);
            self.destinations[usize::from(KIND_OF_SLOT[usize::from(tile & 15)])] += to.len() as u16;
        } else {
            self.throwable += 1;
        }
        if !to.is_disjoint(self.target_free) {
            // A lone tile beside the queen only swaps one of her cells for another.
            let swaps = self.hive.level_of(tile) == 0 && !cell.is_disjoint(self.target_ring);
            if !swaps {
                self.attackers |= 1 << tile;
                self.attacked = self.attacked.or(to.and(self.target_free));
            }
        }
    }

    #[inline(always)]
    fn placements(&mut self, tiles: u32, to: S) {
        self.reach.in_hand = tiles;
        self.reach.placements = to.store();
    }

    #[inline(always)]
    fn count(&mut self, _turns: u32) {}
}

/// The analysis of a position.
#[derive(Clone, Debug)]
pub(crate) struct Analysis<W: Width> {
    /// What the side to move can do.
    pub(crate) own: Reach<W>,
    /// What the other side could do if it were its turn; unknown where the side to move wins at once.
    pub(crate) other: Reach<W>,
    /// The side to move wins with this tile going to that cell.
    pub(crate) win: Option<(u8, Cell)>,
    /// The other side wins with this tile going to that cell if it gets the turn.
    pub(crate) threat: Option<(u8, Cell)>,
    /// Tiles of the other side that can go beside the mover's queen.
    pub(crate) attackers: u32,
    /// Free cells beside the other queen, and beside the mover's own.
    pub(crate) target_free: W::Words,
    pub(crate) own_free: W::Words,
}

impl<W: Width> Analysis<W> {
    /// Whether the other side wins if it gets the turn.
    #[inline(always)]
    pub(crate) fn is_threatened(&self) -> bool {
        self.threat.is_some()
    }

    pub(crate) fn new() -> Analysis<W> {
        Analysis {
            own: Reach::new(),
            other: Reach::new(),
            win: None,
            threat: None,
            attackers: 0,
            target_free: W::NO_CELLS,
            own_free: W::NO_CELLS,
        }
    }
}

/// Fills an analysis, and hands the features of both sides to the sinks.
pub(crate) struct Analyze<'a, W: Width, F> {
    pub(crate) hive: &'a Hive<W>,
    pub(crate) analysis: &'a mut Analysis<W>,
    /// Receives the features of the side to move.
    pub(crate) mover: &'a mut F,
    /// Receives the features of the other side.
    pub(crate) other: &'a mut F,
}

impl<W: Width, F: FeatureSink> Task<W> for Analyze<'_, W, F> {
    type Output = ();

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        let Analyze { hive, analysis, mover, other } = self;
        let mut terrain = Terrain::<S>::new(hive);
        let turn = hive.turn();
        let own_queen = QueenSite::<S>::new(hive, turn, terrain.occupied);
        let other_queen = QueenSite::<S>::new(hive, !turn, terrain.occupied);
        let own = look::<S>(hive, turn, &mut terrain, hive.last_moved(), &other_queen, &mut analysis.own);
        analysis.target_free = other_queen.free.store();
        analysis.own_free = own_queen.free.store();
        analysis.win = own.win(&other_queen, &own_queen, &analysis.own);
        if analysis.win.is_some() && !F::EVEN_IF_WON {
            analysis.threat = None;
            analysis.attackers = 0;
            return;
        }

        let their = look::<S>(hive, !turn, &mut terrain, None, &own_queen, &mut analysis.other);
        analysis.threat = their.win(&own_queen, &other_queen, &analysis.other);
        analysis.attackers = their.attackers;
        if !F::WANTED {
            return;
        }

        let tops = [S::load(hive.white()), terrain.occupied.minus(S::load(hive.white()))];
        let (own_tops, other_tops) = (tops[turn as usize], tops[!turn as usize]);
        describe(hive, turn, &own, &their, &own_queen, &other_queen, own_tops, &analysis.own, mover);
        describe(hive, !turn, &their, &own, &other_queen, &own_queen, other_tops, &analysis.other, other);
        if analysis.is_threatened() {
            mover.add(feature::THREATENED, 1);
        }
    }
}

/// A queen and the cells around her.
struct QueenSite<S> {
    cell: Option<Cell>,
    ring: S,
    free: S,
    filled: u32,
}

impl<S: CellSet> QueenSite<S> {
    #[inline(always)]
    fn new(hive: &Hive<S::Width>, color: Color, occupied: S) -> QueenSite<S> {
        let id = color as u8 * 16 + QUEEN.trailing_zeros() as u8;
        if hive.placed() >> id & 1 == 0 {
            return QueenSite { cell: None, ring: S::empty(), free: S::empty(), filled: 0 };
        }
        let cell = hive.cell_of(id);
        let ring = S::ring(cell);
        let free = ring.minus(occupied);
        QueenSite { cell: Some(cell), ring, free, filled: 6 - free.len() }
    }
}

/// What was found about one side.
struct Found<S: CellSet> {
    mobile: u32,
    mobile_cells: S,
    attackers: u32,
    attacked: S,
    destinations: [u16; 8],
    throwable: i32,
}

#[inline(always)]
fn look<S: CellSet>(
    hive: &Hive<S::Width>,
    color: Color,
    terrain: &mut Terrain<S>,
    resting: Option<Cell>,
    target: &QueenSite<S>,
    reach: &mut Reach<S::Width>,
) -> Found<S> {
    let side = Side::<S>::new(hive, color);
    reach.len = 0;
    reach.in_hand = 0;
    reach.placements = S::empty().store();
    let mut collector = Collector {
        reach,
        hive,
        half: 16 * color as u32,
        target_ring: target.ring,
        target_free: target.free,
        mobile: 0,
        mobile_cells: S::empty(),
        attackers: 0,
        attacked: S::empty(),
        destinations: [0; 8],
        throwable: 0,
    };
    if hive.ply() < 2 {
        side.first_placements(&mut collector);
    } else {
        side.placements(terrain, &mut collector);
        side.relocations(terrain, resting, &mut collector);
    }
    Found {
        mobile: collector.mobile,
        mobile_cells: collector.mobile_cells,
        attackers: collector.attackers,
        attacked: collector.attacked,
        destinations: collector.destinations,
        throwable: collector.throwable,
    }
}

impl<S: CellSet> Found<S> {
    /// The turn with which this side surrounds the other queen, if it has one. Not if the same cell
    /// would close the ring around its own queen too: that would be a draw.
    #[inline(always)]
    fn win(&self, target: &QueenSite<S>, own: &QueenSite<S>, reach: &Reach<S::Width>) -> Option<(u8, Cell)> {
        if target.filled != 5 || (own.filled == 5 && !own.free.is_disjoint(target.free)) {
            return None;
        }
        let cell = target.free.first();
        if self.attackers != 0 {
            return Some((self.attackers.trailing_zeros() as u8, cell));
        }
        if reach.in_hand != 0 && S::Width::contains(&reach.placements, cell) {
            return Some((reach.in_hand.trailing_zeros() as u8, cell));
        }
        None
    }
}

/// Hands over the features of one side.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "one call for each side, all of them needed")]
fn describe<S: CellSet, F: FeatureSink>(
    hive: &Hive<S::Width>,
    color: Color,
    own: &Found<S>,
    enemy: &Found<S>,
    queen: &QueenSite<S>,
    target: &QueenSite<S>,
    own_tops: S,
    reach: &Reach<S::Width>,
    out: &mut F,
) {
    let half = 16 * color as u32;
    let placed = hive.placed() >> half & 0xffff;
    let covered = hive.covered() >> half & 0xffff & placed;
    let up = hive.off_ground(color) & !covered;

    if let Some(queen_cell) = queen.cell {
        let friends = queen.ring.and(own_tops);
        let mobile = friends.and(own.mobile_cells).len();
        let own_beside = friends.len();
        out.add(feature::ENEMY_BESIDE_QUEEN, (queen.filled - own_beside) as i32);
        out.add(feature::OWN_STUCK_BESIDE_QUEEN, (own_beside - mobile) as i32);
        out.add(feature::OWN_MOBILE_BESIDE_QUEEN, mobile as i32);
        let attackers = enemy.attackers.count_ones().min(3) as usize;
        out.add(feature::QUEEN_TABLE + queen.filled.min(5) as usize * 4 + attackers, 1);
        if own.mobile & QUEEN != 0 {
            out.add(feature::QUEEN_MOBILE, 1);
        }
        if covered & QUEEN != 0 && !own_tops.contains(queen_cell) {
            out.add(feature::QUEEN_COVERED, 1);
        }
        let pillbug = (PILLBUG.trailing_zeros() + half) as u8;
        if placed & PILLBUG != 0 && queen.ring.contains(hive.cell_of(pillbug)) {
            out.add(feature::PILLBUG_BESIDE_QUEEN, 1);
        }
        let mosquito = (MOSQUITO.trailing_zeros() + half) as u8;
        if placed & MOSQUITO != 0 && queen.ring.contains(hive.cell_of(mosquito)) {
            out.add(feature::MOSQUITO_BESIDE_QUEEN, 1);
        }
    }
    if let Some(target_cell) = target.cell {
        let mut climbers = (up | own.mobile & BEETLES) & CLIMBERS;
        let near = target.ring.dilate();
        while climbers != 0 {
            let slot = climbers.trailing_zeros();
            climbers &= climbers - 1;
            let cell = hive.cell_of((slot + half) as u8);
            if up >> slot & 1 == 0 {
                if near.contains(cell) {
                    out.add(feature::BEETLE_NEAR_QUEEN, 1);
                }
            } else if cell == target_cell {
                out.add(feature::CLIMBER_ON_QUEEN, 1);
            } else if target.ring.contains(cell) {
                out.add(feature::CLIMBER_BESIDE_QUEEN, 1);
            }
        }
        out.add(feature::REACHED_CELLS, own.attacked.len() as i32);
        if reach.in_hand != 0 {
            let drops = S::load(&reach.placements).and(target.free).len();
            out.add(feature::DROPS_BESIDE_QUEEN, drops as i32);
        }
    }
    out.add(feature::CLIMBER_UP, up.count_ones() as i32);
    out.add(feature::THROWABLE, own.throwable);
    out.add(feature::COVERED, covered.count_ones() as i32);
    if reach.in_hand != 0 {
        out.add(feature::PLACEMENT_CELLS, S::load(&reach.placements).len().min(24) as i32);
    }
    let hand = hive.in_game() & !placed;
    let stuck = placed & !covered & !own.mobile;
    for (kind, slots) in KINDS.iter().enumerate() {
        out.add(feature::HAND + kind, (hand & slots).count_ones() as i32);
        out.add(feature::MOBILE + kind, (own.mobile & slots).count_ones() as i32);
        out.add(feature::STUCK + kind, (stuck & slots).count_ones() as i32);
        out.add(feature::DESTINATIONS + kind, i32::from(own.destinations[kind]));
    }
    let attackers = own.attackers >> half;
    let mut rest = placed;
    while rest != 0 {
        let slot = rest.trailing_zeros();
        rest &= rest - 1;
        let bit = 1 << slot;
        let condition = if covered & bit != 0 {
            3
        } else if own.mobile & bit == 0 {
            2
        } else {
            usize::from(attackers & bit == 0)
        };
        let cell = hive.cell_of((slot + half) as u8);
        let kind = usize::from(KIND_OF_SLOT[slot as usize]);
        let (to_own, to_enemy) =
            (distance::<S::Width>(cell, queen.cell), distance::<S::Width>(cell, target.cell));
        out.tile(tiles::input(kind, condition, to_own, to_enemy));
    }
}

/// How far a cell is from a queen, as [`tiles`] tells distances apart.
#[inline(always)]
fn distance<W: Width>(cell: Cell, queen: Option<Cell>) -> usize {
    let Some(queen) = queen else { return tiles::DISTANCES - 1 };
    if W::SIDE == NARROW {
        return usize::from(DISTANCES[queen.index() & 255][cell.index() & 255]);
    }
    steps(cell.index() as i32, queen.index() as i32, i32::from(W::SIDE))
}

const NARROW: u8 = 16;

/// All distances on the smaller torus.
static DISTANCES: [[u8; 256]; 256] = {
    let mut table = [[0; 256]; 256];
    let mut queen = 0;
    while queen < 256 {
        let mut cell = 0;
        while cell < 256 {
            table[queen][cell] = steps(cell as i32, queen as i32, NARROW as i32) as u8;
            cell += 1;
        }
        queen += 1;
    }
    table
};

const fn steps(cell: i32, queen: i32, side: i32) -> usize {
    const fn apart(from: i32, to: i32, side: i32) -> i32 {
        ((to - from + side / 2) & (side - 1)) - side / 2
    }
    const fn max(a: i32, b: i32) -> i32 {
        if a > b { a } else { b }
    }
    let (q, r) = (apart(queen & (side - 1), cell & (side - 1), side), apart(queen / side, cell / side, side));
    let steps = max(max(q.abs(), r.abs()), (q + r).abs()) as usize;
    if steps < tiles::DISTANCES { steps } else { tiles::DISTANCES - 1 }
}

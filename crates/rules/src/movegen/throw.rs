//! The pillbug lifts a neighbor over itself (R41 to R47).

use super::{Side, Sink};
use crate::cells::{Cell, CellSet, Part, Width};
use crate::hive::turn;
use crate::tiles::{MOSQUITO, PILLBUG};

/// What one thrower can do: lift from any of the first cells, drop on any of the second.
#[derive(Clone, Copy)]
struct Throw<S> {
    lifts: S,
    drops: S,
}

/// All throws of a side: by its pillbug, and by its mosquito beside a pillbug.
pub(super) struct Throws<S: CellSet> {
    /// Cells from which some thrower can lift.
    pub(super) lifts: S,
    by_pillbug: Throw<S>,
    by_mosquito: Throw<S>,
}

/// The throws of a side's own tiles.
pub(super) struct OwnThrows<S> {
    /// The slots that the pillbug can lift, and those that the mosquito can.
    by_pillbug: u32,
    by_mosquito: u32,
    /// Where they can be dropped: by neither, by the pillbug, by the mosquito, by either.
    drops: [S; 4],
}

impl<S: CellSet> OwnThrows<S> {
    /// The slots that can be thrown.
    #[inline(always)]
    pub(super) fn slots(&self) -> u32 {
        self.by_pillbug | self.by_mosquito
    }

    /// Where the tile with a slot can be thrown. Looked up, because which way branches would go changes with
    /// every tile.
    #[inline(always)]
    pub(super) fn landings(&self, slot: u8) -> S {
        let by = self.by_pillbug >> slot & 1 | (self.by_mosquito >> slot & 1) << 1;
        self.drops[by as usize]
    }
}

impl<S: CellSet> Throws<S> {
    /// Finds the throws. `stuck` are the cells whose tile may not leave: pinned, or at rest. A pinned
    /// thrower may throw (R46), a resting or covered one may not.
    #[inline(always)]
    pub(super) fn new(side: &Side<'_, S>, stuck: S, resting: Option<Cell>, ground: u32) -> Throws<S> {
        let none = Throw { lifts: S::empty(), drops: S::empty() };
        let mut throws = Throws { lifts: S::empty(), by_pillbug: none, by_mosquito: none };
        if ground & PILLBUG != 0 {
            let cell = side.cell(PILLBUG.trailing_zeros() as u8);
            if resting != Some(cell) {
                throws.by_pillbug = Throw::new(side, cell, stuck);
            }
        }
        if ground & MOSQUITO != 0 {
            let cell = side.cell(MOSQUITO.trailing_zeros() as u8);
            if resting != Some(cell) && side.hive.is_beside_pillbug(cell) {
                throws.by_mosquito = Throw::new(side, cell, stuck);
            }
        }
        throws.lifts = throws.by_pillbug.lifts.or(throws.by_mosquito.lifts);
        throws
    }

    /// Throws of the other side's tiles.
    #[inline(always)]
    pub(super) fn enemies<K: Sink<S>>(&self, side: &Side<'_, S>, fold: S::Fold, out: &mut K) {
        let mut lifts = self.lifts.minus(side.own);
        if K::COUNTS_ONLY && self.by_mosquito.lifts.is_empty() {
            out.count(lifts.len() * self.by_pillbug.drops.len());
            return;
        }
        while !lifts.is_empty() {
            let cell = lifts.first(fold);
            lifts = lifts.minus(S::cell(cell));
            out.throws(side.hive.top::<S>(cell), self.landings(cell));
        }
    }

    /// Throws of the own tiles among the given slots.
    #[inline(always)]
    pub(super) fn own(&self, side: &Side<'_, S>, slots: u32) -> OwnThrows<S> {
        let (by_pillbug, by_mosquito) = (self.by_pillbug, self.by_mosquito);
        OwnThrows {
            by_pillbug: side.standing(by_pillbug.lifts, slots),
            by_mosquito: side.standing(by_mosquito.lifts, slots),
            drops: [S::empty(), by_pillbug.drops, by_mosquito.drops, by_pillbug.drops.or(by_mosquito.drops)],
        }
    }

    /// Where the tile on a cell can be thrown.
    #[inline(always)]
    fn landings(&self, cell: Cell) -> S {
        let mut to = S::empty();
        if self.by_pillbug.lifts.contains(cell) {
            to = self.by_pillbug.drops;
        }
        if self.by_mosquito.lifts.contains(cell) {
            to = to.or(self.by_mosquito.drops);
        }
        to
    }
}

impl<S: CellSet> Throw<S> {
    #[inline(always)]
    fn new(side: &Side<'_, S>, cell: Cell, stuck: S) -> Throw<S> {
        let (occupied, stacked) = (S::load(&side.hive.occupied), S::load(&side.hive.stacked));
        let mut ring = S::ring(cell);
        if !ring.is_disjoint(stacked) {
            ring = S::outline(PassableRing { stacked, cell });
        }
        Throw { lifts: ring.and(occupied).minus(stacked).minus(stuck), drops: ring.minus(occupied) }
    }
}

/// The cells around a thrower with which it can exchange tiles: up to its back and down again is a step at
/// height one, and two stacks bar it (R43).
struct PassableRing<S> {
    stacked: S,
    cell: Cell,
}

impl<S: CellSet> Part<S> for PassableRing<S> {
    type Output = S;

    #[inline(always)]
    fn run(self) -> S {
        let PassableRing { stacked, cell } = self;
        let mut ring = S::ring(cell);
        let stacks = stacked.ring_bits(cell);
        let mut barred = turn(stacks, 1) & turn(stacks, 5);
        while barred != 0 {
            let direction = barred.trailing_zeros() as usize;
            barred &= barred - 1;
            ring = ring.minus(S::cell(S::Width::neighbor(cell, direction)));
        }
        ring
    }
}

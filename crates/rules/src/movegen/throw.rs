//! The pillbug lifts a neighbor over itself (R41 to R47).

use super::{Side, Sink};
use crate::cells::{Cell, CellSet, Width};
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

impl<S: CellSet> Throws<S> {
    /// No throws at all.
    #[inline(always)]
    pub(super) fn none() -> Throws<S> {
        let none = Throw { lifts: S::empty(), drops: S::empty() };
        Throws { lifts: S::empty(), by_pillbug: none, by_mosquito: none }
    }

    /// Finds the throws. `stuck` are the cells whose tile may not leave: pinned, or at rest. A pinned
    /// thrower may throw (R46), a resting or covered one may not.
    #[inline(always)]
    pub(super) fn new(side: &Side<'_, S>, stuck: S, resting: Option<Cell>, ground: u32) -> Throws<S> {
        let mut throws = Throws::none();
        if ground & PILLBUG != 0 {
            let cell = side.cell(PILLBUG.trailing_zeros() as u8);
            if resting != Some(cell) {
                throws.by_pillbug = Throw::new(side, cell, stuck);
            }
        }
        if ground & MOSQUITO != 0 {
            let cell = side.cell(MOSQUITO.trailing_zeros() as u8);
            if resting != Some(cell) && side.kinds_around(cell) & PILLBUG != 0 {
                throws.by_mosquito = Throw::new(side, cell, stuck);
            }
        }
        throws.lifts = throws.by_pillbug.lifts.or(throws.by_mosquito.lifts);
        throws
    }

    /// Throws of the other side's tiles.
    #[inline(always)]
    pub(super) fn enemies<K: Sink<S>>(&self, side: &Side<'_, S>, out: &mut K) {
        let mut lifts = self.lifts.minus(side.own);
        if K::COUNTS_ONLY && self.by_mosquito.lifts.is_empty() {
            out.count(lifts.len() * self.by_pillbug.drops.len());
            return;
        }
        while !lifts.is_empty() {
            let cell = lifts.first();
            lifts = lifts.minus(S::cell(cell));
            out.relocations(side.hive.top::<S>(cell), self.landings(cell));
        }
    }

    /// Where the tile on a cell can be thrown.
    #[inline(always)]
    pub(super) fn landings(&self, cell: Cell) -> S {
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
        let hive = side.hive;
        let mut ring = S::ring(cell);
        // Up to the thrower's back and down again is a step at height one: two stacks bar it (R43).
        let stacks = S::Width::ring_bits(&hive.stacked, cell);
        let mut barred = turn(stacks, 1) & turn(stacks, 5);
        while barred != 0 {
            let direction = barred.trailing_zeros() as usize;
            barred &= barred - 1;
            ring = ring.minus(S::cell(S::Width::neighbor(cell, direction)));
        }
        let (occupied, stacked) = (S::load(&hive.occupied), S::load(&hive.stacked));
        Throw { lifts: ring.and(occupied).minus(stacked).minus(stuck), drops: ring.minus(occupied) }
    }
}

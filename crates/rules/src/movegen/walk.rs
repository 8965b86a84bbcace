//! Where the tiles on the ground can go, kind by kind.

use super::throw::OwnThrows;
use super::{Side, Sink, climb, crawl};
use crate::Bug;
use crate::cells::CellSet;
use crate::terrain::{Terrain, jumps};
use crate::tiles::{ANTS, BEETLES, GRASSHOPPERS, LADYBUG, MOSQUITO, PILLBUG, QUEEN, SPIDERS, pop};

/// Tiles that only ever slide.
const SLIDERS: u32 = QUEEN | PILLBUG | SPIDERS | ANTS;

/// Joins what a tile can do by itself with where it can be thrown.
struct WithThrows<'a, 'h, S: CellSet, K> {
    side: &'a Side<'h, S>,
    throws: Option<&'a OwnThrows<S>>,
    out: &'a mut K,
}

impl<S: CellSet, K: Sink<S>> WithThrows<'_, '_, S, K> {
    #[inline(always)]
    fn add(&mut self, bug: Bug, slot: u8, walks: S) {
        // Most positions have no throws at all, which is easy to foresee.
        let to = match self.throws {
            Some(throws) => walks.or(throws.landings(slot)),
            None => walks,
        };
        self.out.relocations(bug, self.side.id(slot), to);
    }
}

impl<S: CellSet> Side<'_, S> {
    /// The sets of the movable tiles on the ground, with their throws.
    #[inline(always)]
    pub(super) fn walks<K: Sink<S>>(
        &self,
        terrain: &mut Terrain<S>,
        movable: u32,
        throws: Option<&OwnThrows<S>>,
        out: &mut K,
    ) {
        let hive = self.hive;
        let room = self.with_room(terrain, movable & SLIDERS);
        let lifted = throws.map_or(0, |throws| throws.slots());
        let movable = movable & (room | lifted | !SLIDERS);
        let mut out = WithThrows { side: self, throws, out };
        let mut ants = movable & ANTS;
        while let Some(slot) = pop(&mut ants) {
            let cell = self.cell(slot);
            let to = if room >> slot & 1 != 0 { terrain.any_steps_with_room(cell) } else { S::empty() };
            out.add(Bug::Ant, slot, to);
        }
        let mut spiders = movable & SPIDERS;
        while let Some(slot) = pop(&mut spiders) {
            let cell = self.cell(slot);
            out.add(Bug::Spider, slot, terrain.three_steps(cell));
        }
        let mut grasshoppers = movable & GRASSHOPPERS;
        while let Some(slot) = pop(&mut grasshoppers) {
            let cell = self.cell(slot);
            out.add(Bug::Grasshopper, slot, jumps(&hive.occupied, cell));
        }
        let mut slow = movable & (QUEEN | PILLBUG | BEETLES);
        while let Some(slot) = pop(&mut slow) {
            let cell = self.cell(slot);
            let mut to = terrain.one_step(cell);
            if 1 << slot & BEETLES != 0 {
                to = to.or(climb::climb(hive, cell, 0));
            }
            out.add(self.bug(slot), slot, to);
        }
        if movable & LADYBUG != 0 {
            let slot = LADYBUG.trailing_zeros() as u8;
            let cell = self.cell(slot);
            out.add(Bug::Ladybug, slot, crawl::over_the_hive(hive, terrain, cell));
        }
        if movable & MOSQUITO != 0 {
            let slot = MOSQUITO.trailing_zeros() as u8;
            let cell = self.cell(slot);
            out.add(Bug::Mosquito, slot, self.ground_moves(terrain, slot, cell));
        }
    }

    /// Which of the given tiles on the ground have two free cells side by side next to them: the others cannot
    /// slide out.
    #[inline(always)]
    fn with_room(&self, terrain: &Terrain<S>, slots: u32) -> u32 {
        slots & !self.standing(terrain.closed, slots)
    }
}

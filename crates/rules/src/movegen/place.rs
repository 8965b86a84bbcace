//! Bringing tiles from the reserve into the hive.

use super::{Side, Sink};
use crate::Hex;
use crate::cells::{CellSet, Width};
use crate::terrain::Terrain;
use crate::tiles::{FIRST_OF_KIND, LAST_OF_KIND, QUEEN};

/// The ply at which a player's fourth turn has come.
const FOURTH_TURN: u16 = 6;

impl<S: CellSet> Side<'_, S> {
    /// The first tile lies where the game begins, the second touches it (R4).
    #[inline(always)]
    pub fn first_placements<K: Sink<S>>(&self, out: &mut K) {
        let kinds = if self.hive.queen_first() { self.hand } else { self.hand & !QUEEN };
        let cells = if self.hive.ply() == 0 {
            S::cell(S::Width::cell(Hex::ORIGIN))
        } else {
            S::load(&self.hive.occupied).dilate()
        };
        self.place(kinds, cells, out);
    }

    /// All placements of this side after its first (R6, R8, R17, R21, R22).
    #[inline(always)]
    pub fn placements<K: Sink<S>>(&self, terrain: &Terrain<S>, out: &mut K) {
        if self.hand == 0 {
            return;
        }
        let queen_now = self.placed & QUEEN == 0 && self.hive.ply() >= FOURTH_TURN;
        let kinds = if queen_now { QUEEN } else { self.hand };
        self.place(kinds, terrain.placements(self.enemy), out);
    }

    #[inline(always)]
    fn place<K: Sink<S>>(&self, kinds: u32, cells: S, out: &mut K) {
        if K::COUNTS_ONLY {
            out.placements(kinds & LAST_OF_KIND, cells);
            return;
        }
        // The lowest number of each kind that is still in hand: tiles of a kind are placed in order.
        let next = kinds & !(kinds << 1 & !FIRST_OF_KIND);
        out.placements(next << self.half, cells);
    }
}

//! Beetles: one cell, up, along or down (R19), but not between two higher stacks (R39).

use crate::cells::{Cell, CellSet, Part, Width};
use crate::hive::{Hive, turn};

/// Whether no two stacks face each other across a way out of this cell, so that no step from it can
/// be barred at height.
#[inline(always)]
pub(super) fn no_gate<W: Width>(hive: &Hive<W>, cell: Cell) -> bool {
    let stacks = W::ring_bits(&hive.stacked, cell);
    turn(stacks, 1) & turn(stacks, 5) == 0
}

/// Steps onto tiles or down from them; slides on the ground are not among them. `level` is how many
/// tiles the climber stands on.
#[inline(always)]
pub(super) fn climb<S: CellSet>(hive: &Hive<S::Width>, cell: Cell, level: u8) -> S {
    let ring = S::ring(cell);
    if !ring.is_disjoint(S::load(&hive.stacked)) && !no_gate(hive, cell) {
        return S::outline(ClimbPastGates { hive, cell, level });
    }
    if level > 0 { ring } else { ring.and(S::load(&hive.occupied)) }
}

/// The same with a look at each flank: a step is barred iff both flanks are higher than both the
/// level left and the level entered.
struct ClimbPastGates<'a, W: Width> {
    hive: &'a Hive<W>,
    cell: Cell,
    level: u8,
}

impl<S: CellSet> Part<S> for ClimbPastGates<'_, S::Width> {
    type Output = S;

    #[inline(always)]
    fn run(self) -> S {
        let mut heights = [0; 6];
        for (direction, height) in heights.iter_mut().enumerate() {
            *height = self.hive.height(S::Width::neighbor(self.cell, direction));
        }
        let mut to = S::empty();
        for direction in 0..6 {
            let passing = self.level.max(heights[direction]);
            let barred = heights[(direction + 1) % 6] > passing && heights[(direction + 5) % 6] > passing;
            if passing > 0 && !barred {
                to = to.or(S::cell(S::Width::neighbor(self.cell, direction)));
            }
        }
        to
    }
}

//! The ladybug: two cells on top of the hive, then down (R28, R29).

use crate::cells::{Cell, CellSet, Part};
use crate::hive::Hive;
use crate::terrain::Terrain;
use crate::tiles::{CLIMBERS, pop};

/// Where a ladybug on the ground can go.
#[inline(always)]
pub(super) fn over_the_hive<S: CellSet>(hive: &Hive<S::Width>, terrain: &Terrain<S>, from: Cell) -> S {
    let stacked = S::load(&hive.stacked);
    if !stacked.is_empty() {
        // Two stacks with one cell between them bar the step between their common neighbors.
        let [ne, e, se, sw, w, _] = stacked.look();
        if !ne.and(se).or(e.and(sw)).or(se.and(w)).is_empty() {
            return S::outline(PastGates { hive, terrain, from });
        }
    }
    let start = S::cell(from);
    let up = S::ring(from).and(terrain.occupied);
    let over = up.dilate().and(terrain.occupied).minus(start);
    over.dilate().minus(terrain.occupied)
}

/// The same where stacks may bar the way: a step is barred iff for some height both flanks reach it
/// and neither end does.
struct PastGates<'a, S: CellSet> {
    hive: &'a Hive<S::Width>,
    terrain: &'a Terrain<S>,
    from: Cell,
}

impl<S: CellSet> Part<S> for PastGates<'_, S> {
    type Output = S;

    #[inline(always)]
    fn run(self) -> S {
        let PastGates { hive, terrain, from } = self;
        let start = S::cell(from);
        let occupied = terrain.occupied.minus(start);
        let mut barred = [S::empty(); 6];
        let mut at_least = S::load(&hive.stacked);
        let mut height = 2;
        while !at_least.is_empty() {
            let look = at_least.look();
            for (direction, barred) in barred.iter_mut().enumerate() {
                let flanks = look[(direction + 1) % 6].and(look[(direction + 5) % 6]);
                *barred = barred.or(flanks.minus(at_least).minus(look[direction]));
            }
            height += 1;
            at_least = S::empty();
            let mut climbers = hive.placed() & (CLIMBERS | CLIMBERS << 16);
            while let Some(id) = pop(&mut climbers) {
                if hive.level_of(id) + 1 >= height {
                    at_least = at_least.or(S::cell(hive.cell_of(id)));
                }
            }
        }
        let up = steps(start, &barred).and(occupied);
        let over = steps(up, &barred).and(occupied);
        steps(over, &barred).minus(occupied).minus(start)
    }
}

/// One step from each cell in each direction that is not barred there.
#[inline(always)]
fn steps<S: CellSet>(from: S, barred: &[S; 6]) -> S {
    let mut to = S::empty();
    for (direction, barred) in barred.iter().enumerate() {
        to = to.or(from.minus(*barred).spread()[direction]);
    }
    to
}

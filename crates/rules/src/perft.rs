//! Counting all sequences of turns to a depth: the classic test of a move generator.

use crate::cells::{CellSet, Narrow, Task, Wide, Width};
use crate::hive::{HalfTurn, Hive};
use crate::movegen::{CountSteps, ListSteps, StepList};

/// The number of sequences of `depth` turns. The last turn is counted, not played.
pub(crate) fn perft<W: Deeper>(hive: &Hive<W>, depth: u32) -> u64 {
    W::run(Perft { hive, depth })
}

#[derive(Clone, Copy)]
struct Perft<'a, W: Width> {
    hive: &'a Hive<W>,
    depth: u32,
}

impl<W: Deeper> Task<W> for Perft<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> u64 {
        match self.depth {
            0 => return 1,
            1 => return u64::from(S::enter(CountSteps { hive: self.hive })),
            _ => {}
        }
        let mut list = StepList::default();
        S::enter(ListSteps { hive: self.hive, list: &mut list });
        let has_room = self.hive.has_room::<S>();
        let mut leaves = 0;
        for steps in list.as_slice().chunk_by(|a, b| a.tile() == b.tile()) {
            let begun = HalfTurn::<S>::new(self.hive, steps[0]);
            for step in steps {
                let next = begun.end(*step);
                leaves += if !has_room && !next.fits::<S>() {
                    W::perft_outside(self.hive, *step, self.depth - 1)
                } else if self.depth == 2 {
                    u64::from(CountSteps { hive: &next }.run::<S>())
                } else {
                    S::enter(Perft { hive: &next, depth: self.depth - 1 })
                };
            }
        }
        leaves
    }
}

/// What to do when a hive outgrows its torus.
pub(crate) trait Deeper: Width {
    /// Perft after a turn that makes the hive outgrow this torus.
    fn perft_outside(hive: &Hive<Self>, step: crate::step::Step, depth: u32) -> u64;
}

impl Deeper for Narrow {
    #[cold]
    fn perft_outside(hive: &Hive<Narrow>, step: crate::step::Step, depth: u32) -> u64 {
        let mut wide = hive.widen();
        wide.play_step(hive.widen_step(step));
        perft(&wide, depth)
    }
}

impl Deeper for Wide {
    fn perft_outside(_: &Hive<Wide>, _: crate::step::Step, _: u32) -> u64 {
        unreachable!("28 tiles and their surroundings fit a torus of 32")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::position::HiveRef;

    /// All instruction sets and both tori count the same.
    #[test]
    fn the_count_does_not_depend_on_the_machine() {
        for row in skep_testkit::perft_rows(include_str!("../tests/data/middlegame.perft")) {
            let game = Game::from_uhp(row.game).expect("the games of the repository are in order");
            let HiveRef::Narrow(hive) = game.position().hive() else { panic!("{} is wide", row.game) };
            for (depth, count) in row.up_to(2_000_000) {
                for found in crate::simd::run_on_each(Perft { hive, depth }) {
                    assert_eq!(found, count, "{} to depth {depth}", row.game);
                }
            }
            for (depth, count) in row.up_to(20_000) {
                assert_eq!(perft(&hive.widen(), depth), count, "{} to depth {depth}, wide", row.game);
            }
        }
    }
}

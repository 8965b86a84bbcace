//! How good a position looks without looking ahead.

pub(crate) mod features;
mod weights;

use skep_rules::raw::{Hive, Width};

use crate::analysis::{Analysis, Analyze};
use crate::score::MAX_EVAL;
use features::FeatureSink;
pub(crate) use weights::{Class, Pair, Weights};

/// Adds up weights while features come in: early game and late game side by side.
struct Sum<'a> {
    weights: &'a [Pair; features::COUNT],
    early: i32,
    late: i32,
}

impl FeatureSink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        let Pair { early, late } = self.weights[feature];
        self.early += count * i32::from(early);
        self.late += count * i32::from(late);
    }
}

/// How far the game has come, from 0 (nothing placed) to 256 (24 tiles or more).
#[inline(always)]
pub(crate) fn phase(placed: u32) -> i32 {
    (placed.count_ones() as i32 - 4).clamp(0, 20) * 256 / 20
}

/// Analyses a position and judges it from the view of the side to move.
#[inline(always)]
pub(crate) fn evaluate<W: Width>(hive: &Hive<W>, weights: &Weights, analysis: &mut Analysis<W>) -> i32 {
    let mut mover = Sum { weights: &weights.mover, early: 0, late: 0 };
    let mut other = Sum { weights: &weights.other, early: 0, late: 0 };
    W::run(Analyze { hive, analysis, mover: &mut mover, other: &mut other });
    let early = mover.early - other.early;
    let late = mover.late - other.late;
    let phase = phase(hive.placed());
    ((early * (256 - phase) + late * phase) >> 8).clamp(-MAX_EVAL, MAX_EVAL)
}

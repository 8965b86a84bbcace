//! How good a position looks without looking ahead.

pub(crate) mod features;
pub(crate) mod network;
mod weights;

use std::sync::OnceLock;

use skep_rules::raw::{CellSet, Hive, Task, Width};

use crate::analysis::{Analysis, Analyze};
use crate::score::MAX_EVAL;
use features::FeatureSink;
pub(crate) use network::Inputs;
pub(crate) use network::Lanes;
use network::Network;
pub(crate) use weights::{Class, Pair, Weights};

/// What was learned about a class of games, ready for use.
pub(crate) fn knowledge(class: Class) -> &'static Lanes {
    static ALL: [OnceLock<Lanes>; 3] = [const { OnceLock::new() }; 3];
    ALL[class as usize].get_or_init(|| Lanes::new(&Network::of(class), Weights::of(class)))
}

/// How far the game has come, from 0 (nothing placed) to 256 (24 tiles or more).
#[inline(always)]
pub(crate) fn phase(placed: u32) -> i32 {
    (placed.count_ones() as i32 - 4).clamp(0, 20) * 256 / 20
}

/// Analyses a position and judges it from the view of the side to move; `known` is what was found before,
/// then only the analysis is made. Where that side wins at once only the analysis is of use.
#[inline(always)]
pub(crate) fn evaluate<W: Width>(
    hive: &Hive<W>,
    knowledge: &Lanes,
    (analysis, inputs): (&mut Analysis<W>, &mut [Inputs; 2]),
    known: Option<i32>,
) -> i32 {
    match known {
        Some(known) => {
            W::run(Analyze { hive, analysis, mover: &mut Nothing, other: &mut Nothing });
            known
        }
        None => W::run(Evaluate { hive, knowledge, analysis, inputs }),
    }
}

/// Wants no features.
struct Nothing;

impl FeatureSink for Nothing {
    const WANTED: bool = false;

    fn add(&mut self, _feature: usize, _count: i32) {}
}

struct Evaluate<'a, W: Width> {
    hive: &'a Hive<W>,
    knowledge: &'a Lanes,
    analysis: &'a mut Analysis<W>,
    inputs: &'a mut [Inputs; 2],
}

impl<W: Width> Task<W> for Evaluate<'_, W> {
    type Output = i32;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> i32 {
        let Evaluate { hive, knowledge, analysis, inputs: [mover, other] } = self;
        mover.clear();
        other.clear();
        Analyze { hive, analysis: &mut *analysis, mover: &mut *mover, other: &mut *other }.run::<S>();
        if analysis.win.is_some() {
            return MAX_EVAL;
        }
        knowledge.value(mover, other, phase(hive.placed())).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

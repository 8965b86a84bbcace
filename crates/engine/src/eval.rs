//! How good a position looks without looking ahead.

pub(crate) mod features;
pub(crate) mod network;
mod weights;

use std::sync::OnceLock;

use skep_rules::raw::Width;

use crate::analysis::{Analysis, Analyze};
use crate::child::Child;
use crate::score::MAX_EVAL;
use network::Network;
pub(crate) use network::{Inputs, Lanes, NO_QUEEN, Recent, SideInputs, tiles};
pub(crate) use weights::{Class, Pair, Weights};

/// What was learned about a class of games, ready for use.
pub(crate) fn knowledge(class: Class) -> &'static Lanes {
    static ALL: [OnceLock<Lanes>; 3] = [const { OnceLock::new() }; 3];
    ALL[class as usize].get_or_init(|| Lanes::new(&Network::of(class), Weights::of(class)))
}

/// An evaluation other than the one that comes with the engine, for those who train one.
#[derive(Clone, Debug)]
pub struct Knowledge {
    classes: [Lanes; 3],
}

impl Knowledge {
    /// An evaluation that has learned nothing: every position is worth the same.
    #[must_use]
    pub fn nothing() -> Knowledge {
        let blank = Lanes::new(&Network::blank(), &Weights::BLANK);
        Knowledge { classes: [blank.clone(), blank.clone(), blank] }
    }

    /// The evaluation that comes with the engine.
    #[must_use]
    pub fn present() -> Knowledge {
        Knowledge { classes: Class::ALL.map(|class| knowledge(class).clone()) }
    }

    pub(crate) fn of(&self, class: Class) -> &Lanes {
        &self.classes[class as usize]
    }

    pub(crate) fn replace(&mut self, class: Class, network: &Network, weights: &Weights) {
        self.classes[class as usize] = Lanes::new(network, weights);
    }
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
    child: &Child<W>,
    knowledge: &Lanes,
    (analysis, recent): (&mut Analysis<W>, &mut Recent),
    known: Option<i32>,
) -> i32 {
    if let Some(known) = known {
        // A turn that turned out better than expected is searched again at once: then this is still the analysis.
        if analysis.key != child.key {
            W::run(Analyze { child, analysis, inputs: None, even_if_won: false });
        }
        return known;
    }
    W::run(Analyze { child, analysis: &mut *analysis, inputs: Some(&mut recent.inputs), even_if_won: false });
    if analysis.win.is_some() {
        return MAX_EVAL;
    }
    knowledge.value(recent, analysis.phase).clamp(-MAX_EVAL, MAX_EVAL)
}

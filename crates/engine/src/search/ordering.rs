//! Which turns to try first.

use skep_rules::raw::tiles::QUEEN;
use skep_rules::raw::{Hive, Step, Width, cells_of};

use super::history::{History, Previous};
use crate::analysis::Analysis;
use crate::params::{ORDER_ATTACK, ORDER_ATTACK_FILLED, ORDER_CROWD, ORDER_FLEE, ORDER_IDLE, ORDER_RELIEVE};

/// A turn and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) step: Step,
    pub(crate) score: i32,
    pub(crate) kind: Kind,
}

/// What pruning needs to know about a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing special.
    Quiet,
    /// Near the enemy queen, or an answer to a danger.
    Sharp,
    /// Under a threat of losing at once: too far away to parry it.
    Idle,
}

/// The score of the turn that the table remembers.
const FROM_TABLE: i32 = i32::MAX;

/// What ordering knows besides the analysis.
pub(crate) struct Hints<'a> {
    pub(crate) history: &'a History,
    pub(crate) previous: Previous,
    pub(crate) from_table: Option<Step>,
}

/// Appends all turns of the side to move with their scores, but for those tried before. A pass is
/// appended if there is no turn at all.
pub(crate) fn list<W: Width>(
    hive: &Hive<W>,
    analysis: &Analysis<W>,
    hints: &Hints<'_>,
    tried: &[Step],
    out: &mut Vec<Scored>,
) {
    let start = out.len();
    let site = Site::new(hive, analysis);
    for (tile, to) in analysis.own.relocations() {
        let from = hive.cell_of(tile);
        let mut base = 0;
        let mut sharp = false;
        let mut idle = analysis.is_threatened() && !W::contains(&site.fight, from);
        if tile == site.queen {
            base += site.flee;
            sharp = site.flee > 0;
            idle = false;
        } else if hive.level_of(tile) == 0 {
            if W::contains(&site.own_ring, from) {
                base += site.relieve;
                idle = false;
            }
            if W::contains(&site.target_ring, from) {
                base -= site.attack;
            }
        }
        for cell in cells_of::<W>(to) {
            let step = Step::new(tile, cell);
            let idle = idle && !W::contains(&site.fight, cell);
            if !tried.contains(&step) {
                push(step, base, sharp, idle, &site, analysis, hints, out);
            }
        }
    }
    let mut hand = analysis.own.in_hand;
    while hand != 0 {
        let tile = hand.trailing_zeros() as u8;
        hand &= hand - 1;
        for cell in cells_of::<W>(&analysis.own.placements) {
            let step = Step::new(tile, cell);
            let idle = analysis.is_threatened() && !W::contains(&site.fight, cell);
            if !tried.contains(&step) {
                push(step, 0, false, idle, &site, analysis, hints, out);
            }
        }
    }
    if out.len() == start && tried.is_empty() {
        out.push(Scored { step: Step::PASS, score: 0, kind: Kind::Quiet });
    }
}

#[inline]
#[expect(clippy::too_many_arguments, reason = "the inner loop of two callers")]
fn push<W: Width>(
    step: Step,
    base: i32,
    sharp: bool,
    idle: bool,
    site: &Site<W>,
    analysis: &Analysis<W>,
    hints: &Hints<'_>,
    out: &mut Vec<Scored>,
) {
    let mut score = base + hints.history.get::<W>(hints.previous, step);
    let mut sharp = sharp;
    if W::contains(&analysis.target_free, step.to()) {
        score += site.attack;
        sharp = true;
    }
    if W::contains(&analysis.own_free, step.to()) && step.tile() != site.queen {
        score += ORDER_CROWD;
    }
    let kind = if idle {
        score = score.saturating_add(ORDER_IDLE);
        Kind::Idle
    } else if sharp {
        Kind::Sharp
    } else {
        Kind::Quiet
    };
    if hints.from_table == Some(step) {
        score = FROM_TABLE;
    }
    out.push(Scored { step, score, kind });
}

/// The surroundings of both queens, and what turns there are worth.
struct Site<W: Width> {
    /// The mover's queen, or a number that no tile has.
    queen: u8,
    own_ring: W::Words,
    target_ring: W::Words,
    /// Cells where a threat can be parried.
    fight: W::Words,
    attack: i32,
    relieve: i32,
    flee: i32,
}

impl<W: Width> Site<W> {
    fn new(hive: &Hive<W>, analysis: &Analysis<W>) -> Site<W> {
        let queen_of = |half: u32| {
            (hive.placed() >> half & QUEEN != 0).then(|| half as u8 + QUEEN.trailing_zeros() as u8)
        };
        let half = 16 * hive.turn() as u32;
        let mut site = Site {
            queen: u8::MAX,
            own_ring: W::NO_CELLS,
            target_ring: W::NO_CELLS,
            fight: W::NO_CELLS,
            attack: ORDER_ATTACK,
            relieve: 0,
            flee: 0,
        };
        let count =
            |words: &W::Words| words.as_ref().iter().map(|word| word.count_ones() as i32).sum::<i32>();
        if let Some(queen) = queen_of(half) {
            site.queen = queen;
            site.own_ring = W::ring_words(hive.cell_of(queen));
            let filled = 6 - count(&analysis.own_free);
            if filled >= 3 {
                site.relieve = ORDER_RELIEVE;
                site.flee = ORDER_FLEE;
            }
        }
        if let Some(target) = queen_of(16 - half) {
            site.target_ring = W::ring_words(hive.cell_of(target));
            site.attack += (6 - count(&analysis.target_free)) * ORDER_ATTACK_FILLED;
        }
        if analysis.is_threatened() {
            site.fight = fight(hive, analysis, &site);
        }
        site
    }
}

/// The cells around the attackers, around the last free cell, and around the queen.
fn fight<W: Width>(hive: &Hive<W>, analysis: &Analysis<W>, site: &Site<W>) -> W::Words {
    let mut fight = site.own_ring;
    let mut join = |words: W::Words| {
        for (all, word) in fight.as_mut().iter_mut().zip(words.as_ref()) {
            *all |= word;
        }
    };
    for cell in cells_of::<W>(&analysis.own_free) {
        join(W::ring_words(cell));
    }
    let mut attackers = analysis.attackers;
    while attackers != 0 {
        let cell = hive.cell_of(attackers.trailing_zeros() as u8);
        attackers &= attackers - 1;
        join(W::ring_words(cell));
        join(W::cell_words(cell));
    }
    fight
}

/// Brings the most promising of the turns from `at` on to the front.
#[inline]
pub(crate) fn pick(moves: &mut [Scored], at: usize) -> Scored {
    let mut best = at;
    for i in at + 1..moves.len() {
        if moves[i].score > moves[best].score {
            best = i;
        }
    }
    moves.swap(at, best);
    moves[at]
}

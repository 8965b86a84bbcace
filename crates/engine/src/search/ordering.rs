//! Which turns to try first.

use skep_rules::raw::tiles::QUEEN;
use skep_rules::raw::{Cell, CellSet, Hive, Step, Task, Width, cells_of};

use super::history::{History, Previous};
use crate::analysis::Analysis;
use crate::params::{ORDER_ATTACK, ORDER_ATTACK_FILLED, ORDER_CROWD, ORDER_FLEE, ORDER_IDLE, ORDER_RELIEVE};

/// A turn, and what pruning needs to know about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) step: Step,
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

/// The score of turns that come before all others.
const FIRST: i32 = 1 << 18;

/// Turns of all positions of the line being searched, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    len: usize,
    /// For each turn its score, and below it its place in the list, counted down: so the largest rank is
    /// that of the best turn and says where it is. [`Turns::PICKED`] if it was picked.
    ///
    /// Both have room beyond `len`, which is not cleared for each list.
    ranks: Vec<i32>,
    turns: Vec<Turn>,
}

impl Turns {
    const PLACE_BITS: u32 = 11;
    const LAST_PLACE: i32 = (1 << Self::PLACE_BITS) - 1;
    const PICKED: i32 = i32::MIN;

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Forgets all turns from `start` on.
    pub(crate) fn truncate(&mut self, start: usize) {
        self.len = self.len.min(start);
    }

    #[inline(always)]
    fn rank(score: i32, place: usize) -> i32 {
        Self::rank_of_score(score) + (Self::LAST_PLACE - place as i32)
    }

    /// What a score, or a change of it, is in a rank.
    #[inline(always)]
    fn rank_of_score(score: i32) -> i32 {
        score << Self::PLACE_BITS
    }

    /// Appends turns with their ranks, to be filled in.
    #[inline(always)]
    fn append(&mut self, count: usize) -> (&mut [i32], &mut [Turn]) {
        let start = self.len;
        self.len += count;
        if self.len > self.turns.len() {
            self.make_room();
        }
        (&mut self.ranks[start..self.len], &mut self.turns[start..self.len])
    }

    #[cold]
    fn make_room(&mut self) {
        let room = (2 * self.len).max(4096);
        self.ranks.resize(room, Self::PICKED);
        self.turns.resize(room, Turn { step: Step::PASS, kind: Kind::Quiet });
    }

    /// Appends a turn to the list that begins at `start`.
    fn push(&mut self, start: usize, turn: Turn, score: i32) {
        let rank = Self::rank(score, self.len - start);
        let (ranks, turns) = self.append(1);
        ranks[0] = rank;
        turns[0] = turn;
    }

    /// Appends a turn that comes after those so far and before all others.
    pub(crate) fn push_first(&mut self, start: usize, step: Step) {
        self.push(start, Turn { step, kind: Kind::Sharp }, FIRST);
    }

    /// All turns from `start` on.
    pub(crate) fn all(&self, start: usize) -> &[Turn] {
        &self.turns[start..self.len]
    }

    /// Picks the most promising of the turns from `start` on that are left.
    #[inline(always)]
    pub(crate) fn pick<W: Width>(&mut self, start: usize) -> Option<Turn> {
        let ranks = &mut self.ranks[start..self.len];
        let best = W::run(Largest { ranks });
        if best == Self::PICKED {
            return None;
        }
        let place = (Self::LAST_PLACE - (best & Self::LAST_PLACE)) as usize;
        ranks[place] = Self::PICKED;
        Some(self.turns[start + place])
    }

    /// The turns from `start` on that were picked.
    pub(crate) fn picked(&self, start: usize) -> impl Iterator<Item = Turn> {
        let pairs = self.ranks[start..self.len].iter().zip(&self.turns[start..self.len]);
        pairs.filter(|(rank, _)| **rank == Self::PICKED).map(|(_, turn)| *turn)
    }
}

/// Finds the largest rank.
struct Largest<'a> {
    ranks: &'a [i32],
}

impl<W: Width> Task<W> for Largest<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> i32 {
        let mut largest = Turns::PICKED;
        for rank in self.ranks {
            largest = largest.max(*rank);
        }
        largest
    }
}

/// What ordering knows besides the analysis.
pub(crate) struct Hints<'a> {
    pub(crate) history: &'a History,
    pub(crate) previous: Previous,
}

/// Appends all turns of the side to move with their scores to the list that begins at `start`, but for those
/// that are there already. A pass is appended if there is no turn at all.
pub(crate) struct ListTurns<'a, W: Width> {
    pub(crate) hive: &'a Hive<W>,
    pub(crate) analysis: &'a Analysis<W>,
    pub(crate) hints: &'a Hints<'a>,
    pub(crate) start: usize,
    pub(crate) out: &'a mut Turns,
}

impl<W: Width> Task<W> for ListTurns<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        let ListTurns { hive, analysis, hints, start, out } = self;
        list(hive, analysis, hints, start, out);
    }
}

#[inline(always)]
fn list<W: Width>(hive: &Hive<W>, analysis: &Analysis<W>, hints: &Hints<'_>, start: usize, out: &mut Turns) {
    let site = Site::new(hive, analysis);
    let mut list = List { start, tried: [None; MAX_TRIED], out };
    for (tried, turn) in list.tried.iter_mut().zip(list.out.all(start)) {
        *tried = Some(turn.step);
    }
    for (tile, to) in analysis.own.relocations() {
        let from = hive.cell_of(tile);
        let mut plan = Plan {
            base: 0,
            crowd: ORDER_CROWD,
            sharp: false,
            idle: analysis.is_threatened() && !W::contains(&site.fight, from),
        };
        if tile == site.queen {
            plan = Plan { base: site.flee, crowd: 0, sharp: site.flee > 0, idle: false };
        } else if hive.level_of(tile) == 0 {
            if W::contains(&site.own_ring, from) {
                plan.base += site.relieve;
                plan.idle = false;
            }
            if W::contains(&site.target_ring, from) {
                plan.base -= site.attack;
            }
        }
        list.add(tile, to, &plan, &site, analysis, hints);
    }
    let plan = Plan { base: 0, crowd: ORDER_CROWD, sharp: false, idle: analysis.is_threatened() };
    let mut hand = analysis.own.in_hand;
    while hand != 0 {
        let tile = hand.trailing_zeros() as u8;
        hand &= hand - 1;
        list.add(tile, &analysis.own.placements, &plan, &site, analysis, hints);
    }
    if out.len() == start {
        out.push(start, Turn { step: Step::PASS, kind: Kind::Quiet }, 0);
    }
}

/// More turns than are ever tried before the list of all is made.
const MAX_TRIED: usize = 3;

/// What all turns of a tile have in common.
struct Plan {
    base: i32,
    /// For going beside the own queen.
    crowd: i32,
    sharp: bool,
    /// Unless it goes where the fight is.
    idle: bool,
}

impl Plan {
    /// The score of a turn but for its history, and its kind. It goes beside the other queen, beside the own
    /// queen, or far away from a fight.
    #[inline(always)]
    fn judge<W: Width>(&self, site: &Site<W>, attacks: bool, crowds: bool, idle: bool) -> (i32, Kind) {
        let mut score = self.base;
        score += if attacks { site.attack } else { 0 };
        score += if crowds { self.crowd } else { 0 };
        score += if idle { ORDER_IDLE } else { 0 };
        let kind = if attacks || self.sharp { Kind::Sharp } else { Kind::Quiet };
        (score, if idle { Kind::Idle } else { kind })
    }
}

struct List<'a> {
    start: usize,
    /// Turns that are in the list already.
    tried: [Option<Step>; MAX_TRIED],
    out: &'a mut Turns,
}

impl List<'_> {
    /// Appends all turns of a tile.
    #[inline(always)]
    fn add<W: Width>(
        &mut self,
        tile: u8,
        to: &W::Words,
        plan: &Plan,
        site: &Site<W>,
        analysis: &Analysis<W>,
        hints: &Hints<'_>,
    ) {
        let mut to = *to;
        for tried in self.tried {
            if let Some(step) = tried
                && step.tile() == tile
            {
                to.as_mut()[step.to().index() >> 6] &= !(1 << (step.to().index() & 63));
            }
        }
        let history = hints.history.of_tile(hints.previous, tile);
        let mut count = 0;
        for word in to.as_ref() {
            count += word.count_ones() as usize;
        }
        let first = self.out.len - self.start;
        let (ranks, turns) = self.out.append(count);
        let usual = plan.judge(site, false, false, plan.idle);
        let mut room = ranks.iter_mut().zip(&mut *turns);
        let mut rank_of_zero = Turns::rank(usual.0, first);
        for (i, word) in to.as_ref().iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let to = Cell::from_index(64 * i + rest.trailing_zeros() as usize);
                rest &= rest - 1;
                let Some((rank, turn)) = room.next() else { return };
                *rank = rank_of_zero + Turns::rank_of_score(history.get::<W>(to));
                *turn = Turn { step: Step::new(tile, to), kind: usual.1 };
                rank_of_zero -= 1;
            }
        }
        // A few cells are not as usual.
        let mut before = 0;
        for (i, word) in to.as_ref().iter().enumerate() {
            let (target, own) = (analysis.target_free.as_ref()[i], analysis.own_free.as_ref()[i]);
            let fight = if plan.idle { site.fight.as_ref()[i] } else { 0 };
            let mut rest = word & (target | own | fight);
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                let place = before + (word & (bit - 1)).count_ones() as usize;
                let idle = plan.idle && fight & bit == 0;
                let found = plan.judge(site, target & bit != 0, own & bit != 0, idle);
                if let (Some(rank), Some(turn)) = (ranks.get_mut(place), turns.get_mut(place)) {
                    *rank += Turns::rank_of_score(found.0 - usual.0);
                    turn.kind = found.1;
                }
            }
            before += word.count_ones() as usize;
        }
    }
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

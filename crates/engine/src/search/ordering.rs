//! Which turns to try first.

use skep_rules::raw::tiles::QUEEN;
use skep_rules::raw::{CellSet, Hive, Step, Task, Width, cells_of};

use super::history::{Hindsight, History, Previous};
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
const FIRST: i32 = 1 << 17;

/// A turn's score, below it its place in the list, counted down, and its kind. So the largest rank is that of the best turn
/// and says where it is.
mod rank {
    use super::Kind;

    const KIND_BITS: u32 = 2;
    const PLACE_BITS: u32 = 11;
    /// More places than a list has.
    pub(super) const PLACES: usize = 1 << PLACE_BITS;
    /// The rank of a turn that was picked.
    pub(super) const PICKED: i32 = i32::MIN;

    /// What a score, or a change of it, is in a rank.
    #[inline(always)]
    pub(super) const fn of_score(score: i32) -> i32 {
        score << (PLACE_BITS + KIND_BITS)
    }

    /// What a place is in a rank.
    #[inline(always)]
    pub(super) const fn of_place(place: usize) -> i32 {
        ((PLACES - 1 - place) << KIND_BITS) as i32
    }

    #[inline(always)]
    pub(super) const fn place(rank: i32) -> usize {
        PLACES - 1 - (rank as usize >> KIND_BITS) % PLACES
    }

    #[inline(always)]
    pub(super) const fn kind(rank: i32) -> Kind {
        match rank & 3 {
            0 => Kind::Quiet,
            1 => Kind::Sharp,
            _ => Kind::Idle,
        }
    }

    /// The rank with another kind.
    #[inline(always)]
    pub(super) const fn with_kind(rank: i32, kind: Kind) -> i32 {
        rank & !3 | kind as i32
    }
}

/// Turns of all positions of the line being searched, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    len: usize,
    /// Both have room beyond `len`, which is not cleared for each list.
    ranks: Vec<i32>,
    steps: Vec<Step>,
    /// What it adds to the rank of a turn that it ends on a cell. Nothing but while a list is made.
    by_cell: Vec<i32>,
}

impl Turns {
    /// How many turns the scan for the best looks at together.
    const CHUNK: usize = 32;

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Where the next list begins. Lists begin at full chunks, so that what is behind the end of one stays as
    /// it is while the next one comes and goes.
    pub(crate) fn begin(&mut self) -> usize {
        self.len = self.len.next_multiple_of(Self::CHUNK);
        if self.len + rank::PLACES > self.ranks.len() {
            self.make_room();
        }
        self.len
    }

    #[cold]
    fn make_room(&mut self) {
        let room = 2 * self.len + rank::PLACES;
        self.ranks.resize(room, rank::PICKED);
        self.steps.resize(room, Step::PASS);
        self.by_cell.resize(CELLS, 0);
    }

    /// Forgets all turns from `start` on.
    pub(crate) fn truncate(&mut self, start: usize) {
        self.len = self.len.min(start);
    }

    /// Appends a turn to the list that begins at `start`.
    fn push(&mut self, start: usize, turn: Turn, score: i32) {
        let at = self.len;
        self.ranks[at] = rank::of_score(score) + rank::of_place(at - start) + turn.kind as i32;
        self.steps[at] = turn.step;
        self.len += 1;
    }

    /// Appends a turn that comes after those so far and before all others.
    pub(crate) fn push_first(&mut self, start: usize, step: Step) {
        self.push(start, Turn { step, kind: Kind::Sharp }, FIRST);
    }

    /// All turns from `start` on.
    pub(crate) fn steps(&self, start: usize) -> &[Step] {
        &self.steps[start..self.len]
    }

    /// Picks the most promising of the turns from `start` on that are left.
    #[inline(always)]
    pub(crate) fn pick<W: Width>(&mut self, start: usize) -> Option<Turn> {
        let count = self.len - start;
        let ranks = &mut self.ranks[start..start + count.next_multiple_of(Self::CHUNK)];
        let best = if count <= MAX_TRIED {
            ranks[..count].iter().copied().max().unwrap_or(rank::PICKED)
        } else {
            W::run(Largest { chunks: ranks.as_chunks().0 })
        };
        if best == rank::PICKED {
            return None;
        }
        let place = rank::place(best);
        ranks[place] = rank::PICKED;
        Some(Turn { step: self.steps[start + place], kind: rank::kind(best) })
    }

    /// The turns from `start` on that were picked.
    pub(crate) fn picked(&self, start: usize) -> impl Iterator<Item = Step> {
        let pairs = self.ranks[start..self.len].iter().zip(self.steps(start));
        pairs.filter(|(rank, _)| **rank == rank::PICKED).map(|(_, step)| *step)
    }
}

/// Finds the largest rank.
struct Largest<'a> {
    chunks: &'a [[i32; Turns::CHUNK]],
}

impl<W: Width> Task<W> for Largest<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> i32 {
        S::largest(self.chunks)
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
        list::<S>(hive, analysis, hints, start, out);
    }
}

#[inline(always)]
fn list<S: CellSet>(
    hive: &Hive<S::Width>,
    analysis: &Analysis<S::Width>,
    hints: &Hints<'_>,
    start: usize,
    out: &mut Turns,
) {
    let site = Site::new(hive, analysis);
    let first = out.len;
    let hindsight = hints.history.after(hints.previous);
    let tried = [Step::PASS; MAX_TRIED];
    let mut list =
        List { hindsight, tried, tried_tiles: 0, out, of_tiles: [0; TILES], rows: [0; TILES], idle: 0 };
    for (tried, step) in list.tried.iter_mut().zip(list.out.steps(start)) {
        *tried = *step;
        list.tried_tiles |= 1 << (step.tile() & 31);
    }
    let mut of_queen = first..first;
    for (tile, to) in analysis.own.relocations() {
        let from = hive.cell_of(tile);
        let before = list.out.len;
        if tile == site.queen {
            list.add::<S>(tile, to, site.flee, false);
            of_queen = before..list.out.len;
            continue;
        }
        let on_ground = hive.level_of(tile) == 0;
        let relieves = on_ground && S::Width::contains(&site.own_ring, from);
        let leaves = on_ground && S::Width::contains(&site.target_ring, from);
        let score = i32::from(relieves) * site.relieve - i32::from(leaves) * site.attack;
        let idle = analysis.is_threatened() && !relieves && !S::Width::contains(&site.fight, from);
        list.add::<S>(tile, to, score, idle);
    }
    let mut hand = analysis.own.in_hand;
    while hand != 0 {
        let tile = hand.trailing_zeros() as u8;
        hand &= hand - 1;
        list.add::<S>(tile, &analysis.own.placements, 0, analysis.is_threatened());
    }
    let List { hindsight, out, of_tiles, rows, idle, .. } = list;

    // All turns alike, because what is true of one of them and not of the next is hard to foresee.
    let Turns { len, ranks, steps, by_cell } = &mut *out;
    let by_cell = by_cell.as_mut_array::<CELLS>().expect("made with the room for turns");
    for cell in cells_of::<S::Width>(&analysis.target_free) {
        by_cell[cell.index() % CELLS] += rank::of_score(site.attack) + Kind::Sharp as i32;
    }
    for cell in cells_of::<S::Width>(&analysis.own_free) {
        by_cell[cell.index() % CELLS] += rank::of_score(ORDER_CROWD);
    }
    let mut rank_of_place = rank::of_place(first - start);
    // Several at a time, which goes over the end of the list, to where there is room.
    let end = first + (*len - first).next_multiple_of(AT_ONCE);
    let (ranks_of_some, _) = ranks[first..end].as_chunks_mut::<AT_ONCE>();
    let (some_steps, _) = steps[first..end].as_chunks::<AT_ONCE>();
    for (ranks, steps) in ranks_of_some.iter_mut().zip(some_steps) {
        for (rank, step) in ranks.iter_mut().zip(steps) {
            let of_cell = by_cell[step.to().index() % CELLS];
            let tile = usize::from(step.tile()) % TILES;
            let history = hindsight.get_of_row::<S::Width>(rows[tile], *step);
            *rank = rank::of_score(history) + of_cell + of_tiles[tile] + rank_of_place;
            rank_of_place -= rank::of_place(0) - rank::of_place(1);
        }
    }
    for (rank, step) in ranks[of_queen.clone()].iter_mut().zip(&steps[of_queen]) {
        // She does not crowd herself.
        if S::Width::contains(&analysis.own_free, step.to()) {
            *rank -= rank::of_score(ORDER_CROWD);
        }
        if site.flee > 0 {
            *rank = rank::with_kind(*rank, Kind::Sharp);
        }
    }
    if idle != 0 {
        for (rank, step) in ranks[first..].iter_mut().zip(&steps[first..*len]) {
            if idle >> (step.tile() & 31) & 1 != 0 && !S::Width::contains(&site.fight, step.to()) {
                *rank = rank::with_kind(*rank + rank::of_score(ORDER_IDLE), Kind::Idle);
            }
        }
    }
    for cells in [&analysis.target_free, &analysis.own_free] {
        cells_of::<S::Width>(cells).for_each(|cell| by_cell[cell.index() % CELLS] = 0);
    }
    if *len == start {
        out.push(start, Turn { step: Step::PASS, kind: Kind::Quiet }, 0);
    }
    // The scan for the best reads to the end of the chunk.
    let end = out.len;
    out.ranks[end..][..Turns::CHUNK].fill(rank::PICKED);
}

/// More turns than are ever tried before the list of all is made.
const MAX_TRIED: usize = 3;
/// How many turns are ranked between two looks at whether that was all.
const AT_ONCE: usize = 4;
/// Tile numbers.
const TILES: usize = 32;
/// Cells of the largest torus.
const CELLS: usize = 1024;

/// A list in the making.
struct List<'a> {
    hindsight: Hindsight<'a>,
    /// Turns that are in the list already, and their tiles.
    tried: [Step; MAX_TRIED],
    tried_tiles: u32,
    out: &'a mut Turns,
    /// What the ranks of all turns of each tile have in common.
    of_tiles: [i32; TILES],
    /// Where what was learned about each tile's turns begins.
    rows: [u32; TILES],
    /// Tiles whose turns are idle unless they go where the fight is.
    idle: u32,
}

impl List<'_> {
    /// Appends all turns of a tile, without their ranks.
    #[inline(always)]
    fn add<S: CellSet>(&mut self, tile: u8, to: &<S::Width as Width>::Words, score: i32, idle: bool) {
        self.of_tiles[usize::from(tile) % TILES] = rank::of_score(score);
        self.rows[usize::from(tile) % TILES] = self.hindsight.row(tile);
        self.idle |= u32::from(idle) << (tile & 31);
        let mut to = *to;
        if self.tried_tiles >> (tile & 31) & 1 != 0 {
            for step in self.tried {
                if step.tile() == tile {
                    to.as_mut()[step.to().index() >> 6] &= !(1 << (step.to().index() & 63));
                }
            }
        }
        let out = &mut *self.out;
        out.len += S::list_steps(&to, tile, &mut out.steps[out.len..]);
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

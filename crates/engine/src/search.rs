//! The search: principal variation search with a transposition table.
//!
//! `root` deepens step by step and reports, `node` searches one position, `leaf` judges one without looking ahead,
//! `arrival` asks what both ask first,
//! `ordering` says which turns come first, `history` remembers which ones were good. Nothing here prints or reads a clock
//! by itself.

mod arrival;
mod history;
mod leaf;
mod node;
mod ordering;
mod root;

use core::time::Duration;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use skep_rules::raw::{Hive, Narrow, Step, Wide, Width};

use crate::analysis::Analysis;
use crate::eval::{Lanes, Recent};
use crate::evals::Evals;
use crate::limits::StopToken;
use crate::score::MAX_PLY;
use crate::tt::Table;
pub(crate) use history::History;
use ordering::Turns;
pub(crate) use root::{Line, Root, RootMove};

/// Tells how much time has passed since some fixed moment.
pub type Now = fn() -> Duration;

/// How many positions at most are looked at between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) evals: &'a Evals,
    pub(crate) knowledge: &'static Lanes,
    pub(crate) stop: &'a StopToken,
    pub(crate) now: Now,
    /// When to stop, on the clock of `now`.
    pub(crate) deadline: Option<Duration>,
    pub(crate) max_nodes: Option<u64>,
    /// How much the side at the root dislikes a draw.
    pub(crate) contempt: i32,
    /// Whether one thread searches.
    pub(crate) alone: bool,
    /// Set when the search is over for all threads.
    pub(crate) over: AtomicBool,
    /// Positions looked at by all threads, up to the last check of each.
    pub(crate) nodes: AtomicU64,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    history: &'a mut History,
    killers: [[Option<Step>; 2]; MAX_PLY],
    /// The keys of the positions of the game and of the line being searched.
    path: Vec<u64>,
    turns: Turns,
    /// The best line from each distance.
    lines: Box<[[Step; MAX_PLY]; MAX_PLY]>,
    line_lengths: [usize; MAX_PLY],
    /// The analysis of the last end of a line, then that at each distance from the root, on either torus. All ends of
    /// lines share one, so that it stays in the cache.
    narrow: Vec<Analysis<Narrow>>,
    wide: Vec<Analysis<Wide>>,
    /// What the evaluation saw last.
    recent: Recent,
    /// What the positions of the line were thought to be worth without looking ahead.
    evals: [i32; MAX_PLY],
    reductions: &'static Reductions,
    pub(crate) nodes: u64,
    reported_nodes: u64,
    /// The number of positions at which to look at the limits again.
    next_check: u64,
    aborted: bool,
}

impl<'a> Worker<'a> {
    /// A thread of a search that begins after a game with these positions, with what was learned before.
    pub(crate) fn new(shared: &'a Shared<'a>, game: &[u64], history: &'a mut History) -> Worker<'a> {
        let mut path = Vec::with_capacity(game.len() + MAX_PLY + 1);
        path.extend_from_slice(game);
        Worker {
            shared,
            history,
            killers: [[None; 2]; MAX_PLY],
            path,
            turns: Turns::default(),
            lines: vec![[Step::PASS; MAX_PLY]; MAX_PLY].try_into().expect("the length is right"),
            line_lengths: [0; MAX_PLY],
            narrow: Vec::new(),
            wide: Vec::new(),
            recent: shared.knowledge.recent(),
            evals: [0; MAX_PLY],
            reductions: reductions(),
            nodes: 0,
            reported_nodes: 0,
            next_check: until_check(shared.max_nodes.unwrap_or(u64::MAX)),
            aborted: false,
        }
    }

    /// Counts a position, and now and then asks whether to go on.
    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_limits();
        }
    }

    /// Whether the search ended before it was done.
    pub(crate) fn is_stopped(&self) -> bool {
        self.aborted
    }

    fn check_limits(&mut self) {
        let shared = self.shared;
        let fresh = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        let nodes = shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        let out_of_nodes = shared.max_nodes.is_some_and(|max| nodes >= max);
        let time_left = shared.deadline.map(|deadline| deadline.saturating_sub((shared.now)()));
        let out_of_time = time_left.is_some_and(|left| left.is_zero());
        if out_of_nodes || out_of_time || shared.stop.is_stopped() {
            shared.over.store(true, Ordering::Relaxed);
        }
        let left = shared.max_nodes.map_or(u64::MAX, |max| max.saturating_sub(nodes));
        self.next_check = self.nodes + until_check(left);
        self.aborted |= shared.over.load(Ordering::Relaxed);
        if shared.alone && !self.aborted {
            shared.table.grow_if_crowded(time_left);
        }
    }

    /// The line from a distance on becomes this turn and the line after it.
    fn extend_line(&mut self, ply: usize, step: Step) {
        if ply >= MAX_PLY {
            return;
        }
        self.lines[ply][0] = step;
        let tail = if ply + 1 < MAX_PLY { self.line_lengths[ply + 1].min(MAX_PLY - 1) } else { 0 };
        if tail > 0 {
            let (head, rest) = self.lines.split_at_mut(ply + 1);
            head[ply][1..=tail].copy_from_slice(&rest[0][..tail]);
        }
        self.line_lengths[ply] = tail + 1;
    }
}

/// How many positions to look at before the next look at the limits, if so many are allowed.
fn until_check(left: u64) -> u64 {
    left.clamp(1, NODES_BETWEEN_CHECKS)
}

impl core::fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Worker").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// How much less deep late moves are searched, by depth and index, in hundredths of a ply.
type Reductions = [[i16; 64]; 64];

/// The same for all searches: the logarithms would take longer than a level for beginners thinks.
fn reductions() -> &'static Reductions {
    static TABLE: OnceLock<Box<Reductions>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (index, reduction) in row.iter_mut().enumerate().skip(1) {
                let value = crate::params::REDUCTION_BASE
                    + (depth as f64).ln() * (index as f64).ln() / crate::params::REDUCTION_DIVISOR;
                *reduction = (100.0 * value) as i16;
            }
        }
        table
    })
}

/// Which of the analyses is that of the end of a line.
const LEAF: usize = 0;

/// A torus that the search can work on: where its scratch memory is, and where a hive goes that
/// outgrows it.
pub(crate) trait Ground: Width {
    /// Where the analyses for this torus are.
    fn analyses<'w>(worker: &'w Worker<'_>) -> &'w [Analysis<Self>];

    /// The same, to be filled, with what the evaluation saw last.
    fn analyses_mut<'w>(worker: &'w mut Worker<'_>) -> (&'w mut Vec<Analysis<Self>>, &'w mut Recent);

    /// The analysis at a distance from the root.
    fn analysis<'w>(worker: &'w Worker<'_>, ply: usize) -> &'w Analysis<Self> {
        &Self::analyses(worker)[ply + 1]
    }

    /// The analysis at a distance from the root, to be filled for the position with this key. If that was looked at just
    /// now, at the end of a line, it is filled already.
    fn analysis_mut<'w>(
        worker: &'w mut Worker<'_>,
        ply: usize,
        key: u64,
    ) -> (&'w mut Analysis<Self>, &'w mut Recent) {
        let (analyses, recent) = Self::analyses_mut(worker);
        while analyses.len() <= ply + 1 {
            analyses.push(Analysis::new());
        }
        if analyses[LEAF].key == key {
            analyses.swap(LEAF, ply + 1);
        }
        (&mut analyses[ply + 1], recent)
    }

    /// The analysis of the last end of a line.
    fn leaf_analysis<'w>(worker: &'w Worker<'_>) -> &'w Analysis<Self> {
        &Self::analyses(worker)[LEAF]
    }

    /// The analysis of the end of a line, to be filled.
    fn leaf_analysis_mut<'w>(worker: &'w mut Worker<'_>) -> (&'w mut Analysis<Self>, &'w mut Recent) {
        let (analyses, recent) = Self::analyses_mut(worker);
        if analyses.is_empty() {
            analyses.push(Analysis::new());
        }
        (&mut analyses[LEAF], recent)
    }

    /// The hive after a turn with which it outgrows this torus.
    fn outgrow(hive: &Hive<Self>, step: Step) -> Hive<Wide>;
}

impl Ground for Narrow {
    fn analyses<'w>(worker: &'w Worker<'_>) -> &'w [Analysis<Narrow>] {
        &worker.narrow
    }

    fn analyses_mut<'w>(worker: &'w mut Worker<'_>) -> (&'w mut Vec<Analysis<Narrow>>, &'w mut Recent) {
        (&mut worker.narrow, &mut worker.recent)
    }

    #[cold]
    fn outgrow(hive: &Hive<Narrow>, step: Step) -> Hive<Wide> {
        let mut wide = hive.widen();
        wide.play_step(hive.widen_step(step));
        wide
    }
}

impl Ground for Wide {
    fn analyses<'w>(worker: &'w Worker<'_>) -> &'w [Analysis<Wide>] {
        &worker.wide
    }

    fn analyses_mut<'w>(worker: &'w mut Worker<'_>) -> (&'w mut Vec<Analysis<Wide>>, &'w mut Recent) {
        (&mut worker.wide, &mut worker.recent)
    }

    fn outgrow(_hive: &Hive<Wide>, _step: Step) -> Hive<Wide> {
        unreachable!("any hive fits the wide torus")
    }
}

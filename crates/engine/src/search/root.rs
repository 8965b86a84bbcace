//! The search of the position on the table: deeper and deeper, best turns first.

use skep_rules::raw::{Hive, Step};

use super::history::Previous;
use super::node::Place;
use super::ordering::{Hints, ListTurns, Turn, Turns};
use super::{Ground, Worker};
use crate::child::Child;
use crate::eval::evaluate;
use crate::params::{ASPIRATION, ASPIRATION_DEPTH};
use crate::score::{INFINITE, WIN_BOUND};

/// A turn at the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) step: Step,
    /// The score when it was last searched within the window, or minus infinity.
    pub(crate) score: i32,
    /// The depth of that search.
    pub(crate) depth: i32,
    /// The turn and what follows.
    pub(crate) line: Vec<Step>,
}

/// One of the best lines after an iteration.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) depth: i32,
    pub(crate) score: i32,
    pub(crate) steps: Vec<Step>,
}

/// The root of a search.
pub(crate) struct Root<'h, W: Ground> {
    hive: &'h Hive<W>,
    moves: Vec<RootMove>,
    /// How far below the best a turn still gets an exact score.
    margin: i32,
    reversible: usize,
}

impl<'h, W: Ground> Root<'h, W> {
    /// Prepares the search: all turns, the most promising first.
    pub(crate) fn new(worker: &mut Worker<'_>, hive: &'h Hive<W>, reversible: usize, margin: i32) -> Self {
        let knowledge = worker.shared.knowledge;
        let child = Child::new(hive);
        worker.evals[0] = evaluate(&child, knowledge, W::analysis_mut(worker, 0, child.key), None);
        let win = W::analysis(worker, 0).win.map(|(tile, cell)| Step::new(tile, cell));
        let known = worker.shared.table.get(hive.key()).and_then(|entry| entry.step);
        let mut turns = Turns::default();
        turns.begin();
        let first = win.or(known).filter(|step| W::analysis(worker, 0).own.allows(hive, *step));
        if let Some(step) = first {
            turns.push_first(0, step);
        }
        let hints = Hints { history: worker.history, previous: Previous::NONE };
        let analysis = W::analysis(worker, 0);
        W::run(ListTurns { hive, analysis, hints: &hints, start: 0, out: &mut turns });
        let moves = core::iter::from_fn(|| turns.pick::<W>(0))
            .map(|Turn { step, .. }| RootMove { step, score: -INFINITE, depth: 0, line: vec![step] })
            .collect();
        Root { hive, moves, margin, reversible }
    }

    /// Leaves out the turns of all tiles that `notice` does not give back. It is asked with the tiles that have turns.
    pub(crate) fn overlook(&mut self, notice: impl FnOnce(&[u8]) -> Vec<u8>) {
        let mut tiles = Vec::new();
        for tile in self.moves.iter().map(|mv| mv.step.tile()) {
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
        }
        let noticed = notice(&tiles);
        self.moves.retain(|mv| noticed.contains(&mv.step.tile()));
    }

    /// The turns, best first after each iteration.
    pub(crate) fn moves(&self) -> &[RootMove] {
        &self.moves
    }

    /// Searches to a depth with a window around the last score. Gives the `lines` best, or fewer if
    /// the search was stopped: what had been found by then is kept.
    pub(crate) fn deepen(&mut self, worker: &mut Worker<'_>, depth: i32, lines: usize) -> Vec<Line> {
        let mut found = Vec::new();
        for first in 0..lines.min(self.moves.len()) {
            let guess = self.moves[first].score;
            let mut width =
                if depth >= ASPIRATION_DEPTH && guess.abs() < WIN_BOUND { ASPIRATION } else { 2 * INFINITE };
            let mut low = (guess - width - self.margin).max(-INFINITE);
            let mut high = (guess + width).min(INFINITE);
            loop {
                let best = self.search_from(worker, first, depth, low, high);
                if worker.aborted {
                    break;
                }
                width *= 3;
                if best <= low && low > -INFINITE {
                    low = (best - width - self.margin).max(-INFINITE);
                } else if best >= high && high < INFINITE {
                    high = (best + width).min(INFINITE);
                } else {
                    break;
                }
            }
            let best = &self.moves[first];
            if best.depth == depth {
                found.push(Line { depth, score: best.score, steps: best.line.clone() });
            }
            if worker.aborted {
                break;
            }
        }
        found
    }

    /// Searches the turns from `first` on, and brings the best of them to that place.
    fn search_from(&mut self, worker: &mut Worker<'_>, first: usize, depth: i32, low: i32, high: i32) -> i32 {
        let place = Place { ply: 0, reversible: self.reversible, previous: Previous::NONE };
        worker.path.push(self.hive.key());
        let mut best = -INFINITE;
        let mut child = None;
        for index in first..self.moves.len() {
            let step = self.moves[index].step;
            let placement = step != Step::PASS && self.hive.placed() >> step.tile() & 1 == 0;
            let next = place.after(step, placement);
            worker.prepare(self.hive, step, depth - 1, &mut child);
            let child = (step, &child);
            // With a margin, turns a little worse than the best get exact scores too; all others only have to be shown to be
            // worse than that.
            let alpha = if best == -INFINITE { low } else { low.max(best - self.margin) };
            let score = if index == first {
                worker.search_child(self.hive, child, depth - 1, (alpha, high), next)
            } else {
                let reduction = if depth >= 3 && index >= first + 3 {
                    i32::from(worker.reductions[depth.min(63) as usize][(index - first).min(63)] / 200)
                } else {
                    0
                };
                let zero = (alpha, alpha + 1);
                let mut score = worker.search_child(self.hive, child, depth - 1 - reduction, zero, next);
                if score > alpha && reduction > 0 {
                    score = worker.search_child(self.hive, child, depth - 1, zero, next);
                }
                if score > alpha && score < high {
                    score = worker.search_child(self.hive, child, depth - 1, (alpha, high), next);
                }
                score
            };
            if worker.aborted {
                break;
            }
            let entry = &mut self.moves[index];
            if index == first || score > alpha || score > best {
                entry.score = score;
                entry.depth = depth;
                let tail = worker.line_lengths[1];
                entry.line.clear();
                entry.line.push(step);
                entry.line.extend_from_slice(&worker.lines[1][..tail]);
            } else {
                entry.score = -INFINITE;
            }
            if score > best {
                best = score;
                // The best so far comes first at once, so that a stopped search has it there.
                self.moves[first..=index].rotate_right(1);
            }
            if best >= high {
                break;
            }
        }
        worker.path.pop();
        best
    }
}

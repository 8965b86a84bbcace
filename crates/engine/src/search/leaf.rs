//! The end of a line: a position that is judged without looking ahead, but for a turn that wins at once.

use skep_rules::raw::Step;

use super::node::Place;
use super::{Ground, Worker};
use crate::child::Child;
use crate::eval::evaluate;
use crate::score::{MAX_PLY, win_at};

impl Worker<'_> {
    /// Judges a position for the side to move. Not a part of [`Worker::search_child`], which is long: most calls of that
    /// only pass through to here.
    #[inline(never)]
    pub(super) fn leaf<W: Ground>(&mut self, child: &Child<W>, place: Place) -> i32 {
        let ply = place.ply;
        if let Some(score) = self.arrive(child, place) {
            return score;
        }
        let Child { key, around_own, around_other, .. } = *child;
        let known = self.shared.evals.get(key);
        let may_be_won = around_own.max(around_other) == 5;
        if let Some(eval) = known
            && !may_be_won
        {
            return eval;
        }
        let knowledge = self.shared.knowledge;
        let eval = evaluate(child, knowledge, W::leaf_analysis_mut(self), known);
        if may_be_won && let Some((tile, cell)) = W::leaf_analysis(self).win {
            self.extend_line_with(ply, Step::new(tile, cell));
            return win_at(ply + 1);
        }
        if known.is_none() {
            self.shared.evals.put(key, eval);
        }
        eval
    }

    /// The line from a distance on is this turn alone.
    pub(super) fn extend_line_with(&mut self, ply: usize, step: Step) {
        if ply + 1 < MAX_PLY {
            self.line_lengths[ply + 1] = 0;
        }
        self.extend_line(ply, step);
    }
}

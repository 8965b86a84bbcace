//! What is asked about every position that the search comes to, before all else.

use super::node::Place;
use super::{Ground, Worker};
use crate::child::Child;
use crate::score::{MAX_PLY, loss_at, win_at};

impl Worker<'_> {
    /// Counts a position. Its score, if that is known without looking at it: the game is over, or would be a draw, or
    /// time is up.
    #[inline(always)]
    pub(super) fn arrive<W: Ground>(&mut self, child: &Child<W>, place: Place) -> Option<i32> {
        let ply = place.ply;
        self.count_node();
        if ply < MAX_PLY {
            self.line_lengths[ply] = 0;
        }
        if self.aborted {
            return Some(0);
        }
        let Child { key, around_own, around_other, .. } = *child;
        if around_own == 6 || around_other == 6 {
            return Some(if around_own == around_other {
                self.draw(ply)
            } else if around_own == 6 {
                loss_at(ply)
            } else {
                win_at(ply)
            });
        }
        self.repeats(key, place.reversible).then(|| self.draw(ply))
    }

    /// Whether the position occurred before, in the game or in this line. Once is enough: what was
    /// reached twice can be reached again.
    fn repeats(&self, key: u64, reversible: usize) -> bool {
        let len = self.path.len();
        let mut back = 4;
        while back <= reversible && back <= len {
            if self.path[len - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// What a draw is worth to the side to move.
    fn draw(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { -self.shared.contempt } else { self.shared.contempt }
    }
}

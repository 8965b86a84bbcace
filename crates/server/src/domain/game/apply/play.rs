//! A move: what it costs, what it does, and the passes that follow.

use skep_rules::Color;

use super::super::event::OfferEnd;
use super::super::{Change, Ctx, EventKind, GameState, Offer, Outcome, Reason, Rejection, Score, Status};
use super::draft::Draft;
use crate::domain::clock;
use crate::domain::terms::Clock;
use crate::domain::time::Ms;

/// A longer text is no move.
const MAX_TEXT: usize = 32;

impl GameState {
    pub(super) fn play(
        &self,
        seat: Color,
        ply: u16,
        text: &str,
        think: Option<Ms>,
        ctx: &Ctx,
    ) -> Result<Change, Rejection> {
        if self.outcome().is_some() {
            return Err(Rejection::GameOver);
        }
        let current = self.ply() == ply && self.turn() == seat;
        let cost = current.then(|| self.cost(seat, think, ctx)).flatten();
        // The time is looked at before the ply: a late message of either side ends a game that is over anyway.
        if self.is_late(ctx.received_at) || cost.is_some_and(|cost| cost.used >= self.left[seat]) {
            let mut draft = Draft::new(self, ctx);
            draft.run_out();
            let refusal = if self.turn() == seat { Rejection::Flagged } else { Rejection::GameOver };
            return Ok(draft.refuse(refusal));
        }
        if self.ply() != ply {
            return Err(Rejection::Stale);
        }
        if self.turn() != seat {
            return Err(Rejection::NotYourTurn);
        }
        if text.len() > MAX_TEXT {
            return Err(Rejection::Illegal("this is too long for a move".to_owned()));
        }
        let (mv, text) = self.line.resolve(text).map_err(Rejection::Illegal)?;

        let mut draft = Draft::new(self, ctx);
        if self.draw_offer == Some(!seat) {
            draft.end_offer(Offer::Draw, OfferEnd::Lapsed);
        }
        draft.end_offer(Offer::Takeback, OfferEnd::Lapsed);
        let used = match cost {
            Some(cost) => {
                let left = &mut draft.next.left[seat];
                *left = *left - cost.used + self.terms.clock.increment();
                let quota = &mut draft.next.lag_quota[seat];
                *quota = clock::next_quota(self.terms.clock, *quota, cost.compensated);
                cost.used
            }
            // No clock runs, but the record says how long it took.
            None => (ctx.received_at - self.turn_at).max(Ms::ZERO),
        };
        draft.next.line.play(mv, &text, used);
        let left = draft.next.left;
        draft.main_event(seat, EventKind::Moved { ply, text, left, used });
        draft.begin_turn();
        if !draft.end_by_position() {
            draft.pass_while_stuck();
        }
        Ok(draft.finish())
    }

    /// What a move costs now; none where no clock runs down.
    fn cost(&self, seat: Color, think: Option<Ms>, ctx: &Ctx) -> Option<clock::Charge> {
        let running = self.status == Status::Playing && matches!(self.terms.clock, Clock::Fischer { .. });
        let quota = self.lag_quota[seat];
        running.then(|| clock::charge(self.turn_at, ctx.received_at, think, ctx.rtt, quota))
    }
}

impl Draft<'_> {
    /// A side that cannot move is passed by the server, for nothing. If then the other cannot move either, nobody ever
    /// will.
    fn pass_while_stuck(&mut self) {
        while self.next.line.must_pass() {
            let stuck = self.next.line.last_was_pass();
            let (ply, left) = (self.next.ply(), self.next.left);
            self.next.line.pass();
            self.event(None, EventKind::Passed { ply, left });
            self.begin_turn();
            if stuck {
                self.end(Outcome { score: Score::Draw, reason: Reason::Stuck });
                return;
            }
            if self.end_by_position() {
                return;
            }
        }
    }
}

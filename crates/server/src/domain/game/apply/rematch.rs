//! Another game with the same players.

use skep_rules::{ByColor, Color};

use super::super::event::RematchStep;
use super::super::{Change, Ctx, EventKind, GameState, Rejection, Rematch, Source};
use super::REMATCH_WINDOW;
use super::draft::Draft;

impl GameState {
    pub(super) fn rematch(&self, seat: Color, ctx: &Ctx) -> Result<Change, Rejection> {
        let ended_at = self.ended_at.filter(|_| self.outcome().is_some()).ok_or(Rejection::TooEarly)?;
        let mut draft = Draft::new(self, ctx);
        let other_wants = match &self.rematch {
            // It is there: who asks again is told the same.
            Rematch::Game(_) => return Ok(draft.finish()),
            Rematch::Offered(by) => Some(*by) == Some(!seat),
            Rematch::None => self.players[!seat].user.computer_level().is_some(),
        };
        if ctx.received_at - ended_at > REMATCH_WINDOW {
            return Err(Rejection::TooLate);
        }
        if ctx.blocked {
            return Err(Rejection::Blocked);
        }
        if other_wants {
            let id = ctx.fresh.clone().ok_or(Rejection::NotAllowed)?;
            let players = ByColor { white: self.players.black, black: self.players.white };
            let game = GameState::create(id.clone(), self.terms, players, Source::Rematch, ctx.applied_at);
            draft.next.rematch = Rematch::Game(id.clone());
            draft.rematch = Some(Box::new(game));
            draft.main_event(seat, EventKind::Rematch(RematchStep::Game(id)));
        } else if self.rematch == Rematch::None {
            draft.next.rematch = Rematch::Offered(seat);
            draft.main_event(seat, EventKind::Rematch(RematchStep::Offered));
        }
        Ok(draft.finish())
    }

    pub(super) fn rematch_no(&self, seat: Color, ctx: &Ctx) -> Result<Change, Rejection> {
        if self.outcome().is_none() {
            return Err(Rejection::TooEarly);
        }
        if !matches!(self.rematch, Rematch::Offered(_)) {
            return Err(Rejection::NoOffer);
        }
        let mut draft = Draft::new(self, ctx);
        draft.next.rematch = Rematch::None;
        draft.main_event(seat, EventKind::Rematch(RematchStep::Declined));
        Ok(draft.finish())
    }
}

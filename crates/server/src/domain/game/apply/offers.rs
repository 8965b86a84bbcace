//! Draws and takebacks: asked for, granted, declined.

use skep_rules::Color;

use super::super::event::OfferEnd;
use super::super::{Change, Ctx, EventKind, GameState, Offer, Outcome, Reason, Rejection, Score};
use super::draft::Draft;

/// A player who was refused does not ask again at once: so many turns, of both.
const DRAW_PAUSE: i32 = 10;

impl GameState {
    pub(super) fn offer_draw(&self, seat: Color, ctx: &Ctx) -> Result<Change, Rejection> {
        let ply = i32::from(self.ply());
        let mut draft = Draft::new(self, ctx);
        match self.draw_offer {
            Some(by) if by == seat => {}
            Some(_) => draft.end_by(Some(seat), Outcome { score: Score::Draw, reason: Reason::Agreement }),
            None if ply - self.offer_ply[seat] < DRAW_PAUSE => return Err(Rejection::TooSoon),
            None => {
                draft.next.draw_offer = Some(seat);
                draft.next.offer_ply[seat] = ply;
                draft.main_event(seat, EventKind::Offered(Offer::Draw));
                if self.players[!seat].user.computer_level().is_some() {
                    draft.end_offer(Offer::Draw, OfferEnd::Declined);
                }
            }
        }
        Ok(draft.finish())
    }

    pub(super) fn offer_takeback(&self, seat: Color, ctx: &Ctx) -> Result<Change, Rejection> {
        if !ctx.takeback_allowed {
            return Err(Rejection::NotAllowed);
        }
        let mut draft = Draft::new(self, ctx);
        match self.takeback_offer {
            Some(by) if by == seat => {}
            Some(by) => draft.take_back(seat, by)?,
            None if self.line.last_move_of(seat).is_none() => return Err(Rejection::TooEarly),
            None if self.players[!seat].user.computer_level().is_some() => draft.take_back(seat, seat)?,
            None => {
                draft.next.takeback_offer = Some(seat);
                draft.main_event(seat, EventKind::Offered(Offer::Takeback));
            }
        }
        Ok(draft.finish())
    }

    pub(super) fn decline(&self, seat: Color, offer: Offer, ctx: &Ctx) -> Result<Change, Rejection> {
        let mut draft = Draft::new(self, ctx);
        let slot = match offer {
            Offer::Draw => &mut draft.next.draw_offer,
            Offer::Takeback => &mut draft.next.takeback_offer,
        };
        let by = slot.take().ok_or(Rejection::NoOffer)?;
        let how = if by == seat { OfferEnd::Withdrawn } else { OfferEnd::Declined };
        draft.main_event(seat, EventKind::OfferEnded(offer, how));
        Ok(draft.finish())
    }
}

impl Draft<'_> {
    /// Takes back the last move of `asker`, and what came after it; `seat` sent the command that decides it.
    fn take_back(&mut self, seat: Color, asker: Color) -> Result<(), Rejection> {
        let ply = self.next.line.last_move_of(asker).ok_or(Rejection::TooEarly)?;
        self.end_offer(Offer::Draw, OfferEnd::Lapsed);
        self.next.takeback_offer = None;
        // A record of ours can always be played. Should it not be, nothing is lost by refusing.
        self.next.line = self.next.line.cut(ply).map_err(|_| Rejection::NotAllowed)?;
        let left = self.next.left;
        self.main_event(seat, EventKind::TakenBack { ply, left });
        self.begin_turn();
        Ok(())
    }
}

//! A change in the making.

use skep_rules::{Color, EndReason};

use super::super::change::{Change, Finish};
use super::super::event::OfferEnd;
use super::super::{
    Ctx, Event, EventKind, GameState, NewGame, Offer, Outcome, Reason, Rejection, Score, Status,
};
use crate::domain::ids::{Level, Version};
use crate::domain::terms::Clock;
use crate::domain::time::Ms;

/// The next state, and the events so far.
pub(super) struct Draft<'a> {
    pub(super) next: GameState,
    pub(super) ctx: &'a Ctx,
    pub(super) rematch: Option<Box<NewGame>>,
    expected: Version,
    events: Vec<Event>,
    answer: Option<Version>,
    finish: Option<Finish>,
    engine: Option<Level>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(state: &GameState, ctx: &'a Ctx) -> Draft<'a> {
        Draft {
            next: state.clone(),
            ctx,
            rematch: None,
            expected: state.version,
            events: Vec::new(),
            answer: None,
            finish: None,
            engine: None,
        }
    }

    /// Writes down what happened.
    pub(super) fn event(&mut self, seat: Option<Color>, kind: EventKind) {
        self.push(seat, None, kind);
    }

    /// Writes down what the command itself was: this event carries its id.
    pub(super) fn main_event(&mut self, seat: Color, kind: EventKind) {
        self.push(Some(seat), self.ctx.cmd.clone(), kind);
        self.answer = Some(self.next.version);
    }

    fn push(&mut self, seat: Option<Color>, cmd: Option<crate::domain::ids::CmdId>, kind: EventKind) {
        self.next.version = self.next.version.next();
        self.next.updated_at = self.ctx.applied_at;
        let (version, at) = (self.next.version, self.ctx.applied_at);
        self.events.push(Event { version, seat, cmd, at, kind });
    }

    /// Takes an offer off the table, if it is there.
    pub(super) fn end_offer(&mut self, offer: Offer, how: OfferEnd) {
        let slot = match offer {
            Offer::Draw => &mut self.next.draw_offer,
            Offer::Takeback => &mut self.next.takeback_offer,
        };
        if slot.take().is_some() {
            self.event(None, EventKind::OfferEnded(offer, how));
        }
    }

    /// The turn goes to the side to move of the new position.
    pub(super) fn begin_turn(&mut self) {
        self.next.status = if self.next.ply() < 2 { Status::Opening } else { Status::Playing };
        self.next.turn_at = self.ctx.applied_at;
        self.next.deadline_at = Some(self.next.deadline());
        self.engine = self.next.players[self.next.turn()].user.computer_level();
    }

    /// Ends the game if the position says so.
    pub(super) fn end_by_position(&mut self) -> bool {
        let outcome = match self.next.line.end() {
            Some(EndReason::QueenSurrounded(color)) => {
                Outcome { score: Score::Win(!color), reason: Reason::Queen }
            }
            Some(EndReason::BothQueensSurrounded) => {
                Outcome { score: Score::Draw, reason: Reason::BothQueens }
            }
            Some(EndReason::Repetition) => Outcome { score: Score::Draw, reason: Reason::Repetition },
            None if self.next.ply() >= super::Line::MAX_PLY => {
                Outcome { score: Score::Draw, reason: Reason::Stuck }
            }
            None => return false,
        };
        self.end(outcome);
        true
    }

    /// Ends the game because the side to move has no time left.
    pub(super) fn run_out(&mut self) {
        let turn = self.next.turn();
        let outcome = match (self.next.status, self.next.terms.clock) {
            (Status::Opening, _) => Outcome { score: Score::None, reason: Reason::NoStart },
            (_, Clock::Untimed) => Outcome { score: Score::None, reason: Reason::Expired },
            (_, Clock::Correspondence { .. }) => {
                Outcome { score: Score::Win(!turn), reason: Reason::Timeout }
            }
            (_, Clock::Fischer { .. }) => {
                self.next.left[turn] = Ms::ZERO;
                Outcome { score: Score::Win(!turn), reason: Reason::Timeout }
            }
        };
        self.end(outcome);
    }

    /// Ends the game; the event that carries the command's id was another one, or there is none.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.close(outcome);
        self.event(None, EventKind::Ended { outcome, ratings: None });
    }

    /// Ends the game by a player's command, or a moderator's.
    pub(super) fn end_by(&mut self, seat: Option<Color>, outcome: Outcome) {
        self.close(outcome);
        let kind = EventKind::Ended { outcome, ratings: None };
        match seat {
            Some(seat) => self.main_event(seat, kind),
            None => self.event(None, kind),
        }
    }

    fn close(&mut self, outcome: Outcome) {
        let state = &mut self.next;
        let rated = state.terms.rated && outcome.score != Score::None;
        state.status = Status::Ended(outcome);
        state.deadline_at = None;
        state.draw_offer = None;
        state.takeback_offer = None;
        state.ended_at = Some(self.ctx.applied_at);
        self.engine = None;
        self.finish = Some(Finish { outcome, rated: rated.then(|| state.terms.clock.speed()) });
    }

    /// The change, done as asked.
    pub(super) fn finish(self) -> Change {
        self.into_change(None)
    }

    /// The change, although what was asked is refused.
    pub(super) fn refuse(self, refusal: Rejection) -> Change {
        self.into_change(Some(refusal))
    }

    fn into_change(self, refusal: Option<Rejection>) -> Change {
        Change {
            expected: self.expected,
            answer: self.answer.unwrap_or(self.next.version),
            next: self.next,
            events: self.events,
            refusal,
            finish: self.finish,
            engine: self.engine,
            rematch: self.rematch,
        }
    }
}

//! From one state of a game to the next: who may do what, and when.
//!
//! The checks are made in one order: is it a player, is the game over, is the time over, is it the present position, is
//! it the player's turn, is it legal. (Whether the command was done before is asked first of all, by the application.)

mod draft;
mod offers;
mod play;
mod rematch;

#[cfg(test)]
mod tests;

use skep_rules::{ByColor, Color};

use draft::Draft;

use super::change::{Change, NewGame};
use super::command::{Action, Actor, Command, Ctx, Rejection};
use super::event::{Event, EventKind};
use super::line::Line;
use super::outcome::{Outcome, Reason, Score};
use super::{GameState, NEVER_OFFERED, Player, Rematch, Source, Status};
use crate::domain::clock;
use crate::domain::ids::{GameId, Version};
use crate::domain::terms::{Clock, Terms};
use crate::domain::time::{Ms, Speed};

/// How long a player of a real-time game has for the first move.
pub const FIRST_MOVE: Ms = Ms::seconds(30);
/// How long after its end a game can be followed by another with the same players.
pub const REMATCH_WINDOW: Ms = Ms::seconds(600);

impl GameState {
    /// A game that begins now.
    #[must_use]
    pub fn create(id: GameId, terms: Terms, players: ByColor<Player>, source: Source, now: Ms) -> NewGame {
        let base = terms.clock.base();
        let quota = clock::first_quota(terms.clock);
        let mut state = GameState {
            id,
            version: Version(1),
            status: Status::Opening,
            players,
            terms,
            source,
            left: ByColor { white: base, black: base },
            lag_quota: ByColor { white: quota, black: quota },
            turn_at: now,
            deadline_at: None,
            draw_offer: None,
            takeback_offer: None,
            offer_ply: ByColor { white: NEVER_OFFERED, black: NEVER_OFFERED },
            rematch: Rematch::None,
            line: Line::new(terms.rules),
            created_at: now,
            updated_at: now,
            ended_at: None,
        };
        state.deadline_at = Some(state.deadline());
        let event =
            Event { version: state.version, seat: None, cmd: None, at: now, kind: EventKind::Created };
        let engine = state.players.white.user.computer_level();
        NewGame { state, event, engine }
    }

    /// What a command does.
    ///
    /// # Errors
    /// Why it does nothing.
    pub fn apply(&self, by: Actor, command: &Command, ctx: &Ctx) -> Result<Change, Rejection> {
        match (by, command) {
            (Actor::Seat(seat), Command::Play { ply, text, think }) => {
                self.play(seat, *ply, text, *think, ctx)
            }
            (Actor::Seat(seat), Command::Act(action)) => self.act(seat, *action, ctx),
            (_, Command::Tick) => Ok(self.tick(ctx)),
            (Actor::System, Command::Credit(credit)) => Ok(self.credit(*credit, ctx)),
            (Actor::Moderator, Command::Adjudicate(score)) => self.adjudicate(*score, ctx),
            _ => Err(Rejection::Forbidden),
        }
    }

    fn act(&self, seat: Color, action: Action, ctx: &Ctx) -> Result<Change, Rejection> {
        match action {
            Action::Rematch => return self.rematch(seat, ctx),
            Action::RematchNo => return self.rematch_no(seat, ctx),
            _ => {}
        }
        if self.outcome().is_some() {
            return Err(Rejection::GameOver);
        }
        // A game whose time is over is over, even if nobody has looked yet.
        if self.is_late(ctx.received_at) {
            let mut draft = Draft::new(self, ctx);
            draft.run_out();
            return Ok(draft.refuse(Rejection::GameOver));
        }
        let opening = self.status == Status::Opening;
        match action {
            Action::Draw if opening => Err(Rejection::TooEarly),
            Action::Draw => self.offer_draw(seat, ctx),
            Action::DrawNo => self.decline(seat, super::Offer::Draw, ctx),
            Action::Takeback if opening => Err(Rejection::TooEarly),
            Action::Takeback => self.offer_takeback(seat, ctx),
            Action::TakebackNo => self.decline(seat, super::Offer::Takeback, ctx),
            Action::Resign if opening => Err(Rejection::TooEarly),
            Action::Resign => Ok(self.end_by(seat, Score::Win(!seat), Reason::Resignation, ctx)),
            Action::Abort if !opening => Err(Rejection::TooLate),
            Action::Abort => Ok(self.end_by(seat, Score::None, Reason::Aborted, ctx)),
            Action::ClaimWin => self.claim(seat, Score::Win(seat), ctx),
            Action::ClaimDraw => self.claim(seat, Score::Draw, ctx),
            Action::Rematch | Action::RematchNo => Err(Rejection::TooEarly),
        }
    }

    fn end_by(&self, seat: Color, score: Score, reason: Reason, ctx: &Ctx) -> Change {
        let mut draft = Draft::new(self, ctx);
        draft.end_by(Some(seat), Outcome { score, reason });
        draft.finish()
    }

    /// A game is not held up by somebody who has left.
    fn claim(&self, seat: Color, score: Score, ctx: &Ctx) -> Result<Change, Rejection> {
        if self.status == Status::Opening {
            return Err(Rejection::TooEarly);
        }
        let computer = self.players[!seat].user.computer_level().is_some();
        let Some(limit) = absence_limit(self.terms.clock, ctx.left_on_purpose).filter(|_| !computer) else {
            return Err(Rejection::NotAllowed);
        };
        if ctx.absent.is_none_or(|absent| absent < limit) {
            return Err(Rejection::NotAbsent);
        }
        Ok(self.end_by(seat, score, Reason::Abandonment, ctx))
    }

    fn tick(&self, ctx: &Ctx) -> Change {
        let mut draft = Draft::new(self, ctx);
        if self.is_late(ctx.applied_at) {
            draft.run_out();
        }
        draft.finish()
    }

    fn credit(&self, credit: Ms, ctx: &Ctx) -> Change {
        let mut draft = Draft::new(self, ctx);
        if self.outcome().is_none() && credit != Ms::ZERO {
            draft.next.turn_at = self.turn_at + credit;
            draft.next.deadline_at = self.deadline_at.map(|deadline| deadline + credit);
            draft.event(None, EventKind::Clock { credit });
        }
        draft.finish()
    }

    /// A moderator may end a game, and change how an ended one counts; ratings are then left alone.
    fn adjudicate(&self, score: Score, ctx: &Ctx) -> Result<Change, Rejection> {
        let outcome = Outcome { score, reason: Reason::Moderator };
        let mut draft = Draft::new(self, ctx);
        match self.outcome() {
            None => draft.end_by(None, outcome),
            Some(earlier) if earlier.score == score => return Err(Rejection::GameOver),
            Some(_) => {
                draft.next.status = Status::Ended(outcome);
                draft.event(None, EventKind::Ended { outcome, ratings: None });
            }
        }
        Ok(draft.finish())
    }

    /// Whether the side to move had no time left at an instant.
    fn is_late(&self, at: Ms) -> bool {
        self.outcome().is_none() && self.deadline_at.is_some_and(|deadline| at > deadline)
    }

    /// When the present turn must have been played.
    pub(super) fn deadline(&self) -> Ms {
        let turn = self.turn();
        match (self.terms.clock, self.status) {
            (Clock::Fischer { .. }, Status::Opening) => self.turn_at + FIRST_MOVE,
            (Clock::Fischer { .. }, _) => {
                clock::deadline(self.turn_at, self.left[turn], self.lag_quota[turn])
            }
            (Clock::Correspondence { per_move }, _) => self.turn_at + per_move,
            (Clock::Untimed, _) => self.turn_at + Clock::UNTIMED_LIMIT,
        }
    }
}

/// After how long away a player counts as gone; never where one is not expected to sit at the board.
#[must_use]
pub fn absence_limit(clock: Clock, left_on_purpose: bool) -> Option<Ms> {
    let limit = match clock.speed() {
        Speed::Bullet | Speed::Blitz => Ms::seconds(30),
        Speed::Rapid => Ms::seconds(60),
        Speed::Classical => Ms::seconds(120),
        Speed::Correspondence | Speed::Untimed => return None,
    };
    Some(if left_on_purpose { Ms::seconds(10) } else { limit })
}

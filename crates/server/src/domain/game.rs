//! A game on the site: the players, the clock, the line played, and what may be done next.
//!
//! [`GameState::apply`] takes a command and gives the next state with the events that lead there. It is pure: the time
//! and everything else that it must know is handed in.

mod apply;
pub mod change;
pub mod command;
pub mod event;
pub mod line;
pub mod outcome;

pub use apply::{FIRST_MOVE, REMATCH_WINDOW, absence_limit};
pub use change::{Change, Finish, NewGame};
pub use command::{Action, Actor, Command, Ctx, Rejection};
pub use event::{Event, EventKind, Offer, OfferEnd};
pub use line::Line;
pub use outcome::{Outcome, Reason, Score};

use skep_rules::{ByColor, Color};

use super::ids::{GameId, UserId, Version};
use super::terms::{Clock, Terms};
use super::time::Ms;

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Not both have moved: the clocks stand, and either may abort.
    Opening,
    /// Under way.
    Playing,
    /// Over.
    Ended(Outcome),
}

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// Quick pairing.
    Seek = 0,
    /// A challenge.
    Challenge = 1,
    /// Another game.
    Rematch = 2,
    /// Against the computer.
    Computer = 3,
    /// Brought in from outside.
    Import = 4,
    /// Part of a tournament.
    Tournament = 5,
}

/// One side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// Who sits there.
    pub user: UserId,
    /// The rating when the game began, whole points.
    pub rating: Option<i32>,
}

/// What is agreed about another game after this one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rematch {
    /// Nothing.
    #[default]
    None,
    /// This player asks for one.
    Offered(Color),
    /// This is it.
    Game(GameId),
}

/// Everything about a game that the next command depends on: what one row of the table `games` holds.
#[derive(Clone, PartialEq, Debug)]
pub struct GameState {
    /// Its name.
    pub id: GameId,
    /// The number of its last event.
    pub version: Version,
    /// How far it is.
    pub status: Status,
    /// Who plays.
    pub players: ByColor<Player>,
    /// What was agreed.
    pub terms: Terms,
    /// Where it comes from.
    pub source: Source,
    /// The time each player had at `turn_at`. Correspondence and untimed games leave it at the base.
    pub left: ByColor<Ms>,
    /// How much delay of the network the server will still make good for each player.
    pub lag_quota: ByColor<Ms>,
    /// Since when the side to move is to move.
    pub turn_at: Ms,
    /// The last instant at which a received move can still count; none when the game is over.
    pub deadline_at: Option<Ms>,
    /// Who offers a draw.
    pub draw_offer: Option<Color>,
    /// Who asks to take back.
    pub takeback_offer: Option<Color>,
    /// The ply at which each player last offered a draw.
    pub offer_ply: ByColor<i32>,
    /// What comes next.
    pub rematch: Rematch,
    /// The moves, and the position they led to.
    pub line: Line,
    /// When the game was made.
    pub created_at: Ms,
    /// When its last event happened.
    pub updated_at: Ms,
    /// When it ended.
    pub ended_at: Option<Ms>,
}

/// The value of [`GameState::offer_ply`] for a player who never offered.
pub const NEVER_OFFERED: i32 = -99;

impl GameState {
    /// How many turns the line has, passes included.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.line.ply()
    }

    /// Who is to move, also after the end.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.line.position().turn()
    }

    /// The seat of a user, if it has one. This is the only door from users to seats.
    #[must_use]
    pub fn seat_of(&self, user: UserId) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.players[*color].user == user)
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.status {
            Status::Ended(outcome) => Some(outcome),
            Status::Opening | Status::Playing => None,
        }
    }

    /// Whether a clock is running down.
    #[must_use]
    pub fn clock_runs(&self) -> bool {
        self.status == Status::Playing && self.terms.clock != Clock::Untimed
    }
}

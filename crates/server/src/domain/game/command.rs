//! What can be asked of a game, by whom, and why it may be refused.

use skep_rules::Color;

use super::outcome::Score;
use crate::domain::ids::{CmdId, GameId};
use crate::domain::time::Ms;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player; the seat comes from the user of the session, never from a message.
    Seat(Color),
    /// The server itself.
    System,
    /// A moderator.
    Moderator,
}

/// What a player can do besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Offer a draw, or accept one.
    Draw,
    /// Decline a draw, or withdraw the own offer.
    DrawNo,
    /// Ask to take back the own last move, or let the opponent do so.
    Takeback,
    /// Decline it, or withdraw the own request.
    TakebackNo,
    /// Give up.
    Resign,
    /// Call the game off before it has begun.
    Abort,
    /// Win, because the opponent has left.
    ClaimWin,
    /// Draw, because the opponent has left.
    ClaimDraw,
    /// Ask for another game, or accept.
    Rematch,
    /// Decline or withdraw.
    RematchNo,
}

impl Action {
    /// All of them.
    pub const ALL: [Action; 10] = [
        Action::Draw,
        Action::DrawNo,
        Action::Takeback,
        Action::TakebackNo,
        Action::Resign,
        Action::Abort,
        Action::ClaimWin,
        Action::ClaimDraw,
        Action::Rematch,
        Action::RematchNo,
    ];
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// A move.
    Play {
        /// How many turns the player has seen: another number means a position that is not the present one.
        ply: u16,
        /// The move in the spelling of the Universal Hive Protocol, any of a hex's names.
        text: String,
        /// How long the player's own clock says the move took.
        think: Option<Ms>,
    },
    /// Something else that a player does.
    Act(Action),
    /// Look at the clock: is it over? Anybody may ask.
    Tick,
    /// The server was away for so long.
    Credit(Ms),
    /// A moderator's decision.
    Adjudicate(Score),
}

/// What a command must know and cannot see in the game; read before by the application.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ctx {
    /// When the message arrived.
    pub received_at: Ms,
    /// Now.
    pub applied_at: Ms,
    /// The way to the player and back, measured by the server. None (bots, computers, HTTP): no delay is made good.
    pub rtt: Option<Ms>,
    /// For how long the opponent has been away; none if present.
    pub absent: Option<Ms>,
    /// Whether the opponent said goodbye before going, which shortens the wait.
    pub left_on_purpose: bool,
    /// Whether both players' preferences allow taking back in this game.
    pub takeback_allowed: bool,
    /// Whether one of the players has blocked the other.
    pub blocked: bool,
    /// What the client calls the command.
    pub cmd: Option<CmdId>,
    /// A fresh id, should the command make a game.
    pub fresh: Option<GameId>,
}

impl Ctx {
    /// The context of a command that the server gives itself.
    #[must_use]
    pub fn system(now: Ms) -> Ctx {
        Ctx {
            received_at: now,
            applied_at: now,
            rtt: None,
            absent: None,
            left_on_purpose: false,
            takeback_allowed: false,
            blocked: false,
            cmd: None,
            fresh: None,
        }
    }
}

/// Why a command is refused. The game is then as before, except after [`Rejection::Flagged`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Rejection {
    /// See the message.
    #[error("only the players of this game may do that")]
    Forbidden,
    /// See the message.
    #[error("the game is over")]
    GameOver,
    /// See the message.
    #[error("the game has moved on")]
    Stale,
    /// See the message.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The move came too late, and the game is now lost on time.
    #[error("your time is over")]
    Flagged,
    /// The move is against the rules of Hive, in words.
    #[error("{0}")]
    Illegal(String),
    /// See the message.
    #[error("too early in the game for that")]
    TooEarly,
    /// See the message.
    #[error("too late for that")]
    TooLate,
    /// See the message.
    #[error("too soon after the last offer")]
    TooSoon,
    /// See the message.
    #[error("there is no offer")]
    NoOffer,
    /// See the message.
    #[error("not allowed in this game")]
    NotAllowed,
    /// See the message.
    #[error("the opponent has not left")]
    NotAbsent,
    /// See the message.
    #[error("one of you has blocked the other")]
    Blocked,
}

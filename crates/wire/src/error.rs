//! Why something was refused.

use serde::{Deserialize, Serialize};

/// A word for a program; the message beside it is for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message makes no sense.
    BadRequest,
    /// The kind of message is not known.
    Unknown,
    /// Sign in first.
    Unauthorized,
    /// Not for this user.
    Forbidden,
    /// There is no such thing, or not for this user.
    NotFound,
    /// The game has moved on; the events that were missed follow.
    Stale,
    /// The other player is to move.
    NotYourTurn,
    /// Against the rules of Hive.
    Illegal,
    /// The move came too late.
    Flagged,
    /// The game has ended.
    GameOver,
    /// Not yet.
    TooEarly,
    /// No longer.
    TooLate,
    /// Not so soon again.
    TooSoon,
    /// There is nothing to answer.
    NoOffer,
    /// Not in this game.
    NotAllowed,
    /// The opponent is still there.
    NotAbsent,
    /// One of the two has blocked the other.
    Blocked,
    /// Too many messages.
    Rate,
    /// Somebody was faster.
    Conflict,
    /// The server cannot save anything at the moment: try again with the same id.
    Unavailable,
    /// A word that this version does not know.
    #[serde(other)]
    Other,
}

/// The body of a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// What is wrong.
    pub error: ErrorDetail,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorDetail {
    /// For programs.
    pub code: Code,
    /// For people.
    pub message: String,
}

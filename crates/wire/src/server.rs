//! What the server says over the socket.

use serde::{Deserialize, Serialize};

use crate::account::UserBrief;
use crate::error::Code;
use crate::game::{GameBrief, GameView, Offer, OfferEnd, Reason, Score, Side, Sides};
use crate::ids::{ChallengeId, GameId, SeekId};
use crate::lobby::{ChallengeView, SeekView};

/// What one connection may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// The longest frame in bytes.
    pub frame: u32,
    /// How many games may be listened to at once.
    pub games: u32,
    /// How many messages a second, in the long run.
    pub rate: u32,
    /// How many at once.
    pub burst: u32,
}

/// What a step towards another game was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RematchState {
    /// One asks for it.
    Offered,
    /// One does not want it, or no longer.
    Declined,
    /// Both want it.
    Game,
}

/// Something that concerns oneself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Note {
    /// A game began.
    GameStarted {
        /// Which.
        game: GameBrief,
    },
    /// A game ended.
    GameEnded {
        /// Which.
        game: GameBrief,
    },
    /// The opponent moved.
    YourTurn {
        /// In which game.
        game: GameBrief,
    },
    /// Somebody asks for a game.
    Challenge {
        /// For which.
        challenge: ChallengeView,
    },
    /// A challenge no longer stands.
    ChallengeGone {
        /// Which.
        id: ChallengeId,
        /// The game, if it was accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// A note that this version does not know.
    #[serde(other)]
    Other,
}

/// A message from the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMsg {
    /// The answer to `hello`.
    Welcome {
        /// See [`PROTO`](crate::PROTO).
        proto: u32,
        /// Who one is; none: a visitor who may watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        me: Option<UserBrief>,
        /// The server's clock.
        now: i64,
        /// What the connection may do.
        limits: Limits,
        /// The server's version.
        build: String,
    },
    /// Done, and saved.
    Ok {
        /// The number of the message.
        n: u32,
        /// The game that it was about, or that it made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        g: Option<GameId>,
        /// The number of the event that it caused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        v: Option<i64>,
        /// The seek or challenge that it made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// The secret of the link that it made; shown once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
    /// Refused.
    Err {
        /// The number of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        n: Option<u32>,
        /// The game that it was about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        g: Option<GameId>,
        /// For programs.
        code: Code,
        /// For people.
        msg: String,
        /// Whether the same message may succeed later.
        #[serde(default)]
        retry: bool,
        /// The version of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        v: Option<i64>,
    },
    /// A whole game, to start from.
    Game(GameView),
    /// A move.
    Moved {
        /// In which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// How many turns were played before.
        ply: u16,
        /// The move in the spelling of the Universal Hive Protocol.
        m: String,
        /// What each player has left at `at`; the side to move runs from there.
        c: Sides<i64>,
        /// The server's clock.
        at: i64,
        /// What it cost.
        used: i64,
    },
    /// The server passed for a player who cannot move.
    Passed {
        /// In which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// How many turns were played before.
        ply: u16,
        /// What each player has left at `at`.
        c: Sides<i64>,
        /// The server's clock.
        at: i64,
    },
    /// Somebody offers something.
    Offered {
        /// In which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// Who.
        by: Side,
        /// What.
        what: Offer,
        /// The server's clock.
        at: i64,
    },
    /// An offer no longer stands.
    OfferEnded {
        /// In which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// Which.
        what: Offer,
        /// Why.
        how: OfferEnd,
        /// The server's clock.
        at: i64,
    },
    /// Moves were taken back.
    TakenBack {
        /// In which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// How many turns remain.
        ply: u16,
        /// What each player has left at `at`.
        c: Sides<i64>,
        /// The server's clock.
        at: i64,
    },
    /// The server was away: everything is due later.
    Clock {
        /// In which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// By how much.
        credit: i64,
        /// The server's clock.
        at: i64,
    },
    /// The game is over.
    Ended {
        /// Which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// What it counts.
        result: Score,
        /// Why.
        reason: Reason,
        /// The ratings before and after.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ratings: Option<Sides<[i32; 2]>>,
        /// The server's clock.
        at: i64,
    },
    /// About another game.
    Rematch {
        /// After which game.
        g: GameId,
        /// The number of this event.
        v: i64,
        /// What happened.
        state: RematchState,
        /// Who did it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
        /// The new game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<GameId>,
        /// The server's clock.
        at: i64,
    },
    /// Who is at the board. Without a version: only the last one counts.
    Presence {
        /// Which board.
        g: GameId,
        /// Whether White is.
        w: bool,
        /// Whether Black is.
        b: bool,
        /// In how many milliseconds the absent player counts as gone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gone_in: Option<i64>,
    },
    /// The whole lobby, to start from.
    Lobby {
        /// The number of this state.
        lv: i64,
        /// Who looks for a game.
        seeks: Vec<SeekView>,
        /// The open challenges.
        challenges: Vec<ChallengeView>,
    },
    /// What changed in the lobby. If `lv` is not the next number, subscribe again.
    LobbyDelta {
        /// The number of the new state.
        lv: i64,
        /// New seeks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        add: Vec<SeekView>,
        /// Seeks that are gone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        del: Vec<SeekId>,
        /// New open challenges.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open: Vec<ChallengeView>,
        /// Open challenges that are gone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        closed: Vec<ChallengeId>,
    },
    /// What concerns oneself, to start from.
    User {
        /// Games under way.
        games: Vec<GameBrief>,
        /// Challenges, made and received.
        challenges: Vec<ChallengeView>,
        /// Own seeks.
        seeks: Vec<SeekView>,
    },
    /// Something that concerns oneself.
    Note(Note),
    /// Somebody said something.
    Chat {
        /// Where.
        room: String,
        /// Its number; later ones are higher.
        id: String,
        /// Who.
        by: UserBrief,
        /// What. Text, never markup.
        body: String,
        /// The server's clock.
        at: i64,
    },
    /// The answer to `ping`.
    Pong {
        /// The client's clock, from `ping`.
        c: i64,
        /// The server's clock.
        now: i64,
    },
    /// The server restarts: connect again.
    Going {
        /// In how many milliseconds.
        in_ms: u32,
    },
    /// A kind of message that this version does not know.
    #[serde(other)]
    Unknown,
}

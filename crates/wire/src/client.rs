//! What a client says over the socket.

use serde::{Deserialize, Serialize};

use crate::game::Action;
use crate::ids::{ChallengeId, CommandId, GameId, SeekId};
use crate::lobby::Wish;

/// What can be listened to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Seeks and open challenges.
    Lobby,
    /// What concerns oneself: games, challenges, notes.
    User,
    /// One game.
    Game,
}

/// A message from a client. `n` is a number of the client's choice that the answer repeats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMsg {
    /// The first message, within five seconds.
    Hello {
        /// See [`PROTO`](crate::PROTO).
        proto: u32,
        /// The program and its version.
        #[serde(default)]
        client: String,
    },
    /// Listen.
    Sub {
        /// For the answer.
        n: u32,
        /// To what.
        ch: Channel,
        /// To which game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        g: Option<GameId>,
        /// The last version seen: what came after it follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        v: Option<i64>,
    },
    /// Listen no more.
    Unsub {
        /// For the answer.
        n: u32,
        /// To what.
        ch: Channel,
        /// To which game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        g: Option<GameId>,
    },
    /// Play a move.
    Move {
        /// For the answer.
        n: u32,
        /// In which game.
        g: GameId,
        /// What the client calls this command.
        id: CommandId,
        /// How many turns were played before.
        ply: u16,
        /// The move in the spelling of the Universal Hive Protocol.
        m: String,
        /// How long it took by the client's own clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        think: Option<u32>,
    },
    /// Do something else in a game.
    Act {
        /// For the answer.
        n: u32,
        /// In which game.
        g: GameId,
        /// What the client calls this command.
        id: CommandId,
        /// What.
        #[serde(rename = "do")]
        action: Action,
    },
    /// A clock seems to have run out.
    Flag {
        /// In which game.
        g: GameId,
    },
    /// The player leaves on purpose.
    Bye {
        /// Which game.
        g: GameId,
    },
    /// Look for an opponent.
    Seek {
        /// For the answer.
        n: u32,
        /// For what.
        terms: Wish,
    },
    /// Look no more.
    Unseek {
        /// For the answer.
        n: u32,
        /// Which seek; none: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<SeekId>,
    },
    /// Challenge somebody.
    Challenge {
        /// For the answer.
        n: u32,
        /// The name of the one who is asked; none: whoever has the link, or comes to the lobby if it is open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        /// The computer at this level instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        computer: Option<u8>,
        /// To stand in the lobby.
        #[serde(default)]
        open: bool,
        /// For what.
        terms: Wish,
    },
    /// Answer a challenge.
    Reply {
        /// For the answer.
        n: u32,
        /// Which.
        id: ChallengeId,
        /// Yes or no; from the one who made it, no withdraws it.
        accept: bool,
        /// The secret of a link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
    /// Say something.
    Chat {
        /// For the answer.
        n: u32,
        /// Where: `g:<game>:p` for the players, `g:<game>:s` for the spectators, `u:<name>` to one person.
        room: String,
        /// What, 1 to 500 characters.
        body: String,
    },
    /// Are you there?
    Ping {
        /// The client's clock, repeated in the answer.
        c: i64,
    },
    /// A kind of message that this version does not know.
    #[serde(other)]
    Unknown,
}

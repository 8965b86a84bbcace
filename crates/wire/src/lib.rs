//! The messages that cross the network, and nothing else: serde types without behavior, versioned,
//! shared by the server, the browser app and bots written in Rust.
//!
//! Over the socket each message is one JSON object with the tag `t`; `docs/wire.md` explains them. Whoever reads a
//! message ignores fields that it does not know, so that adding one breaks nobody. Ids are strings, times are
//! milliseconds since 1970, spans are milliseconds unless a field says otherwise.

pub mod account;
pub mod client;
pub mod error;
pub mod game;
pub mod ids;
pub mod lobby;
pub mod rest;
pub mod server;
pub mod version;

pub use client::ClientMsg;
pub use error::Code;
pub use game::GameView;
pub use ids::{ChallengeId, CommandId, GameId, SeekId, UserId};
pub use server::ServerMsg;
pub use version::PROTO;

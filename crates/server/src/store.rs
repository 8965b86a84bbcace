//! What is kept: traits for each kind of thing, and two databases behind them.
//!
//! The statements that both databases understand are written once, in `sql/`, and compiled for each of them; the
//! hot ones (committing a move, pairing, claiming work) are written by hand for each.
//!
//! No write ever runs inside the caller's future: a handler is dropped when its client leaves, and a dropped
//! `begin` would leave a connection inside a transaction for its next user. Writes run in tasks of the store and
//! are awaited by handle.

/// What a write does with its connection, as the databases take it: `job!(|connection| { … })`.
macro_rules! job {
    (|$connection:ident| $body:block) => {
        Box::new(move |$connection| Box::pin(async move $body))
    };
}

/// The guarded update of a game: `$1` is its name, `$2` the version that is expected, up to `$24` the columns that
/// change during a game. Around it goes what a database adds.
macro_rules! update_game {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "update games set version = $3, ply = $4, status = $5, result = $6, reason = $7, white_ms = $8, ",
            "black_ms = $9, white_lag_ms = $10, black_lag_ms = $11, turn_at = $12, deadline_at = $13, ",
            "draw_offer = $14, takeback_offer = $15, white_offer_ply = $16, black_offer_ply = $17, ",
            "rematch_offer = $18, rematch_id = $19, moves = $20, times = $21, snapshot = $22, updated_at = $23, ",
            "ended_at = $24 where id = $1 and version = $2",
            $after
        )
    };
}

mod codec;
mod error;
mod options;
mod postgres;
mod sqlite;

pub mod cluster;
pub mod games;
pub mod lobby;
pub mod mail;
pub mod ratings;
pub mod sessions;
pub mod social;
pub mod upkeep;
pub mod users;

use std::sync::Arc;

pub use cluster::Cluster;
pub use error::StoreError;
pub use games::{Games, Jobs};
pub use lobby::Lobby;
pub use mail::{Counters, Mail};
pub use options::{Options, Sync};
pub use ratings::Ratings;
pub use sessions::{Sessions, Tokens};
pub use social::Social;
pub use upkeep::Upkeep;
pub use users::Users;

/// Everything that is kept.
pub trait Store:
    Users
    + Sessions
    + Tokens
    + Mail
    + Counters
    + Games
    + Jobs
    + Lobby
    + Social
    + Ratings
    + Cluster
    + Upkeep
    + Send
    + std::marker::Sync
    + std::fmt::Debug
{
}

/// Opens the database that the address names, and brings its tables up to date.
///
/// # Errors
/// When the address is not one of ours, the database is not there, or a migration fails.
pub async fn open(options: &Options) -> Result<Arc<dyn Store>, StoreError> {
    if options.is_postgres() {
        Ok(Arc::new(postgres::Database::open(options).await?))
    } else {
        Ok(Arc::new(sqlite::Database::open(options).await?))
    }
}

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

mod backup;
mod codec;
mod error;
mod options;
mod postgres;
mod sqlite;

pub mod sessions;
pub mod users;

use std::sync::Arc;

pub use error::StoreError;
pub use options::{Options, Sync};
pub use sessions::{Sessions, Tokens};
pub use users::Users;

/// Everything that is kept.
pub trait Store: Users + Sessions + Tokens + Send + std::marker::Sync + std::fmt::Debug {}

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

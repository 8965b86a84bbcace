//! Accounts: guests, registration, signing in, passwords, addresses.
//!
//! What an answer says never depends on whether an account or an address exists, except where the asker has shown
//! that it is theirs. Names are public, so that a taken one may be told.

mod address;
pub mod entry;
pub mod recovery;

use std::sync::Arc;

pub use address::{EmailError, email_key};

use super::mail::Mailer;
use super::passwords::{Busy, PasswordError, Passwords};
use super::secrets;
use super::sessions::Sessions;
use crate::config;
use crate::domain::time::Ms;
use crate::domain::user::UserNameError;
use crate::store::{Store, StoreError};

/// Why something about an account was refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error(transparent)]
    Name(#[from] UserNameError),
    #[error("this name is taken")]
    NameTaken,
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Email(#[from] EmailError),
    #[error("name and password do not belong together")]
    Credentials,
    #[error("this account was closed by a moderator")]
    Banned,
    #[error("sign in with an account, not as a guest")]
    GuestsCannot,
    #[error("this link is not good, or no longer")]
    BadLink,
    #[error("at most {most} characters")]
    TooLong { most: usize },
    #[error("a country has two letters")]
    Country,
    #[error("too many attempts; try again later")]
    Limited { wait: Ms },
    #[error(transparent)]
    Busy(#[from] Busy),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Everything about accounts.
#[derive(Clone, Debug)]
pub struct Accounts {
    store: Arc<dyn Store>,
    pub sessions: Sessions,
    passwords: Passwords,
    mailer: Mailer,
    limits: config::Limits,
}

impl Accounts {
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        sessions: Sessions,
        passwords: Passwords,
        mailer: Mailer,
        limits: config::Limits,
    ) -> Accounts {
        Accounts { store, sessions, passwords, mailer, limits }
    }
}

/// A number for a new row.
fn fresh_id(now: Ms) -> i64 {
    crate::domain::ids::row_id(now, secrets::random_number())
}

#[cfg(test)]
mod tests;

//! Copies of a running database, and checks of what it holds.

use std::path::Path;

use async_trait::async_trait;

use super::StoreError;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many games were looked at.
    pub games: u64,
    /// And how many events.
    pub events: u64,
    /// What is wrong, in words, at most [`Verified::MOST`] of them. Empty: nothing.
    pub faults: Vec<String>,
}

impl Verified {
    /// More faults than this are not listed.
    pub const MOST: usize = 100;

    pub(super) fn fault(&mut self, text: String) {
        if self.faults.len() < Verified::MOST {
            self.faults.push(text);
        }
    }
}

/// What an operator does now and then.
#[async_trait]
pub trait Upkeep {
    /// Writes a copy of the whole database as it is at one moment, while it is in use. The file appears under its
    /// name only when it is complete, checked and on the disk. SQLite only: PostgreSQL has `pg_dump`.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;
    /// Looks at every game: does the row follow from the events, the position from the moves, the ratings from the
    /// games?
    async fn verify(&self) -> Result<Verified, StoreError>;
}

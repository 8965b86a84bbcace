//! Mail that waits to be sent, and counters that limit what can be asked for.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::time::Ms;

/// A letter. What it says is made of a template and its arguments when it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// Its number.
    pub id: i64,
    /// The address.
    pub to: String,
    /// Which text.
    pub template: String,
    /// What to fill in, as JSON.
    pub args: String,
    /// When to try (again).
    pub due_at: Ms,
    /// How often it was tried.
    pub attempts: i16,
}

/// The outbox.
#[async_trait]
pub trait Mail {
    /// Puts a letter into the box.
    async fn insert_letter(&self, letter: Letter) -> Result<(), StoreError>;
    /// What is to be sent by now, the oldest first.
    async fn due_letters(&self, now: Ms, limit: i64) -> Result<Vec<Letter>, StoreError>;
    /// It is gone.
    async fn letter_sent(&self, id: i64, now: Ms) -> Result<(), StoreError>;
    /// It failed; try again then, or never.
    async fn letter_failed(&self, id: i64, again_at: Option<Ms>) -> Result<(), StoreError>;
}

/// Counters over windows of time, shared by all processes and kept over restarts.
#[async_trait]
pub trait Counters {
    /// Counts one more; how many there are in the window that runs.
    async fn count(&self, key: &str, window: Ms, now: Ms) -> Result<i32, StoreError>;
    /// How many there are, without counting.
    async fn counted(&self, key: &str, window: Ms, now: Ms) -> Result<i32, StoreError>;
    /// Forgets.
    async fn reset_count(&self, key: &str) -> Result<(), StoreError>;
    /// Removes counters whose window began before `before`; how many.
    async fn drop_counts(&self, before: Ms) -> Result<u64, StoreError>;
}

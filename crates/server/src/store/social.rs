//! What people say to and about each other.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::account::ReportState;
use crate::domain::ids::{GameId, UserId};
use crate::domain::time::Ms;

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// Its number; later lines have higher ones.
    pub id: i64,
    /// Where, as `g:<game>:p`, `g:<game>:s` or `u:<low>:<high>`.
    pub room: String,
    /// By whom.
    pub author: UserId,
    /// What.
    pub body: String,
    /// When.
    pub at: Ms,
}

/// Somebody tells the moderators about somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// Who reports.
    pub reporter: UserId,
    /// About whom.
    pub suspect: UserId,
    /// A code of the application.
    pub reason: i16,
    /// In which game.
    pub game: Option<GameId>,
    /// In words.
    pub text: String,
    /// What became of it.
    pub state: ReportState,
    /// Who decided.
    pub handled_by: Option<UserId>,
    /// When it came.
    pub created_at: Ms,
    /// When it was decided.
    pub handled_at: Option<Ms>,
}

/// An act of a moderator or administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdminAct {
    /// Its number.
    pub id: i64,
    /// Who.
    pub admin: UserId,
    /// What.
    pub action: String,
    /// On what or whom.
    pub target: String,
    /// In words.
    pub detail: String,
    /// When.
    pub at: Ms,
}

/// Chat, blocks, reports and the log of administration.
#[async_trait]
pub trait Social {
    /// Adds a line.
    async fn insert_chat(&self, line: ChatLine) -> Result<(), StoreError>;
    /// The newest lines of a room with a number above `after`, in order; hidden ones are left out.
    async fn chat(&self, room: &str, after: i64, limit: i64) -> Result<Vec<ChatLine>, StoreError>;
    /// One line, hidden or not.
    async fn chat_line(&self, id: i64) -> Result<Option<ChatLine>, StoreError>;
    /// Everything that somebody said, the newest first, hidden or not: for their own eyes.
    async fn chat_by(&self, author: UserId, limit: i64) -> Result<Vec<ChatLine>, StoreError>;
    /// Hides a line; whether it was there and shown.
    async fn hide_chat(&self, id: i64, by: UserId) -> Result<bool, StoreError>;

    /// `user` no longer wants to meet `other`.
    async fn block(&self, user: UserId, other: UserId, now: Ms) -> Result<(), StoreError>;
    /// Or does again.
    async fn unblock(&self, user: UserId, other: UserId) -> Result<(), StoreError>;
    /// Whom `user` does not want to meet.
    async fn blocked(&self, user: UserId) -> Result<Vec<UserId>, StoreError>;
    /// Whether one of the two has blocked the other.
    async fn block_between(&self, one: UserId, other: UserId) -> Result<bool, StoreError>;

    /// Adds a report.
    async fn insert_report(&self, report: Report) -> Result<(), StoreError>;
    /// Reports that wait, the oldest first.
    async fn open_reports(&self, limit: i64) -> Result<Vec<Report>, StoreError>;
    /// Decides a report; whether it was still open.
    async fn handle_report(
        &self,
        id: i64,
        state: ReportState,
        by: UserId,
        now: Ms,
    ) -> Result<bool, StoreError>;

    /// Writes down what was done.
    async fn log_admin(&self, act: AdminAct) -> Result<(), StoreError>;
    /// The last acts before a number, the newest first.
    async fn admin_log(&self, before: i64, limit: i64) -> Result<Vec<AdminAct>, StoreError>;
}

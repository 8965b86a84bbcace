//! Processes that serve one database, who is connected to them, and facts of the whole site.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::ids::{GameId, UserId, Version};
use crate::domain::time::Ms;

/// What a heartbeat found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Beat {
    /// Nobody was there for so long (or the clock was set back by so much), and this call has given the time back.
    pub credit: Option<Credit>,
}

/// Time given back to all running games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credit {
    /// How much.
    pub span: Ms,
    /// The games and their versions afterwards.
    pub games: Vec<(GameId, Version)>,
}

/// Whether somebody is at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence {
    /// Who.
    pub user: UserId,
    /// Whether they are connected somewhere.
    pub online: bool,
    /// Since when that is so.
    pub since: Ms,
}

/// A gap in heartbeats above this is given back to the players.
pub const LONGEST_GAP: Ms = Ms::seconds(10);
/// A clock that was set back by more than this moves the deadlines back too.
pub const LARGEST_STEP_BACK: Ms = Ms::seconds(5);
/// A process that was not seen for so long is dead.
pub const DEAD_AFTER: Ms = Ms::seconds(10);

/// Processes, presence and facts.
#[async_trait]
pub trait Cluster {
    /// The clock that all processes share.
    async fn clock(&self) -> Result<Ms, StoreError>;
    /// Whether the database answers.
    async fn probe(&self) -> Result<(), StoreError>;
    /// A process is there. If nobody was for too long, the gap is given back to all running games, once.
    async fn beat(&self, process: &str, build: &str, sockets: i32, now: Ms) -> Result<Beat, StoreError>;
    /// A process ends: its seeks and presence go with it.
    async fn leave(&self, process: &str, now: Ms) -> Result<(), StoreError>;
    /// People at processes that died are marked as gone since then, and old processes removed; the games that must
    /// hear of it.
    async fn bury_processes(&self, now: Ms) -> Result<Vec<GameId>, StoreError>;
    /// How many sockets all living processes hold.
    async fn count_sockets(&self, now: Ms) -> Result<i64, StoreError>;

    /// Somebody came to or left a game at a process.
    async fn set_presence(
        &self,
        user: UserId,
        game: &GameId,
        process: &str,
        online: bool,
        now: Ms,
    ) -> Result<(), StoreError>;
    /// Who is at a game, over all living processes.
    async fn presence(&self, game: &GameId, now: Ms) -> Result<Vec<Presence>, StoreError>;

    /// Tries to be, or stay, the one process that does the work that is to be done once.
    async fn lead(&self, process: &str, now: Ms) -> Result<bool, StoreError>;
    /// Gives that up.
    async fn step_down(&self) -> Result<(), StoreError>;

    /// A fact.
    async fn meta(&self, key: &str) -> Result<Option<String>, StoreError>;
    /// Sets a fact.
    async fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError>;
}

//! How games begin: seeks, which the server pairs, and challenges, which people answer.

use std::collections::HashMap;

use async_trait::async_trait;
use skep_rules::Color;

use super::StoreError;
use crate::domain::account::ChallengeState;
use crate::domain::game::NewGame;
use crate::domain::ids::{ChallengeId, GameId, UserId};
use crate::domain::time::Ms;

/// Somebody looks for an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// Its number.
    pub id: i64,
    /// Who.
    pub user: UserId,
    /// Clock, game type, rules and rated as one word; only equal ones meet.
    pub pool: String,
    /// Their rating at that speed, whole points.
    pub rating: i32,
    /// The lowest rating they want to meet.
    pub rating_min: Option<i32>,
    /// The highest.
    pub rating_max: Option<i32>,
    /// The side they want.
    pub color: Option<Color>,
    /// The process that holds their socket.
    pub process: String,
    /// Since when.
    pub created_at: Ms,
    /// Until when.
    pub expires_at: Ms,
}

/// Everything on which pairing in one pool depends, read under the pool's lock.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The oldest first.
    pub seeks: Vec<Seek>,
    /// Pairs of which one has blocked the other, lower number first.
    pub blocks: Vec<(UserId, UserId)>,
    /// Games with White minus games with Black among each seeker's last ten.
    pub balance: HashMap<UserId, i32>,
}

/// Two seeks that become a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// Their numbers.
    pub seeks: [i64; 2],
    /// The game.
    pub game: NewGame,
}

/// Chooses two seeks of a pool and makes their game. Pure: it may run more than once.
pub type Chooser = Box<dyn Fn(&Pool) -> Option<Pairing> + Send + Sync>;

/// Somebody asks somebody, or anybody with the link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Its name.
    pub id: ChallengeId,
    /// Who asks.
    pub from: UserId,
    /// Who is asked; nobody in particular for a link.
    pub to: Option<UserId>,
    /// SHA-256 of the link's secret, in hexadecimal.
    pub secret_hash: Option<String>,
    /// What is proposed, as text that the application writes and reads.
    pub terms: String,
    /// What became of it.
    pub state: ChallengeState,
    /// The game that came of it.
    pub game: Option<GameId>,
    /// The game after which it was asked for.
    pub rematch_of: Option<GameId>,
    /// Since when.
    pub created_at: Ms,
    /// Until when.
    pub expires_at: Ms,
}

/// What became of an acceptance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// The game is there.
    Done,
    /// The challenge is no longer open.
    Closed,
    /// There is a game with this name: take another.
    IdTaken,
}

/// Seeks and challenges.
#[async_trait]
pub trait Lobby {
    /// Adds a seek, in place of an older one by the same user in the same pool.
    async fn put_seek(&self, seek: Seek) -> Result<(), StoreError>;
    /// Removes a seek of a user; whether it was there.
    async fn drop_seek(&self, user: UserId, id: i64) -> Result<bool, StoreError>;
    /// Removes all seeks of a user that a process holds; how many.
    async fn drop_seeks(&self, user: UserId, process: &str) -> Result<u64, StoreError>;
    /// Open seeks, the oldest first.
    async fn seeks(&self, now: Ms, limit: i64) -> Result<Vec<Seek>, StoreError>;
    /// Pools in which at least two wait.
    async fn busy_pools(&self, now: Ms) -> Result<Vec<String>, StoreError>;
    /// Pairs two seeks of a pool, if the chooser finds any. Nobody else pairs in this pool meanwhile.
    async fn pair(&self, pool: &str, now: Ms, choose: Chooser) -> Result<Option<Pairing>, StoreError>;
    /// Removes seeks that are over, or whose process was not seen since a moment; how many.
    async fn drop_stale_seeks(&self, now: Ms, seen_since: Ms) -> Result<u64, StoreError>;

    /// Adds a challenge; false if one for the same rematch is open.
    async fn insert_challenge(&self, challenge: Challenge) -> Result<bool, StoreError>;
    /// By name.
    async fn challenge(&self, id: &ChallengeId) -> Result<Option<Challenge>, StoreError>;
    /// Open challenges from or to somebody, the newest first.
    async fn challenges(&self, user: UserId, now: Ms) -> Result<Vec<Challenge>, StoreError>;
    /// Open challenges to whoever comes to the lobby, the newest first.
    async fn open_challenges(&self, now: Ms, limit: i64) -> Result<Vec<Challenge>, StoreError>;
    /// Closes a challenge without a game; whether it was open.
    async fn close_challenge(&self, id: &ChallengeId, state: ChallengeState) -> Result<bool, StoreError>;
    /// Makes the game of a challenge, once.
    async fn accept_challenge(
        &self,
        id: &ChallengeId,
        game: NewGame,
        now: Ms,
    ) -> Result<Accepted, StoreError>;
    /// Closes challenges whose time is over; who must hear of it.
    async fn expire_challenges(&self, now: Ms) -> Result<Vec<Challenge>, StoreError>;
}

//! Ratings: what the table holds. They change only in the transaction that ends a game.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::ids::{GameId, UserId};
use crate::domain::time::{Ms, Speed};

/// The rating of somebody in one speed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingRow {
    /// Whose.
    pub user: UserId,
    /// In what.
    pub speed: Speed,
    /// Glicko-2, on the scale that starts at 1500.
    pub rating: f64,
    /// How sure, at `rated_at`.
    pub deviation: f64,
    /// How steady.
    pub volatility: f64,
    /// How many rated games.
    pub games: i32,
    /// Won.
    pub wins: i32,
    /// Lost.
    pub losses: i32,
    /// The end of the last one.
    pub rated_at: Ms,
}

/// One point of a rating graph.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPoint {
    /// The game that made it.
    pub game: GameId,
    /// When.
    pub at: Ms,
    /// Before.
    pub before: f64,
    /// After.
    pub after: f64,
    /// How sure, afterwards.
    pub deviation: f64,
}

/// One line of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The name as shown.
    pub name: String,
    /// The rating.
    pub rating: RatingRow,
}

/// Ratings.
#[async_trait]
pub trait Ratings {
    /// All ratings of somebody, by speed.
    async fn ratings(&self, user: UserId) -> Result<Vec<RatingRow>, StoreError>;
    /// One of them.
    async fn rating(&self, user: UserId, speed: Speed) -> Result<Option<RatingRow>, StoreError>;
    /// The graph since a moment, in order.
    async fn rating_history(
        &self,
        user: UserId,
        speed: Speed,
        since: Ms,
    ) -> Result<Vec<RatingPoint>, StoreError>;
    /// The best of a speed whose deviation is below a bound and who were rated since a moment; bots have their own.
    async fn leaderboard(
        &self,
        speed: Speed,
        bots: bool,
        deviation_below: f64,
        since: Ms,
        limit: i64,
    ) -> Result<Vec<Ranked>, StoreError>;
}

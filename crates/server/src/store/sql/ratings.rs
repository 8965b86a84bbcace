//! Ratings: statements for both databases.

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Database, Row};
use crate::domain::ids::{GameId, UserId};
use crate::domain::time::{Ms, Speed};
use crate::domain::user::UserKind;
use crate::store::StoreError;
use crate::store::codec::speed;
use crate::store::ratings::{Ranked, RatingPoint, RatingRow, Ratings};

pub(super) fn read(row: &Row) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        user: UserId(row.try_get("user_id")?),
        speed: speed(row.try_get("speed")?)?,
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        games: row.try_get("games")?,
        wins: row.try_get("wins")?,
        losses: row.try_get("losses")?,
        rated_at: Ms(row.try_get("rated_at")?),
    })
}

#[async_trait]
impl Ratings for Database {
    async fn ratings(&self, user: UserId) -> Result<Vec<RatingRow>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select user_id, speed, rating, deviation, volatility, games, wins, losses, rated_at \
             from ratings where user_id = $1 order by speed",
        )
        .bind(user.0)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read).collect()
    }

    async fn rating(&self, user: UserId, speed: Speed) -> Result<Option<RatingRow>, StoreError> {
        Ok(self.ratings(user).await?.into_iter().find(|row| row.speed == speed))
    }

    async fn rating_history(
        &self,
        user: UserId,
        speed: Speed,
        since: Ms,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select game_id, at, rating_before, rating_after, deviation from rating_changes \
             where user_id = $1 and speed = $2 and at >= $3 order by at, game_id",
        )
        .bind(user.0)
        .bind(speed as i16)
        .bind(since.0)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(RatingPoint {
                    game: GameId(row.try_get("game_id")?),
                    at: Ms(row.try_get("at")?),
                    before: row.try_get("rating_before")?,
                    after: row.try_get("rating_after")?,
                    deviation: row.try_get("deviation")?,
                })
            })
            .collect()
    }

    async fn leaderboard(
        &self,
        speed: Speed,
        bots: bool,
        deviation_below: f64,
        since: Ms,
        limit: i64,
    ) -> Result<Vec<Ranked>, StoreError> {
        let mut connection = self.read().await?;
        let kind = if bots { UserKind::Bot } else { UserKind::Person };
        let rows = sqlx::query(
            "select u.name, r.user_id, r.speed, r.rating, r.deviation, r.volatility, r.games, r.wins, r.losses, \
             r.rated_at from ratings r join users u on u.id = r.user_id \
             where r.speed = $1 and u.kind = $2 and u.state = 0 and r.deviation < $3 and r.rated_at >= $4 \
             order by r.rating desc, r.user_id limit $5",
        )
        .bind(speed as i16)
        .bind(kind.code())
        .bind(deviation_below)
        .bind(since.0)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(|row| Ok(Ranked { name: row.try_get("name")?, rating: read(row)? })).collect()
    }
}

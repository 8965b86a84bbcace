//! Seeks and challenges: statements for both databases.

use std::collections::HashMap;

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Connection, Database, Row, commit, lock_pool};
use crate::domain::account::ChallengeState;
use crate::domain::game::NewGame;
use crate::domain::ids::{ChallengeId, GameId, UserId};
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::codec::{seat, seat_code};
use crate::store::games::Created;
use crate::store::lobby::{Accepted, Challenge, Chooser, Lobby, Pairing, Pool, Seek};

macro_rules! seek {
    ($rest:literal) => {
        concat!(
            "select id, user_id, pool, rating, rating_min, rating_max, color, process_id, created_at, expires_at ",
            "from seeks ",
            $rest
        )
    };
}

macro_rules! challenge {
    ($rest:literal) => {
        concat!(
            "select id, from_id, to_id, secret_hash, terms, state, game_id, rematch_of, created_at, expires_at ",
            "from challenges ",
            $rest
        )
    };
}

fn read_seek(row: &Row) -> Result<Seek, StoreError> {
    Ok(Seek {
        id: row.try_get("id")?,
        user: UserId(row.try_get("user_id")?),
        pool: row.try_get("pool")?,
        rating: row.try_get("rating")?,
        rating_min: row.try_get("rating_min")?,
        rating_max: row.try_get("rating_max")?,
        color: row.try_get::<Option<i16>, _>("color")?.map(seat).transpose()?,
        process: row.try_get("process_id")?,
        created_at: Ms(row.try_get("created_at")?),
        expires_at: Ms(row.try_get("expires_at")?),
    })
}

fn read_challenge(row: &Row) -> Result<Challenge, StoreError> {
    Ok(Challenge {
        id: ChallengeId(row.try_get("id")?),
        from: UserId(row.try_get("from_id")?),
        to: row.try_get::<Option<i64>, _>("to_id")?.map(UserId),
        secret_hash: row.try_get("secret_hash")?,
        terms: row.try_get("terms")?,
        state: ChallengeState::try_from(row.try_get::<i16, _>("state")?)?,
        game: row.try_get::<Option<String>, _>("game_id")?.map(GameId),
        rematch_of: row.try_get::<Option<String>, _>("rematch_of")?.map(GameId),
        created_at: Ms(row.try_get("created_at")?),
        expires_at: Ms(row.try_get("expires_at")?),
    })
}

/// What the chooser looks at. The caller holds the pool's lock.
async fn read_pool(connection: &mut Connection, pool: &str, now: Ms) -> Result<Pool, StoreError> {
    let rows = sqlx::query(seek!("where pool = $1 and expires_at > $2 order by created_at, id limit 200"))
        .bind(pool)
        .bind(now.0)
        .fetch_all(&mut *connection)
        .await?;
    let seeks: Vec<Seek> = rows.iter().map(read_seek).collect::<Result<_, _>>()?;
    if seeks.len() < 2 {
        return Ok(Pool { seeks, ..Pool::default() });
    }
    let rows = sqlx::query(
        "select user_id, other_id from blocks where user_id in (select user_id from seeks where pool = $1) \
         and other_id in (select user_id from seeks where pool = $1)",
    )
    .bind(pool)
    .fetch_all(&mut *connection)
    .await?;
    let mut blocks = Vec::with_capacity(rows.len());
    for row in &rows {
        let (one, other) = (UserId(row.try_get(0)?), UserId(row.try_get(1)?));
        blocks.push((one.min(other), one.max(other)));
    }
    let mut balance = HashMap::new();
    for seek in &seeks {
        balance.insert(seek.user, color_balance(connection, seek.user).await?);
    }
    Ok(Pool { seeks, blocks, balance })
}

async fn color_balance(connection: &mut Connection, user: UserId) -> Result<i32, StoreError> {
    let rows = sqlx::query(
        "select white_id from (select * from (select white_id, updated_at from games where white_id = $1 \
         order by updated_at desc limit 10) w union all select * from (select white_id, updated_at from games \
         where black_id = $1 order by updated_at desc limit 10) b) both_sides order by updated_at desc limit 10",
    )
    .bind(user.0)
    .fetch_all(connection)
    .await?;
    let mut balance = 0;
    for row in &rows {
        balance += if row.try_get::<i64, _>(0)? == user.0 { 1 } else { -1 };
    }
    Ok(balance)
}

#[async_trait]
impl Lobby for Database {
    async fn put_seek(&self, seek: Seek) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into seeks (id, user_id, pool, rating, rating_min, rating_max, color, process_id, created_at, \
                 expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (user_id, pool) do update \
                 set id = excluded.id, rating = excluded.rating, rating_min = excluded.rating_min, \
                 rating_max = excluded.rating_max, color = excluded.color, process_id = excluded.process_id, \
                 created_at = excluded.created_at, expires_at = excluded.expires_at",
            )
            .bind(seek.id)
            .bind(seek.user.0)
            .bind(seek.pool)
            .bind(seek.rating)
            .bind(seek.rating_min)
            .bind(seek.rating_max)
            .bind(seek.color.map(seat_code))
            .bind(seek.process)
            .bind(seek.created_at.0)
            .bind(seek.expires_at.0)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn drop_seek(&self, user: UserId, id: i64) -> Result<bool, StoreError> {
        self.write_one(job!(|connection| {
            let done = sqlx::query("delete from seeks where user_id = $1 and id = $2")
                .bind(user.0)
                .bind(id)
                .execute(connection)
                .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn drop_seeks(&self, user: UserId, process: &str) -> Result<u64, StoreError> {
        let process = process.to_owned();
        self.write_one(job!(|connection| {
            let done = sqlx::query("delete from seeks where user_id = $1 and process_id = $2")
                .bind(user.0)
                .bind(process)
                .execute(connection)
                .await?;
            Ok(done.rows_affected())
        }))
        .await
    }

    async fn seeks(&self, now: Ms, limit: i64) -> Result<Vec<Seek>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(seek!("where expires_at > $1 order by created_at, id limit $2"))
            .bind(now.0)
            .bind(limit)
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().map(read_seek).collect()
    }

    async fn busy_pools(&self, now: Ms) -> Result<Vec<String>, StoreError> {
        let mut connection = self.read().await?;
        let rows =
            sqlx::query("select pool from seeks where expires_at > $1 group by pool having count(*) > 1")
                .bind(now.0)
                .fetch_all(&mut *connection)
                .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    async fn pair(&self, pool: &str, now: Ms, choose: Chooser) -> Result<Option<Pairing>, StoreError> {
        let pool = pool.to_owned();
        self.write(job!(|connection| {
            lock_pool(connection, &pool).await?;
            let waiting = read_pool(connection, &pool, now).await?;
            let Some(pairing) = choose(&waiting) else { return Ok(None) };
            for id in pairing.seeks {
                let done =
                    sqlx::query("delete from seeks where id = $1").bind(id).execute(&mut *connection).await?;
                if done.rows_affected() != 1 {
                    // Taken back since it was read: an error undoes the other deletion, and the caller tries again.
                    return Err(StoreError::Unavailable("a seek was taken back".into()));
                }
            }
            match commit::insert_game(connection, &pairing.game).await? {
                Created::Done => Ok(Some(pairing)),
                Created::IdTaken => Err(StoreError::Unavailable("the name of the game is taken".into())),
            }
        }))
        .await
    }

    async fn drop_stale_seeks(&self, now: Ms, seen_since: Ms) -> Result<u64, StoreError> {
        self.write_one(job!(|connection| {
            let done = sqlx::query(
                "delete from seeks where expires_at <= $1 or not exists (select 1 from processes p \
                 where p.id = seeks.process_id and p.seen_at >= $2)",
            )
            .bind(now.0)
            .bind(seen_since.0)
            .execute(connection)
            .await?;
            Ok(done.rows_affected())
        }))
        .await
    }

    async fn insert_challenge(&self, challenge: Challenge) -> Result<bool, StoreError> {
        self.write_one(job!(|connection| {
            let done = sqlx::query(
                "insert into challenges (id, from_id, to_id, secret_hash, terms, state, game_id, rematch_of, \
                 created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing",
            )
            .bind(challenge.id.0)
            .bind(challenge.from.0)
            .bind(challenge.to.map(|user| user.0))
            .bind(challenge.secret_hash)
            .bind(challenge.terms)
            .bind(challenge.state.code())
            .bind(challenge.game.map(|game| game.0))
            .bind(challenge.rematch_of.map(|game| game.0))
            .bind(challenge.created_at.0)
            .bind(challenge.expires_at.0)
            .execute(connection)
            .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn challenge(&self, id: &ChallengeId) -> Result<Option<Challenge>, StoreError> {
        let mut connection = self.read().await?;
        let row =
            sqlx::query(challenge!("where id = $1")).bind(&id.0).fetch_optional(&mut *connection).await?;
        row.as_ref().map(read_challenge).transpose()
    }

    async fn challenges(&self, user: UserId, now: Ms) -> Result<Vec<Challenge>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(challenge!(
            "where ((from_id = $1 and state = 0) or (to_id = $1 and state = 0)) and expires_at > $2 \
             order by created_at desc, id"
        ))
        .bind(user.0)
        .bind(now.0)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read_challenge).collect()
    }

    async fn open_challenges(&self, now: Ms, limit: i64) -> Result<Vec<Challenge>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(challenge!(
            "where state = 0 and to_id is null and secret_hash is null and expires_at > $1 \
             order by created_at desc, id limit $2"
        ))
        .bind(now.0)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read_challenge).collect()
    }

    async fn close_challenge(&self, id: &ChallengeId, state: ChallengeState) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write_one(job!(|connection| {
            let done = sqlx::query("update challenges set state = $2 where id = $1 and state = 0")
                .bind(id.0)
                .bind(state.code())
                .execute(connection)
                .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn accept_challenge(
        &self,
        id: &ChallengeId,
        game: NewGame,
        now: Ms,
    ) -> Result<Accepted, StoreError> {
        let id = id.clone();
        self.write(job!(|connection| {
            let open = sqlx::query(
                "update challenges set state = 1 where id = $1 and state = 0 and expires_at > $2",
            )
            .bind(&id.0)
            .bind(now.0)
            .execute(&mut *connection)
            .await?;
            if open.rows_affected() == 0 {
                return Ok(Accepted::Closed);
            }
            if commit::insert_game(connection, &game).await? == Created::IdTaken {
                sqlx::query("update challenges set state = 0 where id = $1")
                    .bind(&id.0)
                    .execute(&mut *connection)
                    .await?;
                return Ok(Accepted::IdTaken);
            }
            sqlx::query("update challenges set game_id = $2 where id = $1")
                .bind(&id.0)
                .bind(&game.state.id.0)
                .execute(connection)
                .await?;
            Ok(Accepted::Done)
        }))
        .await
    }

    async fn expire_challenges(&self, now: Ms) -> Result<Vec<Challenge>, StoreError> {
        self.write_one(job!(|connection| {
            let rows = sqlx::query(
                "update challenges set state = 4 where state = 0 and expires_at <= $1 returning id, from_id, to_id, \
                 secret_hash, terms, state, game_id, rematch_of, created_at, expires_at",
            )
            .bind(now.0)
            .fetch_all(connection)
            .await?;
            rows.iter().map(read_challenge).collect()
        }))
        .await
    }
}

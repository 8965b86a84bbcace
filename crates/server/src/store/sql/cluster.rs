//! Processes, presence and facts: statements for both databases.

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Connection, Database, lock_meta};
use crate::domain::ids::{GameId, UserId, Version};
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::cluster::{Beat, Cluster, Credit, DEAD_AFTER, LARGEST_STEP_BACK, LONGEST_GAP, Presence};
use crate::store::codec::credit_data;

/// The last moment at which somebody was there.
const ALIVE_AT: &str = "alive_at";

/// Raises the sign of life and gives the gap back, inside a transaction that holds its row.
async fn credit(connection: &mut Connection, now: Ms) -> Result<Option<Credit>, StoreError> {
    let before: Option<i64> = lock_meta(connection, ALIVE_AT).await?.and_then(|text| text.parse().ok());
    put_meta(connection, ALIVE_AT, &now.0.to_string()).await?;
    let Some(before) = before else { return Ok(None) };
    let span = now - Ms(before);
    if span <= LONGEST_GAP && span >= Ms(-LARGEST_STEP_BACK.0) {
        return Ok(None);
    }
    let rows = sqlx::query(
        "update games set version = version + 1, turn_at = turn_at + $1, deadline_at = deadline_at + $1, \
         updated_at = $2 where status < 2 returning id, version",
    )
    .bind(span.0)
    .bind(now.0)
    .fetch_all(&mut *connection)
    .await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in &rows {
        games.push((GameId(row.try_get(0)?), Version(row.try_get::<i32, _>(1)?.into())));
    }
    sqlx::query(
        "insert into game_events (game_id, version, kind, data, at) select id, version, 7, $1, updated_at from games \
         where status < 2",
    )
    .bind(credit_data(span))
    .execute(connection)
    .await?;
    Ok(Some(Credit { span, games }))
}

async fn put_meta(connection: &mut Connection, key: &str, value: &str) -> Result<(), StoreError> {
    sqlx::query("insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value")
        .bind(key)
        .bind(value)
        .execute(connection)
        .await?;
    Ok(())
}

#[async_trait]
impl Cluster for Database {
    async fn clock(&self) -> Result<Ms, StoreError> {
        self.read_clock().await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        sqlx::query("select 1").execute(&mut *self.read().await?).await?;
        Ok(())
    }

    async fn beat(&self, process: &str, build: &str, sockets: i32, now: Ms) -> Result<Beat, StoreError> {
        let (process, build) = (process.to_owned(), build.to_owned());
        self.write(job!(|connection| {
            sqlx::query(
                "insert into processes (id, started_at, seen_at, build, sockets) values ($1, $2, $2, $3, $4) \
                 on conflict (id) do update set seen_at = excluded.seen_at, sockets = excluded.sockets",
            )
            .bind(process)
            .bind(now.0)
            .bind(build)
            .bind(sockets)
            .execute(&mut *connection)
            .await?;
            // A heartbeat that came a little late must not take a step back.
            let raised = sqlx::query(
                "update meta set value = case when cast(value as bigint) > $2 then value else $3 end \
                 where key = $1 and case when key = $1 then cast(value as bigint) end between $4 and $5",
            )
            .bind(ALIVE_AT)
            .bind(now.0)
            .bind(now.0.to_string())
            .bind((now - LONGEST_GAP).0)
            .bind((now + LARGEST_STEP_BACK).0)
            .execute(&mut *connection)
            .await?;
            let credit = match raised.rows_affected() {
                0 => credit(connection, now).await?,
                _ => None,
            };
            Ok(Beat { credit })
        }))
        .await
    }

    async fn leave(&self, process: &str, now: Ms) -> Result<(), StoreError> {
        let process = process.to_owned();
        self.write(job!(|connection| {
            sqlx::query("delete from seeks where process_id = $1")
                .bind(&process)
                .execute(&mut *connection)
                .await?;
            sqlx::query("update presence set online = 0, since = $2 where process_id = $1 and online = 1")
                .bind(&process)
                .bind(now.0)
                .execute(&mut *connection)
                .await?;
            sqlx::query("update processes set sockets = 0, seen_at = 0 where id = $1")
                .bind(&process)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn bury_processes(&self, now: Ms) -> Result<Vec<GameId>, StoreError> {
        self.write(job!(|connection| {
            let rows = sqlx::query(
                "update presence set online = 0, since = (select p.seen_at from processes p \
                 where p.id = presence.process_id) where online = 1 and process_id in \
                 (select id from processes where seen_at < $1) returning game_id",
            )
            .bind((now - DEAD_AFTER).0)
            .fetch_all(&mut *connection)
            .await?;
            // Long enough for every claim of absence; rows of presence go with their process.
            sqlx::query(
                "delete from processes where seen_at < $1 and not exists \
                 (select 1 from presence where process_id = processes.id and since >= $1)",
            )
            .bind((now - Ms::days(1)).0)
            .execute(connection)
            .await?;
            let mut games: Vec<GameId> =
                rows.iter().map(|row| Ok(GameId(row.try_get(0)?))).collect::<Result<_, StoreError>>()?;
            games.sort();
            games.dedup();
            games.retain(|game| !game.0.is_empty());
            Ok(games)
        }))
        .await
    }

    async fn count_sockets(&self, now: Ms) -> Result<i64, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query("select coalesce(sum(sockets), 0) from processes where seen_at >= $1")
            .bind((now - DEAD_AFTER).0)
            .fetch_one(&mut *connection)
            .await?;
        Ok(row.try_get(0)?)
    }

    async fn set_presence(
        &self,
        user: UserId,
        game: &GameId,
        process: &str,
        online: bool,
        now: Ms,
    ) -> Result<(), StoreError> {
        let (game, process) = (game.clone(), process.to_owned());
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into presence (user_id, game_id, process_id, online, since) values ($1, $2, $3, $4, $5) \
                 on conflict (user_id, game_id, process_id) do update set \
                 since = case when presence.online = excluded.online then presence.since else excluded.since end, \
                 online = excluded.online",
            )
            .bind(user.0)
            .bind(game.0)
            .bind(process)
            .bind(i16::from(online))
            .bind(now.0)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn presence(&self, game: &GameId, now: Ms) -> Result<Vec<Presence>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select r.user_id, r.online, r.since, p.seen_at from presence r join processes p on p.id = r.process_id \
             where r.game_id = $1 order by r.user_id",
        )
        .bind(&game.0)
        .fetch_all(&mut *connection)
        .await?;
        let mut all: Vec<Presence> = Vec::new();
        for row in &rows {
            let (user, seen_at) = (UserId(row.try_get(0)?), Ms(row.try_get(3)?));
            let alive = seen_at >= now - DEAD_AFTER;
            let online = row.try_get::<i16, _>(1)? == 1;
            let since = Ms(row.try_get(2)?);
            let here = match (online, alive) {
                (true, true) => Presence { user, online: true, since },
                // Whoever was at a process that died is gone since it was last seen.
                (true, false) => Presence { user, online: false, since: seen_at },
                (false, _) => Presence { user, online: false, since },
            };
            match all.last_mut().filter(|last| last.user == user) {
                Some(last) => *last = together(*last, here),
                None => all.push(here),
            }
        }
        Ok(all)
    }

    async fn lead(&self, process: &str, now: Ms) -> Result<bool, StoreError> {
        self.try_lead(process, now).await
    }

    async fn step_down(&self) -> Result<(), StoreError> {
        self.stop_leading().await
    }

    async fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query("select value from meta where key = $1")
            .bind(key)
            .fetch_optional(&mut *connection)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    async fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.write_one(job!(|connection| { put_meta(connection, &key, &value).await })).await
    }
}

/// Somebody at two processes is there if they are at one of them, and gone since they left the last.
fn together(one: Presence, other: Presence) -> Presence {
    match (one.online, other.online) {
        (true, true) => Presence { since: one.since.min(other.since), ..one },
        (true, false) => one,
        (false, true) => other,
        (false, false) => Presence { since: one.since.max(other.since), ..one },
    }
}

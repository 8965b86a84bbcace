//! PostgreSQL: several processes on one database.

mod election;
mod hot;
mod upkeep;

use std::str::FromStr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection as _, PgConnection, Postgres};

use self::election::Election;
use super::games::Commit;
use super::{Options, Store, StoreError};
use crate::domain::game::Change;
use crate::domain::ids::{GameId, Version};
use crate::domain::time::Ms;

/// "Is one of these numbers", which come as JSON: the one form of a list that both databases read.
macro_rules! in_list {
    () => {
        "in (select value::bigint from json_array_elements_text($1::json))"
    };
}

#[path = "sql/cluster.rs"]
mod cluster;
#[path = "sql/commit.rs"]
mod commit;
#[path = "sql/games.rs"]
mod games;
#[path = "sql/jobs.rs"]
mod jobs;
#[path = "sql/lobby.rs"]
mod lobby;
#[path = "sql/mail.rs"]
mod mail;
#[path = "sql/ratings.rs"]
mod ratings;
#[path = "sql/sessions.rs"]
mod sessions;
#[path = "sql/social.rs"]
mod social;
#[path = "sql/users.rs"]
mod users;
#[path = "sql/verify.rs"]
mod verify;

/// What statements run on.
pub(super) type Connection = PgConnection;
/// What they give back.
pub(super) type Row = sqlx::postgres::PgRow;
/// A statement with what is bound to it.
type Query<'q> = sqlx::query::Query<'q, Postgres, sqlx::postgres::PgArguments>;

/// Takes the job that is longest due and that no other process is just taking.
const CLAIM_JOB: &str = "update engine_jobs set claimed_by = $1, claimed_until = $2, attempts = attempts + 1 \
     where game_id in (select game_id from engine_jobs where due_at <= $3 and (claimed_until is null \
     or claimed_until < $3) order by due_at limit 1 for update skip locked) \
     returning game_id, version, level, attempts";

type Body<T> = Box<dyn for<'c> FnOnce(&'c mut PgConnection) -> BoxFuture<'c, Result<T, StoreError>> + Send>;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");

/// A pool of connections.
#[derive(Clone, Debug)]
pub(super) struct Database {
    pool: PgPool,
    election: Election,
    /// Without the limits of time that the pool has.
    plain: PgConnectOptions,
}

impl Store for Database {}

impl Database {
    pub(super) async fn open(options: &Options) -> Result<Database, StoreError> {
        let connect = connect_options(&options.url)?;
        let pool = PgPoolOptions::new()
            .max_connections(options.pool.max(2))
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(connect)
            .await
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        // On a connection without time limits. It takes a lock of its own, so that processes that start together
        // do not migrate together.
        let failed = |error: &dyn std::fmt::Display| StoreError::Unavailable(format!("migration: {error}"));
        let plain = PgConnectOptions::from_str(&options.url).map_err(|error| failed(&error))?;
        let mut connection = plain.connect().await.map_err(|error| failed(&error))?;
        MIGRATIONS.run_direct(&mut connection).await.map_err(|error| failed(&error))?;
        connection.close().await.map_err(|error| failed(&error))?;
        Ok(Database { pool, election: Election::new(connect_options(&options.url)?), plain })
    }

    pub(super) async fn read(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        self.pool.acquire().await.map_err(|error| StoreError::Unavailable(error.to_string()))
    }

    /// Several statements, all or none, in a task of their own.
    pub(super) async fn write<T: Send + 'static>(&self, body: Body<T>) -> Result<T, StoreError> {
        let pool = self.pool.clone();
        spawned(async move {
            let mut transaction =
                pool.begin().await.map_err(|error| StoreError::Unavailable(error.to_string()))?;
            match body(&mut transaction).await {
                Ok(value) => {
                    transaction.commit().await.map_err(failed_commit)?;
                    Ok(value)
                }
                Err(error) => {
                    // A broken connection cannot roll back; the server does it for us then.
                    let _ = transaction.rollback().await;
                    // Without a commit nothing is written, however the connection broke.
                    Err(match error {
                        StoreError::Unknown(text) => StoreError::Unavailable(text),
                        other => other,
                    })
                }
            }
        })
        .await
    }

    /// One statement, which is its own transaction, in a task of its own.
    pub(super) async fn write_one<T: Send + 'static>(&self, body: Body<T>) -> Result<T, StoreError> {
        let pool = self.pool.clone();
        spawned(async move {
            let mut connection =
                pool.acquire().await.map_err(|error| StoreError::Unavailable(error.to_string()))?;
            body(&mut connection).await
        })
        .await
    }
}

impl Database {
    /// A move is one statement; what ends a game or makes another is a transaction.
    async fn commit(&self, change: Change) -> Result<Commit, StoreError> {
        if change.finish.is_some() || change.rematch.is_some() {
            return self.write(job!(|connection| { commit::commit(connection, change).await })).await;
        }
        self.write_one(job!(|connection| { hot::commit(connection, change).await })).await
    }

    async fn read_versions(&self, games: Vec<GameId>) -> Result<Vec<(GameId, Version)>, StoreError> {
        let ids: Vec<String> = games.into_iter().map(|game| game.0).collect();
        let mut connection = self.read().await?;
        let rows: Vec<(String, i32)> = sqlx::query_as("select id, version from games where id = any($1)")
            .bind(ids)
            .fetch_all(&mut *connection)
            .await?;
        Ok(rows.into_iter().map(|(id, version)| (GameId(id), Version(version.into()))).collect())
    }

    /// The database's clock is the one that all processes share.
    async fn read_clock(&self) -> Result<Ms, StoreError> {
        let mut connection = self.read().await?;
        let now: i64 = sqlx::query_scalar("select (extract(epoch from clock_timestamp()) * 1000)::bigint")
            .fetch_one(&mut *connection)
            .await?;
        Ok(Ms(now))
    }

    async fn try_lead(&self, process: &str, now: Ms) -> Result<bool, StoreError> {
        let (election, process) = (self.election.clone(), process.to_owned());
        spawned(async move { election.lead(&process, now).await }).await
    }

    async fn stop_leading(&self) -> Result<(), StoreError> {
        let election = self.election.clone();
        spawned(async move { election.step_down().await }).await
    }
}

async fn lock_game(connection: &mut Connection, id: &str) -> Result<Option<i32>, StoreError> {
    let query = sqlx::query_scalar("select version from games where id = $1 for update");
    Ok(query.bind(id).fetch_optional(connection).await?)
}

async fn lock_ratings(
    connection: &mut Connection,
    one: i64,
    other: i64,
    speed: i16,
) -> Result<Vec<Row>, StoreError> {
    let query = sqlx::query(
        "select user_id, speed, rating, deviation, volatility, games, wins, losses, rated_at from ratings \
         where user_id in ($1, $2) and speed = $3 order by user_id for update",
    );
    Ok(query.bind(one).bind(other).bind(speed).fetch_all(connection).await?)
}

async fn lock_meta(connection: &mut Connection, key: &str) -> Result<Option<String>, StoreError> {
    let query = sqlx::query_scalar("select value from meta where key = $1 for update");
    Ok(query.bind(key).fetch_optional(connection).await?)
}

/// Held to the end of the transaction: pairing in one pool happens one at a time over all processes.
async fn lock_pool(connection: &mut Connection, pool: &str) -> Result<(), StoreError> {
    sqlx::query("select pg_advisory_xact_lock(7, hashtext($1))").bind(pool).execute(connection).await?;
    Ok(())
}

/// Runs to its end whether or not the caller still waits.
async fn spawned<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    match tokio::spawn(work).await {
        Ok(result) => result,
        Err(error) => Err(StoreError::Unknown(format!("a write ended early: {error}"))),
    }
}

/// After COMMIT was sent only an answer tells; a refusal is an answer.
fn failed_commit(error: sqlx::Error) -> StoreError {
    match StoreError::from(error) {
        StoreError::Corrupt(text) => StoreError::Unknown(text),
        other => other,
    }
}

/// Bounds on what a lost or stuck client of ours can hold on to.
fn connect_options(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options =
        PgConnectOptions::from_str(url).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(options.application_name("skep").options([
        ("statement_timeout", "5s"),
        ("lock_timeout", "3s"),
        ("idle_in_transaction_session_timeout", "10s"),
    ]))
}

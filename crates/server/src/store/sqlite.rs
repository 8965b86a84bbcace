//! SQLite: one file, one process, one writer.

mod checkpoint;
mod hot;
mod upkeep;
mod writer;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Sqlite, SqliteConnection};

use self::writer::{Body, Writer};
use super::codec::GameRow;
use super::games::Commit;
use super::{Options, Store, StoreError, Sync};
use crate::domain::game::Change;
use crate::domain::ids::{GameId, Version};
use crate::domain::time::Ms;

/// "Is one of these numbers", which come as JSON: the one form of a list that both databases read.
macro_rules! in_list {
    () => {
        "in (select value from json_each($1))"
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
pub(super) type Connection = SqliteConnection;
/// What they give back.
pub(super) type Row = sqlx::sqlite::SqliteRow;
/// A statement with what is bound to it.
type Query<'q> = sqlx::query::Query<'q, Sqlite, sqlx::sqlite::SqliteArguments<'q>>;

/// Takes the job that is longest due. There is one writer, so nothing needs to be locked.
const CLAIM_JOB: &str = "update engine_jobs set claimed_by = $1, claimed_until = $2, attempts = attempts + 1 \
     where game_id in (select game_id from engine_jobs where due_at <= $3 and (claimed_until is null \
     or claimed_until < $3) order by due_at limit 1) returning game_id, version, level, attempts";

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");

/// The writer, and connections that can only read.
#[derive(Clone, Debug)]
pub(super) struct Database {
    writer: Writer,
    readers: SqlitePool,
    path: PathBuf,
}

impl Store for Database {}

impl Database {
    pub(super) async fn open(options: &Options) -> Result<Database, StoreError> {
        let unusable = |error: sqlx::Error| StoreError::Unavailable(format!("{}: {error}", options.url));
        let connect = SqliteConnectOptions::from_str(&options.url).map_err(unusable)?;
        let path = connect.get_filename().to_path_buf();
        make_folder(&path)?;
        let connect = connect
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .statement_cache_capacity(256)
            .pragma("journal_size_limit", (64 * 1024 * 1024).to_string())
            .synchronous(match options.sync {
                Sync::Full => SqliteSynchronous::Full,
                Sync::Normal => SqliteSynchronous::Normal,
            });
        let connect = connect.pragma("wal_autocheckpoint", checkpoint::NET.to_string());
        let mut connection = connect.connect().await.map_err(unusable)?;
        MIGRATIONS
            .run_direct(&mut connection)
            .await
            .map_err(|error| StoreError::Unavailable(format!("migration of {}: {error}", path.display())))?;
        // A file that can only be read opens without complaint. Better to say so now than at the first move.
        sqlx::query("update meta set value = value where key = ''")
            .execute(&mut connection)
            .await
            .map_err(unusable)?;
        let beside = connect.connect().await.map_err(unusable)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(options.readers.max(1))
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(connect.create_if_missing(false).pragma("query_only", "1"))
            .await
            .map_err(unusable)?;
        let (writer, commits) = Writer::start(connection, options.group_max);
        tokio::spawn(checkpoint::run(beside, commits));
        Ok(Database { writer, readers, path })
    }

    /// A connection that sees every write that was acknowledged before.
    pub(super) async fn read(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        self.readers.acquire().await.map_err(|error| StoreError::Unavailable(error.to_string()))
    }

    /// Several statements, all or none.
    pub(super) async fn write<T: Send + 'static>(&self, body: Body<T>) -> Result<T, StoreError> {
        self.writer.write(body).await
    }

    /// One statement; on this database no cheaper than several.
    pub(super) async fn write_one<T: Send + 'static>(&self, body: Body<T>) -> Result<T, StoreError> {
        self.writer.write(body).await
    }

    async fn commit(&self, change: Change) -> Result<Commit, StoreError> {
        if hot::is_plain(&change) {
            return self
                .writer
                .write_plain(job!(|connection| { hot::commit(connection, change).await }))
                .await;
        }
        self.write(job!(|connection| { commit::commit(connection, change).await })).await
    }

    async fn read_versions(&self, games: Vec<GameId>) -> Result<Vec<(GameId, Version)>, StoreError> {
        let mut connection = self.read().await?;
        let mut versions = Vec::with_capacity(games.len());
        for game in games {
            let version: Option<i32> = sqlx::query_scalar("select version from games where id = $1")
                .bind(&game.0)
                .fetch_optional(&mut *connection)
                .await?;
            versions.extend(version.map(|version| (game, Version(version.into()))));
        }
        Ok(versions)
    }

    /// One process, one machine: its clock is the clock.
    #[expect(clippy::unused_async, reason = "the other database is asked")]
    async fn read_clock(&self) -> Result<Ms, StoreError> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Ms(i64::try_from(since.as_millis()).unwrap_or(i64::MAX)))
    }

    /// There is nobody else.
    #[expect(clippy::unused_async, reason = "the other database is asked")]
    async fn try_lead(&self, _process: &str, _now: Ms) -> Result<bool, StoreError> {
        Ok(true)
    }

    #[expect(clippy::unused_async, reason = "the other database is asked")]
    async fn stop_leading(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

// The whole transaction of the writer is a lock: what these read stays true until it ends.

async fn lock_game(connection: &mut Connection, id: &str) -> Result<Option<i32>, StoreError> {
    Ok(sqlx::query_scalar("select version from games where id = $1")
        .bind(id)
        .fetch_optional(connection)
        .await?)
}

async fn lock_ratings(
    connection: &mut Connection,
    one: i64,
    other: i64,
    speed: i16,
) -> Result<Vec<Row>, StoreError> {
    let query = sqlx::query(
        "select user_id, speed, rating, deviation, volatility, games, wins, losses, rated_at from ratings \
         where user_id in ($1, $2) and speed = $3",
    );
    Ok(query.bind(one).bind(other).bind(speed).fetch_all(connection).await?)
}

async fn lock_meta(connection: &mut Connection, key: &str) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar("select value from meta where key = $1")
        .bind(key)
        .fetch_optional(connection)
        .await?)
}

async fn lock_pool(_connection: &mut Connection, _pool: &str) -> Result<(), StoreError> {
    Ok(())
}

fn make_folder(path: &Path) -> Result<(), StoreError> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Unavailable(format!("{}: {error}", folder.display()))),
        _ => Ok(()),
    }
}

//! SQLite: one file, one process, one writer.

mod writer;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Sqlite, SqliteConnection};

use self::writer::{Body, Writer};
use super::{Options, Store, StoreError, Sync};

#[path = "sql/sessions.rs"]
mod sessions;
#[path = "sql/users.rs"]
mod users;

/// What statements run on.
pub(super) type Connection = SqliteConnection;
/// What they give back.
pub(super) type Row = sqlx::sqlite::SqliteRow;

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
        let mut connection = connect.connect().await.map_err(unusable)?;
        MIGRATIONS
            .run(&mut connection)
            .await
            .map_err(|error| StoreError::Unavailable(format!("migration of {}: {error}", path.display())))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(options.readers.max(1))
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(connect.create_if_missing(false).pragma("query_only", "1"))
            .await
            .map_err(unusable)?;
        Ok(Database { writer: Writer::start(connection, options.group_max), readers, path })
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
}

fn make_folder(path: &Path) -> Result<(), StoreError> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Unavailable(format!("{}: {error}", folder.display()))),
        _ => Ok(()),
    }
}

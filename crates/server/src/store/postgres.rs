//! PostgreSQL: several processes on one database.

use std::str::FromStr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{PgConnection, Postgres};

use super::{Options, Store, StoreError};

#[path = "sql/sessions.rs"]
mod sessions;
#[path = "sql/users.rs"]
mod users;

/// What statements run on.
pub(super) type Connection = PgConnection;
/// What they give back.
pub(super) type Row = sqlx::postgres::PgRow;

type Body<T> = Box<dyn for<'c> FnOnce(&'c mut PgConnection) -> BoxFuture<'c, Result<T, StoreError>> + Send>;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");

/// A pool of connections.
#[derive(Clone, Debug)]
pub(super) struct Database {
    pool: PgPool,
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
        // Takes a lock of its own, so that processes that start together do not migrate together.
        MIGRATIONS
            .run(&pool)
            .await
            .map_err(|error| StoreError::Unavailable(format!("migration: {error}")))?;
        Ok(Database { pool })
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

//! The one writer of a SQLite database: jobs wait in a queue, and as many as are waiting go into one transaction.
//!
//! A commit costs a wait for the disk whatever it holds, so sharing it makes writing several times faster while
//! every caller still hears "done" only after its rows are on the disk. Each job has a savepoint of its own: one
//! that fails takes nothing else with it. Moves, which are most of what is written, do without: they fail only
//! when the database itself does, and then everything in the transaction is refused.

use std::any::Any;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot, watch};

use crate::store::StoreError;

/// What a job does with the connection.
pub(super) type Body<T> =
    Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>> + Send>;

/// Hands jobs to the writer.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Box<dyn Job>>,
}

impl Writer {
    /// Starts the task; it ends, and closes the connection, when the last handle is gone.
    /// With it comes a number that changes with each commit.
    pub(super) fn start(connection: SqliteConnection, group: usize) -> (Writer, watch::Receiver<u64>) {
        let (queue, jobs) = mpsc::channel(1024);
        let (committed, commits) = watch::channel(0);
        tokio::spawn(run(connection, jobs, group.max(1), committed));
        (Writer { queue }, commits)
    }

    /// Runs a job and returns after its transaction is on the disk. Once queued it runs to its end, whether or
    /// not the caller still waits.
    pub(super) async fn write<T: Send + 'static>(&self, body: Body<T>) -> Result<T, StoreError> {
        self.put(body, false).await
    }

    /// The same for a job that needs no savepoint: it writes with one call or not at all.
    pub(super) async fn write_plain<T: Send + 'static>(&self, body: Body<T>) -> Result<T, StoreError> {
        self.put(body, true).await
    }

    async fn put<T: Send + 'static>(&self, body: Body<T>, plain: bool) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Task { body: Some(body), outcome: None, reply: Some(reply), plain };
        let gone = || StoreError::Unavailable("the writer has ended".into());
        self.queue.send(Box::new(job)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

/// A job without its type of answer, as the queue holds it.
trait Job: Send {
    /// Whether it needs no savepoint.
    fn is_plain(&self) -> bool;
    /// Does the work; whether it is to be kept.
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> BoxFuture<'c, bool>;
    /// Tells the caller, after the transaction has ended in one way or the other.
    fn settle(&mut self, fate: Result<(), &StoreError>);
}

struct Task<T> {
    body: Option<Body<T>>,
    outcome: Option<Result<T, StoreError>>,
    reply: Option<oneshot::Sender<Result<T, StoreError>>>,
    plain: bool,
}

impl<T: Send + 'static> Job for Task<T> {
    fn is_plain(&self) -> bool {
        self.plain
    }

    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let Some(body) = self.body.take() else { return false };
            // A panic in one job must not end the writer for all others.
            let outcome = std::panic::AssertUnwindSafe(body(connection))
                .catch_unwind()
                .await
                .unwrap_or_else(|panic| Err(StoreError::Refused(describe(panic.as_ref()))));
            let keep = outcome.is_ok();
            self.outcome = Some(outcome);
            keep
        })
    }

    fn settle(&mut self, fate: Result<(), &StoreError>) {
        let outcome = match (fate, self.outcome.take()) {
            // A job's own failure says more than that of the transaction around it.
            (_, Some(Err(error))) => Err(error),
            (Ok(()), Some(Ok(value))) => Ok(value),
            (Err(error), _) => Err(copy(error)),
            (Ok(()), None) => Err(StoreError::Unavailable("the job did not run".into())),
        };
        if let Some(reply) = self.reply.take() {
            // Nobody waits any longer: the write stands all the same.
            let _ = reply.send(outcome);
        }
    }
}

fn describe(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a write panicked".into())
}

fn copy(error: &StoreError) -> StoreError {
    match error {
        StoreError::Unavailable(text) => StoreError::Unavailable(text.clone()),
        StoreError::Unknown(text) => StoreError::Unknown(text.clone()),
        StoreError::Corrupt(text) => StoreError::Corrupt(text.clone()),
        StoreError::Refused(text) => StoreError::Refused(text.clone()),
    }
}

async fn run(
    mut connection: SqliteConnection,
    mut jobs: mpsc::Receiver<Box<dyn Job>>,
    group: usize,
    committed: watch::Sender<u64>,
) {
    let mut batch = Vec::with_capacity(group);
    while jobs.recv_many(&mut batch, group).await > 0 {
        let fate = transaction(&mut connection, &mut batch).await;
        match &fate {
            Ok(()) => committed.send_modify(|count| *count += 1),
            Err(error) => tracing::warn!(%error, jobs = batch.len(), "a transaction was not committed"),
        }
        for mut job in batch.drain(..) {
            job.settle(fate.as_ref().copied());
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database was not closed cleanly");
    }
}

/// All jobs of a batch, committed together.
async fn transaction(
    connection: &mut SqliteConnection,
    batch: &mut [Box<dyn Job>],
) -> Result<(), StoreError> {
    statement(connection, "begin immediate").await.map_err(nothing_written)?;
    let done = match work(connection, batch).await {
        Ok(true) => sqlx::query("commit").execute(&mut *connection).await.map(drop).map_err(failed_commit),
        Ok(false) => {
            // Fails when SQLite has undone everything by itself, which is as good.
            let _ = statement(connection, "rollback").await;
            Ok(())
        }
        Err(error) => Err(nothing_written(error)),
    };
    if done.is_err() {
        // A full disk or an I/O error may have undone the transaction already; then this fails, which is fine.
        let _ = statement(connection, "rollback").await;
    }
    done
}

/// Whether there is something to keep.
async fn work(connection: &mut SqliteConnection, batch: &mut [Box<dyn Job>]) -> Result<bool, StoreError> {
    if let [job] = batch {
        // The transaction of a job that is alone is all the savepoint it needs.
        return Ok(job.run(connection).await);
    }
    for job in batch {
        if job.is_plain() {
            if !job.run(connection).await {
                return Err(StoreError::Unavailable("a write of the same transaction failed".into()));
            }
            continue;
        }
        statement(connection, "savepoint job").await?;
        if !job.run(connection).await {
            // Fails when SQLite has undone everything by itself: then the whole batch has failed.
            statement(connection, "rollback to job").await?;
        }
        statement(connection, "release job").await?;
    }
    Ok(true)
}

async fn statement(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::query(sql).execute(&mut *connection).await?;
    Ok(())
}

/// An error before the commit: whatever it was, nothing of the transaction stays.
fn nothing_written(error: StoreError) -> StoreError {
    match error {
        StoreError::Unknown(text) | StoreError::Refused(text) => StoreError::Unavailable(text),
        other => other,
    }
}

/// A commit that was refused (disk full, busy, read-only) has written nothing. One that failed in the middle of
/// input or output may be found in the log after a crash of the machine.
fn failed_commit(error: sqlx::Error) -> StoreError {
    let code =
        error.as_database_error().and_then(|error| error.code()).and_then(|code| code.parse::<u32>().ok());
    match code.map(|code| code & 0xff) {
        Some(5 | 8 | 13) => StoreError::Unavailable(error.to_string()),
        _ => StoreError::Unknown(error.to_string()),
    }
}

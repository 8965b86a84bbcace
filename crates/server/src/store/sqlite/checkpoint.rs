//! Moves what is in the log into the database file, beside the writer and not inside its commits.
//!
//! Left to itself, SQLite does this in whichever commit finds the log long enough, and everybody waits for the disk.

use std::time::Duration;

use sqlx::{Connection as _, Row as _, SqliteConnection};
use tokio::sync::watch;
use tokio::time::sleep;

/// How long after a commit.
const PAUSE: Duration = Duration::from_millis(500);
/// From so many pages on the log is started afresh, for which the writer waits a moment: under load it never is empty
/// by itself. A page has four kibibytes.
const LONG: i64 = 12_000;
/// The writer's own measure, in case nobody does it here.
pub(super) const NET: u32 = 30_000;

/// Works whenever `commits` changes, until nobody commits any more.
pub(super) async fn run(mut connection: SqliteConnection, mut commits: watch::Receiver<u64>) {
    let mut failed = false;
    while commits.changed().await.is_ok() {
        sleep(PAUSE).await;
        commits.mark_unchanged();
        let done = checkpoint(&mut connection).await;
        match &done {
            Ok(()) => failed = false,
            // Said once: a full disk is found by the writer as well.
            Err(error) if !failed => {
                tracing::warn!(%error, "the log of the database was not emptied");
                failed = true;
            }
            Err(_) => {}
        }
    }
    let _ = connection.close().await;
}

async fn checkpoint(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let row = sqlx::query("pragma wal_checkpoint(passive)").fetch_one(&mut *connection).await?;
    if row.try_get::<i64, _>(1)? > LONG {
        sqlx::query("pragma wal_checkpoint(restart)").execute(connection).await?;
    }
    Ok(())
}

//! Backup and check of a SQLite file.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection as _, SqliteConnection};

use super::{Database, verify};
use crate::store::StoreError;
use crate::store::upkeep::{Upkeep, Verified};

#[async_trait]
impl Upkeep for Database {
    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let (from, to) = (self.path.clone(), to.to_path_buf());
        match tokio::spawn(copy(from, to)).await {
            Ok(result) => result,
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }

    async fn verify(&self) -> Result<Verified, StoreError> {
        let mut connection = self.read().await?;
        // One transaction sees one moment, however long the check takes.
        sqlx::query("begin").execute(&mut *connection).await?;
        let checked = check(&mut connection).await;
        sqlx::query("rollback").execute(&mut *connection).await?;
        checked
    }
}

async fn check(connection: &mut SqliteConnection) -> Result<Verified, StoreError> {
    let mut found = verify::verify(connection).await?;
    for fault in integrity(connection).await? {
        found.fault(fault);
    }
    let orphans: Vec<(String,)> = sqlx::query_as("select \"table\" from pragma_foreign_key_check limit 100")
        .fetch_all(connection)
        .await?;
    for (table,) in orphans {
        found.fault(format!("a row of {table} points to nothing"));
    }
    Ok(found)
}

async fn integrity(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let lines: Vec<String> = sqlx::query_scalar("pragma integrity_check").fetch_all(connection).await?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// On a connection of its own: readers and the writer go on meanwhile.
async fn copy(from: PathBuf, to: PathBuf) -> Result<(), StoreError> {
    let failed =
        |error: &dyn std::fmt::Display| StoreError::Unavailable(format!("{}: {error}", to.display()));
    if to.exists() {
        return Err(StoreError::Refused(format!("{} exists", to.display())));
    }
    let mut part = to.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    // It holds hashes of passwords and addresses, so nobody else may read it, not even while it is written.
    private_file(&part).map_err(|error| failed(&error))?;
    let options = SqliteConnectOptions::new().filename(&from).busy_timeout(Duration::from_secs(5));
    let mut connection = options.connect().await?;
    let copied = sqlx::query("vacuum into $1")
        .bind(part.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await;
    connection.close().await?;
    let checked = match copied {
        Ok(_) => finish(&part, &to).await,
        Err(error) => Err(error.into()),
    };
    if checked.is_err() {
        // What is left is of no use to anybody.
        let _ = std::fs::remove_file(&part);
    }
    checked
}

async fn finish(part: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", to.display()));
    let mut copy = SqliteConnectOptions::new().filename(part).read_only(true).connect().await?;
    let faults = integrity(&mut copy).await?;
    copy.close().await?;
    if !faults.is_empty() {
        return Err(StoreError::Corrupt(faults.join("; ")));
    }
    File::open(part).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(part, to).map_err(failed)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
}

/// An empty file, which the copy may fill.
fn private_file(path: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

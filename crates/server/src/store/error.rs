//! What can go wrong between us and the database, told apart by what the caller may do next.

/// Why the store gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nothing was written: the database is away, full, read-only or too busy. Trying again is safe.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// The connection broke after a write was sent: it may or may not have happened. Read before trying again.
    #[error("the database did not confirm a write: {0}")]
    Unknown(String),
    /// A row that no release of this program writes.
    #[error("the database holds something unreadable: {0}")]
    Corrupt(String),
    /// A row that was to be written breaks a constraint: a fault of ours, nothing was written.
    #[error("the database refused a row: {0}")]
    Refused(String),
}

impl StoreError {
    /// An enumeration's code without a meaning.
    #[must_use]
    pub fn code(what: &'static str, code: i64) -> StoreError {
        StoreError::Corrupt(format!("{what} {code}"))
    }

    /// Whether asking again later can help.
    #[must_use]
    pub fn may_retry(&self) -> bool {
        matches!(self, StoreError::Unavailable(_) | StoreError::Unknown(_))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(inner) => from_database(inner.as_ref()),
            sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Decode(_)
            | sqlx::Error::ColumnNotFound(_)
            | sqlx::Error::TypeNotFound { .. }
            | sqlx::Error::RowNotFound => StoreError::Corrupt(error.to_string()),
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Configuration(_) => {
                StoreError::Unavailable(error.to_string())
            }
            // A broken connection: whether the statement arrived is not known here.
            _ => StoreError::Unknown(error.to_string()),
        }
    }
}

fn from_database(error: &dyn sqlx::error::DatabaseError) -> StoreError {
    let text = error.to_string();
    match error.kind() {
        sqlx::error::ErrorKind::Other => {}
        _ => return StoreError::Refused(text),
    }
    let code = error.code().unwrap_or_default();
    // PostgreSQL: five characters. Classes 08 (connection), 25 (transaction state, read-only), 40 (rolled back),
    // 53 (resources: disk full), 55 (lock not available), 57 (canceled, shutting down), 58 (system error).
    if code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return match &code[..2] {
            "08" => StoreError::Unknown(text),
            // An immediate shutdown may come between a commit and its confirmation.
            "57" if code == "57P02" => StoreError::Unknown(text),
            "25" | "40" | "53" | "55" | "57" | "58" => StoreError::Unavailable(text),
            _ => StoreError::Refused(text),
        };
    }
    // SQLite: the lower byte of the extended code. 5 busy, 6 locked, 8 read-only, 10 I/O, 13 full, 14 cannot open.
    // Every one of them undoes at least the statement; a failed COMMIT is judged by the writer.
    match code.parse::<u32>().map(|code| code & 0xff) {
        Ok(5 | 6 | 8 | 10 | 13 | 14) => StoreError::Unavailable(text),
        Ok(11 | 26) => StoreError::Corrupt(text),
        _ => StoreError::Refused(text),
    }
}

impl From<crate::domain::account::UnknownCode> for StoreError {
    fn from(error: crate::domain::account::UnknownCode) -> StoreError {
        StoreError::Corrupt(error.to_string())
    }
}

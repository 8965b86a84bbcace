//! Which process does the work that is to be done once: the one that holds a lock of the database.
//!
//! The lock belongs to a connection of its own, so it goes when the process dies. A process that hangs keeps the
//! connection: then its sign of life grows old, and a follower ends the connection for it. Everything the leader
//! does is guarded row by row, so two leaders for a moment do no harm.

use std::sync::Arc;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection as _, PgConnection};
use tokio::sync::Mutex;

use crate::domain::time::Ms;
use crate::store::StoreError;

/// A leader that gave no sign for so long is replaced.
const SILENCE: Ms = Ms::seconds(6);

#[derive(Clone, Debug)]
pub(super) struct Election {
    connect: PgConnectOptions,
    seat: Arc<Mutex<Option<Seat>>>,
}

#[derive(Debug)]
struct Seat {
    connection: PgConnection,
    leads: bool,
}

impl Election {
    pub(super) fn new(connect: PgConnectOptions) -> Election {
        Election { connect, seat: Arc::default() }
    }

    /// Tries to lead, or shows that this process still does.
    pub(super) async fn lead(&self, process: &str, now: Ms) -> Result<bool, StoreError> {
        let mut place = self.seat.lock().await;
        let mut seat = match place.take() {
            Some(seat) => seat,
            None => Seat { connection: self.connect.connect().await?, leads: false },
        };
        // On any error the connection is dropped, and with it the lock.
        let leads = seat.try_to_lead(process, now).await?;
        *place = Some(seat);
        Ok(leads)
    }

    pub(super) async fn step_down(&self) -> Result<(), StoreError> {
        if let Some(seat) = self.seat.lock().await.take() {
            seat.connection.close().await?;
        }
        Ok(())
    }
}

impl Seat {
    async fn try_to_lead(&mut self, process: &str, now: Ms) -> Result<bool, StoreError> {
        if !self.leads {
            self.leads = sqlx::query_scalar("select pg_try_advisory_lock(1, 1)")
                .fetch_one(&mut self.connection)
                .await?;
            if self.leads {
                tracing::info!(process, "this process leads");
            }
        }
        if self.leads {
            sqlx::query(
                "insert into meta (key, value) values ('leader_at', $1) \
                 on conflict (key) do update set value = excluded.value",
            )
            .bind(now.0.to_string())
            .execute(&mut self.connection)
            .await?;
        } else {
            self.replace_silent_leader(now).await?;
        }
        Ok(self.leads)
    }

    async fn replace_silent_leader(&mut self, now: Ms) -> Result<(), StoreError> {
        let sign: Option<String> = sqlx::query_scalar("select value from meta where key = 'leader_at'")
            .fetch_optional(&mut self.connection)
            .await?;
        let sign = sign.and_then(|text| text.parse().ok()).map_or(now, Ms);
        if now - sign <= SILENCE {
            return Ok(());
        }
        let ended: Vec<bool> = sqlx::query_scalar(
            "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 1 \
             and objid = 1 and objsubid = 2 and granted and pid <> pg_backend_pid() \
             and database = (select oid from pg_database where datname = current_database())",
        )
        .fetch_all(&mut self.connection)
        .await?;
        tracing::warn!(silent_ms = (now - sign).0, ended = ended.len(), "the leader gave no sign of life");
        Ok(())
    }
}

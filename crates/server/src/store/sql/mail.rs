//! The outbox and counters: statements for both databases.

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Database, Row};
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::mail::{Counters, Letter, Mail};

fn read_letter(row: &Row) -> Result<Letter, StoreError> {
    Ok(Letter {
        id: row.try_get("id")?,
        to: row.try_get("to_addr")?,
        template: row.try_get("template")?,
        args: row.try_get("args")?,
        due_at: Ms(row.try_get("due_at")?),
        attempts: row.try_get("attempts")?,
    })
}

#[async_trait]
impl Mail for Database {
    async fn insert_letter(&self, letter: Letter) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into outbox_mail (id, to_addr, template, args, due_at, attempts) \
                 values ($1, $2, $3, $4, $5, $6)",
            )
            .bind(letter.id)
            .bind(letter.to)
            .bind(letter.template)
            .bind(letter.args)
            .bind(letter.due_at.0)
            .bind(letter.attempts)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn due_letters(&self, now: Ms, limit: i64) -> Result<Vec<Letter>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select id, to_addr, template, args, due_at, attempts from outbox_mail \
             where sent_at is null and due_at <= $1 order by due_at limit $2",
        )
        .bind(now.0)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read_letter).collect()
    }

    async fn letter_sent(&self, id: i64, now: Ms) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            // The address is not needed any longer, so it is not kept.
            sqlx::query("update outbox_mail set sent_at = $2, to_addr = '', args = '{}' where id = $1")
                .bind(id)
                .bind(now.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn letter_failed(&self, id: i64, again_at: Option<Ms>) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            match again_at {
                Some(at) => {
                    sqlx::query("update outbox_mail set attempts = attempts + 1, due_at = $2 where id = $1")
                        .bind(id)
                        .bind(at.0)
                        .execute(connection)
                        .await?
                }
                None => {
                    sqlx::query("delete from outbox_mail where id = $1").bind(id).execute(connection).await?
                }
            };
            Ok(())
        }))
        .await
    }
}

#[async_trait]
impl Counters for Database {
    async fn count(&self, key: &str, window: Ms, now: Ms) -> Result<i32, StoreError> {
        let key = key.to_owned();
        self.write_one(job!(|connection| {
            let row = sqlx::query(
                "insert into counters (key, window_at, n) values ($1, $2, 1) on conflict (key) do update set \
                 n = case when counters.window_at > $3 then counters.n + 1 else 1 end, \
                 window_at = case when counters.window_at > $3 then counters.window_at else excluded.window_at end \
                 returning n",
            )
            .bind(key)
            .bind(now.0)
            .bind((now - window).0)
            .fetch_one(connection)
            .await?;
            Ok(row.try_get(0)?)
        }))
        .await
    }

    async fn counted(&self, key: &str, window: Ms, now: Ms) -> Result<i32, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query("select n from counters where key = $1 and window_at > $2")
            .bind(key)
            .bind((now - window).0)
            .fetch_optional(&mut *connection)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or(0))
    }

    async fn reset_count(&self, key: &str) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.write_one(job!(|connection| {
            sqlx::query("delete from counters where key = $1").bind(key).execute(connection).await?;
            Ok(())
        }))
        .await
    }

    async fn drop_counts(&self, before: Ms) -> Result<u64, StoreError> {
        self.write_one(job!(|connection| {
            let done = sqlx::query("delete from counters where window_at < $1")
                .bind(before.0)
                .execute(connection)
                .await?;
            Ok(done.rows_affected())
        }))
        .await
    }
}

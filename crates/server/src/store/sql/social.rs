//! Chat, blocks, reports and the log of administration: statements for both databases.

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Database, Row};
use crate::domain::account::ReportState;
use crate::domain::ids::{GameId, UserId};
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::social::{AdminAct, ChatLine, Report, Social};

fn read_line(row: &Row) -> Result<ChatLine, StoreError> {
    Ok(ChatLine {
        id: row.try_get("id")?,
        room: row.try_get("room")?,
        author: UserId(row.try_get("author_id")?),
        body: row.try_get("body")?,
        at: Ms(row.try_get("at")?),
    })
}

fn read_report(row: &Row) -> Result<Report, StoreError> {
    Ok(Report {
        id: row.try_get("id")?,
        reporter: UserId(row.try_get("reporter_id")?),
        suspect: UserId(row.try_get("suspect_id")?),
        reason: row.try_get("reason")?,
        game: row.try_get::<Option<String>, _>("game_id")?.map(GameId),
        text: row.try_get("text")?,
        state: ReportState::try_from(row.try_get::<i16, _>("state")?)?,
        handled_by: row.try_get::<Option<i64>, _>("handled_by")?.map(UserId),
        created_at: Ms(row.try_get("created_at")?),
        handled_at: row.try_get::<Option<i64>, _>("handled_at")?.map(Ms),
    })
}

fn read_act(row: &Row) -> Result<AdminAct, StoreError> {
    Ok(AdminAct {
        id: row.try_get("id")?,
        admin: UserId(row.try_get("admin_id")?),
        action: row.try_get("action")?,
        target: row.try_get("target")?,
        detail: row.try_get("detail")?,
        at: Ms(row.try_get("at")?),
    })
}

#[async_trait]
impl Social for Database {
    async fn insert_chat(&self, line: ChatLine) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query("insert into chat_lines (id, room, author_id, body, at) values ($1, $2, $3, $4, $5)")
                .bind(line.id)
                .bind(line.room)
                .bind(line.author.0)
                .bind(line.body)
                .bind(line.at.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn chat(&self, room: &str, after: i64, limit: i64) -> Result<Vec<ChatLine>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select id, room, author_id, body, at from chat_lines \
             where room = $1 and id > $2 and hidden_by is null order by id desc limit $3",
        )
        .bind(room)
        .bind(after)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().rev().map(read_line).collect()
    }

    async fn chat_by(&self, author: UserId, limit: i64) -> Result<Vec<ChatLine>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select id, room, author_id, body, at from chat_lines where author_id = $1 order by id desc limit $2",
        )
        .bind(author.0)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read_line).collect()
    }

    async fn chat_line(&self, id: i64) -> Result<Option<ChatLine>, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query("select id, room, author_id, body, at from chat_lines where id = $1")
            .bind(id)
            .fetch_optional(&mut *connection)
            .await?;
        row.as_ref().map(read_line).transpose()
    }

    async fn hide_chat(&self, id: i64, by: UserId) -> Result<bool, StoreError> {
        self.write_one(job!(|connection| {
            let done =
                sqlx::query("update chat_lines set hidden_by = $2 where id = $1 and hidden_by is null")
                    .bind(id)
                    .bind(by.0)
                    .execute(connection)
                    .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn block(&self, user: UserId, other: UserId, now: Ms) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into blocks (user_id, other_id, created_at) values ($1, $2, $3) on conflict do nothing",
            )
            .bind(user.0)
            .bind(other.0)
            .bind(now.0)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn unblock(&self, user: UserId, other: UserId) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query("delete from blocks where user_id = $1 and other_id = $2")
                .bind(user.0)
                .bind(other.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn blocked(&self, user: UserId) -> Result<Vec<UserId>, StoreError> {
        let mut connection = self.read().await?;
        let rows =
            sqlx::query("select other_id from blocks where user_id = $1 order by created_at, other_id")
                .bind(user.0)
                .fetch_all(&mut *connection)
                .await?;
        rows.iter().map(|row| Ok(UserId(row.try_get(0)?))).collect()
    }

    async fn block_between(&self, one: UserId, other: UserId) -> Result<bool, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query(
            "select 1 from blocks where (user_id = $1 and other_id = $2) or (user_id = $2 and other_id = $1)",
        )
        .bind(one.0)
        .bind(other.0)
        .fetch_optional(&mut *connection)
        .await?;
        Ok(row.is_some())
    }

    async fn insert_report(&self, report: Report) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into reports (id, reporter_id, suspect_id, reason, game_id, text, state, created_at) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(report.id)
            .bind(report.reporter.0)
            .bind(report.suspect.0)
            .bind(report.reason)
            .bind(report.game.map(|game| game.0))
            .bind(report.text)
            .bind(report.state.code())
            .bind(report.created_at.0)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn open_reports(&self, limit: i64) -> Result<Vec<Report>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select id, reporter_id, suspect_id, reason, game_id, text, state, handled_by, created_at, handled_at \
             from reports where state = 0 order by created_at, id limit $1",
        )
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read_report).collect()
    }

    async fn handle_report(
        &self,
        id: i64,
        state: ReportState,
        by: UserId,
        now: Ms,
    ) -> Result<bool, StoreError> {
        self.write_one(job!(|connection| {
            let done = sqlx::query(
                "update reports set state = $2, handled_by = $3, handled_at = $4 where id = $1 and state = 0",
            )
            .bind(id)
            .bind(state.code())
            .bind(by.0)
            .bind(now.0)
            .execute(connection)
            .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn log_admin(&self, act: AdminAct) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into admin_log (id, admin_id, action, target, detail, at) values ($1, $2, $3, $4, $5, $6)",
            )
            .bind(act.id)
            .bind(act.admin.0)
            .bind(act.action)
            .bind(act.target)
            .bind(act.detail)
            .bind(act.at.0)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn admin_log(&self, before: i64, limit: i64) -> Result<Vec<AdminAct>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select id, admin_id, action, target, detail, at from admin_log where id < $1 order by id desc limit $2",
        )
        .bind(before)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read_act).collect()
    }
}

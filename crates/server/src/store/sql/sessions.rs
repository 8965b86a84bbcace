//! Sessions and tokens: statements for both databases.

use async_trait::async_trait;
use sqlx::Row as _;

use super::users::find as find_user;
use super::{Database, Row};
use crate::domain::account::MailPurpose;
use crate::domain::ids::UserId;
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::sessions::{ApiToken, EmailToken, Session, Sessions, Tokens};
use crate::store::users::User;

macro_rules! session {
    ($rest:literal) => {
        concat!(
            "select token_hash, user_id, created_at, used_at, expires_at, confirmed_at, user_agent, ip_prefix ",
            "from sessions ",
            $rest
        )
    };
}

macro_rules! api_token {
    ($rest:literal) => {
        concat!(
            "select id, token_hash, user_id, label, scopes, created_at, used_at, expires_at from api_tokens ",
            $rest
        )
    };
}

fn read_session(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        token_hash: row.try_get("token_hash")?,
        user_id: UserId(row.try_get("user_id")?),
        created_at: Ms(row.try_get("created_at")?),
        used_at: Ms(row.try_get("used_at")?),
        expires_at: Ms(row.try_get("expires_at")?),
        confirmed_at: row.try_get::<Option<i64>, _>("confirmed_at")?.map(Ms),
        user_agent: row.try_get("user_agent")?,
        ip_prefix: row.try_get("ip_prefix")?,
    })
}

fn read_api_token(row: &Row) -> Result<ApiToken, StoreError> {
    Ok(ApiToken {
        id: row.try_get("id")?,
        token_hash: row.try_get("token_hash")?,
        user_id: UserId(row.try_get("user_id")?),
        label: row.try_get("label")?,
        scopes: row.try_get("scopes")?,
        created_at: Ms(row.try_get("created_at")?),
        used_at: row.try_get::<Option<i64>, _>("used_at")?.map(Ms),
        expires_at: row.try_get::<Option<i64>, _>("expires_at")?.map(Ms),
    })
}

fn read_email_token(row: &Row) -> Result<EmailToken, StoreError> {
    Ok(EmailToken {
        token_hash: row.try_get("token_hash")?,
        user_id: UserId(row.try_get("user_id")?),
        purpose: MailPurpose::try_from(row.try_get::<i16, _>("purpose")?)?,
        email: row.try_get("email")?,
        expires_at: Ms(row.try_get("expires_at")?),
    })
}

#[async_trait]
impl Sessions for Database {
    async fn insert_session(&self, session: Session) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into sessions (token_hash, user_id, created_at, used_at, expires_at, confirmed_at, \
                 user_agent, ip_prefix) values ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(session.token_hash)
            .bind(session.user_id.0)
            .bind(session.created_at.0)
            .bind(session.used_at.0)
            .bind(session.expires_at.0)
            .bind(session.confirmed_at.map(|at| at.0))
            .bind(session.user_agent)
            .bind(session.ip_prefix)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn session(&self, token_hash: &str, now: Ms) -> Result<Option<(Session, User)>, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query(session!("where token_hash = $1 and expires_at > $2"))
            .bind(token_hash)
            .bind(now.0)
            .fetch_optional(&mut *connection)
            .await?;
        let Some(session) = row.as_ref().map(read_session).transpose()? else { return Ok(None) };
        // Between the two reads the account may go, and its sessions with it.
        Ok(find_user(&mut connection, session.user_id).await?.map(|user| (session, user)))
    }

    async fn touch_session(&self, token_hash: &str, used_at: Ms, expires_at: Ms) -> Result<(), StoreError> {
        let token_hash = token_hash.to_owned();
        self.write_one(job!(|connection| {
            sqlx::query("update sessions set used_at = $2, expires_at = $3 where token_hash = $1")
                .bind(token_hash)
                .bind(used_at.0)
                .bind(expires_at.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn confirm_session(&self, token_hash: &str, at: Ms) -> Result<(), StoreError> {
        let token_hash = token_hash.to_owned();
        self.write_one(job!(|connection| {
            sqlx::query("update sessions set confirmed_at = $2 where token_hash = $1")
                .bind(token_hash)
                .bind(at.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn delete_session(&self, token_hash: &str) -> Result<bool, StoreError> {
        let token_hash = token_hash.to_owned();
        self.write_one(job!(|connection| {
            let done = sqlx::query("delete from sessions where token_hash = $1")
                .bind(token_hash)
                .execute(connection)
                .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn delete_sessions(&self, user: UserId, except: Option<String>) -> Result<Vec<String>, StoreError> {
        self.write_one(job!(|connection| {
            let rows = sqlx::query(
                "delete from sessions where user_id = $1 and token_hash <> $2 returning token_hash",
            )
            .bind(user.0)
            .bind(except.unwrap_or_default())
            .fetch_all(connection)
            .await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        }))
        .await
    }

    async fn sessions(&self, user: UserId, now: Ms) -> Result<Vec<Session>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(session!("where user_id = $1 and expires_at > $2 order by used_at desc"))
            .bind(user.0)
            .bind(now.0)
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().map(read_session).collect()
    }

    async fn drop_expired_sessions(&self, now: Ms) -> Result<u64, StoreError> {
        self.write(job!(|connection| {
            let mut dropped = 0;
            for statement in [
                "delete from sessions where expires_at <= $1",
                "delete from email_tokens where expires_at <= $1",
                "delete from api_tokens where expires_at <= $1",
            ] {
                dropped +=
                    sqlx::query(statement).bind(now.0).execute(&mut *connection).await?.rows_affected();
            }
            Ok(dropped)
        }))
        .await
    }
}

#[async_trait]
impl Tokens for Database {
    async fn insert_api_token(&self, token: ApiToken) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query(
                "insert into api_tokens (id, token_hash, user_id, label, scopes, created_at, used_at, expires_at) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(token.id)
            .bind(token.token_hash)
            .bind(token.user_id.0)
            .bind(token.label)
            .bind(token.scopes)
            .bind(token.created_at.0)
            .bind(token.used_at.map(|at| at.0))
            .bind(token.expires_at.map(|at| at.0))
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn api_token(&self, token_hash: &str, now: Ms) -> Result<Option<(ApiToken, User)>, StoreError> {
        let mut connection = self.read().await?;
        let row =
            sqlx::query(api_token!("where token_hash = $1 and (expires_at is null or expires_at > $2)"))
                .bind(token_hash)
                .bind(now.0)
                .fetch_optional(&mut *connection)
                .await?;
        let Some(token) = row.as_ref().map(read_api_token).transpose()? else { return Ok(None) };
        Ok(find_user(&mut connection, token.user_id).await?.map(|user| (token, user)))
    }

    async fn api_tokens(&self, user: UserId) -> Result<Vec<ApiToken>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(api_token!("where user_id = $1 order by id desc"))
            .bind(user.0)
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().map(read_api_token).collect()
    }

    async fn delete_api_token(&self, user: UserId, id: i64) -> Result<Option<String>, StoreError> {
        self.write_one(job!(|connection| {
            let row =
                sqlx::query("delete from api_tokens where user_id = $1 and id = $2 returning token_hash")
                    .bind(user.0)
                    .bind(id)
                    .fetch_optional(connection)
                    .await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        }))
        .await
    }

    async fn touch_api_token(&self, id: i64, now: Ms) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query("update api_tokens set used_at = $2 where id = $1")
                .bind(id)
                .bind(now.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn insert_email_token(&self, token: EmailToken) -> Result<(), StoreError> {
        self.write(job!(|connection| {
            sqlx::query("delete from email_tokens where user_id = $1 and purpose = $2")
                .bind(token.user_id.0)
                .bind(token.purpose.code())
                .execute(&mut *connection)
                .await?;
            sqlx::query(
                "insert into email_tokens (token_hash, user_id, purpose, email, expires_at) \
                 values ($1, $2, $3, $4, $5)",
            )
            .bind(token.token_hash)
            .bind(token.user_id.0)
            .bind(token.purpose.code())
            .bind(token.email)
            .bind(token.expires_at.0)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn take_email_token(
        &self,
        token_hash: &str,
        purpose: MailPurpose,
        now: Ms,
    ) -> Result<Option<EmailToken>, StoreError> {
        let token_hash = token_hash.to_owned();
        self.write_one(job!(|connection| {
            let row = sqlx::query(
                "delete from email_tokens where token_hash = $1 and purpose = $2 and expires_at > $3 \
                 returning token_hash, user_id, purpose, email, expires_at",
            )
            .bind(token_hash)
            .bind(purpose.code())
            .bind(now.0)
            .fetch_optional(connection)
            .await?;
            row.as_ref().map(read_email_token).transpose()
        }))
        .await
    }

    async fn email_token(&self, token_hash: &str, now: Ms) -> Result<Option<EmailToken>, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query(
            "select token_hash, user_id, purpose, email, expires_at from email_tokens \
             where token_hash = $1 and expires_at > $2",
        )
        .bind(token_hash)
        .bind(now.0)
        .fetch_optional(&mut *connection)
        .await?;
        row.as_ref().map(read_email_token).transpose()
    }
}

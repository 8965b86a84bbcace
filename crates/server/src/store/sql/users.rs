//! Accounts: statements for both databases.

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Connection, Database, Row};
use crate::domain::account::{Roles, UserState};
use crate::domain::ids::UserId;
use crate::domain::time::Ms;
use crate::domain::user::UserKind;
use crate::store::StoreError;
use crate::store::users::{Claim, Upgrade, User, Users};

macro_rules! user {
    ($($rest:tt)*) => {
        concat!(
            "select id, kind, name, name_key, email, email_key, email_verified_at, password_hash, role, state, ",
            "prefs, country, bio, created_at, seen_at from users ",
            $($rest)*
        )
    };
}

pub(super) fn read(row: &Row) -> Result<User, StoreError> {
    Ok(User {
        id: UserId(row.try_get("id")?),
        kind: UserKind::try_from(row.try_get::<i16, _>("kind")?)?,
        name: row.try_get("name")?,
        name_key: row.try_get("name_key")?,
        email: row.try_get("email")?,
        email_key: row.try_get("email_key")?,
        email_verified_at: row.try_get::<Option<i64>, _>("email_verified_at")?.map(Ms),
        password_hash: row.try_get("password_hash")?,
        roles: Roles(row.try_get("role")?),
        state: UserState::try_from(row.try_get::<i16, _>("state")?)?,
        prefs: row.try_get("prefs")?,
        country: row.try_get("country")?,
        bio: row.try_get("bio")?,
        created_at: Ms(row.try_get("created_at")?),
        seen_at: Ms(row.try_get("seen_at")?),
    })
}

pub(super) async fn find(connection: &mut Connection, id: UserId) -> Result<Option<User>, StoreError> {
    let row = sqlx::query(user!("where id = $1")).bind(id.0).fetch_optional(connection).await?;
    row.as_ref().map(read).transpose()
}

/// Which of two unique columns was in the way.
async fn taken(
    connection: &mut Connection,
    id: UserId,
    name_key: &str,
    error: sqlx::Error,
) -> Result<Claim, StoreError> {
    if !error.as_database_error().is_some_and(|error| error.is_unique_violation()) {
        return Err(error.into());
    }
    let named = sqlx::query("select 1 from users where name_key = $1 and id <> $2")
        .bind(name_key)
        .bind(id.0)
        .fetch_optional(connection)
        .await?;
    Ok(if named.is_some() { Claim::NameTaken } else { Claim::EmailTaken })
}

fn claim(done: u64) -> Claim {
    if done == 1 { Claim::Done } else { Claim::Gone }
}

#[async_trait]
impl Users for Database {
    async fn insert_user(&self, user: User) -> Result<Claim, StoreError> {
        self.write_one(job!(|connection| {
            let result = sqlx::query(
                "insert into users (id, kind, name, name_key, email, email_key, email_verified_at, \
                     password_hash, role, state, prefs, country, bio, created_at, seen_at) \
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
            )
            .bind(user.id.0)
            .bind(user.kind.code())
            .bind(&user.name)
            .bind(&user.name_key)
            .bind(&user.email)
            .bind(&user.email_key)
            .bind(user.email_verified_at.map(|at| at.0))
            .bind(&user.password_hash)
            .bind(user.roles.0)
            .bind(user.state.code())
            .bind(&user.prefs)
            .bind(&user.country)
            .bind(&user.bio)
            .bind(user.created_at.0)
            .bind(user.seen_at.0)
            .execute(&mut *connection)
            .await;
            match result {
                Ok(_) => Ok(Claim::Done),
                Err(error) => taken(connection, user.id, &user.name_key, error).await,
            }
        }))
        .await
    }

    async fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        find(&mut *self.read().await?, id).await
    }

    async fn users(&self, ids: Vec<UserId>) -> Result<Vec<User>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        // Numbers need no escapes, so this is how JSON writes them.
        let list = format!("{:?}", ids.iter().map(|id| id.0).collect::<Vec<_>>());
        let mut connection = self.read().await?;
        let rows = sqlx::query(user!("where id ", in_list!(), " order by id"))
            .bind(list)
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().map(read).collect()
    }

    async fn user_by_name(&self, name_key: &str) -> Result<Option<User>, StoreError> {
        let mut connection = self.read().await?;
        let row =
            sqlx::query(user!("where name_key = $1")).bind(name_key).fetch_optional(&mut *connection).await?;
        row.as_ref().map(read).transpose()
    }

    async fn user_by_email(&self, email_key: &str) -> Result<Option<User>, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query(user!("where email_key = $1"))
            .bind(email_key)
            .fetch_optional(&mut *connection)
            .await?;
        row.as_ref().map(read).transpose()
    }

    async fn upgrade_guest(&self, id: UserId, upgrade: Upgrade) -> Result<Claim, StoreError> {
        self.write_one(job!(|connection| {
            let (email, email_key) = upgrade.email.unzip();
            let result = sqlx::query(
                "update users set kind = 0, name = $2, name_key = $3, email = $4, email_key = $5, \
                     password_hash = $6 where id = $1 and kind = 1 and state = 0",
            )
            .bind(id.0)
            .bind(&upgrade.name)
            .bind(&upgrade.name_key)
            .bind(email)
            .bind(email_key)
            .bind(&upgrade.password_hash)
            .execute(&mut *connection)
            .await;
            match result {
                Ok(done) => Ok(claim(done.rows_affected())),
                Err(error) => taken(connection, id, &upgrade.name_key, error).await,
            }
        }))
        .await
    }

    async fn set_password(&self, id: UserId, hash: String) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query("update users set password_hash = $2 where id = $1 and state <> 1")
                .bind(id.0)
                .bind(hash)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn set_email(&self, id: UserId, email: Option<(String, String)>) -> Result<Claim, StoreError> {
        self.write_one(job!(|connection| {
            let (email, email_key) = email.unzip();
            let result = sqlx::query(
                "update users set email = $2, email_key = $3, email_verified_at = null \
                     where id = $1 and state <> 1",
            )
            .bind(id.0)
            .bind(email)
            .bind(email_key)
            .execute(&mut *connection)
            .await;
            match result {
                Ok(done) => Ok(claim(done.rows_affected())),
                Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
                    Ok(Claim::EmailTaken)
                }
                Err(error) => Err(error.into()),
            }
        }))
        .await
    }

    async fn verify_email(&self, id: UserId, email_key: &str, now: Ms) -> Result<bool, StoreError> {
        let email_key = email_key.to_owned();
        self.write_one(job!(|connection| {
            let done =
                sqlx::query("update users set email_verified_at = $3 where id = $1 and email_key = $2")
                    .bind(id.0)
                    .bind(email_key)
                    .bind(now.0)
                    .execute(connection)
                    .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn set_profile(
        &self,
        id: UserId,
        prefs: String,
        country: Option<String>,
        bio: Option<String>,
    ) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query("update users set prefs = $2, country = $3, bio = $4 where id = $1 and state <> 1")
                .bind(id.0)
                .bind(prefs)
                .bind(country)
                .bind(bio)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn set_roles(&self, id: UserId, roles: Roles) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query("update users set role = $2 where id = $1")
                .bind(id.0)
                .bind(roles.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn set_state(&self, id: UserId, state: UserState) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            // A closed account stays closed: there is nobody left to open it for.
            sqlx::query("update users set state = $2 where id = $1 and state <> 1")
                .bind(id.0)
                .bind(state.code())
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn make_bot(&self, id: UserId) -> Result<bool, StoreError> {
        self.write_one(job!(|connection| {
            let done = sqlx::query(
                "update users set kind = 2 where id = $1 and kind = 0 and not exists \
                     (select 1 from games where white_id = $1 or black_id = $1)",
            )
            .bind(id.0)
            .execute(connection)
            .await?;
            Ok(done.rows_affected() == 1)
        }))
        .await
    }

    async fn touch_user(&self, id: UserId, now: Ms) -> Result<(), StoreError> {
        self.write_one(job!(|connection| {
            sqlx::query("update users set seen_at = $2 where id = $1 and seen_at < $2")
                .bind(id.0)
                .bind(now.0)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn anonymize(&self, id: UserId, name: String, name_key: String) -> Result<(), StoreError> {
        self.write(job!(|connection| {
            sqlx::query(
                "update users set state = 1, name = $2, name_key = $3, email = null, email_key = null, \
                     email_verified_at = null, password_hash = null, role = 0, prefs = '{}', country = null, \
                     bio = null where id = $1",
            )
            .bind(id.0)
            .bind(name)
            .bind(name_key)
            .execute(&mut *connection)
            .await?;
            for statement in [
                "delete from sessions where user_id = $1",
                "delete from api_tokens where user_id = $1",
                "delete from email_tokens where user_id = $1",
                "delete from seeks where user_id = $1",
                "update challenges set state = 3 where from_id = $1 and state = 0",
                "update challenges set state = 2 where to_id = $1 and state = 0",
                "delete from blocks where user_id = $1",
                "delete from presence where user_id = $1",
            ] {
                sqlx::query(statement).bind(id.0).execute(&mut *connection).await?;
            }
            Ok(())
        }))
        .await
    }

    async fn list_users(&self, prefix: &str, after: &str, limit: i64) -> Result<Vec<User>, StoreError> {
        let mut connection = self.read().await?;
        // Compared by range, not by pattern: the index serves it, and `_` in a name means itself.
        let rows = sqlx::query(user!(
            "where name_key > $1 and name_key >= $2 and name_key < $3 order by name_key limit $4"
        ))
        .bind(after)
        .bind(prefix)
        .bind(format!("{prefix}\u{10FFFF}"))
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read).collect()
    }

    async fn drop_idle_guests(&self, before: Ms) -> Result<u64, StoreError> {
        self.write_one(job!(|connection| {
                let done = sqlx::query(
                    "delete from users where kind = 1 and seen_at < $1 \
                     and not exists (select 1 from games where white_id = users.id or black_id = users.id) \
                     and not exists (select 1 from reports where reporter_id = users.id or suspect_id = users.id)",
                )
                .bind(before.0)
                .execute(connection)
                .await?;
                Ok(done.rows_affected())
            }))
        .await
    }
}

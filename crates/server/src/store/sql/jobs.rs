//! Work for the computer: statements for both databases.

use async_trait::async_trait;
use sqlx::Row as _;

use super::{CLAIM_JOB, Database};
use crate::domain::ids::{GameId, Level, Version};
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::codec::version_code;
use crate::store::games::{Job, Jobs};

#[async_trait]
impl Jobs for Database {
    async fn claim_job(&self, process: &str, now: Ms, lease: Ms) -> Result<Option<Job>, StoreError> {
        let process = process.to_owned();
        self.write_one(job!(|connection| {
            let row = sqlx::query(CLAIM_JOB)
                .bind(process)
                .bind((now + lease).0)
                .bind(now.0)
                .fetch_optional(connection)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let level: i16 = row.try_get("level")?;
            let level = u8::try_from(level).ok().and_then(Level::new);
            Ok(Some(Job {
                game: GameId(row.try_get("game_id")?),
                version: Version(row.try_get::<i32, _>("version")?.into()),
                level: level.ok_or_else(|| StoreError::Corrupt("a job has no level".into()))?,
                attempts: row.try_get("attempts")?,
            }))
        }))
        .await
    }

    async fn release_job(&self, job: Job, again_at: Ms) -> Result<(), StoreError> {
        let version = version_code(job.version)?;
        self.write_one(job!(|connection| {
            sqlx::query(
                "update engine_jobs set claimed_by = null, claimed_until = null, due_at = $3 \
                 where game_id = $1 and version = $2",
            )
            .bind(job.game.0)
            .bind(version)
            .bind(again_at.0)
            .execute(connection)
            .await?;
            Ok(())
        }))
        .await
    }

    async fn drop_job(&self, job: Job) -> Result<(), StoreError> {
        let version = version_code(job.version)?;
        self.write_one(job!(|connection| {
            sqlx::query("delete from engine_jobs where game_id = $1 and version = $2")
                .bind(job.game.0)
                .bind(version)
                .execute(connection)
                .await?;
            Ok(())
        }))
        .await
    }

    async fn count_jobs(&self) -> Result<i64, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query("select count(*) from engine_jobs").fetch_one(&mut *connection).await?;
        Ok(row.try_get(0)?)
    }

    async fn next_job(&self) -> Result<Option<Ms>, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query("select min(case when claimed_until > due_at then claimed_until else due_at end) from engine_jobs")
            .fetch_one(&mut *connection)
            .await?;
        Ok(row.try_get::<Option<i64>, _>(0)?.map(Ms))
    }
}

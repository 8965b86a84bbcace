//! Check of a PostgreSQL database; its backup is the business of its own tools.

use std::path::Path;

use async_trait::async_trait;
use sqlx::ConnectOptions;

use super::{Database, spawned, verify};
use crate::store::StoreError;
use crate::store::upkeep::{Upkeep, Verified};

#[async_trait]
impl Upkeep for Database {
    async fn backup(&self, _to: &Path) -> Result<(), StoreError> {
        Err(StoreError::Refused("PostgreSQL is backed up with pg_dump -Fc".into()))
    }

    async fn verify(&self) -> Result<Verified, StoreError> {
        let connect = self.plain.clone();
        spawned(async move {
            // A connection of its own, without time limits; one snapshot for the whole check.
            let mut connection = connect.connect().await?;
            sqlx::query("begin isolation level repeatable read read only").execute(&mut connection).await?;
            verify::verify(&mut connection).await
        })
        .await
    }
}

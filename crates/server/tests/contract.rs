//! What every store must do, run on SQLite and on PostgreSQL.
//!
//! Each case gets a database of its own. PostgreSQL is a cluster that lives as long as the test; where it is not
//! installed its half says so and does nothing.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test they help")]

#[path = "contract/accounts.rs"]
mod accounts;
#[path = "contract/cluster.rs"]
mod cluster;
#[path = "contract/games.rs"]
mod games;
#[path = "contract/lobby.rs"]
mod lobby;
#[path = "contract/schema.rs"]
mod schema;
#[path = "contract/social.rs"]
mod social;
#[path = "contract/support.rs"]
mod support;
#[path = "contract/upkeep.rs"]
mod upkeep;

use std::pin::Pin;
use std::sync::Arc;

use skep_server::store::{self, Options, Store};

/// Where a case finds its database.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) url: String,
}

impl Place {
    /// Opens it; a second time stands for a second process.
    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        let options = Options { pool: 8, ..Options::new(&self.url) };
        store::open(&options).await.expect("the database opens")
    }

    pub(crate) fn is_postgres(&self) -> bool {
        Options::new(&self.url).is_postgres()
    }
}

pub(crate) type Case = (&'static str, fn(Place) -> Pin<Box<dyn Future<Output = ()> + Send>>);

/// A named case from an `async fn(Place)`.
macro_rules! cases {
    ($($name:ident),* $(,)?) => {
        pub(crate) const CASES: &[crate::Case] = &[$((
            concat!(module_path!(), "::", stringify!($name)),
            |place| Box::pin($name(place)),
        )),*];
    };
}
pub(crate) use cases;

fn all() -> impl Iterator<Item = Case> {
    [accounts::CASES, cluster::CASES, games::CASES, lobby::CASES, social::CASES, upkeep::CASES]
        .into_iter()
        .flatten()
        .copied()
}

/// Runs every case and tells all that failed, not only the first.
async fn run(place_of: impl Fn(usize) -> Place) {
    let mut failed = Vec::new();
    for (number, (name, case)) in all().enumerate() {
        if let Err(error) = tokio::spawn(case(place_of(number))).await {
            failed.push(format!("{name}: {error}"));
        }
    }
    assert!(failed.is_empty(), "{} cases failed:\n{}", failed.len(), failed.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_the_contract() {
    let folder = support::Folder::new("contract");
    run(|number| Place { url: format!("sqlite://{}/{number}.db", folder.path().display()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_the_contract() {
    let Some(server) = support::postgres("contract::postgres_keeps_the_contract") else { return };
    server.create("empty", None);
    drop(Place { url: server.url("empty") }.open().await);
    // Databases are copied from a migrated one, to which nobody may be connected.
    support::until(|| {
        server.query("postgres", "select count(*) from pg_stat_activity where datname = 'empty'").trim()
            == "0"
    })
    .await;
    run(|number| {
        server.create(&format!("case_{number}"), Some("empty"));
        Place { url: server.url(&format!("case_{number}")) }
    })
    .await;
}

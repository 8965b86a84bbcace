//! The two folders of migrations say the same.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::{Connection, Row, SqliteConnection};

use crate::{Place, support};

fn names(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
    let mut names: Vec<String> = std::fs::read_dir(path)
        .expect("the folder is there")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    names
}

#[test]
fn migrations_come_in_pairs() {
    let sqlite = names("sqlite");
    assert_eq!(sqlite, names("postgres"));
    for (number, name) in sqlite.iter().enumerate() {
        assert!(name.starts_with(&format!("{:04}_", number + 1)) && name.ends_with(".sql"), "{name}");
    }
}

/// Table and column, then whether it may be null and its place in the key (0: none).
type Columns = BTreeMap<(String, String), (bool, i64)>;

async fn sqlite_columns() -> Columns {
    let folder = support::Folder::new("schema");
    let url = format!("sqlite://{}/schema.db", folder.path().display());
    drop(Place { url: url.clone() }.open().await);
    let mut connection = SqliteConnection::connect(&url).await.expect("the file is there");
    let rows = sqlx::query(
        "select m.name, c.name, c.\"notnull\", c.pk from sqlite_master m join pragma_table_info(m.name) c \
         where m.type = 'table' and m.name not like '\\_sqlx%' escape '\\' and m.name not like 'sqlite%'",
    )
    .fetch_all(&mut connection)
    .await
    .expect("the schema can be read");
    let mut columns = Columns::new();
    for row in rows {
        let key: i64 = row.get(3);
        // A column of the key is never null, though SQLite does not write it down for a single one.
        columns.insert((row.get(0), row.get(1)), (row.get::<i64, _>(2) == 0 && key == 0, key));
    }
    columns
}

#[tokio::test(flavor = "multi_thread")]
async fn both_databases_have_the_same_columns() {
    let sqlite = sqlite_columns().await;
    assert!(sqlite.len() > 100, "{}", sqlite.len());
    let Some(server) = support::postgres("contract::both_databases_have_the_same_columns") else { return };
    server.create("schema", None);
    drop(Place { url: server.url("schema") }.open().await);
    let text = server.query(
        "schema",
        "select c.table_name, c.column_name, c.is_nullable, coalesce(k.ordinal_position, 0) \
         from information_schema.columns c left join (information_schema.table_constraints t \
         join information_schema.key_column_usage k using (constraint_name, table_name)) \
         on t.constraint_type = 'PRIMARY KEY' and k.table_name = c.table_name and k.column_name = c.column_name \
         where c.table_schema = 'public' and c.table_name not like '\\_sqlx%'",
    );
    let mut postgres = Columns::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split('|').collect();
        let key = parts[3].parse().expect("a number");
        postgres.insert((parts[0].into(), parts[1].into()), (parts[2] == "YES", key));
    }
    assert_eq!(sqlite, postgres);
}

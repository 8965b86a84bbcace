//! Checks and backups.

use skep_rules::Color;
use skep_server::domain::game::{Action, EventKind};
use skep_server::domain::ids::{Level, UserId};
use skep_server::store::{Options, StoreError};

use crate::support::{act, any_move, commit, new_game, people, play, start};
use crate::{Place, cases};

cases![a_sound_database_has_no_faults, faults_are_found, a_copy_is_complete];

async fn fill(place: &Place) -> std::sync::Arc<dyn skep_server::store::Store> {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    for number in 1..=6 {
        let rated = number % 2 == 0;
        let state = start(&*store, new_game(number, ids[0], ids[1], rated)).await;
        let state = play(&*store, state, 10 + number as usize).await;
        if number % 3 != 0 {
            commit(&*store, act(&state, Color::White, Action::Resign, "over")).await;
        }
    }
    let computer = UserId::computer(Level::new(2).unwrap());
    let state = start(&*store, new_game(20, ids[0], computer, false)).await;
    let state = play(&*store, state, 5).await;
    let back = state.apply(
        skep_server::domain::game::Actor::Seat(Color::White),
        &skep_server::domain::game::Command::Act(Action::Takeback),
        &skep_server::domain::game::Ctx { takeback_allowed: true, ..crate::support::ctx(&state, "back") },
    );
    let back = back.unwrap();
    assert!(back.events.iter().any(|event| matches!(event.kind, EventKind::TakenBack { .. })));
    let state = commit(&*store, back).await;
    commit(&*store, any_move(&state, "next")).await;
    store
}

async fn a_sound_database_has_no_faults(place: Place) {
    let store = fill(&place).await;
    let found = store.verify().await.unwrap();
    assert_eq!(found.faults, Vec::<String>::new());
    assert_eq!(found.games, 7);
    assert!(found.events > 60);
    // The check leaves the connection usable.
    store.verify().await.unwrap();
    store.probe().await.unwrap();
}

async fn execute(place: &Place, statement: &'static str) {
    use sqlx::Connection;
    if Options::new(&place.url).is_postgres() {
        let mut connection = sqlx::PgConnection::connect(&place.url).await.unwrap();
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    } else {
        let mut connection = sqlx::SqliteConnection::connect(&place.url).await.unwrap();
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    }
}

async fn faults_are_found(place: Place) {
    let store = fill(&place).await;
    for (statement, fault) in [
        ("update games set version = version + 1 where status = 1", "events"),
        ("update games set moves = 'wS1' where status = 1 and rated = 0", "other moves"),
        ("update games set white_ms = 999999999 where status = 1", "ms left"),
        ("update games set deadline_at = null where status = 1", "without a deadline"),
        ("delete from rating_changes", "changes"),
        ("delete from game_events where kind = 2 and version = 5", "stands at place"),
        ("update games set reason = 77 where status = 2", "reason 77"),
    ] {
        execute(&place, statement).await;
        let found = store.verify().await.unwrap();
        assert!(found.faults.iter().any(|text| text.contains(fault)), "{statement}: {:?}", found.faults);
    }
    // An unknown code is an error for whoever reads the row, not a panic.
    let games = store.ended_games(Default::default(), None, 9).await;
    assert!(matches!(games, Err(StoreError::Corrupt(_))), "{games:?}");
}

async fn a_copy_is_complete(place: Place) {
    let store = fill(&place).await;
    let folder = crate::support::Folder::new("backup");
    let target = folder.path().join("copy.db");
    if place.is_postgres() {
        assert!(matches!(store.backup(&target).await, Err(StoreError::Refused(_))));
        return;
    }
    // Somebody plays on meanwhile.
    let writer = std::sync::Arc::clone(&store);
    let busy = tokio::spawn(async move {
        let state = start(&*writer, new_game(50, UserId(101), UserId(102), false)).await;
        play(&*writer, state, 30).await
    });
    store.backup(&target).await.unwrap();
    busy.await.unwrap();
    assert!(matches!(store.backup(&target).await, Err(StoreError::Refused(_))), "nothing is overwritten");
    let copy = Place { url: format!("sqlite://{}", target.display()) }.open().await;
    let found = copy.verify().await.unwrap();
    assert!(found.faults.is_empty() && found.games >= 7, "{found:?}");
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().ends_with(".part")), "{names:?}");
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&target).unwrap());
    assert_eq!(mode & 0o777, 0o600);
    let missing = folder.path().join("no-such-folder").join("copy.db");
    assert!(store.backup(&missing).await.is_err());
}

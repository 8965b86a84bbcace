//! A disk that is full, and one that cannot be written: a clear error, nothing confirmed, nothing broken, and life
//! goes on when there is room again.
//!
//! The small disk is a file system in memory, mounted in a name space of its own that ends with the process. Only
//! root may do that; others skip with a line that says so.

use std::path::{Path, PathBuf};
use std::process::Command;

use skep_server::domain::game::GameState;
use skep_server::domain::ids::{UserId, Version};
use skep_server::store::games::Commit;
use skep_server::store::{self, Options, Store, StoreError};

use crate::support::{self, any_move, id, new_game, people, play, start};

const FOLDER: &str = "SKEP_FAULT_DISK";
const STEP: &str = "SKEP_FAULT_STEP";

#[test]
fn a_full_disk_on_sqlite() {
    let folder = support::Folder::new("disk");
    let program = std::env::current_exe().expect("this program has a name");
    // Two processes: a disk becomes read-only only when nobody has a file open for writing any more, and a
    // database closes its files at leisure unless its process ends.
    let mounted = "mount -t tmpfs -o size=6m tmpfs \"$SKEP_FAULT_DISK\" || exit 77; \
                   SKEP_FAULT_STEP=full \"$0\" --exact disk::process --nocapture && \
                   SKEP_FAULT_STEP=read-only exec \"$0\" --exact disk::process --nocapture";
    let status = Command::new("unshare")
        .args(["-m", "sh", "-c", mounted])
        .arg(program)
        .env(FOLDER, folder.path())
        .status();
    match status.map(|status| status.code()) {
        Ok(Some(0)) => {}
        Err(_) | Ok(Some(1 | 77)) if !may_mount(folder.path()) => {
            support::skipped("faults::disk::a_full_disk_on_sqlite", "only root may mount a small disk");
        }
        other => panic!("{other:?}"),
    }
}

fn may_mount(folder: &Path) -> bool {
    let mounted = "mount -t tmpfs -o size=1m tmpfs \"$0\"";
    let status = Command::new("unshare").args(["-m", "sh", "-c", mounted]).arg(folder).status();
    status.is_ok_and(|status| status.success())
}

/// What happens on the small disk; in an ordinary run there is none.
#[test]
fn process() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    match std::env::var(STEP).as_deref() {
        Ok("full") => runtime.block_on(full_disk(&folder)),
        Ok("read-only") => runtime.block_on(read_only(&folder)),
        other => panic!("no such step: {other:?}"),
    }
}

async fn full_disk(folder: &Path) {
    let url = format!("sqlite://{}/site.db", folder.display());
    let store = store::open(&Options::new(&url)).await.expect("the database opens");
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], true)).await;
    let mut state = play(&*store, state, 6).await;

    let filler = folder.join("filler");
    fill(&filler);
    // Some moves still fit into what the log has reserved; then the disk says no.
    let mut refused = None;
    for round in 0..2000 {
        let change = any_move(&state, &format!("f{round:05}"));
        match store.commit_game(change.clone()).await {
            Ok(Commit::Done { .. }) => state = change.next,
            Ok(other) => panic!("{other:?}"),
            Err(error) => {
                refused = Some(error);
                break;
            }
        }
        if state.outcome().is_some() || state.ply() > 200 {
            state = start_or_none(&*store, 2 + round, &ids).await.unwrap_or(state);
        }
    }
    let refused = refused.expect("a full disk takes no more");
    assert!(matches!(refused, StoreError::Unavailable(_) | StoreError::Unknown(_)), "{refused}");
    assert!(refused.to_string().contains("full") || refused.to_string().contains("disk"), "{refused}");

    // Reading goes on, and nothing that was refused is there.
    let kept = store.game(&state.id).await.expect("reading needs no room").expect("the game");
    assert_eq!((kept.version, kept.line.moves()), (state.version, state.line.moves()));
    let events = store.events_after(&state.id, Version(0), 10_000).await.expect("reading needs no room");
    assert_eq!(events.len() as i64, state.version.0);

    std::fs::remove_file(&filler).expect("room is made");
    let after = play(&*store, kept, 4).await;
    assert_eq!(store.game(&after.id).await.expect("an answer"), Some(after));
    let found = store.verify().await.expect("the check ends");
    assert_eq!(found.faults, Vec::<String>::new());
}

async fn start_or_none(store: &dyn Store, number: u64, ids: &[UserId]) -> Option<GameState> {
    let game = new_game(number, ids[0], ids[1], true);
    let state = game.state.clone();
    store.create_game(game).await.ok().map(|_| state)
}

fn fill(path: &Path) {
    use std::io::Write as _;
    let mut file = std::fs::File::create(path).expect("there is room for a name");
    let block = [7_u8; 4096];
    // Never more than the small disk holds: on any other disk this is a mistake, not a test.
    let mut blocks = 0;
    while file.write_all(&block).is_ok() {
        blocks += 1;
        assert!(blocks < 4096, "this disk is not small");
    }
    while file.write_all(&[7]).is_ok() {}
}

async fn read_only(folder: &Path) {
    let mount = |how: &str| {
        let status = Command::new("mount").args(["-o", how]).arg(folder).status();
        assert!(status.is_ok_and(|status| status.success()), "mount -o {how}");
    };
    mount("remount,ro");
    let url = format!("sqlite://{}/site.db", folder.display());
    let refused = store::open(&Options::new(&url)).await.expect_err("it cannot be written");
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused}");
    mount("remount,rw");
    let store = store::open(&Options::new(&url)).await.expect("the database opens");
    assert!(store.game(&id(1)).await.expect("an answer").is_some());
    assert_eq!(store.verify().await.expect("the check ends").faults, Vec::<String>::new());
}

//! What the cases share: folders, people, games, moves.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use skep_rules::{ByColor, Color, GameType, RuleSet};
use skep_server::domain::game::{Action, Actor, Change, Command, Ctx, GameState, NewGame, Player, Source};
use skep_server::domain::ids::{CmdId, GameId, UserId};
use skep_server::domain::terms::{Clock, Terms, Visibility};
use skep_server::domain::time::Ms;
use skep_server::domain::user::UserKind;
use skep_server::store::Store;
use skep_server::store::games::{Commit, Created};
use skep_server::store::users::{Claim, User};
use skep_testkit::Postgres;

pub(crate) const NOW: Ms = Ms(1_794_770_000_000);

/// A folder that goes with the test.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("skep-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A cluster, or a line that says why there is none.
pub(crate) fn postgres(test: &str) -> Option<Postgres> {
    match Postgres::start() {
        Ok(server) => Some(server),
        Err(why) => {
            skipped(test, &why.to_string());
            None
        }
    }
}

/// Says that a test did nothing, here and in the file `$SKEP_DATABASES_SKIPPED`, which `cargo xtask test` reads.
#[expect(clippy::print_stderr, reason = "a skipped test has to say so")]
pub(crate) fn skipped(test: &str, why: &str) {
    use std::io::Write as _;
    eprintln!("skipped: {test}: {why}");
    if let Some(log) = std::env::var_os("SKEP_DATABASES_SKIPPED") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(log);
        let written = file.and_then(|mut file| writeln!(file, "{test}: {why}"));
        written.expect("the file named by SKEP_DATABASES_SKIPPED can be written");
    }
}

/// Waits for something that happens by itself soon.
pub(crate) async fn until(mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(30), "waited for half a minute");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(crate) fn person(number: i64, name: &str) -> User {
    let mut user = User::new(UserId(number), UserKind::Person, name, &name.to_lowercase(), NOW);
    user.password_hash = Some("$argon2id$…".into());
    user
}

pub(crate) async fn people(store: &dyn Store, count: i64) -> Vec<UserId> {
    let mut ids = Vec::new();
    for number in 101..101 + count {
        let claim = store.insert_user(person(number, &format!("Person{number}"))).await;
        assert_eq!(claim.expect("a new person"), Claim::Done);
        ids.push(UserId(number));
    }
    ids
}

pub(crate) fn terms(rated: bool) -> Terms {
    Terms {
        clock: Clock::Fischer { base: Ms::seconds(300), increment: Ms::seconds(4) },
        rules: RuleSet::new(GameType::BASE_MLP),
        rated,
        visibility: Visibility::Public,
    }
}

pub(crate) fn id(number: u64) -> GameId {
    GameId::from_random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

pub(crate) fn new_game(number: u64, white: UserId, black: UserId, rated: bool) -> NewGame {
    let players = ByColor {
        white: Player { user: white, rating: Some(1500) },
        black: Player { user: black, rating: Some(1510) },
    };
    GameState::create(id(number), terms(rated), players, Source::Challenge, NOW)
}

pub(crate) async fn start(store: &dyn Store, game: NewGame) -> GameState {
    let state = game.state.clone();
    assert_eq!(store.create_game(game).await.expect("a new game"), Created::Done);
    state
}

/// The context of a command that comes a second after the game's last event.
pub(crate) fn ctx(state: &GameState, cmd: &str) -> Ctx {
    let now = state.updated_at + Ms::seconds(1);
    Ctx { cmd: Some(CmdId::parse(cmd).expect("a good command id")), ..Ctx::system(now) }
}

/// The change that some legal move of the side to move makes.
pub(crate) fn any_move(state: &GameState, cmd: &str) -> Change {
    let position = state.line.position();
    let moves = position.legal_moves();
    let mv = moves[usize::from(state.ply()) % moves.len()];
    let text = mv.to_uhp(position);
    let command = Command::Play { ply: state.ply(), text: text.to_string(), think: None };
    state.apply(Actor::Seat(state.turn()), &command, &ctx(state, cmd)).expect("a legal move")
}

pub(crate) fn act(state: &GameState, seat: Color, action: Action, cmd: &str) -> Change {
    state.apply(Actor::Seat(seat), &Command::Act(action), &ctx(state, cmd)).expect("an allowed action")
}

pub(crate) async fn commit(store: &dyn Store, change: Change) -> GameState {
    let next = change.next.clone();
    match store.commit_game(change).await.expect("the store answers") {
        Commit::Done { .. } => next,
        other => panic!("{other:?}"),
    }
}

/// Plays so many moves.
pub(crate) async fn play(store: &dyn Store, mut state: GameState, plies: usize) -> GameState {
    for _ in 0..plies {
        let change = any_move(&state, &format!("m{:04}", state.version.0));
        state = commit(store, change).await;
    }
    state
}

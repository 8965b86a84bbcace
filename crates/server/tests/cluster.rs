//! Several processes on one database: changes reach all of them, work is done once, outages are survived.

#[path = "contract/support.rs"]
#[allow(dead_code, reason = "shared with the contract suite")]
mod support;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use skep_rules::Color;
use skep_server::app::computer::{Computer, ComputerParts};
use skep_server::app::games::{GameService, Request, Sender};
use skep_server::app::lobby::LobbyService;
use skep_server::app::tasks::{Pulse, SocketCount, TaskParts, TaskSettings, Tasks};
use skep_server::app::time::{AnchoredTime, TimeSource};
use skep_server::bus::{Bus, Change, PgBusOptions};
use skep_server::domain::game::{Command, EventKind, GameState, Reason, Source, Status};
use skep_server::domain::ids::{GameId, Level, UserId, Version};
use skep_server::domain::time::Ms;
use skep_server::store::{self, Options, Store};
use skep_testkit::Postgres;

use support::{any_move, commit, id, new_game, people, start};

/// What one process consists of, without its sockets.
struct Process {
    store: Arc<dyn Store>,
    bus: Bus,
    time: Arc<dyn TimeSource>,
    games: Arc<GameService>,
    pulse: Pulse,
    name: &'static str,
}

impl Process {
    async fn open(url: &str, name: &'static str) -> Process {
        let options = Options { pool: 8, ..Options::new(url) };
        let store = store::open(&options).await.expect("the database opens");
        let bus = if options.is_postgres() {
            let options = PgBusOptions {
                poll: Duration::from_secs(60),
                poll_down: Duration::from_millis(200),
                ..PgBusOptions::new(url, name)
            };
            Bus::postgres(options, Arc::clone(&store))
        } else {
            Bus::local()
        };
        let now = store.clock().await.expect("the clock answers");
        let time: Arc<dyn TimeSource> = Arc::new(AnchoredTime::at(now));
        let games = GameService::new(Arc::clone(&store), bus.clone(), Arc::clone(&time), 100);
        Process { store, bus, time, games, pulse: Pulse::default(), name }
    }

    async fn tasks(&self) -> Tasks {
        let (store, time) = (Arc::clone(&self.store), Arc::clone(&self.time));
        let lobby = LobbyService::new(
            Arc::clone(&store),
            self.bus.clone(),
            Arc::clone(&time),
            Arc::clone(&self.games),
            self.name.into(),
        );
        let parts = TaskParts {
            store,
            bus: self.bus.clone(),
            time,
            games: Arc::clone(&self.games),
            lobby,
            process: self.name.into(),
            pulse: self.pulse.clone(),
            sockets: SocketCount(Arc::new(|| 0)),
            settings: TaskSettings { sweep: Duration::from_millis(100), ..TaskSettings::default() },
        };
        Tasks::start(parts).await.expect("the first sign of life")
    }

    fn computer(&self) -> Computer {
        Computer::start(ComputerParts {
            store: Arc::clone(&self.store),
            games: Arc::clone(&self.games),
            time: Arc::clone(&self.time),
            process: self.name.into(),
            threads: 1,
        })
    }

    fn game_now(&self, number: u64, white: UserId, black: UserId) -> skep_server::domain::game::NewGame {
        let mut game = new_game(number, white, black, false);
        let (players, terms) = (game.state.players, game.state.terms);
        game = GameState::create(id(number), terms, players, Source::Challenge, self.time.now());
        game
    }

    async fn play(&self, game: &GameId, user: UserId) -> Result<Version, String> {
        let state = self.games.state(game).await.map_err(|error| error.to_string())?;
        let moves = state.line.position().legal_moves();
        let text = moves[0].to_uhp(state.line.position());
        let request = Request {
            game: game.clone(),
            by: Sender::User(user),
            command: Command::Play { ply: state.ply(), text, think: None },
            cmd: None,
            received_at: self.time.now(),
            rtt: None,
        };
        self.games.command(request).await.map(|done| done.version).map_err(|error| error.to_string())
    }
}

/// Asks again until it is so.
async fn until<F: Future<Output = bool>>(what: &str, mut done: impl FnMut() -> F) {
    let asked = async {
        while !done().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asked)
        .await
        .unwrap_or_else(|_| panic!("waited in vain: {what}"));
}

async fn heard(receiver: &mut tokio::sync::broadcast::Receiver<Change>, wanted: &Change) {
    let found = async { while receiver.recv().await.expect("the bus is open") != *wanted {} };
    tokio::time::timeout(Duration::from_secs(60), found)
        .await
        .unwrap_or_else(|_| panic!("never heard {wanted:?}"));
}

fn sqlite(folder: &support::Folder) -> String {
    format!("sqlite://{}/site.db", folder.path().display())
}

fn postgres(test: &str) -> Option<(Postgres, String)> {
    let server = support::postgres(test)?;
    server.create("site", None);
    let url = server.url("site");
    Some((server, url))
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_out_by_themselves_on_sqlite() {
    let folder = support::Folder::new("sweep");
    clocks_run_out(&[Process::open(&sqlite(&folder), "p1").await]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_out_by_themselves_on_postgres() {
    let Some((_server, url)) = postgres("cluster::clocks_run_out_by_themselves_on_postgres") else { return };
    clocks_run_out(&[Process::open(&url, "p1").await, Process::open(&url, "p2").await]).await;
}

/// Thirty games whose first move never came end once each, whoever leads.
async fn clocks_run_out(processes: &[Process]) {
    let first = &processes[0];
    let ids = people(&*first.store, 2).await;
    let mut games = Vec::new();
    for number in 0..30 {
        let mut game = first.game_now(number, ids[0], ids[1]);
        game.state.deadline_at = Some(first.time.now() - Ms::seconds(2));
        game.state.turn_at = first.time.now() - Ms::seconds(60);
        games.push(start(&*first.store, game).await.id);
    }
    let mut tasks = Vec::new();
    for process in processes {
        tasks.push(process.tasks().await);
        assert!(process.pulse.is_fresh());
    }
    until("all games end", || async { first.store.count_live_games().await.expect("an answer") == 0 }).await;
    for game in &games {
        let state = first.store.game(game).await.expect("an answer").expect("the game");
        assert!(matches!(state.status, Status::Ended(outcome) if outcome.reason == Reason::NoStart));
        let events = first.store.events_after(game, Version(0), 99).await.expect("an answer");
        let ends = events.iter().filter(|event| matches!(event.kind, EventKind::Ended { .. })).count();
        assert_eq!(ends, 1);
    }
    for tasks in tasks {
        tasks.stop().await;
    }
    assert!(first.store.verify().await.expect("an answer").faults.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_costs_nobody_time() {
    let folder = support::Folder::new("outage");
    let process = Process::open(&sqlite(&folder), "p1").await;
    let ids = people(&*process.store, 2).await;
    let game = start(&*process.store, process.game_now(1, ids[0], ids[1])).await;
    // The last sign of life is an hour old, and the deadline long over.
    let long_ago = process.time.now() - Ms::seconds(3600);
    process.store.set_meta("alive_at", &long_ago.0.to_string()).await.expect("an answer");
    let tasks = process.tasks().await;
    let after = process.store.game(&game.id).await.expect("an answer").expect("the game");
    let credit = (after.deadline_at.expect("it runs") - game.deadline_at.expect("it runs")).0;
    assert!((3_600_000..3_660_000).contains(&credit), "{credit}");
    assert_eq!(process.play(&game.id, ids[0]).await, Ok(Version(3)));
    tasks.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_answers_on_sqlite() {
    let folder = support::Folder::new("computer");
    computers_answer(&[Process::open(&sqlite(&folder), "p1").await]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_answers_on_postgres() {
    let Some((_server, url)) = postgres("cluster::the_computer_answers_on_postgres") else { return };
    computers_answer(&[Process::open(&url, "p1").await, Process::open(&url, "p2").await]).await;
}

/// Four moves in each of three games, one of them with the computer as White.
async fn computers_answer(processes: &[Process]) {
    let first = &processes[0];
    let ids = people(&*first.store, 1).await;
    let level = |number| UserId::computer(Level::new(number).expect("there are eight levels"));
    let mut games = Vec::new();
    for (number, (white, black)) in
        [(ids[0], level(1)), (ids[0], level(8)), (level(3), ids[0])].into_iter().enumerate()
    {
        games.push(start(&*first.store, first.game_now(number as u64, white, black)).await.id);
    }
    let computers: Vec<Computer> = processes.iter().map(Process::computer).collect();
    for round in 0..4 {
        for game in &games {
            let turn = || async {
                let state = first.store.game(game).await.expect("an answer").expect("the game");
                state.players[state.turn()].user == ids[0]
            };
            until("the computer moves", turn).await;
            let process = &processes[round % processes.len()];
            process.play(game, ids[0]).await.expect("a legal move");
        }
    }
    until("all work is done", || async { first.store.count_jobs().await.expect("an answer") == 0 }).await;
    for computer in computers {
        computer.stop().await;
    }
    let found = first.store.verify().await.expect("an answer");
    assert_eq!((found.games, found.faults), (3, vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_reach_other_processes() {
    let Some((_server, url)) = postgres("cluster::changes_reach_other_processes") else { return };
    let (one, two) = (Process::open(&url, "p1").await, Process::open(&url, "p2").await);
    let mut there = two.bus.subscribe();
    let mut here = one.bus.subscribe();
    let wanted = Change::User(UserId(77));
    // The listener of the second process may not be there yet; a change said again harms nobody.
    let again = async {
        loop {
            one.bus.publish(wanted.clone());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        () = heard(&mut there, &wanted) => {}
        () = again => unreachable!("it never ends"),
    }
    for change in [
        Change::Chat("g:k3Xw9TqBzP:p".into()),
        Change::Revoked("abc".into()),
        Change::Presence(id(3)),
        Change::Game(id(3), Version(7)),
    ] {
        one.bus.publish(change.clone());
        heard(&mut there, &change).await;
        heard(&mut here, &change).await;
    }
}

/// With a poll of a minute only a rebuilt listener can be this quick.
#[tokio::test(flavor = "multi_thread")]
async fn the_listener_survives_a_crash_of_the_database() {
    let Some((server, url)) = postgres("cluster::the_listener_survives_a_crash_of_the_database") else {
        return;
    };
    let (one, two) = (Process::open(&url, "p1").await, Process::open(&url, "p2").await);
    let ids = people(&*one.store, 2).await;
    let state = start(&*one.store, one.game_now(1, ids[0], ids[1])).await;
    let mut there = two.bus.subscribe();
    let _watch = two.bus.watch(state.id.clone(), state.version);
    for mode in ["fast", "immediate"] {
        server.halt(mode);
        let refused = one.store.set_meta("a", "b").await.expect_err("nobody is there");
        assert!(refused.may_retry(), "{refused}");
        server.resume();
        until("the database answers again", || async { one.store.probe().await.is_ok() }).await;
        until("and takes writes", || async { one.store.set_meta("a", "b").await.is_ok() }).await;
        let wanted = Change::User(UserId(mode.len() as i64));
        let again = async {
            loop {
                one.bus.publish(wanted.clone());
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::select! {
            () = heard(&mut there, &wanted) => {}
            () = again => unreachable!("it never ends"),
        }
    }
    // A move that nobody was told of (its process died in between) is found by the catch-up after a rebuild.
    let state = commit(&*one.store, any_move(&state, "quiet")).await;
    server.halt("fast");
    server.resume();
    heard(&mut there, &Change::Game(state.id.clone(), state.version)).await;
    assert_eq!(state.turn(), Color::Black);
}

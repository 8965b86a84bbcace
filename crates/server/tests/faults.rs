//! Faults under load: the server or the database is killed while games are played over real sockets.
//!
//! Every player writes down what it sends and what the server confirms. Afterwards every confirmed move must be in
//! the database, under its number, exactly once, and the whole database must be sound. Players find their way back
//! by themselves. The sizes are small here; `SKEP_FAULT_ROUNDS` and `SKEP_FAULT_GAMES` make them larger.

#[path = "faults/disk.rs"]
mod disk;
#[path = "faults/player.rs"]
mod player;
#[path = "faults/server.rs"]
mod server;
#[path = "contract/support.rs"]
#[allow(dead_code, reason = "shared with the contract suite")]
mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use skep_server::domain::game::EventKind;
use skep_server::domain::ids::{GameId, Version};
use skep_server::store::{self, Options};
use skep_testkit::Random;
use tokio::time::{Instant, sleep};

use player::{Journal, Table};
use server::Server;

fn size(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn rounds() -> u64 {
    size("SKEP_FAULT_ROUNDS", 4)
}

fn games() -> usize {
    size("SKEP_FAULT_GAMES", 12) as usize
}

/// Games that are being played at some servers.
struct Load {
    tables: Vec<tokio::task::JoinHandle<Vec<Journal>>>,
    over: Arc<AtomicBool>,
    since: Instant,
}

impl Load {
    async fn begin(addresses: Vec<std::net::SocketAddr>) -> Load {
        let over = Arc::new(AtomicBool::new(false));
        let mut tables = Vec::new();
        for number in 0..games() {
            let table = Table::open(number as u64, addresses.clone()).await;
            tables.push(tokio::spawn(table.play(Arc::clone(&over))));
        }
        Load { tables, over, since: Instant::now() }
    }

    /// Lets the players finish what they are about, and holds what was confirmed against the database.
    #[expect(clippy::print_stderr, reason = "the figures are for whoever runs it by hand")]
    async fn settle(self, url: &str) {
        // Everybody is back at the board before the end: moves made after the last fault count too.
        sleep(Duration::from_secs(3)).await;
        self.over.store(true, Ordering::Relaxed);
        let mut journals = Vec::new();
        for table in self.tables {
            journals.extend(table.await.expect("no player found anything wrong"));
        }
        let store = store::open(&Options::new(url)).await.expect("the database opens");
        let found = store.verify().await.expect("the check ends");
        assert_eq!(found.faults, Vec::<String>::new());
        let (mut confirmed, mut stored, mut longest) = (0, 0, Duration::ZERO);
        for journal in &journals {
            longest = longest.max(journal.longest_gap);
            let game = GameId(journal.game.0.clone());
            let events = store.events_after(&game, Version(0), i64::MAX).await.expect("an answer");
            for (cmd, version) in &journal.confirmed {
                let event = &events[usize::try_from(*version).expect("a version") - 1];
                let name = event.cmd.as_ref().map(|cmd| cmd.as_str());
                assert_eq!(name, Some(cmd.as_str()), "a confirmed move is where it was confirmed");
                let EventKind::Moved { text, .. } = &event.kind else { panic!("{event:?}") };
                assert_eq!(text, &journal.sent[cmd]);
                confirmed += 1;
            }
            for event in events.iter().filter(|event| event.seat == Some(journal.color)) {
                if let (EventKind::Moved { .. }, Some(cmd)) = (&event.kind, &event.cmd) {
                    assert!(journal.sent.contains_key(cmd.as_str()), "nobody sent {cmd:?}");
                    stored += 1;
                }
            }
            let state = store.game(&game).await.expect("an answer").expect("the game is there");
            let used = state.terms.clock.base().0 - state.left[journal.color].0;
            let wall = i64::try_from(self.since.elapsed().as_millis()).expect("not that long") + 1000;
            assert!(used <= wall, "{used} ms charged in {wall} ms");
        }
        eprintln!(
            "{} games, {confirmed} moves confirmed, {stored} stored, longest way back {} ms",
            journals.len() / 2,
            longest.as_millis()
        );
        assert!(confirmed > 10 * games(), "only {confirmed} moves were confirmed");
    }
}

async fn pause(random: &mut Random, from: u64, to: u64) {
    sleep(Duration::from_millis(from + random.next_u64() % (to - from))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_is_killed_on_sqlite() {
    let folder = support::Folder::new("kill");
    let url = format!("sqlite://{}/site.db", folder.path().display());
    let mut server = Server::start(&url).await;
    let load = Load::begin(vec![server.address]).await;
    let mut random = Random::new(7);
    for _ in 0..rounds() {
        pause(&mut random, 500, 2000).await;
        server.kill();
        server.start_again().await;
    }
    load.settle(&url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_three_servers_is_killed_on_postgres() {
    let Some((_postgres, url)) = durable("faults::one_of_three_servers_is_killed_on_postgres") else {
        return;
    };
    let mut servers = Vec::new();
    for _ in 0..3 {
        servers.push(Server::start(&url).await);
    }
    let load = Load::begin(servers.iter().map(|server| server.address).collect()).await;
    let mut random = Random::new(8);
    for round in 0..rounds() {
        let server = &mut servers[round as usize % 3];
        pause(&mut random, 500, 2000).await;
        server.kill();
        // The others carry on alone for a while.
        pause(&mut random, 200, 1000).await;
        server.start_again().await;
    }
    load.settle(&url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_is_restarted() {
    let Some((postgres, url)) = durable("faults::the_database_is_restarted") else { return };
    let servers = [Server::start(&url).await, Server::start(&url).await];
    let load = Load::begin(servers.iter().map(|server| server.address).collect()).await;
    let mut random = Random::new(9);
    for round in 0..rounds().div_ceil(2) {
        pause(&mut random, 500, 2000).await;
        postgres.halt(if round % 2 == 0 { "fast" } else { "immediate" });
        pause(&mut random, 200, 1500).await;
        postgres.resume();
    }
    load.settle(&url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_becomes_read_only() {
    let Some((postgres, url)) = durable("faults::the_database_becomes_read_only") else { return };
    let server = Server::start(&url).await;
    let load = Load::begin(vec![server.address]).await;
    let mut random = Random::new(10);
    let store = store::open(&Options::new(&url)).await.expect("the database opens");
    for state in ["on", "off", "on", "off"] {
        pause(&mut random, 500, 1500).await;
        let _ = postgres.query("site", &format!("alter system set default_transaction_read_only = {state}"));
        let _ = postgres.query("site", "select pg_reload_conf()");
        // Sessions hear of it one by one and a little later, so what counts is the answer that ended the wait: another
        // session may not have heard of it when asked again.
        let start = Instant::now();
        let last = loop {
            let answer = store.set_meta("fault", state).await;
            if answer.is_ok() == (state == "off") {
                break answer;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "the setting has no effect");
            sleep(Duration::from_millis(20)).await;
        };
        if let Err(refused) = last {
            assert!(refused.may_retry(), "{refused}");
        }
    }
    load.settle(&url).await;
}

fn durable(test: &str) -> Option<(skep_testkit::Postgres, String)> {
    let server = match skep_testkit::Postgres::start_durable() {
        Ok(server) => server,
        Err(why) => {
            support::skipped(test, &why.to_string());
            return None;
        }
    };
    server.create("site", None);
    let url = server.url("site");
    Some((server, url))
}

//! A load: games, watchers and idle connections, and what it cost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::json;
use skep_wire::client::Channel;
use skep_wire::{ClientMsg, GameId};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::args::{Load, PlayArgs};
use crate::client::Client;
use crate::figures::{Figures, cpu_seconds, memory_kib, sample};
use crate::journal::Journal;
use crate::player::Table;

/// So many connections are opened at the same time.
const AT_ONCE: usize = 32;

/// How often the server's use of the processor is looked at.
const SAMPLE: Duration = Duration::from_secs(5);

/// The players at their tables, before the first move.
pub(crate) struct Hall {
    tables: Vec<Table>,
    others: JoinSet<()>,
    load: Load,
}

impl Hall {
    /// Opens all connections.
    pub(crate) async fn open(
        servers: Arc<Vec<String>>,
        load: &Load,
        journal: Option<&std::path::Path>,
    ) -> Result<Hall> {
        let permits = Arc::new(Semaphore::new(AT_ONCE));
        let mut sitting = JoinSet::new();
        for number in 0..load.games {
            let (servers, permits) = (Arc::clone(&servers), Arc::clone(&permits));
            let journal = Journal::create(journal, number)?;
            let (long, seed) = (load.long, load.seed);
            sitting.spawn(async move {
                let _permit = permits.acquire_owned().await?;
                Table::sit_down(servers, number, long, seed, journal).await
            });
        }
        let mut tables = Vec::new();
        while let Some(table) = sitting.join_next().await {
            tables.push(table??);
        }
        let mut others = JoinSet::new();
        for number in 0..load.watchers + load.idle {
            let game = (number < load.watchers)
                .then(|| tables.get(number % tables.len().max(1)).map(|table| table.game().clone()))
                .flatten();
            let client = other(&servers[number % servers.len()], game).await?;
            others.spawn(listen(client));
        }
        Ok(Hall { tables, others, load: load.clone() })
    }

    pub(crate) fn connections(&self) -> usize {
        2 * self.tables.len() + self.others.len()
    }

    /// Plays until told to stop.
    pub(crate) async fn play(self, stop: Arc<AtomicBool>) -> Result<Figures> {
        let Hall { tables, others, load } = self;
        let rate = load.rate.max(0.001);
        let interval = Duration::from_secs_f64(tables.len() as f64 / rate);
        let start = Instant::now() + Duration::from_millis(200);
        let mut playing = JoinSet::new();
        for (number, table) in tables.into_iter().enumerate() {
            let due = start + Duration::from_secs_f64(number as f64 / rate);
            playing.spawn(table.play(due, interval, Arc::clone(&stop)));
        }
        let mut figures = Figures::default();
        while let Some(done) = playing.join_next().await {
            figures.merge(done?);
        }
        drop(others);
        Ok(figures)
    }
}

async fn other(server: &str, game: Option<GameId>) -> Result<Client> {
    let mut client = Client::connect(server, None).await?;
    if let Some(game) = game {
        client.say(&ClientMsg::Sub { n: 1, ch: Channel::Game, g: Some(game), v: None }).await?;
    }
    Ok(client)
}

/// Reads to the end.
async fn listen(mut client: Client) {
    while client.hear().await.is_ok() {}
}

/// Prints what a load has shown; whether nothing went wrong.
pub(crate) fn report(mut figures: Figures, seconds: f64, more: serde_json::Value) -> bool {
    let good = figures.errors.is_empty();
    let mut report = json!({
        "moves": figures.moves,
        "moves_per_s": figures.moves as f64 / seconds,
        "games": figures.games,
        "reconnects": figures.reconnects,
        "send_to_ok": figures.acknowledged.summary(),
        "send_to_opponent": figures.received.summary(),
        "below_ply_20": figures.early.summary(),
        "from_ply_250": figures.late.summary(),
        "connect_to_welcome": figures.connected.summary(),
        "errors": figures.errors,
    });
    if let (Some(report), serde_json::Value::Object(more)) = (report.as_object_mut(), more) {
        report.extend(more);
    }
    crate::say(&serde_json::to_string_pretty(&report).unwrap_or_default());
    good
}

pub(crate) async fn run(args: &PlayArgs) -> Result<()> {
    let before = args.pid.and_then(memory_kib);
    let servers = Arc::new(args.server.clone());
    let hall = Hall::open(servers, &args.load, args.journal.as_deref()).await?;
    let connections = hall.connections();
    let after = args.pid.and_then(memory_kib);
    let stop = Arc::new(AtomicBool::new(false));
    let timer = tokio::spawn({
        let (stop, time) = (Arc::clone(&stop), Duration::from_secs(args.load.seconds));
        async move {
            tokio::time::sleep(time).await;
            stop.store(true, Ordering::Relaxed);
        }
    });
    let started = Instant::now();
    let samples = Arc::new(Mutex::new(Vec::new()));
    let sampler = args.pid.map(|pid| {
        let samples = Arc::clone(&samples);
        tokio::spawn(async move { sample(pid, SAMPLE, &samples).await })
    });
    let used_before = args.pid.and_then(cpu_seconds);
    let figures = hall.play(stop).await?;
    let used = args.pid.and_then(cpu_seconds).zip(used_before).map(|(now, before)| now - before);
    timer.abort();
    if let Some(sampler) = sampler {
        sampler.abort();
    }
    let memory = before.zip(after).map(|(before, after)| {
        json!({
            "before_kib": before,
            "after_kib": after,
            "kib_per_connection": (after as f64 - before as f64) / connections as f64,
        })
    });
    let samples = samples.lock().map(|it| it.clone()).unwrap_or_default();
    let more = json!({
        "connections": connections,
        "memory": memory,
        "server_cpu_s": used,
        "server_cpu_ms_per_move": used.map(|used| used * 1000.0 / figures.moves.max(1) as f64),
        "samples": samples,
    });
    if !report(figures, started.elapsed().as_secs_f64(), more) {
        bail!("not everything was as it should be");
    }
    Ok(())
}

//! Changes between processes by LISTEN and NOTIFY.
//!
//! A notice is never sent inside the transaction of a move: its commit would hold a lock of the whole database
//! across the wait for the disk. A task collects changes for some milliseconds and sends them as one.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener};
use sqlx::{ConnectOptions, PgConnection};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};

use super::{Change, Watched, notice};
use crate::metrics;
use crate::store::Store;

/// The name under which notices are sent.
const CHANNEL: &str = "skep";
/// Sent when nothing else is, so that silence means a broken connection.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// So long without even an own heartbeat, and the listener is thrown away.
const SILENCE: Duration = Duration::from_secs(10);

/// How the bus works.
#[derive(Clone, Debug)]
pub struct PgBusOptions {
    /// A direct address: a pooler that hands out connections by transaction loses LISTEN.
    pub url: String,
    /// The name of this process.
    pub process: String,
    /// How long changes are collected.
    pub window: Duration,
    /// How often watched games are looked at in any case.
    pub poll: Duration,
    /// And while the listener is down.
    pub poll_down: Duration,
}

impl PgBusOptions {
    /// The defaults.
    #[must_use]
    pub fn new(url: impl Into<String>, process: impl Into<String>) -> PgBusOptions {
        PgBusOptions {
            url: url.into(),
            process: process.into(),
            window: Duration::from_millis(5),
            poll: Duration::from_secs(3),
            poll_down: Duration::from_millis(500),
        }
    }
}

pub(super) fn start(
    options: PgBusOptions,
    queue: mpsc::UnboundedReceiver<Change>,
    local: broadcast::Sender<Change>,
    watched: Arc<Watched>,
    store: Arc<dyn Store>,
) -> Vec<AbortHandle> {
    let (listening, state) = watch::channel(false);
    let sender = tokio::spawn(send(options.clone(), queue));
    let listener = tokio::spawn(listen(options.clone(), local.clone(), Arc::clone(&watched), listening));
    let poller = tokio::spawn(poll(options, local, watched, store, state));
    vec![sender.abort_handle(), listener.abort_handle(), poller.abort_handle()]
}

/// Collects and sends until the bus ends.
async fn send(options: PgBusOptions, mut queue: mpsc::UnboundedReceiver<Change>) {
    let mut connection = None;
    let mut batch = Vec::new();
    loop {
        match timeout(HEARTBEAT, queue.recv_many(&mut batch, 1024)).await {
            Ok(0) => return,
            Ok(_) => {
                sleep(options.window).await;
                while let Ok(change) = queue.try_recv() {
                    batch.push(change);
                }
            }
            Err(_) => {}
        }
        let mut texts = notice::encode(&options.process, &batch);
        batch.clear();
        if texts.is_empty() {
            texts.push(options.process.clone());
        }
        for text in texts {
            if let Err(error) = notify(&mut connection, &options.url, &text).await {
                // The games in it are found by the poll of the other processes.
                tracing::warn!(%error, "a notice was not sent");
                connection = None;
            }
        }
    }
}

async fn notify(connection: &mut Option<PgConnection>, url: &str, text: &str) -> Result<(), sqlx::Error> {
    let connection = match connection {
        Some(connection) => connection,
        None => {
            // Without the wait for the disk the lock that orders notices is held for microseconds.
            let connect: PgConnectOptions = url.parse()?;
            let connect = connect.application_name("skep bus").options([("synchronous_commit", "off")]);
            connection.insert(connect.connect().await?)
        }
    };
    sqlx::query("select pg_notify($1, $2)").bind(CHANNEL).bind(text).execute(connection).await?;
    Ok(())
}

/// Listens; on any sign of trouble with a new connection.
async fn listen(
    options: PgBusOptions,
    local: broadcast::Sender<Change>,
    watched: Arc<Watched>,
    listening: watch::Sender<bool>,
) {
    loop {
        if let Err(error) = listen_once(&options, &local, &watched, &listening).await {
            metrics::LISTENER_REBUILT.add(1);
            tracing::warn!(%error, "the listener is connected again");
        }
        listening.send_replace(false);
        sleep(options.poll_down).await;
    }
}

async fn listen_once(
    options: &PgBusOptions,
    local: &broadcast::Sender<Change>,
    watched: &Watched,
    listening: &watch::Sender<bool>,
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(&options.url).await?;
    // A listener that connects again by itself does not say what it missed meanwhile.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    // Only now is the poll told to catch up: what happens from here on is heard.
    listening.send_replace(true);
    let mut own_heartbeat = Instant::now();
    loop {
        let left = SILENCE.saturating_sub(own_heartbeat.elapsed());
        let Ok(received) = timeout(left, listener.try_recv()).await else {
            return Err(sqlx::Error::Protocol("no heartbeat came back".into()));
        };
        let Some(notification) = received? else {
            return Err(sqlx::Error::Protocol("the connection was closed".into()));
        };
        let (sender, changes) = notice::decode(notification.payload());
        if sender == options.process {
            // Told here when it was published.
            own_heartbeat = Instant::now();
            continue;
        }
        for change in changes {
            if watched.saw(&change) {
                let _ = local.send(change);
            }
        }
    }
}

/// Finds what no notice told.
async fn poll(
    options: PgBusOptions,
    local: broadcast::Sender<Change>,
    watched: Arc<Watched>,
    store: Arc<dyn Store>,
    mut listening: watch::Receiver<bool>,
) {
    loop {
        let pause = if *listening.borrow_and_update() { options.poll } else { options.poll_down };
        tokio::select! {
            () = sleep(pause) => {}
            // The listener came or went: look at once.
            changed = listening.changed() => if changed.is_err() { return },
        }
        let _ = local.send(Change::Lobby);
        let games = watched.names();
        if games.is_empty() {
            continue;
        }
        match store.versions(games).await {
            Ok(versions) => {
                for (game, version) in versions {
                    let change = Change::Game(game, version);
                    if watched.saw(&change) {
                        metrics::POLL_FOUND.add(1);
                        let _ = local.send(change);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "watched games were not polled"),
        }
    }
}

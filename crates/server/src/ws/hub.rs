//! Who listens to what in this process, and how they are told.
//!
//! Events of games come from the game service the moment they are saved, or, when another process saved them, from the
//! database after a notice on the bus. Either way each listener hears the versions of a game one after the other: what
//! is not the next one is read from the database first.

mod flags;
mod games;
mod lobby;
mod notices;
mod presence;
mod users;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use skep_wire::ServerMsg;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::queue::{Close, Outbox};
use crate::app::games::GameService;
use crate::app::lobby::LobbyService;
use crate::app::time::TimeSource;
use crate::bus::Bus;
use crate::config;
use crate::domain::ids::{GameId, UserId};
use crate::metrics;
use crate::store::Store;

/// One connection in this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SocketId(u64);

#[derive(Debug)]
struct Entry {
    user: Option<UserId>,
    session: Option<String>,
    address: IpAddr,
    outbox: Arc<Outbox>,
}

#[derive(Debug, Default)]
struct Inner {
    sockets: HashMap<SocketId, Entry>,
    games: HashMap<GameId, games::GameRoom>,
    users: HashMap<UserId, Vec<users::Subscriber>>,
    /// The last line of talk between two people that was passed on.
    talks: HashMap<String, i64>,
}

/// Who listens to what.
#[derive(Debug)]
pub struct Hub {
    store: Arc<dyn Store>,
    games: Arc<GameService>,
    lobby: Arc<LobbyService>,
    bus: Bus,
    time: Arc<dyn TimeSource>,
    process: String,
    inner: Mutex<Inner>,
    lobby_room: tokio::sync::Mutex<lobby::LobbyRoom>,
    presence: mpsc::UnboundedSender<presence::Step>,
    flags: mpsc::UnboundedSender<flags::Notice>,
    next_id: AtomicU64,
    tasks: Mutex<Vec<AbortHandle>>,
}

impl Drop for Hub {
    fn drop(&mut self) {
        for task in self.tasks.get_mut().unwrap_or_else(PoisonError::into_inner) {
            task.abort();
        }
    }
}

/// What the hub works with.
#[derive(Debug)]
pub struct HubParts {
    /// What is kept.
    pub store: Arc<dyn Store>,
    /// Commands to games.
    pub games: Arc<GameService>,
    /// Quick pairing.
    pub lobby: Arc<LobbyService>,
    /// Notices.
    pub bus: Bus,
    /// The time.
    pub time: Arc<dyn TimeSource>,
    /// What this process is called.
    pub process: String,
}

impl Hub {
    /// Starts listening.
    #[must_use]
    pub fn start(parts: HubParts) -> Arc<Hub> {
        let (presence, steps) = mpsc::unbounded_channel();
        let (flags, deadlines) = mpsc::unbounded_channel();
        let hub = Arc::new(Hub {
            store: parts.store,
            games: parts.games,
            lobby: parts.lobby,
            bus: parts.bus,
            time: parts.time,
            process: parts.process,
            inner: Mutex::default(),
            lobby_room: tokio::sync::Mutex::default(),
            presence,
            flags,
            next_id: AtomicU64::new(1),
            tasks: Mutex::default(),
        });
        let listener: Arc<games::Ear> = Arc::new(games::Ear(Arc::downgrade(&hub)));
        hub.games.listen(listener);
        let tasks = [
            tokio::spawn(notices::run(Arc::downgrade(&hub), hub.bus.subscribe())).abort_handle(),
            tokio::spawn(presence::run(Arc::downgrade(&hub), steps)).abort_handle(),
            tokio::spawn(flags::run(Arc::downgrade(&hub), deadlines)).abort_handle(),
            tokio::spawn(lobby::run(Arc::downgrade(&hub))).abort_handle(),
        ];
        hub.tasks.lock().unwrap_or_else(PoisonError::into_inner).extend(tasks);
        hub
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection, unless its user or address has too many.
    #[must_use]
    pub fn open(
        self: &Arc<Hub>,
        user: Option<UserId>,
        session: Option<String>,
        address: IpAddr,
        limits: &config::Limits,
    ) -> Option<Ticket> {
        let id = SocketId(self.next_id.fetch_add(1, Ordering::Relaxed));
        let outbox = Arc::new(Outbox::default());
        let mut inner = self.lock();
        let of_user = inner.sockets.values().filter(|entry| user.is_some() && entry.user == user);
        if of_user.count() >= limits.sockets_per_user {
            metrics::LIMITED.add("sockets_per_user", 1);
            return None;
        }
        if inner.sockets.values().filter(|entry| entry.address == address).count() >= limits.sockets_per_ip {
            metrics::LIMITED.add("sockets_per_ip", 1);
            return None;
        }
        inner.sockets.insert(id, Entry { user, session, address, outbox: Arc::clone(&outbox) });
        drop(inner);
        metrics::SOCKETS.add(1);
        Some(Ticket { id, address, outbox, hub: Arc::clone(self) })
    }

    fn close(&self, id: SocketId) {
        metrics::SOCKETS.add(-1);
        let left = {
            let mut inner = self.lock();
            inner.sockets.remove(&id);
            for subscribers in inner.users.values_mut() {
                subscribers.retain(|subscriber| subscriber.socket != id);
            }
            inner.users.retain(|_, subscribers| !subscribers.is_empty());
            inner.leave_all_games(id)
        };
        for (game, user) in left {
            self.note_presence(user, game, false);
        }
        if let Ok(mut room) = self.lobby_room.try_lock() {
            room.leave(id);
        }
    }

    /// How many connections there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().sockets.len()
    }

    /// Tells every client, spread over some time, that the server goes down, and closes the connections.
    pub async fn go(&self, over: Duration) {
        let outboxes: Vec<Arc<Outbox>> =
            self.lock().sockets.values().map(|entry| Arc::clone(&entry.outbox)).collect();
        let pause = over / u32::try_from(outboxes.len().max(1)).unwrap_or(u32::MAX);
        for outbox in outboxes {
            outbox.push(encode(&ServerMsg::Going { in_ms: 0 }));
            outbox.close(Close::Going);
            tokio::time::sleep(pause).await;
        }
    }

    /// Ends the connections of a session that is no longer good.
    fn revoke(&self, session: &str) {
        for entry in self.lock().sockets.values() {
            if entry.session.as_deref() == Some(session) {
                entry.outbox.close(Close::SessionGone);
            }
        }
    }
}

/// A connection that the hub knows. Dropping it ends everything that it listens to.
#[derive(Debug)]
pub struct Ticket {
    /// Its number.
    pub id: SocketId,
    /// Where it comes from.
    pub address: IpAddr,
    /// What waits to be sent.
    pub outbox: Arc<Outbox>,
    hub: Arc<Hub>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.hub.close(self.id);
    }
}

/// A message as it is sent. All listeners share it.
#[must_use]
pub fn encode(message: &ServerMsg) -> Utf8Bytes {
    // The messages are plain data: there is nothing in them that JSON cannot say.
    serde_json::to_string(message).unwrap_or_default().into()
}

//! Who hears that something changed: this process alone, or all of them through PostgreSQL.
//!
//! A change says only *that* something is new, never what: whoever cares reads the rows. So a change may be lost,
//! repeated or late without harm, and with PostgreSQL a slow poll finds what a lost one would have told.

mod notice;
mod postgres;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;

pub use postgres::PgBusOptions;

use crate::domain::ids::{GameId, UserId, Version};
use crate::store::Store;

/// What is new.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A game has events up to this version.
    Game(GameId, Version),
    /// The seeks are others than before.
    Lobby,
    /// Somebody has a challenge, a game or a note.
    User(UserId),
    /// Somebody said something in this room.
    Chat(String),
    /// Somebody came to a game or left it.
    Presence(GameId),
    /// A session or token, by its hash, is no longer good.
    Revoked(String),
}

/// How many changes a slow listener may be behind before it is told that it missed some.
const BACKLOG: usize = 4096;

/// Tells and hears of changes. Copies are the same bus.
#[derive(Clone, Debug)]
pub struct Bus {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    local: broadcast::Sender<Change>,
    outbox: Option<mpsc::UnboundedSender<Change>>,
    watched: Arc<Watched>,
    tasks: Vec<AbortHandle>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Bus {
    /// For one process.
    #[must_use]
    pub fn local() -> Bus {
        let (local, _) = broadcast::channel(BACKLOG);
        Bus { inner: Arc::new(Inner { local, outbox: None, watched: Arc::default(), tasks: Vec::new() }) }
    }

    /// For several processes on one PostgreSQL. The tasks that send, listen and poll end with the last copy.
    #[must_use]
    pub fn postgres(options: PgBusOptions, store: Arc<dyn Store>) -> Bus {
        let (local, _) = broadcast::channel(BACKLOG);
        let (outbox, queue) = mpsc::unbounded_channel();
        let watched = Arc::<Watched>::default();
        let tasks = postgres::start(options, queue, local.clone(), Arc::clone(&watched), store);
        Bus { inner: Arc::new(Inner { local, outbox: Some(outbox), watched, tasks }) }
    }

    /// Whether other processes may be listening.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.inner.outbox.is_some()
    }

    /// Tells everybody: here at once, elsewhere within some milliseconds.
    pub fn publish(&self, change: Change) {
        self.inner.watched.saw(&change);
        if let Some(outbox) = &self.inner.outbox {
            // Fails only while the bus ends.
            let _ = outbox.send(change.clone());
        }
        // Nobody may be listening.
        let _ = self.inner.local.send(change);
    }

    /// Hears everything from now on. A receiver that falls too far behind is told so, and must read again.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Change> {
        self.inner.local.subscribe()
    }

    /// Asks to hear of a game even if its changes get lost; as long as the guard lives.
    #[must_use]
    pub fn watch(&self, game: GameId, seen: Version) -> Watch {
        self.inner.watched.add(&game, seen);
        Watch { game, watched: Arc::clone(&self.inner.watched) }
    }
}

/// Keeps a game on the list of those that are polled.
#[derive(Debug)]
pub struct Watch {
    game: GameId,
    watched: Arc<Watched>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.watched.remove(&self.game);
    }
}

/// Games that somebody here looks at: how many do, and the last version that was told.
#[derive(Debug, Default)]
struct Watched {
    games: Mutex<HashMap<GameId, (usize, Version)>>,
}

impl Watched {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, (usize, Version)>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, game: &GameId, seen: Version) {
        let mut games = self.lock();
        let entry = games.entry(game.clone()).or_insert((0, seen));
        entry.0 += 1;
        // A newcomer that knows less than the others must hear of it as well.
        entry.1 = entry.1.min(seen);
    }

    fn remove(&self, game: &GameId) {
        let mut games = self.lock();
        if let Some(entry) = games.get_mut(game) {
            entry.0 -= 1;
            if entry.0 == 0 {
                games.remove(game);
            }
        }
    }

    /// Notes what was told; whether it was news.
    fn saw(&self, change: &Change) -> bool {
        let Change::Game(game, version) = change else { return true };
        match self.lock().get_mut(game) {
            Some(entry) if entry.1 >= *version => false,
            Some(entry) => {
                entry.1 = *version;
                true
            }
            None => true,
        }
    }

    fn names(&self) -> Vec<GameId> {
        self.lock().keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(version: i64) -> Change {
        Change::Game(GameId("k3Xw9TqBzP".into()), Version(version))
    }

    #[tokio::test]
    async fn everybody_here_hears_a_change() {
        let bus = Bus::local();
        let (mut one, mut other) = (bus.subscribe(), bus.clone().subscribe());
        bus.publish(game(3));
        bus.publish(Change::Lobby);
        for receiver in [&mut one, &mut other] {
            assert_eq!(receiver.recv().await, Ok(game(3)));
            assert_eq!(receiver.recv().await, Ok(Change::Lobby));
        }
    }

    #[test]
    fn a_watch_ends_with_its_guard() {
        let bus = Bus::local();
        let id = GameId("k3Xw9TqBzP".into());
        let first = bus.watch(id.clone(), Version(3));
        let second = bus.watch(id.clone(), Version(5));
        assert!(!bus.inner.watched.saw(&game(3)) && bus.inner.watched.saw(&game(4)));
        drop(first);
        assert_eq!(bus.inner.watched.names(), [id]);
        drop(second);
        assert!(bus.inner.watched.names().is_empty());
    }
}

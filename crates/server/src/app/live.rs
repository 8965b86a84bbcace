//! Games that this process has touched of late. A cache: the row in the database is the truth, and any process may
//! change it; who finds that out, drops what is here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::domain::game::GameState;
use crate::domain::ids::GameId;

/// One game, or none yet. Whoever holds the lock is alone with the game in this process.
pub type Slot = OwnedMutexGuard<Option<GameState>>;

#[derive(Debug, Default)]
struct Kept {
    state: Arc<AsyncMutex<Option<GameState>>>,
    used: u64,
}

#[derive(Debug, Default)]
struct Inner {
    games: HashMap<GameId, Kept>,
    clock: u64,
}

/// The games, each behind its own lock.
#[derive(Debug)]
pub struct LiveGames {
    inner: Mutex<Inner>,
    capacity: usize,
}

impl LiveGames {
    /// Room for so many.
    #[must_use]
    pub fn new(capacity: usize) -> LiveGames {
        LiveGames { inner: Mutex::default(), capacity: capacity.max(16) }
    }

    /// Waits until nobody else has the game.
    pub async fn lock(&self, id: &GameId) -> Slot {
        let state = {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.clock += 1;
            let now = inner.clock;
            if !inner.games.contains_key(id) && inner.games.len() >= self.capacity {
                make_room(&mut inner.games);
            }
            let kept = inner.games.entry(id.clone()).or_default();
            kept.used = now;
            Arc::clone(&kept.state)
        };
        state.lock_owned().await
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).games.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Drops the tenth that was not used for longest, but nothing that somebody holds: two locks for one game would let its
/// events out of order.
fn make_room(games: &mut HashMap<GameId, Kept>) {
    let mut ages: Vec<(u64, GameId)> = games
        .iter()
        .filter(|(_, kept)| Arc::strong_count(&kept.state) == 1)
        .map(|(id, kept)| (kept.used, id.clone()))
        .collect();
    ages.sort_unstable();
    for (_, id) in ages.iter().take(games.len() / 10 + 1) {
        games.remove(id);
    }
}

#[cfg(test)]
mod tests {
    use super::LiveGames;
    use crate::domain::ids::GameId;

    #[tokio::test]
    async fn the_oldest_go_but_not_the_held() {
        let live = LiveGames::new(20);
        let held = live.lock(&GameId::from_random(0)).await;
        for number in 1..100 {
            drop(live.lock(&GameId::from_random(number)).await);
        }
        assert!(live.len() <= 20);
        let inner = live.inner.lock().expect("nobody panicked");
        assert!(inner.games.contains_key(&GameId::from_random(0)));
        assert!(inner.games.contains_key(&GameId::from_random(99)));
        assert!(!inner.games.contains_key(&GameId::from_random(1)));
        drop(held);
    }
}

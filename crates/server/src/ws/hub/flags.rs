//! Clocks that run out while somebody here watches them: the flag falls at once, not at the next round of the sweep.
//!
//! A move that arrived in time was stamped by the process to which its player is connected, and waits there for its turn
//! at the game. So a process ends only games in which it would have received the move itself; all others, and those it
//! does not know of, are left to the sweep, which waits longer.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;

use super::Hub;
use crate::app::games::{Request, Sender};
use crate::domain::game::{Command, GameState};
use crate::domain::ids::GameId;
use crate::domain::time::Ms;
use crate::metrics;

/// How long after the deadline: a move that came at the last moment is then before the flag.
const GRACE: Ms = Ms(50);

/// When a game's clock runs out, or that it does not any more.
#[derive(Debug)]
pub(super) struct Notice {
    game: GameId,
    deadline: Option<Ms>,
}

/// The deadlines in their order.
#[derive(Debug, Default)]
struct Deadlines {
    of: HashMap<GameId, Ms>,
    order: BTreeSet<(Ms, GameId)>,
}

impl Deadlines {
    fn set(&mut self, notice: Notice) {
        let Notice { game, deadline } = notice;
        if let Some(old) = self.of.remove(&game) {
            self.order.remove(&(old, game.clone()));
        }
        if let Some(deadline) = deadline {
            self.order.insert((deadline, game.clone()));
            self.of.insert(game, deadline);
        }
    }

    fn first(&self) -> Option<Ms> {
        self.order.first().map(|(deadline, _)| *deadline)
    }

    /// A game whose deadline is before an instant.
    fn take(&mut self, before: Ms) -> Option<GameId> {
        if self.first()? >= before {
            return None;
        }
        let (_, game) = self.order.pop_first()?;
        self.of.remove(&game);
        Some(game)
    }
}

/// Waits for the next deadline or for news of one.
pub(super) async fn run(hub: Weak<Hub>, mut notices: mpsc::UnboundedReceiver<Notice>) {
    let mut deadlines = Deadlines::default();
    loop {
        let wait = {
            let Some(hub) = hub.upgrade() else { return };
            let now = hub.time.now();
            while let Some(game) = deadlines.take(now - GRACE) {
                tokio::spawn(fall(Arc::clone(&hub), game));
            }
            deadlines.first().map(|first| (first + GRACE - now).0 + 1)
        };
        let next = async {
            match wait.map(u64::try_from) {
                Some(wait) => sleep(Duration::from_millis(wait.unwrap_or(0))).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            notice = notices.recv() => match notice {
                Some(notice) => deadlines.set(notice),
                None => return,
            },
            () = next => {}
        }
    }
}

/// The game decides whether it is over, by the same path as a player's command.
async fn fall(hub: Arc<Hub>, game: GameId) {
    let request = Request {
        game: game.clone(),
        by: Sender::System,
        command: Command::Tick,
        cmd: None,
        received_at: hub.time.now(),
        rtt: None,
    };
    match hub.games.command(request).await {
        Ok(_) => metrics::FLAGS.add(1),
        // The sweep comes after us.
        Err(error) => tracing::warn!(%game, %error, "a flag did not fall"),
    }
}

impl Hub {
    /// A game has a new state: its clock is watched from here on, or no more. `connected` says whether the player to
    /// move is connected to this process.
    pub(super) fn watch_clock(&self, state: &GameState, connected: bool) {
        if !state.terms.clock.is_real_time() {
            return;
        }
        let ours = connected || !self.bus.is_shared();
        let deadline = state.deadline_at.filter(|_| ours);
        // Fails only while the hub ends.
        let _ = self.flags.send(Notice { game: state.id.clone(), deadline });
    }
}

#[cfg(test)]
mod tests {
    use super::{Deadlines, Notice};
    use crate::domain::ids::GameId;
    use crate::domain::time::Ms;

    #[test]
    fn deadlines_come_in_order_and_only_the_last_of_a_game_counts() {
        let mut deadlines = Deadlines::default();
        let [one, two, three] = [1, 2, 3].map(GameId::from_random);
        let mut set = |game: &GameId, deadline| {
            deadlines.set(Notice { game: game.clone(), deadline });
        };
        set(&one, Some(Ms(100)));
        set(&two, Some(Ms(50)));
        set(&three, Some(Ms(70)));
        set(&two, Some(Ms(200)));
        set(&three, None);
        assert_eq!(deadlines.first(), Some(Ms(100)));
        assert_eq!(deadlines.take(Ms(100)), None, "a move at the deadline still counts");
        assert_eq!(deadlines.take(Ms(101)), Some(one));
        assert_eq!(deadlines.take(Ms(1000)), Some(two));
        assert_eq!(deadlines.take(Ms(1000)), None);
        assert!(deadlines.of.is_empty() && deadlines.order.is_empty());
    }
}

//! Who is at the board.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use skep_rules::Color;
use skep_wire::ServerMsg;
use tokio::sync::mpsc;

use super::super::queue::Outbox;
use super::{Hub, encode};
use crate::app::view;
use crate::bus::Change;
use crate::domain::game::absence_limit;
use crate::domain::ids::{GameId, UserId};
use crate::domain::time::Ms;
use crate::store::StoreError;

/// Somebody came or went.
#[derive(Debug)]
pub(super) struct Step {
    user: UserId,
    game: GameId,
    online: bool,
    at: Ms,
}

/// So many steps are written down together, so that they share a wait for the disk.
const TOGETHER: usize = 64;

/// Writes down who came and went; of one player at one game the last word counts.
pub(super) async fn run(hub: Weak<Hub>, mut steps: mpsc::UnboundedReceiver<Step>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while steps.recv_many(&mut batch, TOGETHER).await > 0 {
        let Some(hub) = hub.upgrade() else { return };
        let mut last: HashMap<(UserId, GameId), (bool, Ms)> = HashMap::new();
        for step in batch.drain(..) {
            last.insert((step.user, step.game), (step.online, step.at));
        }
        let saving = last.into_iter().map(|((user, game), (online, at))| {
            let hub = &hub;
            async move {
                match hub.store.set_presence(user, &game, &hub.process, online, at).await {
                    Ok(()) => hub.bus.publish(Change::Presence(game)),
                    Err(error) => tracing::warn!(%game, %error, "presence was not saved"),
                }
            }
        });
        futures_util::future::join_all(saving).await;
    }
}

impl Hub {
    pub(super) fn note_presence(&self, user: UserId, game: GameId, online: bool) {
        let step = Step { user, game, online, at: self.time.now() };
        // Fails only while the hub ends.
        let _ = self.presence.send(step);
    }

    /// A player leaves on purpose: the opponent need not wait as long as for one who was cut off.
    pub async fn note_leaving(&self, user: UserId, game: &GameId) {
        let Ok(state) = self.games.state(game).await else { return };
        if state.seat_of(user).is_none() {
            return;
        }
        let clock = state.terms.clock;
        if let (Some(usual), Some(short)) = (absence_limit(clock, false), absence_limit(clock, true)) {
            let at = self.time.now() - (usual - short).max(Ms::ZERO);
            let _ = self.presence.send(Step { user, game: game.clone(), online: false, at });
        }
    }

    /// Shows who is at a board: to one, or to everybody who follows the game.
    pub(super) fn show_presence(self: &Arc<Hub>, game: GameId, to: Option<Arc<Outbox>>) {
        if to.is_none() && !self.lock().games.contains_key(&game) {
            return;
        }
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            let message = match hub.presence_message(&game).await {
                Ok(Some(message)) => encode(&message),
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!(%game, %error, "presence could not be read");
                    return;
                }
            };
            match to {
                Some(outbox) => outbox.try_push(message),
                None => {
                    if let Some(room) = hub.lock().games.get(&game) {
                        room.send(&message, |_| true);
                    }
                }
            }
        });
    }

    async fn presence_message(&self, game: &GameId) -> Result<Option<ServerMsg>, StoreError> {
        let now = self.time.now();
        let Some(record) = self.store.game_record(game).await? else { return Ok(None) };
        let present = self.store.presence(game, now).await?;
        let here = |color: Color| {
            let user = record.players[color].user;
            user.computer_level().is_some() || present.iter().any(|it| it.user == user && it.online)
        };
        let gone_in = Color::ALL.into_iter().filter(|color| !here(*color)).find_map(|color| {
            let limit = absence_limit(record.terms.clock, false)?;
            let user = record.players[color].user;
            let since = present.iter().filter(|it| it.user == user).map(|it| it.since).max();
            Some((limit - (now - since.unwrap_or(record.created_at))).0.max(0))
        });
        Ok(Some(ServerMsg::Presence {
            g: view::game_id(game),
            w: here(Color::White),
            b: here(Color::Black),
            gone_in,
        }))
    }
}

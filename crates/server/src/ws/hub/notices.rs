//! What the bus says, and who must hear of it.

use std::sync::{Arc, Weak};

use skep_rules::Color;
use skep_wire::ServerMsg;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Hub, encode};
use crate::app::chat::Room;
use crate::app::view;
use crate::bus::Change;
use crate::domain::ids::row_id;
use crate::domain::time::Ms;
use crate::store::StoreError;

/// How many lines of talk are passed on after one notice.
const LINES: i64 = 20;
/// More rooms than this are not remembered.
const MOST_TALKS: usize = 10_000;

pub(super) async fn run(hub: Weak<Hub>, mut changes: broadcast::Receiver<Change>) {
    loop {
        let change = changes.recv().await;
        let Some(hub) = hub.upgrade() else { return };
        match change {
            Ok(Change::Game(game, version)) => hub.hear_of(&game, version),
            Ok(Change::Lobby) => hub.hear_of_lobby().await,
            Ok(Change::User(user)) => hub.hear_of_user(user),
            Ok(Change::Presence(game)) => hub.show_presence(game, None),
            Ok(Change::Revoked(session)) => hub.revoke(&session),
            Ok(Change::Chat(room)) => {
                if let Some(room) = Room::from_key(&room)
                    && let Err(error) = hub.hear_talk(&room).await
                {
                    tracing::warn!(%error, "talk could not be read");
                }
            }
            Err(RecvError::Lagged(missed)) => {
                tracing::warn!(missed, "notices were lost");
                hub.hear_all();
                hub.hear_of_lobby().await;
            }
            Err(RecvError::Closed) => return,
        }
    }
}

impl Hub {
    /// Passes on what was said.
    async fn hear_talk(self: &Arc<Hub>, room: &Room) -> Result<(), StoreError> {
        let key = room.key();
        let slot = usize::from(matches!(room, Room::Spectators(_)));
        let after = {
            let inner = self.lock();
            match room {
                Room::Players(game) | Room::Spectators(game) => {
                    let Some(followed) = inner.games.get(game) else { return Ok(()) };
                    followed.talked[slot]
                }
                Room::Pair(low, high) => {
                    if !inner.users.contains_key(low) && !inner.users.contains_key(high) {
                        return Ok(());
                    }
                    let lately = row_id(self.time.now() - Ms::seconds(5), 0);
                    inner.talks.get(&key).copied().unwrap_or(lately)
                }
            }
        };
        let lines = self.store.chat(&key, after, LINES).await?;
        let Some(last) = lines.last().map(|line| line.id) else { return Ok(()) };
        let names =
            view::names(self.store.as_ref(), lines.iter().map(|it| it.author).collect::<Vec<_>>()).await?;
        for line in &lines {
            let frame = encode(&ServerMsg::Chat {
                room: key.clone(),
                id: line.id.to_string(),
                by: view::brief_of(&names, line.author),
                body: line.body.clone(),
                at: line.at.0,
            });
            match room {
                Room::Players(game) => {
                    if let Some(followed) = self.lock().games.get(game) {
                        followed.send(&frame, |seat: Option<Color>| seat.is_some());
                    }
                }
                Room::Spectators(game) => {
                    if let Some(followed) = self.lock().games.get(game) {
                        let ended = followed.ended;
                        followed.send(&frame, |seat: Option<Color>| seat.is_none() || ended);
                    }
                }
                Room::Pair(low, high) => {
                    self.send_to_user(*low, &frame);
                    self.send_to_user(*high, &frame);
                }
            }
        }
        let mut inner = self.lock();
        match room {
            Room::Players(game) | Room::Spectators(game) => {
                if let Some(followed) = inner.games.get_mut(game) {
                    followed.talked[slot] = followed.talked[slot].max(last);
                }
            }
            Room::Pair(..) => {
                if inner.talks.len() >= MOST_TALKS {
                    inner.talks.clear();
                }
                inner.talks.insert(key, last);
            }
        }
        Ok(())
    }
}

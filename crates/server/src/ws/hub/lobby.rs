//! The lobby: one state for everybody who looks at it, and the differences between one and the next.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use skep_wire as wire;
use tokio::sync::Notify;
use wire::ServerMsg;
use wire::lobby::{ChallengeView, SeekView};

use super::super::queue::{Outbox, Topic};
use super::{Hub, SocketId, Ticket, encode};
use crate::store::StoreError;

/// The lobby as it was last shown.
#[derive(Debug, Default)]
pub(super) struct LobbyRoom {
    number: i64,
    seeks: Vec<SeekView>,
    challenges: Vec<ChallengeView>,
    subscribers: HashMap<SocketId, Arc<Outbox>>,
    changed: Arc<Notify>,
}

/// Several changes within this time are shown together.
const TOGETHER: Duration = Duration::from_millis(200);
/// Seeks also go without a notice, when their time is over.
const LOOK_AGAIN: Duration = Duration::from_secs(3);

impl LobbyRoom {
    pub(super) fn leave(&mut self, socket: SocketId) {
        self.subscribers.remove(&socket);
    }

    fn whole(&self) -> ServerMsg {
        ServerMsg::Lobby { lv: self.number, seeks: self.seeks.clone(), challenges: self.challenges.clone() }
    }

    /// Takes a new state and tells the difference.
    fn change(&mut self, seeks: Vec<SeekView>, challenges: Vec<ChallengeView>) {
        let add: Vec<SeekView> = seeks.iter().filter(|it| !self.seeks.contains(it)).cloned().collect();
        let del =
            self.seeks.iter().filter(|it| !seeks.contains(it)).map(|it| it.id.clone()).collect::<Vec<_>>();
        let open: Vec<ChallengeView> =
            challenges.iter().filter(|it| !self.challenges.contains(it)).cloned().collect();
        let closed = self
            .challenges
            .iter()
            .filter(|it| !challenges.contains(it))
            .map(|it| it.id.clone())
            .collect::<Vec<_>>();
        if add.is_empty() && del.is_empty() && open.is_empty() && closed.is_empty() {
            return;
        }
        self.number += 1;
        (self.seeks, self.challenges) = (seeks, challenges);
        let frame = encode(&ServerMsg::LobbyDelta { lv: self.number, add, del, open, closed });
        for outbox in self.subscribers.values() {
            outbox.offer(&Topic::Lobby, frame.clone());
        }
    }
}

/// Looks at the lobby when something changed.
pub(super) async fn run(hub: Weak<Hub>) {
    let Some(changed) = hub.upgrade() else { return };
    let changed = Arc::clone(&changed.lobby_room.lock().await.changed);
    loop {
        // A lost notice only costs this long.
        let _ = tokio::time::timeout(LOOK_AGAIN, changed.notified()).await;
        tokio::time::sleep(TOGETHER).await;
        let Some(hub) = hub.upgrade() else { return };
        let mut room = hub.lobby_room.lock().await;
        // A connection that ended while the room was taken.
        let alive: Vec<SocketId> = {
            let inner = hub.lock();
            room.subscribers.keys().copied().filter(|id| inner.sockets.contains_key(id)).collect()
        };
        room.subscribers.retain(|id, _| alive.contains(id));
        if room.subscribers.is_empty() {
            continue;
        }
        match hub.lobby.view().await {
            Ok((seeks, challenges)) => room.change(seeks, challenges),
            Err(error) => tracing::warn!(%error, "the lobby could not be read"),
        }
    }
}

impl Hub {
    /// Listens to the lobby.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn follow_lobby(&self, ticket: &Ticket) -> Result<(), StoreError> {
        let mut room = self.lobby_room.lock().await;
        let (seeks, challenges) = self.lobby.view().await?;
        room.change(seeks, challenges);
        ticket.outbox.caught_up(&Topic::Lobby);
        ticket.outbox.push(encode(&room.whole()));
        room.subscribers.insert(ticket.id, Arc::clone(&ticket.outbox));
        Ok(())
    }

    /// Listens no more.
    pub async fn unfollow_lobby(&self, ticket: &Ticket) {
        self.lobby_room.lock().await.leave(ticket.id);
    }

    /// Gives a connection that was behind the whole lobby.
    pub(in crate::ws) async fn refresh_lobby(&self, ticket: &Ticket) {
        let room = self.lobby_room.lock().await;
        ticket.outbox.caught_up(&Topic::Lobby);
        if room.subscribers.contains_key(&ticket.id) {
            ticket.outbox.push(encode(&room.whole()));
        }
    }

    pub(super) async fn hear_of_lobby(&self) {
        self.lobby_room.lock().await.changed.notify_one();
    }
}

//! What concerns one user: games, challenges, seeks.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use skep_wire as wire;
use wire::ServerMsg;
use wire::server::Note;

use super::super::queue::Outbox;
use super::{Hub, SocketId, Ticket, encode};
use crate::app::view;
use crate::domain::ids::UserId;
use crate::store::StoreError;

#[derive(Debug)]
pub(super) struct Subscriber {
    pub(super) socket: SocketId,
    outbox: Arc<Outbox>,
    /// The number of the reading that was sent last; none: nothing was.
    told: Option<u64>,
    games: HashSet<wire::GameId>,
    challenges: HashSet<wire::ChallengeId>,
}

/// Several changes within this time are told together.
const TOGETHER: Duration = Duration::from_millis(30);

impl Hub {
    /// Listens to what concerns a user.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn follow_user(self: &Arc<Hub>, ticket: &Ticket, user: UserId) -> Result<(), StoreError> {
        {
            let mut inner = self.lock();
            let subscribers = inner.users.entry(user).or_default();
            // Who asks again keeps what was told: a game that began a moment ago is still news.
            if !subscribers.iter().any(|it| it.socket == ticket.id) {
                subscribers.push(Subscriber {
                    socket: ticket.id,
                    outbox: Arc::clone(&ticket.outbox),
                    told: None,
                    games: HashSet::new(),
                    challenges: HashSet::new(),
                });
            }
        }
        self.tell_user(user, Some(ticket.id)).await
    }

    /// Listens no more.
    pub fn unfollow_user(&self, ticket: &Ticket, user: UserId) {
        let mut inner = self.lock();
        if let Some(subscribers) = inner.users.get_mut(&user) {
            subscribers.retain(|it| it.socket != ticket.id);
            if subscribers.is_empty() {
                inner.users.remove(&user);
            }
        }
    }

    /// Something changed for a user.
    pub(super) fn hear_of_user(self: &Arc<Hub>, user: UserId) {
        if !self.lock().users.contains_key(&user) {
            return;
        }
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(TOGETHER).await;
            if let Err(error) = hub.tell_user(user, None).await {
                tracing::warn!(%user, %error, "news could not be read");
            }
        });
    }

    /// Sends everything that concerns a user, and notes about what is new in it.
    async fn tell_user(&self, user: UserId, only: Option<SocketId>) -> Result<(), StoreError> {
        let now = self.time.now();
        let reading = self.next_id.fetch_add(1, Ordering::Relaxed);
        let records = self.store.open_games(user).await?;
        let challenges = self.store.challenges(user, now).await?;
        let seeks: Vec<_> = self.store.seeks(now, crate::app::lobby::SHOWN).await?;
        let seeks: Vec<_> = seeks.into_iter().filter(|seek| seek.user == user).collect();
        let mut people = vec![user];
        people.extend(records.iter().flat_map(|it| [it.players.white.user, it.players.black.user]));
        people.extend(challenges.iter().flat_map(|it| [Some(it.from), it.to]).flatten());
        let names = view::names(self.store.as_ref(), people).await?;
        let games: Vec<_> = records.iter().map(|record| view::game_brief(record, &names)).collect();
        let challenges: Vec<_> = challenges.iter().filter_map(|it| view::challenge(it, &names)).collect();
        let seeks: Vec<_> = seeks.iter().filter_map(|it| view::seek(it, &names)).collect();
        let frame = encode(&ServerMsg::User { games: games.clone(), challenges: challenges.clone(), seeks });

        let me = view::user_id(user);
        let mut inner = self.lock();
        let Some(subscribers) = inner.users.get_mut(&user) else { return Ok(()) };
        for subscriber in subscribers.iter_mut().filter(|it| only.is_none_or(|only| it.socket == only)) {
            // Two readings may pass each other; the older one then knows less.
            if subscriber.told.is_some_and(|told| told > reading) {
                continue;
            }
            subscriber.outbox.push(frame.clone());
            // At the beginning everything is new and nothing is news.
            if subscriber.told.replace(reading).is_some() {
                for game in games.iter().filter(|it| !subscriber.games.contains(&it.g)) {
                    let note = Note::GameStarted { game: game.clone() };
                    subscriber.outbox.push(encode(&ServerMsg::Note(note)));
                }
                let received = challenges.iter().filter(|it| it.from.id != me);
                for challenge in received.filter(|it| !subscriber.challenges.contains(&it.id)) {
                    let note = Note::Challenge { challenge: challenge.clone() };
                    subscriber.outbox.push(encode(&ServerMsg::Note(note)));
                }
                for id in &subscriber.challenges {
                    if !challenges.iter().any(|it| it.id == *id) {
                        let note = Note::ChallengeGone { id: id.clone(), game: None };
                        subscriber.outbox.push(encode(&ServerMsg::Note(note)));
                    }
                }
            }
            subscriber.games = games.iter().map(|it| it.g.clone()).collect();
            subscriber.challenges = challenges.iter().map(|it| it.id.clone()).collect();
        }
        Ok(())
    }

    /// Sends a frame to all connections of a user that listen to what concerns them.
    pub(super) fn send_to_user(&self, user: UserId, frame: &axum::extract::ws::Utf8Bytes) {
        for subscriber in self.lock().users.get(&user).into_iter().flatten() {
            subscriber.outbox.try_push(frame.clone());
        }
    }
}

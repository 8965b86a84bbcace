//! Games and those who follow them.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};

use axum::extract::ws::Utf8Bytes;
use skep_rules::Color;
use skep_wire::ServerMsg;

use super::super::queue::{Outbox, Topic};
use super::{Hub, Inner, SocketId, Ticket, encode};
use crate::app::games::{CommandError, Listener, can_see};
use crate::app::view::{self, can_resume};
use crate::bus::Watch;
use crate::domain::game::{Event, GameState};
use crate::domain::ids::{GameId, UserId, Version, row_id};

/// How many events of a game are kept encoded.
const RING: usize = 64;

#[derive(Debug)]
struct Subscriber {
    socket: SocketId,
    outbox: Arc<Outbox>,
    user: Option<UserId>,
    seat: Option<Color>,
    /// What it knows from the beginning: the room may have been behind that.
    knows: Version,
}

/// A game that somebody here follows.
#[derive(Debug)]
pub(super) struct GameRoom {
    /// The last version that was told.
    last: Version,
    ring: VecDeque<(Version, Utf8Bytes)>,
    subscribers: Vec<Subscriber>,
    pub(super) ended: bool,
    /// The last line of talk that was passed on: the players', the watchers'.
    pub(super) talked: [i64; 2],
    _watch: Watch,
}

/// Whether the events so far are without a gap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    Told,
    Gap,
}

impl GameRoom {
    /// Tells everybody an event, if it is the next one.
    fn tell(&mut self, id: &GameId, version: Version, frame: Option<&Utf8Bytes>) -> Heard {
        if version <= self.last {
            return Heard::Told;
        }
        if version != self.last.next() {
            return Heard::Gap;
        }
        self.last = version;
        let Some(frame) = frame else { return Heard::Told };
        if self.ring.len() >= RING {
            self.ring.pop_front();
        }
        self.ring.push_back((version, frame.clone()));
        for subscriber in self.subscribers.iter().filter(|it| version > it.knows) {
            if subscriber.seat.is_some() {
                subscriber.outbox.push(frame.clone());
            } else {
                subscriber.outbox.offer(&Topic::Game(id.clone()), frame.clone());
            }
        }
        Heard::Told
    }

    /// The events after a version, if they are still here.
    fn since(&self, seen: Version) -> Option<Vec<Utf8Bytes>> {
        let after: Vec<_> = self.ring.iter().filter(|(version, _)| *version > seen).collect();
        let complete = after.len() as i64 == self.last.0 - seen.0;
        complete.then(|| after.into_iter().map(|(_, frame)| frame.clone()).collect())
    }

    /// Sends something that has no version to some of those who follow.
    pub(super) fn send(&self, frame: &Utf8Bytes, to: impl Fn(Option<Color>) -> bool) {
        for subscriber in self.subscribers.iter().filter(|it| to(it.seat)) {
            subscriber.outbox.try_push(frame.clone());
        }
    }

    /// Gives everybody the whole game.
    fn refresh_all(&self, id: &GameId) {
        for subscriber in &self.subscribers {
            subscriber.outbox.refresh(&Topic::Game(id.clone()));
        }
    }

    fn has_seat(&self, seat: Color) -> bool {
        self.subscribers.iter().any(|it| it.seat == Some(seat))
    }

    fn has(&self, socket: SocketId) -> bool {
        self.subscribers.iter().any(|it| it.socket == socket)
    }
}

impl Inner {
    /// Takes a socket out of all games: the games and users that no longer follow at all.
    pub(super) fn leave_all_games(&mut self, socket: SocketId) -> Vec<(GameId, UserId)> {
        let games: Vec<GameId> =
            self.games.iter().filter(|(_, room)| room.has(socket)).map(|(id, _)| id.clone()).collect();
        games.iter().filter_map(|game| Some((game.clone(), self.leave_game(game, socket)?))).collect()
    }

    /// Takes a socket out of a game: the player who is then no longer there.
    fn leave_game(&mut self, game: &GameId, socket: SocketId) -> Option<UserId> {
        let room = self.games.get_mut(game)?;
        let at = room.subscribers.iter().position(|it| it.socket == socket)?;
        let left = room.subscribers.swap_remove(at);
        let still = room.subscribers.iter().any(|it| it.user == left.user);
        if room.subscribers.is_empty() {
            self.games.remove(game);
        }
        left.user.filter(|_| left.seat.is_some() && !still)
    }
}

/// Passes on what the game service has saved.
#[derive(Debug)]
pub(super) struct Ear(pub(super) Weak<Hub>);

impl Listener for Ear {
    fn saved(&self, state: &GameState, events: &[Event]) {
        if let Some(hub) = self.0.upgrade() {
            hub.tell(&state.id, events);
            let connected = hub.lock().games.get(&state.id).is_some_and(|room| room.has_seat(state.turn()));
            hub.watch_clock(state, connected);
        }
    }
}

impl Hub {
    /// Follows a game: what was missed since a version, or the whole game, and then everything that happens.
    ///
    /// # Errors
    /// If there is no such game for this user.
    pub async fn follow(
        self: &Arc<Hub>,
        ticket: &Ticket,
        user: Option<UserId>,
        game: &GameId,
        seen: Option<Version>,
    ) -> Result<Version, CommandError> {
        let players = self.games.inspect(game, |state| (state.players, state.terms.visibility)).await?;
        if !can_see(&players.0, players.1, user) {
            return Err(CommandError::NotFound);
        }
        let names = view::names(self.store.as_ref(), [players.0.white.user, players.0.black.user]).await?;
        let missed = match seen {
            Some(seen) => self.store.events_after(game, seen, RING as i64).await?,
            None => Vec::new(),
        };
        // Within this call nobody in this process changes the game: the state and the place in the line of events are
        // of the same moment.
        let version = self
            .games
            .inspect(game, |state| {
                let mut inner = self.lock();
                let room = inner.games.entry(game.clone()).or_insert_with(|| self.new_room(state));
                room.ended = state.outcome().is_some();
                // The room may be behind: another process saved events that were not heard of yet.
                let behind = room.last < state.version;
                let resumed =
                    seen.filter(|seen| can_resume(*seen, state.version) && !behind).and_then(|seen| {
                        room.since(seen).or_else(|| frames_between(game, &missed, seen, state.version))
                    });
                match resumed {
                    Some(frames) => frames.into_iter().for_each(|frame| ticket.outbox.push(frame)),
                    None => {
                        ticket.outbox.push(encode(&ServerMsg::Game(view::game(state, &names, user))));
                        // Or ahead: events of another process were told since this state was read.
                        let newer = room.since(state.version).unwrap_or_default();
                        newer.into_iter().for_each(|frame| ticket.outbox.push(frame));
                    }
                }
                ticket.outbox.caught_up(&Topic::Game(game.clone()));
                let seat = user.and_then(|user| state.seat_of(user));
                if seat.is_some() {
                    self.watch_clock(state, seat == Some(state.turn()) || room.has_seat(state.turn()));
                }
                let knows = state.version;
                if let Some(known) = room.subscribers.iter_mut().find(|it| it.socket == ticket.id) {
                    known.knows = knows;
                } else {
                    let outbox = Arc::clone(&ticket.outbox);
                    room.subscribers.push(Subscriber { socket: ticket.id, outbox, user, seat, knows });
                }
                (state.version, seat, behind)
            })
            .await?;
        let (version, seat, behind) = version;
        if behind {
            self.spawn_catch_up(game.clone());
        }
        match (user, seat) {
            (Some(user), Some(_)) => self.note_presence(user, game.clone(), true),
            _ => self.show_presence(game.clone(), Some(Arc::clone(&ticket.outbox))),
        }
        Ok(version)
    }

    /// Follows a game no more.
    pub fn unfollow(&self, ticket: &Ticket, game: &GameId) {
        let left = self.lock().leave_game(game, ticket.id);
        if let Some(user) = left {
            self.note_presence(user, game.clone(), false);
        }
    }

    /// How many games a connection follows.
    #[must_use]
    pub fn followed(&self, ticket: &Ticket) -> usize {
        self.lock().games.values().filter(|room| room.has(ticket.id)).count()
    }

    /// Whether a connection follows a game.
    #[must_use]
    pub fn follows(&self, ticket: &Ticket, game: &GameId) -> bool {
        self.lock().games.get(game).is_some_and(|room| room.has(ticket.id))
    }

    /// Gives a connection that was behind the whole game.
    pub(in crate::ws) async fn refresh_game(
        self: &Arc<Hub>,
        ticket: &Ticket,
        user: Option<UserId>,
        game: &GameId,
    ) {
        if !self.follows(ticket, game) || self.follow(ticket, user, game, None).await.is_err() {
            ticket.outbox.caught_up(&Topic::Game(game.clone()));
        }
    }

    fn new_room(&self, state: &GameState) -> GameRoom {
        let talked = row_id(self.time.now(), 0);
        GameRoom {
            last: state.version,
            ring: VecDeque::new(),
            subscribers: Vec::new(),
            ended: state.outcome().is_some(),
            talked: [talked; 2],
            _watch: self.bus.watch(state.id.clone(), state.version),
        }
    }

    /// Passes on events; reads those in between if there are any.
    pub(super) fn tell(self: &Arc<Hub>, game: &GameId, events: &[Event]) {
        // Nobody may be listening.
        if !self.lock().games.contains_key(game) {
            return;
        }
        let frames: Vec<(Version, Option<Utf8Bytes>)> = events
            .iter()
            .map(|event| (event.version, view::event(game, event).map(|it| encode(&it))))
            .collect();
        let ended = events.iter().any(|it| matches!(it.kind, crate::domain::game::EventKind::Ended { .. }));
        let mut inner = self.lock();
        let Some(room) = inner.games.get_mut(game) else { return };
        room.ended |= ended;
        let gap =
            frames.iter().any(|(version, frame)| room.tell(game, *version, frame.as_ref()) == Heard::Gap);
        drop(inner);
        if gap {
            self.spawn_catch_up(game.clone());
        }
    }

    /// A game has events up to a version: reads them, if they were not told yet.
    pub(super) fn hear_of(self: &Arc<Hub>, game: &GameId, version: Version) {
        let behind = self.lock().games.get(game).is_some_and(|room| room.last < version);
        if behind {
            self.spawn_catch_up(game.clone());
        }
    }

    /// Some notices were lost: looks at everything.
    pub(super) fn hear_all(self: &Arc<Hub>) {
        let games: Vec<GameId> = self.lock().games.keys().cloned().collect();
        for game in games {
            self.spawn_catch_up(game);
        }
    }

    fn spawn_catch_up(self: &Arc<Hub>, game: GameId) {
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = hub.catch_up(&game).await {
                // The poll of the bus, or the next event, tries again.
                tracing::warn!(%game, %error, "events could not be read");
            }
        });
    }

    async fn catch_up(self: &Arc<Hub>, game: &GameId) -> Result<(), crate::store::StoreError> {
        loop {
            let Some(last) = self.lock().games.get(game).map(|room| room.last) else { return Ok(()) };
            let events = self.store.events_after(game, last, RING as i64).await?;
            let full = events.len() >= RING;
            if events.first().is_some_and(|first| first.version != last.next()) {
                // Old events were removed: the whole game says what they led to.
                let mut inner = self.lock();
                if let (Some(room), Some(newest)) = (inner.games.get_mut(game), events.last()) {
                    room.last = room.last.max(newest.version);
                    room.ring.clear();
                    room.refresh_all(game);
                }
                return Ok(());
            }
            self.tell(game, &events);
            if !full {
                return Ok(());
            }
        }
    }
}

/// The frames from one version to another, if the events are all there.
fn frames_between(
    game: &GameId,
    events: &[Event],
    seen: Version,
    present: Version,
) -> Option<Vec<Utf8Bytes>> {
    let wanted: Vec<&Event> = events.iter().filter(|it| it.version > seen && it.version <= present).collect();
    let complete = wanted.len() as i64 == present.0 - seen.0;
    complete.then(|| wanted.iter().filter_map(|it| view::event(game, it)).map(|it| encode(&it)).collect())
}

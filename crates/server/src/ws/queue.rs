//! What waits to be sent to one client. It never grows without bound: a client that does not read loses what it can ask
//! for again, and in the end the connection.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use crate::domain::ids::GameId;

/// So many frames may wait.
const MOST: usize = 256;
/// From so many on, what can be asked for again is dropped.
const CROWDED: usize = 64;

/// Why a connection is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// The server goes down; another takes over.
    Going = 1001,
    /// A frame that makes no sense.
    BadFrame = 4400,
    /// The session has ended.
    SessionGone = 4401,
    /// Nothing was heard for too long.
    Silent = 4408,
    /// The client does not read.
    Slow = 4409,
    /// A frame was too large.
    TooLarge = 4413,
    /// The client speaks another protocol.
    Protocol = 4426,
    /// Too many messages.
    Flood = 4429,
}

impl Close {
    /// In words.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Close::Going => "restart",
            Close::BadFrame => "bad frame",
            Close::SessionGone => "session gone",
            Close::Silent => "silent",
            Close::Slow => "slow",
            Close::TooLarge => "too large",
            Close::Protocol => "protocol",
            Close::Flood => "flood",
        }
    }
}

/// Something that a client can be given afresh.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A game that it watches.
    Game(GameId),
    /// The lobby.
    Lobby,
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// Send this.
    Frame(Utf8Bytes),
    /// Everything was sent, and this was missed in between: get it afresh.
    Refresh(Topic),
    /// End the connection.
    Close(Close),
}

#[derive(Debug, Default)]
struct Inner {
    frames: VecDeque<Utf8Bytes>,
    missed: Vec<Topic>,
    close: Option<Close>,
}

/// The queue of one client.
#[derive(Debug, Default)]
pub struct Outbox {
    inner: Mutex<Inner>,
    ready: Notify,
}

impl Outbox {
    /// Sends a frame that must not be lost. If there is no room, the connection ends, and the client resumes by version.
    pub fn push(&self, frame: Utf8Bytes) {
        self.with(|inner| {
            if inner.frames.len() >= MOST {
                inner.close.get_or_insert(Close::Slow);
            } else {
                inner.frames.push_back(frame);
            }
        });
    }

    /// Sends a frame about something that can be given afresh. If the client is behind, it is: see [`Item::Refresh`].
    pub fn offer(&self, topic: &Topic, frame: Utf8Bytes) {
        self.with(|inner| {
            if inner.missed.contains(topic) {
                return;
            }
            if inner.frames.len() >= CROWDED {
                inner.missed.push(topic.clone());
            } else {
                inner.frames.push_back(frame);
            }
        });
    }

    /// Asks for something to be given afresh.
    pub fn refresh(&self, topic: &Topic) {
        self.with(|inner| {
            if !inner.missed.contains(topic) {
                inner.missed.push(topic.clone());
            }
        });
    }

    /// Sends a frame that nobody misses.
    pub fn try_push(&self, frame: Utf8Bytes) {
        self.with(|inner| {
            if inner.frames.len() < CROWDED {
                inner.frames.push_back(frame);
            }
        });
    }

    /// What was missed of this is now given afresh: what follows is sent again.
    pub fn caught_up(&self, topic: &Topic) {
        self.with(|inner| inner.missed.retain(|missed| missed != topic));
    }

    /// Ends the connection, once everything before was sent; the first reason counts.
    pub fn close(&self, why: Close) {
        self.with(|inner| {
            inner.close.get_or_insert(why);
        });
    }

    /// Whether the connection ends after what waits.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).close.is_some()
    }

    /// Waits for what comes next.
    pub async fn next(&self) -> Item {
        loop {
            let ready = self.ready.notified();
            if let Some(item) = self.take() {
                return item;
            }
            ready.await;
        }
    }

    fn take(&self) -> Option<Item> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        // Who does not read, or may not any more, is not waited for.
        if let Some(close @ (Close::Slow | Close::SessionGone)) = inner.close {
            return Some(Item::Close(close));
        }
        if let Some(frame) = inner.frames.pop_front() {
            return Some(Item::Frame(frame));
        }
        if let Some(close) = inner.close {
            return Some(Item::Close(close));
        }
        // It stays on the list until it was given afresh, so that no event slips in between.
        inner.missed.first().cloned().map(Item::Refresh)
    }

    fn with(&self, change: impl FnOnce(&mut Inner)) {
        change(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner));
        self.ready.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::{CROWDED, Close, Item, MOST, Outbox, Topic};

    #[tokio::test]
    async fn frames_come_in_order_and_then_the_end() {
        let outbox = Outbox::default();
        outbox.push("a".into());
        outbox.push("b".into());
        outbox.close(Close::Going);
        outbox.close(Close::Flood);
        assert_eq!(outbox.next().await, Item::Frame("a".into()));
        assert_eq!(outbox.next().await, Item::Frame("b".into()));
        assert_eq!(outbox.next().await, Item::Close(Close::Going));
    }

    #[tokio::test]
    async fn who_does_not_read_is_cut_off() {
        let outbox = Outbox::default();
        for _ in 0..=MOST {
            outbox.push("x".into());
        }
        assert_eq!(outbox.next().await, Item::Close(Close::Slow));
    }

    #[tokio::test]
    async fn watchers_who_are_behind_start_afresh() {
        let outbox = Outbox::default();
        let topic = Topic::Lobby;
        for _ in 0..CROWDED + 50 {
            outbox.offer(&topic, "x".into());
        }
        for _ in 0..CROWDED {
            assert_eq!(outbox.next().await, Item::Frame("x".into()));
        }
        assert_eq!(outbox.next().await, Item::Refresh(topic.clone()));
        outbox.offer(&topic, "still behind".into());
        outbox.caught_up(&topic);
        outbox.offer(&topic, "new".into());
        assert_eq!(outbox.next().await, Item::Frame("new".into()));
    }
}

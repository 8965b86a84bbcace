//! What people say to each other: next to a game, or one to another.

use std::sync::Arc;

use skep_rules::Color;

use super::games::can_see;
use super::secrets::random_number;
use super::time::TimeSource;
use crate::bus::{Bus, Change};
use crate::domain::game::GameState;
use crate::domain::ids::{GameId, UserId, row_id};
use crate::domain::user::{UserKind, name_key};
use crate::store::social::ChatLine;
use crate::store::{Store, StoreError};

/// The longest line, in characters.
pub const LONGEST: usize = 500;

/// A place to talk.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Room {
    /// The players of a game.
    Players(GameId),
    /// Those who watch it.
    Spectators(GameId),
    /// Two people, the lower number first.
    Pair(UserId, UserId),
}

impl Room {
    /// As it is kept.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Room::Players(game) => format!("g:{game}:p"),
            Room::Spectators(game) => format!("g:{game}:s"),
            Room::Pair(low, high) => format!("u:{low}:{high}"),
        }
    }

    /// Reads what [`Room::key`] wrote.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Room> {
        let mut parts = key.split(':');
        let (kind, first, second) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        match (kind, second) {
            ("g", "p") => Some(Room::Players(GameId::parse(first).ok()?)),
            ("g", "s") => Some(Room::Spectators(GameId::parse(first).ok()?)),
            ("u", _) => {
                let (low, high): (UserId, UserId) = (first.parse().ok()?, second.parse().ok()?);
                (low < high).then_some(Room::Pair(low, high))
            }
            _ => None,
        }
    }

    /// The game that it belongs to.
    #[must_use]
    pub fn game(&self) -> Option<&GameId> {
        match self {
            Room::Players(game) | Room::Spectators(game) => Some(game),
            Room::Pair(..) => None,
        }
    }
}

/// Why something was not said.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// There is no such room, or not for this user.
    #[error("there is no such room")]
    NotFound,
    /// Not for this user.
    #[error("you may not speak here")]
    Forbidden,
    /// Nothing, or too much.
    #[error("a line has 1 to 500 characters")]
    Length,
    /// One of the two has blocked the other.
    #[error("one of you has blocked the other")]
    Blocked,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Talk.
#[derive(Debug)]
pub struct ChatService {
    store: Arc<dyn Store>,
    bus: Bus,
    time: Arc<dyn TimeSource>,
}

impl ChatService {
    /// Over a store.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, bus: Bus, time: Arc<dyn TimeSource>) -> Arc<ChatService> {
        Arc::new(ChatService { store, bus, time })
    }

    /// Finds the room that a client names: as it is kept, or `u:<name>` for one person.
    ///
    /// # Errors
    /// If there is none.
    pub async fn room(&self, user: UserId, text: &str) -> Result<Room, ChatError> {
        if let Some(room) = Room::from_key(text) {
            return match room {
                Room::Pair(low, high) if user != low && user != high => Err(ChatError::NotFound),
                room => Ok(room),
            };
        }
        let name = text.strip_prefix("u:").ok_or(ChatError::NotFound)?;
        let other = self.store.user_by_name(&name_key(name)).await?.ok_or(ChatError::NotFound)?;
        if other.id == user {
            return Err(ChatError::NotFound);
        }
        Ok(Room::Pair(user.min(other.id), user.max(other.id)))
    }

    /// Says something.
    ///
    /// # Errors
    /// Why it was not said.
    pub async fn say(
        &self,
        user: UserId,
        kind: UserKind,
        room: &Room,
        body: &str,
    ) -> Result<ChatLine, ChatError> {
        let body = clean(body);
        if !(1..=LONGEST).contains(&body.chars().count()) {
            return Err(ChatError::Length);
        }
        match room {
            Room::Players(id) => {
                let game = self.game(id, user).await?;
                let seat = game.seat_of(user).ok_or(ChatError::Forbidden)?;
                if self.store.block_between(user, game.players[!seat].user).await? {
                    return Err(ChatError::Blocked);
                }
            }
            Room::Spectators(id) => {
                let game = self.game(id, user).await?;
                // A player hears nothing from those who watch until the game is over, and guests talk to their
                // opponents only.
                if kind == UserKind::Guest || game.seat_of(user).is_some() && game.outcome().is_none() {
                    return Err(ChatError::Forbidden);
                }
            }
            Room::Pair(low, high) => {
                if kind == UserKind::Guest {
                    return Err(ChatError::Forbidden);
                }
                if self.store.block_between(*low, *high).await? {
                    return Err(ChatError::Blocked);
                }
            }
        }
        let now = self.time.now();
        let line =
            ChatLine { id: row_id(now, random_number()), room: room.key(), author: user, body, at: now };
        self.store.insert_chat(line.clone()).await?;
        self.bus.publish(Change::Chat(room.key()));
        if let Room::Pair(low, high) = room {
            let other = if *low == user { *high } else { *low };
            self.bus.publish(Change::User(other));
        }
        Ok(line)
    }

    /// The last lines of a room after a number, for somebody who may read them.
    ///
    /// # Errors
    /// If there is nothing to read for this user.
    pub async fn read(
        &self,
        user: Option<UserId>,
        room: &Room,
        after: i64,
        limit: i64,
    ) -> Result<Vec<ChatLine>, ChatError> {
        let may_read = match room {
            Room::Pair(low, high) => user == Some(*low) || user == Some(*high),
            Room::Players(id) => {
                let user = user.ok_or(ChatError::NotFound)?;
                self.game(id, user).await?.seat_of(user).is_some()
            }
            Room::Spectators(id) => {
                let game = self.store.game(id).await?.ok_or(ChatError::NotFound)?;
                may_read_spectators(&game, user)
            }
        };
        if !may_read {
            return Err(ChatError::NotFound);
        }
        Ok(self.store.chat(&room.key(), after, limit).await?)
    }

    async fn game(&self, id: &GameId, user: UserId) -> Result<GameState, ChatError> {
        let game = self.store.game(id).await?.ok_or(ChatError::NotFound)?;
        if can_see(&game.players, game.terms.visibility, Some(user)) {
            Ok(game)
        } else {
            Err(ChatError::NotFound)
        }
    }
}

/// Whether somebody may read what those say who watch: not the players while they play, since it may be advice.
#[must_use]
pub fn may_read_spectators(game: &GameState, user: Option<UserId>) -> bool {
    let plays = user.is_some_and(|user| Color::ALL.into_iter().any(|it| game.players[it].user == user));
    can_see(&game.players, game.terms.visibility, user) && !(plays && game.outcome().is_none())
}

/// Without what is not text: control characters, and those that turn the direction of the text around them.
fn clean(body: &str) -> String {
    let unwanted = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    body.chars()
        .map(|letter| if letter == '\n' { ' ' } else { letter })
        .filter(|it| !unwanted(*it))
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Room, clean};
    use crate::domain::ids::{GameId, UserId};

    #[test]
    fn rooms_are_read_back() {
        let game = GameId::from_random(5);
        for room in [Room::Players(game.clone()), Room::Spectators(game), Room::Pair(UserId(3), UserId(4))] {
            assert_eq!(Room::from_key(&room.key()), Some(room));
        }
        for bad in ["", "g:x:p", "g:k3Xw9TqBzP:x", "u:4:3", "u:3:3", "u:a:b", "u:1:2:3", "x:1:2"] {
            assert_eq!(Room::from_key(bad), None, "{bad}");
        }
    }

    #[test]
    fn lines_are_plain_text() {
        assert_eq!(clean("  hi\u{202e}\u{0} there\n"), "hi there");
        assert_eq!(clean("<b>stays as it is typed</b>"), "<b>stays as it is typed</b>");
    }
}

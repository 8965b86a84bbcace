//! Names of things: each its own type, so that a game cannot be asked for by the number of a person.

use std::fmt;

/// A person, guest, bot or computer level. Made by the application; sent as a string, because JavaScript loses
/// digits above 2^53.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UserId(pub i64);

/// A strength of the computer, from 1 to [`Level::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const MAX: u8 = 8;

    /// The level with this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= Level::MAX { Some(Level(number)) } else { None }
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl UserId {
    /// The user that plays as the computer at one level. These ids are reserved, so that whether a seat is
    /// the computer's needs no look into the table of users.
    #[must_use]
    pub const fn computer(level: Level) -> UserId {
        UserId(level.0 as i64)
    }

    /// The level, if this is a computer.
    #[must_use]
    pub fn computer_level(self) -> Option<Level> {
        u8::try_from(self.0).ok().and_then(Level::new)
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::str::FromStr for UserId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<UserId, BadId> {
        text.parse().map(UserId).map_err(|_| BadId)
    }
}

/// A fresh number for a user, seek, chat line or other row: 41 bits of milliseconds since 2025, 22 random bits, so
/// that numbers grow with time and need no counter that processes share.
#[must_use]
pub fn row_id(now: super::time::Ms, random: u64) -> i64 {
    const START_OF_2025: i64 = 1_735_689_600_000;
    let since = (now.0 - START_OF_2025).clamp(1, (1 << 41) - 1);
    since << 22 | (random & 0x3f_ffff) as i64
}

/// The letters and digits of base 58: no 0, O, I or l.
const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// A game: ten characters of base 58.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub String);

impl GameId {
    /// How many characters an id has.
    pub const LENGTH: usize = 10;

    /// The id that a random number stands for: 58 bits of it are used.
    #[must_use]
    pub fn from_random(random: u64) -> GameId {
        GameId(base58(random, GameId::LENGTH))
    }

    /// Reads an id from outside.
    ///
    /// # Errors
    /// If it has another length or other characters.
    pub fn parse(text: &str) -> Result<GameId, BadId> {
        let good = text.len() == GameId::LENGTH && text.bytes().all(|byte| BASE58.contains(&byte));
        if good { Ok(GameId(text.to_owned())) } else { Err(BadId) }
    }

    /// The characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// So many characters of base 58, the lowest digits of a number.
#[must_use]
pub fn base58(mut number: u64, length: usize) -> String {
    let mut text = String::with_capacity(length);
    for _ in 0..length {
        text.push(char::from(BASE58[(number % 58) as usize]));
        number /= 58;
    }
    text
}

/// A challenge: like the id of a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChallengeId(pub String);

/// The number of the last event of a game; it rises with every event and never falls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version(pub i64);

impl Version {
    /// The next one.
    #[must_use]
    pub const fn next(self) -> Version {
        Version(self.0 + 1)
    }
}

/// What a client calls one of its commands, so that the same one sent twice is done once: 4 to 16 letters, digits,
/// `-` or `_`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CmdId(String);

impl CmdId {
    /// Reads an id from outside.
    ///
    /// # Errors
    /// If it has another length or other characters.
    pub fn parse(text: &str) -> Result<CmdId, BadId> {
        let good = (4..=16).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if good { Ok(CmdId(text.to_owned())) } else { Err(BadId) }
    }

    /// The id of the move that the computer makes after a version: a second computation of the same job is a
    /// duplicate.
    #[must_use]
    pub fn engine(after: Version) -> CmdId {
        CmdId(format!("e{:03}", after.0))
    }

    /// The characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text that is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an id")]
pub struct BadId;

#[cfg(test)]
mod tests {
    use super::super::time::Ms;
    use super::{CmdId, GameId, Level, UserId, Version, row_id};

    #[test]
    fn game_ids_are_read_back() {
        for random in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            let id = GameId::from_random(random);
            assert_eq!(GameId::parse(id.as_str()), Ok(id));
        }
        for bad in ["", "short", "0123456789", "k3Xw9TqBzPP", "k3Xw9TqBz/", "k3Xw9TqBé"] {
            assert!(GameId::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rows_are_numbered_in_time() {
        let early = row_id(Ms(1_794_770_642_123), u64::MAX);
        let late = row_id(Ms(1_794_770_642_124), 0);
        assert!(early < late);
        assert!(row_id(Ms(0), 0) > i64::from(Level::MAX));
        assert!(row_id(Ms(i64::MAX), u64::MAX) > late);
    }

    #[test]
    fn computers_have_reserved_ids() {
        let level = Level::new(3).expect("there are eight levels");
        assert_eq!(UserId::computer(level).computer_level(), Some(level));
        assert_eq!(UserId(9).computer_level(), None);
        assert_eq!(UserId(-1).computer_level(), None);
        assert_eq!(UserId(row_id(Ms(1_794_770_642_123), 1)).computer_level(), None);
    }

    #[test]
    fn command_ids_are_short_words() {
        assert!(CmdId::parse("9fQ2").is_ok() && CmdId::parse("0123456789abcdef").is_ok());
        for bad in ["", "abc", "0123456789abcdefg", "a b c", "é234", "a\0bc"] {
            assert!(CmdId::parse(bad).is_err(), "{bad}");
        }
        let engine = CmdId::engine(Version(7));
        assert_eq!(CmdId::parse(engine.as_str()), Ok(engine));
    }
}

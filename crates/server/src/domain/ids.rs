//! Names of things: each its own type, so that a game cannot be asked for by the number of a person.

/// A person, guest, bot or computer level. Made by the application; sent as a string, because JavaScript loses
/// digits above 2^53.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UserId(pub i64);

/// A game: ten characters of base 58.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub String);

/// The number of the last event of a game; it rises with every event and never falls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version(pub i64);

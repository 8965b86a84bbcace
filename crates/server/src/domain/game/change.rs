//! What a command does to a game: the next state and how it came about.

use super::GameState;
use super::command::Rejection;
use super::event::Event;
use super::outcome::Outcome;
use crate::domain::ids::{Level, Version};
use crate::domain::time::Speed;

/// A game that does not exist yet, and its first event.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// The game.
    pub state: GameState,
    /// [`EventKind::Created`](super::EventKind::Created).
    pub event: Event,
    /// The computer that is to move, if it has White.
    pub engine: Option<Level>,
}

/// The end of a game, for the store to count in the same transaction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Finish {
    /// How it ended.
    pub outcome: Outcome,
    /// The rating that changes, if one does. The players are in the state.
    pub rated: Option<Speed>,
}

/// What a command does to a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The version from which it was computed: the store writes only if the row still has it.
    pub expected: Version,
    /// The state afterwards.
    pub next: GameState,
    /// What happened, in order; the last one has `next.version`. Empty: nothing to write.
    pub events: Vec<Event>,
    /// The version that the sender is told: that of the event with the command's id, so that a repeated command gets
    /// the same answer.
    pub answer: Version,
    /// What the sender is told instead: the command was refused and yet changed the game.
    pub refusal: Option<Rejection>,
    /// The end of the game.
    pub finish: Option<Finish>,
    /// The computer that is to move now. (At the end of a game the store drops a waiting job.)
    pub engine: Option<Level>,
    /// A rematch, to be written before the game that names it.
    pub rematch: Option<Box<NewGame>>,
}

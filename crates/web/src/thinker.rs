//! What the worker asks for moves. Thinking comes in short steps, so that a stop message is heard between two.

use skep_rules::{Game, Move};

use crate::players::Level;

/// The state of a search after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Not done; what it would play now, if it knows yet.
    Working(Option<Glimpse>),
    /// This is the move.
    Done(Move),
}

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glimpse {
    /// Completed depth.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// From the mover's side.
    pub score: i32,
    /// The move it would play.
    pub best: Move,
}

/// Finds moves.
pub trait Thinker {
    /// Begins a new search and forgets the last one. `false` if there is nothing to think about.
    fn begin(&mut self, game: Game, level: Level) -> bool;
    /// Goes on for a few milliseconds. `elapsed` and `limit` in milliseconds since `begin`.
    fn step(&mut self, elapsed: u32, limit: u32) -> Step;
}

/// Plays any legal move: enough to run the app without an engine, and for tests.
#[derive(Debug)]
pub struct RandomThinker {
    seed: u64,
    choice: Option<Move>,
}

impl RandomThinker {
    /// The same seed gives the same moves.
    #[must_use]
    pub fn new(seed: u64) -> RandomThinker {
        RandomThinker { seed: seed | 1, choice: None }
    }

    /// Xorshift: plenty for picking among a hundred moves.
    fn next(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed
    }
}

impl Thinker for RandomThinker {
    fn begin(&mut self, game: Game, _level: Level) -> bool {
        let moves = game.position().legal_moves();
        let index = self.next() as usize % moves.len().max(1);
        self.choice = if game.result().is_none() { moves.get(index).copied() } else { None };
        self.choice.is_some()
    }

    fn step(&mut self, _elapsed: u32, _limit: u32) -> Step {
        self.choice.map_or(Step::Working(None), Step::Done)
    }
}

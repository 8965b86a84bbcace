//! The moves of a game as they are kept, and the position they led to, without the need to play them again.

use skep_rules::{Position, RuleSet};

/// The turns so far: texts for the record, and what the next turn needs.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    position: Position,
    /// The keys of the positions since the last placement, the present one last. A placement is never undone, so no
    /// older position can come back.
    keys: Vec<u64>,
    moves: String,
    times: String,
}

impl Line {
    /// No turn yet.
    #[must_use]
    pub fn new(rules: RuleSet) -> Line {
        let position = Position::new(rules);
        let keys = vec![position.repetition_key()];
        Line { position, keys, moves: String::new(), times: String::new() }
    }

    /// Where the turns led.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many there were, passes included.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.position.ply()
    }

    /// The turns in the spelling of the Universal Hive Protocol, joined by `;`.
    #[must_use]
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// The hundredths of a second that each turn took, joined by `,`.
    #[must_use]
    pub fn times(&self) -> &str {
        &self.times
    }
}

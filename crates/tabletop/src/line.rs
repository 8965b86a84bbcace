//! The game behind the picture: a start and its turns.

use skep_rules::{Move, Position};

/// A start and turns that are legal from there.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    start: Position,
    moves: Vec<Move>,
}

impl Line {
    pub(crate) fn new(start: Position) -> Line {
        Line { start, moves: Vec::new() }
    }

    /// The same start with other turns; from the first illegal one on, they are left out.
    pub(crate) fn set_moves(&mut self, moves: Vec<Move>) {
        let mut position = self.start.clone();
        let legal = moves.iter().take_while(|mv| position.play(**mv).is_ok()).count();
        self.moves = moves;
        self.moves.truncate(legal);
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Adds a turn at the end, if it is legal there.
    pub(crate) fn push(&mut self, mv: Move) -> bool {
        let legal = self.position(self.len()).is_legal(mv);
        if legal {
            self.moves.push(mv);
        }
        legal
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
    }

    /// The position after a number of turns.
    pub(crate) fn position(&self, ply: usize) -> Position {
        let mut position = self.start.clone();
        for mv in self.moves.iter().take(ply) {
            let _ = position.play_unchecked(*mv);
        }
        position
    }
}

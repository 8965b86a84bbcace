//! A game: a start, the turns, and what history decides.

use crate::check::IllegalMove;
use crate::position::{GameResult, Position, Undo};
use crate::{Color, Move, RuleSet};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// This player's queen is surrounded (R2, R35).
    QueenSurrounded(Color),
    /// One turn closed the ring around both queens (R36).
    BothQueensSurrounded,
    /// The position occurred for the third time (R51).
    Repetition,
}

/// A game in progress or finished: the turns so far, and the position they led to.
///
/// ```
/// use skep_rules::{Game, GameType, Hex, Move};
/// let mut game = Game::new(GameType::BASE_MLP);
/// game.play(Move::Place { piece: "wL".parse()?, to: Hex::ORIGIN })?;
/// assert_eq!(game.moves().len(), 1);
/// assert_eq!(game.result(), None);
/// game.undo();
/// assert!(game.moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// How a game ends away from the board (resignation, agreement, time) is no matter of the rules;
/// a game record keeps it.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    undos: Vec<Undo>,
    /// The key of the start and of the position after each turn.
    keys: Vec<u64>,
}

impl Game {
    /// A new game.
    #[must_use]
    pub fn new(rules: impl Into<RuleSet>) -> Game {
        Game::from_position(Position::new(rules))
    }

    /// A game that starts from a position.
    #[must_use]
    pub fn from_position(start: Position) -> Game {
        let keys = vec![start.repetition_key()];
        Game { position: start.clone(), start, moves: Vec::new(), undos: Vec::new(), keys }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where it is now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The turns so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If it is not legal or the game is over; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.result().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let undo = self.position.play(mv)?;
        self.moves.push(mv);
        self.undos.push(undo);
        self.keys.push(self.position.repetition_key());
        Ok(())
    }

    /// Takes back the last turn and gives it.
    pub fn undo(&mut self) -> Option<Move> {
        let undo = self.undos.pop()?;
        self.position.undo(undo);
        self.keys.pop();
        self.moves.pop()
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.end_reason().map(|reason| match reason {
            EndReason::QueenSurrounded(color) => GameResult::Win(!color),
            EndReason::BothQueensSurrounded | EndReason::Repetition => GameResult::Draw,
        })
    }

    /// Why the game is over, if it is.
    #[must_use]
    pub fn end_reason(&self) -> Option<EndReason> {
        match self.position.result() {
            Some(GameResult::Win(color)) => Some(EndReason::QueenSurrounded(!color)),
            Some(GameResult::Draw) => Some(EndReason::BothQueensSurrounded),
            None if self.start.rules().repetition_draw && self.repetitions() >= 3 => {
                Some(EndReason::Repetition)
            }
            None => None,
        }
    }

    /// How often the present position has occurred, now included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let key = self.position.repetition_key();
        self.keys.iter().filter(|earlier| **earlier == key).count()
    }
}

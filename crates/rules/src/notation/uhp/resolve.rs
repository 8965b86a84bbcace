//! From a written move to the move it names, and back.

use core::fmt;

use super::{Reference, UhpMove};
use crate::{Direction, Hex, Move, Piece, Position};

/// A well-formed move that names nothing in this position.
///
/// Only geometry is asked here. Whether the move may be played is for
/// [`Position::check`](crate::Position::check) to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolveMoveError {
    /// The tile belongs to an expansion that is not played.
    NotInGame(Piece),
    /// Tiles of a kind are numbered as they enter, and it is another number's turn.
    NextNumber {
        /// The tile that was named.
        given: Piece,
        /// The tile of its kind that enters next.
        next: Piece,
    },
    /// The destination is given by a tile that is not in the hive.
    ReferenceNotInHive(Piece),
    /// A tile was named without a destination, and it is not the first of the game.
    NoDestination(Piece),
}

impl UhpMove {
    /// The move that this text names in a position.
    ///
    /// Every name of the destination is understood: by any tile of a stack, by the moving tile itself (the
    /// hex that it leaves), and by a mark that points at an occupied hex, which then means to climb it.
    ///
    /// # Errors
    ///
    /// When the text names no move here. A move that comes out may still be illegal.
    pub fn resolve(self, position: &Position) -> Result<Move, ResolveMoveError> {
        let UhpMove::Tile { piece, to } = self else { return Ok(Move::Pass) };
        if !position.game_type().has(piece.bug()) {
            return Err(ResolveMoveError::NotInGame(piece));
        }
        let board = position.board();
        let from = board.find(piece).map(|(hex, _)| hex);
        if from.is_none() {
            // A number that is not in the hive is in the reserve, so there is a next one.
            let next = position.next_in_reserve(piece.color(), piece.bug()).unwrap_or(piece);
            if next != piece {
                return Err(ResolveMoveError::NextNumber { given: piece, next });
            }
        }
        let to = match to {
            Some(Reference { piece: name, side }) => {
                let (hex, _) = board.find(name).ok_or(ResolveMoveError::ReferenceNotInHive(name))?;
                side.map_or(hex, |side| hex.neighbor(side))
            }
            None if board.is_empty() => Hex::ORIGIN,
            None => return Err(ResolveMoveError::NoDestination(piece)),
        };
        Ok(match from {
            Some(from) => Move::Relocate { piece, from, to },
            None => Move::Place { piece, to },
        })
    }

    /// The canonical way to write a move that is played in a position.
    ///
    /// Where no other tile stands beside the destination, the hex that the moving tile leaves names it; and
    /// without even that the tile stands alone, which only the first tile of a game legally does.
    #[must_use]
    pub fn of(mv: Move, position: &Position) -> UhpMove {
        let (Some(piece), Some(to)) = (mv.piece(), mv.to()) else { return UhpMove::Pass };
        // The top of a stack once the moving tile is in the air.
        let top = |hex: Hex| match position.board().top(hex) {
            Some(top) if top == piece => position.board().stack(hex).iter().rev().nth(1).copied(),
            top => top,
        };
        if let Some(below) = top(to) {
            return UhpMove::Tile { piece, to: Some(Reference { piece: below, side: None }) };
        }
        let beside = |name: &dyn Fn(Hex) -> Option<Piece>| {
            SCAN.into_iter().find_map(|direction| {
                let piece = name(to.neighbor(direction))?;
                Some(Reference { piece, side: Some(direction.opposite()) })
            })
        };
        let itself = |hex: Hex| (mv.from() == Some(hex)).then_some(piece);
        UhpMove::Tile { piece, to: beside(&top).or_else(|| beside(&itself)) }
    }
}

/// The order in which the neighbors of a destination are asked for their name.
const SCAN: [Direction; 6] = [
    Direction::NorthWest,
    Direction::NorthEast,
    Direction::East,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::West,
];

impl Move {
    /// This move, about to be played in `position`, as a canonical UHP string.
    ///
    /// ```
    /// use skep_rules::{Direction, GameType, Hex, Move, Position};
    ///
    /// let mut position = Position::new(GameType::BASE);
    /// let first = Move::Place { piece: "wS1".parse()?, to: Hex::ORIGIN };
    /// assert_eq!(first.to_uhp(&position), "wS1");
    /// position.play(first)?;
    /// let second = Move::Place { piece: "bG1".parse()?, to: Hex::ORIGIN.neighbor(Direction::SouthEast) };
    /// assert_eq!(second.to_uhp(&position), "bG1 wS1\\");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_uhp(&self, position: &Position) -> String {
        UhpMove::of(*self, position).to_string()
    }
}

impl fmt::Display for ResolveMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveMoveError::NotInGame(piece) => write!(f, "{piece} takes no part in this game"),
            ResolveMoveError::NextNumber { given, next } => {
                write!(
                    f,
                    "{given} cannot enter before {next}: tiles of a kind enter in the order of their numbers"
                )
            }
            ResolveMoveError::ReferenceNotInHive(piece) => {
                write!(f, "{piece} is not in the hive, so it names no place")
            }
            ResolveMoveError::NoDestination(piece) => {
                write!(f, "{piece} needs a destination: only the first tile of a game goes without")
            }
        }
    }
}

impl core::error::Error for ResolveMoveError {}

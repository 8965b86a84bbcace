#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod bug;
mod color;
mod game_type;
mod hex;
mod moves;
mod piece;

pub use bug::{Bug, ByBug};
pub use color::{ByColor, Color};
pub use game_type::{Expansion, GameType, ParseGameTypeError, RuleSet};
pub use hex::{Direction, Hex};
pub use moves::{Move, MoveList};
pub use piece::{ByPiece, ParsePieceError, Piece};

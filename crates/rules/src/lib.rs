#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

// The vocabulary.
mod bug;
mod color;
mod game_type;
mod hex;
mod moves;
mod piece;
mod symmetry;

// The game.
mod board;
mod canonical;
mod check;
mod game;
mod position;
pub mod raw;
mod setup;
mod trace;

// Texts.
pub mod notation;

// The engine room.
mod cells;
mod hive;
mod movegen;
mod perft;
mod simd;
mod step;
mod terrain;
mod tiles;
mod zobrist;

pub use board::{Board, Stack};
pub use bug::{Bug, ByBug};
pub use canonical::CanonicalKey;
pub use check::IllegalMove;
pub use color::{ByColor, Color};
pub use game::{EndReason, Game};
pub use game_type::{Expansion, GameType, ParseGameTypeError, RuleSet};
pub use hex::{Direction, Hex};
pub use moves::{Move, MoveList};
pub use piece::{ByPiece, ParsePieceError, Piece};
pub use position::{GameResult, Position, Undo};
pub use setup::{ParseSetupError, ParseSetupErrorKind, Setup, SetupError, SetupErrors};
pub use symmetry::Symmetry;
pub use trace::Trace;

//! The strings of the Universal Hive Protocol: moves such as `wA1 bQ/`, and whole games on one line.
//!
//! A hex has several names: every tile around it, every tile of a stack next to it, and, for a tile that
//! moves, the hex that it leaves. All of them are read. What is written is always the same for the same
//! move, the choice of the reference program:
//!
//! - a tile that climbs names the tile on which it lands: `wB1 bQ`;
//! - any other tile names the first occupied neighbor of its destination, looking north-west, north-east,
//!   east, south-east, south-west, west, with the moving tile already lifted, and of a stack the top tile;
//! - the first tile of a game stands alone: `wS1`.
//!
//! The mark next to the reference says on which side of it the destination lies:
//!
//! ```text
//!        \X   X/
//!      -X   X   X-
//!        /X   X\
//! ```
//!
//! # Examples
//!
//! ```
//! use skep_rules::notation::uhp::UhpMove;
//! use skep_rules::{Game, GameType};
//!
//! let mut game = Game::new(GameType::BASE_MLP);
//! for text in ["wS1", "bS1 wS1-", "WQ  -ws1"] {
//!     let mv = UhpMove::parse(text)?.resolve(game.position())?;
//!     game.play(mv)?;
//! }
//! assert_eq!(game.to_uhp(), "Base+MLP;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game_string;
mod moves;
mod resolve;

pub use game_string::{GameState, GameString, GameStringError, MAX_PLIES, ParseGameStateError};
pub use game_string::{MoveTextError, game_state, turn_string};
pub use moves::{ParseUhpMoveError, Reference, UhpMove};
pub use resolve::ResolveMoveError;

//! Helpers for the tests of Skep: rule cases, board drawings, data files, random games.
//!
//! Only ever a dev-dependency. Everything here panics when something is wrong, because that is how a
//! test fails.

mod case;
mod data;
mod drawing;
mod perft;
#[cfg(unix)]
mod postgres;
mod random;
mod text;

pub use case::Case;
pub use data::data_file;
pub use drawing::{Drawing, draw};
pub use perft::{PerftRow, perft_rows};
#[cfg(unix)]
pub use postgres::{NoPostgres, Postgres};
pub use random::{Playout, Random, conceivable_moves, config, crowded_setup, playouts, positions};
pub use text::{game, position, turn};

/// The examples in the README of the repository compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

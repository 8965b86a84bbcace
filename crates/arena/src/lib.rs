#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

// What results mean.
pub mod elo;
pub mod sprt;
pub mod tally;

// Who plays, and from where.
pub mod openings;
pub mod pace;
pub mod player;

// Games.
pub mod bout;
pub mod contest;

#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

// What results mean.
pub mod elo;
pub mod sprt;

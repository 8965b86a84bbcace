//! Fits the weights of the evaluation to the results of games.
//!
//! [`selfplay`] makes games, [`samples`] turns games into what the evaluation sees and how it ended,
//! [`fit`] finds the weights that predict the results best.
#![warn(missing_docs)]

pub mod fit;
pub mod network;
mod random;
pub mod samples;
pub mod selfplay;

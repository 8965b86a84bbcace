//! The rules of the game, one case a test, named by the rule it shows.
//!
//! The numbers (`R15`) are those that [`skep_rules::IllegalMove::rule`] gives. Cases have a number of their
//! own (`K01`) where they are known as traps for programs. Each case is a game that was really played to
//! its position, the complete set of cells for the tile in question, the number of all turns, and what is
//! refused.

mod ant;
mod beetle;
mod ending;
mod grasshopper;
mod ladybug;
mod mosquito;
mod pillbug;
mod placing;
mod queen;
mod sliding;
mod spider;

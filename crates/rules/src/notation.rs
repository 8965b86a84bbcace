//! Texts in and out: how games, moves and records are written down.
//!
//! | Module | Format | Reads | Writes |
//! |---|---|---|---|
//! | [`uhp`] | Universal Hive Protocol: moves and whole games on one line | leniently | canonically |
//! | [`pgn`] | records with tags, comments and variations | leniently | so that all programs open it |
//! | [`sgf`] | game files of boardspace.net | yes | no |
//!
//! A [`Record`] is what a file holds: the moves with variations and comments, tags, and an [`Outcome`] that
//! the board may not show. Nothing here touches a file or a socket: every function takes a `&str` and hands
//! back values, or a `String`. Whatever the text, nothing panics.

pub mod pgn;
mod place;
mod record;
pub mod sgf;
pub mod uhp;

pub use place::Place;
pub use record::{Ending, NodeId, Outcome, Record, TagError, Tags};

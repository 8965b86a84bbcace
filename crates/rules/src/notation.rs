//! Texts in and out: how games and moves are written down.
//!
//! | Module | Format | Reads | Writes |
//! |---|---|---|---|
//! | [`uhp`] | Universal Hive Protocol: moves and whole games on one line | leniently | canonically |
//!
//! Nothing here touches a file or a socket: every function takes a `&str` and hands back values, or a
//! `String`. Whatever the text, nothing panics.

mod place;
pub mod uhp;

pub use place::Place;

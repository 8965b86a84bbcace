//! What each fuzz target does with its bytes. The targets themselves only call these functions, so
//! that a crash can be replayed from a test without a fuzzer.

mod frames;
mod notation;
mod protocol;
mod session;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use skep_rules::{GameType, Piece};

pub use frames::frames;
pub use notation::{pgn, setup, sgf, uhp};
pub use protocol::protocol;
pub use session::session;

/// Names of tiles and game types: what is accepted is written in one way only, and read back as the same.
pub fn names(text: &str) {
    round_trip::<Piece>(text);
    round_trip::<GameType>(text);
}

fn round_trip<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        match written.parse::<T>() {
            Ok(again) => assert_eq!(again, value, "{text:?} was written as {written:?}"),
            Err(_) => panic!("{text:?} was written as {written:?}, which cannot be read"),
        }
    }
}

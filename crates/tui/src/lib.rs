#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod board;
mod brain;
mod files;
mod keys;
mod learn;
mod play;
mod prompt;
mod screen;
pub mod svg;
mod terminal;
mod theme;

pub use files::{ReadGameError, open_game, progress_file, read_game, write_game};
pub use learn::Learn;
pub use play::{Play, Seat, Setting};
pub use screen::{Flow, Screen};
pub use terminal::show;
pub use theme::Colors;

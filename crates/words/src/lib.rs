#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod date;
mod keys;
mod language;
mod names;
mod number;
mod outcome;
mod refusal;
mod speaker;
mod text;

pub use date::{Civil, clock, date_long, date_short, date_time};
pub use keys::{chord_name, command_name};
pub use language::{Language, Plural};
pub use names::{
    bug_name, bug_plural, bug_the, color_name, creature, expansions, game_type_name, level_label, level_name,
    piece_name, tile_name, tile_of, tile_the,
};
pub use number::{decimal, number, number_word};
pub use outcome::{outcome, outcome_reason};
pub use refusal::{refusal, refusal_about, refusal_anchor, unreadable};
pub use speaker::Speaker;
pub use text::{Argument, Key, Phrase, RefusalText, capitalized, phrase, tr};

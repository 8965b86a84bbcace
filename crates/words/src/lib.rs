#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod date;
mod language;
mod number;
mod text;

pub use date::{Civil, clock, date_long, date_short, date_time};
pub use language::{Language, Plural};
pub use number::{decimal, number, number_word};
pub use text::{Argument, Key, Phrase, REFUSALS, capitalized, phrase, tr};

#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod engine;
mod explain;
mod level;
mod limits;
mod score;

mod analysis;
mod child;
mod choice;
mod eval;
mod evals;
mod pages;
mod params;
mod search;
mod time;
mod tt;
mod view;

pub mod bench;
pub mod tuning;

pub use engine::{Engine, Info, Options, SearchResult};
pub use explain::{Aspect, Explanation, MoveExplanation, Outlook, Term, Threat};
pub use level::Level;
pub use limits::{CONTEMPT, Clock, Limits, MAX_CONTEMPT, StopToken};
pub use score::{Score, ScoreKind};
pub use search::Now;

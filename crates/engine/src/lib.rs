#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod engine;
mod level;
mod limits;
mod score;

mod analysis;
mod eval;
mod params;
mod search;
mod time;
mod tt;

pub use engine::{Engine, Info, Options, SearchResult};
pub use level::Level;
pub use limits::{Clock, Limits, StopToken};
pub use score::{Score, ScoreKind};
pub use search::Now;

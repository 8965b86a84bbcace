#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

// Words of the protocol.
mod command;
mod options;
mod reply;
pub mod time;

// The engine's side.
mod brain;
mod serve;
mod session;

pub use brain::{
    Brain, Clock, Info, Level, Limits, Options, RandomBrain, Score, ScoreKind, SearchResult, StopToken,
};
pub use command::{Command, Effort, ParseCommandError};
pub use options::{OptionName, SetOptionError, Settings};
pub use reply::Reply;
pub use serve::{Switchboard, serve};
pub use session::{Flow, Session};

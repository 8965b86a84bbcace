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

// The other side.
mod client;

pub use brain::{Brain, RandomBrain};
pub use client::{
    BestMove, Client, ClientError, CommandLine, EngineOption, OptionKind, Patience, Preview, PreviewScore,
};
pub use command::{Command, Effort, ParseCommandError};
pub use options::{OptionName, SetOptionError, Settings};
pub use reply::Reply;
pub use serve::{Switchboard, serve};
pub use session::{Flow, Session};

//! Play over the network, without the network: what is said, what it means for the copy of a game that one sees, and
//! what is to be done when the line breaks. The browser's socket and timers are elsewhere; here time is a parameter
//! and messages are values, so that every case is a plain test.

pub mod agent;
pub mod game;
pub mod graph;
pub mod link;
pub mod lobby;
pub mod news;
pub mod pace;
pub mod seeking;

pub use game::LiveGame;
pub use link::Link;
pub use lobby::LobbyModel;
pub use news::News;
pub use pace::Pace;
pub use seeking::Seeking;

//! Use cases: each a function over the domain, the store and the bus.

pub mod accounts;
pub mod challenges;
pub mod chat;
pub mod computer;
pub mod export;
pub mod games;
pub mod limits;
pub mod live;
pub mod lobby;
pub mod mail;
pub mod moderation;
pub mod passwords;
pub mod secrets;
pub mod sessions;
pub mod tasks;
pub mod time;
pub mod view;

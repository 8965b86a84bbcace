//! Use cases: each a function over the domain, the store and the bus.

pub mod accounts;
pub mod limits;
pub mod mail;
pub mod passwords;
pub mod secrets;
pub mod sessions;
pub mod time;

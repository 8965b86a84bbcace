//! The rules of the site: values and pure functions. Time and dice are parameters.

pub mod account;
pub mod clock;
pub mod game;
pub mod ids;
pub mod pairing;
pub mod rating;
pub mod terms;
pub mod time;
pub mod user;

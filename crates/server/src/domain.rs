//! The rules of the site: values and pure functions. Time and dice are parameters.

pub mod account;
pub mod ids;
pub mod time;

//! The server: people, games and clocks, on SQLite or PostgreSQL.
//!
//! Four layers, each a folder, each using only the ones before it: `domain` (rules of the site, pure), `store`
//! and `bus` (what is kept and who hears of it), `app` (use cases), `http` and `ws` (the outside).
#![allow(
    clippy::duplicate_mod,
    reason = "what both databases do alike is written once and compiled for each"
)]

pub mod app;
pub mod bus;
pub mod config;
pub mod domain;
pub mod http;
pub mod logs;
pub mod metrics;
pub mod run;
pub mod site;
pub mod store;
pub mod ws;

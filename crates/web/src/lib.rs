//! Skep in the browser: the screens, and in the same wasm the worker in which the engine thinks.
//!
//! What needs no browser (routes, clocks, records, settings, messages) compiles and is tested on any target; the
//! rest is one module tree behind the wasm target.

pub mod clock;
pub mod import;
pub mod online;
pub mod players;
pub mod protocol;
pub mod route;
pub mod saved;
pub mod settings;

#[cfg(target_arch = "wasm32")]
mod browser;

//! Routes, extractors, status codes, and the loop that accepts connections.

pub mod address;
pub mod assets;
pub mod security;
pub mod serve;

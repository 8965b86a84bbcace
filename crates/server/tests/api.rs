//! The REST interface on a running server: what it does, and that its description tells the truth.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test they help")]

#[path = "api/client.rs"]
mod client;
#[path = "api/people.rs"]
mod people;
#[path = "api/play.rs"]
mod play;
#[path = "api/schema.rs"]
mod schema;
#[path = "api/walk.rs"]
mod walk;

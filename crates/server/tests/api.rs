//! The REST interface on a running server: what it does, and that its description tells the truth.

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

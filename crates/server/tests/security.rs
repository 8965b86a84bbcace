//! Hostile clients: everything they try is refused, and nobody else is disturbed.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test they help")]

#[path = "api/client.rs"]
#[expect(dead_code, reason = "shared with the tests of the interface, which need more of it")]
mod client;
#[path = "security/frames.rs"]
mod frames;
#[path = "security/intruders.rs"]
mod intruders;
#[path = "security/limits.rs"]
mod limits;
#[path = "security/requests.rs"]
mod requests;
#[path = "security/socket.rs"]
mod socket;

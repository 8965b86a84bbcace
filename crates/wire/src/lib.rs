//! The messages that cross the network, and nothing else: serde types without behavior, versioned,
//! shared by the server, the browser app and bots written in Rust.

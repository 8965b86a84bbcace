//! Which protocol this is.

/// The number that both sides name when they meet. It rises only with a new path.
pub const PROTO: u32 = 1;

/// Where the socket is.
pub const SOCKET_PATH: &str = "/ws/v1";

/// The longest frame that the server reads, in bytes.
pub const MAX_FRAME: usize = 4096;

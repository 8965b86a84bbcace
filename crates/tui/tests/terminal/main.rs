//! Games and lessons played by keys on a screen that is only memory.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test they help")]

mod hands;
mod learn;
mod play;

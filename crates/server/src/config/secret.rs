//! A value that never shows itself by accident.

use std::fmt;

/// Passwords, tokens and addresses that carry them. `Debug` prints stars; reading it is a visible act.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    #[must_use]
    pub const fn new(value: T) -> Secret<T> {
        Secret(value)
    }

    /// The value. Never hand it to a log or an error message.
    #[must_use]
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

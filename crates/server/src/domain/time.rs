//! Instants and spans in milliseconds, as the databases keep them.

/// Milliseconds since 1970, or a span of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ms(pub i64);

impl Ms {
    /// A span of whole seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Ms {
        Ms(seconds * 1000)
    }
}

impl std::ops::Add for Ms {
    type Output = Ms;
    fn add(self, other: Ms) -> Ms {
        Ms(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Ms {
    type Output = Ms;
    fn sub(self, other: Ms) -> Ms {
        Ms(self.0.saturating_sub(other.0))
    }
}

//! Instants and spans in milliseconds, as the databases keep them.

/// Milliseconds since 1970, or a span of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ms(pub i64);

impl Ms {
    /// No time at all.
    pub const ZERO: Ms = Ms(0);

    /// A span of whole seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Ms {
        Ms(seconds * 1000)
    }

    /// A span of whole days.
    #[must_use]
    pub const fn days(days: i64) -> Ms {
        Ms::seconds(days * 86_400)
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

/// How fast a game is, by the time that one player has for a game of forty moves. Each has its own rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Under three minutes.
    Bullet = 0,
    /// Under eight.
    Blitz = 1,
    /// Under twenty-five.
    Rapid = 2,
    /// Longer, but in one sitting.
    Classical = 3,
    /// Days for a move.
    Correspondence = 4,
    /// No clock at all; never rated.
    Untimed = 5,
}

impl Speed {
    /// All, from the fastest.
    pub const ALL: [Speed; 6] =
        [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence, Speed::Untimed];
}

//! How long a player may think.

use std::fmt;
use std::time::Duration;

use skep_uhp::Effort;

/// How long a player may think in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// So long for each turn.
    Time(Duration),
    /// So many positions for each turn.
    Nodes(u64),
    /// So many turns ahead.
    Depth(u32),
    /// So long for the whole game, and so much more with each turn.
    Clock {
        /// What the clock shows at the start.
        base: Duration,
        /// What each turn adds.
        increment: Duration,
    },
}

/// A text that is no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a clock is written as seconds and increment, such as 60+0.6 or 300")]
pub struct ParseClockError;

impl Pace {
    /// Reads a clock: `60+0.6` or `60`, in seconds.
    ///
    /// # Errors
    ///
    /// When the text is anything else.
    pub fn parse_clock(text: &str) -> Result<Pace, ParseClockError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds: f64 = text.trim().parse().map_err(|_| ParseClockError)?;
            if !(0.0..=1e9).contains(&seconds) {
                return Err(ParseClockError);
            }
            Ok(Duration::from_secs_f64(seconds))
        };
        Ok(Pace::Clock { base: seconds(base)?, increment: seconds(increment)? })
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Time(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Clock { base, increment } => {
                write!(f, "{}+{} s a game", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    pace: Pace,
    remaining: Duration,
}

impl Timer {
    pub(crate) fn new(pace: Pace) -> Timer {
        let remaining = match pace {
            Pace::Clock { base, .. } => base,
            _ => Duration::MAX,
        };
        Timer { pace, remaining }
    }

    /// What the player is told.
    pub(crate) fn effort(&self) -> Effort {
        match self.pace {
            Pace::Time(time) => Effort::Time(time),
            Pace::Nodes(nodes) => Effort::Nodes(nodes),
            Pace::Depth(depth) => Effort::Depth(depth),
            Pace::Clock { increment, .. } => Effort::Clock { remaining: self.remaining, increment },
        }
    }

    /// How long a turn may take at most, if there is a limit.
    pub(crate) fn limit(&self) -> Option<Duration> {
        match self.pace {
            Pace::Time(time) => Some(time),
            Pace::Clock { .. } => Some(self.remaining),
            Pace::Nodes(_) | Pace::Depth(_) => None,
        }
    }

    /// A turn was played in this time.
    pub(crate) fn spend(&mut self, time: Duration) {
        if let Pace::Clock { increment, .. } = self.pace {
            self.remaining = self.remaining.saturating_sub(time) + increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let clock = |base, increment| {
            Ok(Pace::Clock { base: Duration::from_millis(base), increment: Duration::from_millis(increment) })
        };
        assert_eq!(Pace::parse_clock("60+0.6"), clock(60_000, 600));
        assert_eq!(Pace::parse_clock("2.5"), clock(2_500, 0));
        for text in ["", "+", "60+", "-1", "1e99", "nan", "inf", "60+x"] {
            assert_eq!(Pace::parse_clock(text), Err(ParseClockError), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_topped_up() {
        let mut timer = Timer::new(Pace::parse_clock("10+1").unwrap());
        timer.spend(Duration::from_secs(4));
        let left = Duration::from_secs(7);
        assert_eq!(timer.limit(), Some(left));
        assert_eq!(timer.effort(), Effort::Clock { remaining: left, increment: Duration::from_secs(1) });
        timer.spend(Duration::from_secs(100));
        assert_eq!(timer.limit(), Some(Duration::from_secs(1)));
    }
}

//! The chess clock of a game on one device: base time with a Fischer increment. Time is a parameter, so every rule
//! is a plain test.

use std::fmt;
use std::str::FromStr;

use skep_rules::{ByColor, Color};

/// A moment or a span in milliseconds.
pub type Millis = u64;

/// How much time each player gets, and what a turn adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// Time on the clock at the start.
    pub base: Millis,
    /// Added after each completed turn.
    pub increment: Millis,
}

impl TimeControl {
    /// The most minutes that are on offer, and the most seconds for a turn.
    pub const MOST: (u64, u64) = (180, 180);

    /// A control in whole minutes and seconds, as people name it.
    #[must_use]
    pub const fn minutes(minutes: u64, increment_seconds: u64) -> TimeControl {
        TimeControl { base: minutes * 60_000, increment: increment_seconds * 1000 }
    }

    /// The minutes and seconds of [`TimeControl::minutes`].
    #[must_use]
    pub const fn in_minutes(self) -> (u64, u64) {
        (self.base / 60_000, self.increment / 1000)
    }

    /// The same with other minutes, if they are on offer.
    #[must_use]
    pub fn with_minutes(self, minutes: u64) -> Option<TimeControl> {
        (1..=TimeControl::MOST.0)
            .contains(&minutes)
            .then(|| TimeControl::minutes(minutes, self.in_minutes().1))
    }

    /// The same with other seconds for a turn, if they are on offer.
    #[must_use]
    pub fn with_seconds(self, seconds: u64) -> Option<TimeControl> {
        (0..=TimeControl::MOST.1)
            .contains(&seconds)
            .then(|| TimeControl::minutes(self.in_minutes().0, seconds))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = self.in_minutes();
        write!(f, "{minutes}+{seconds}")
    }
}

/// The text is not `minutes+seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time control is written as minutes+seconds, such as 10+5")]
pub struct ParseTimeControlError;

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let (minutes, seconds) = text.split_once('+').ok_or(ParseTimeControlError)?;
        let minutes: u64 = minutes.parse().map_err(|_| ParseTimeControlError)?;
        let seconds: u64 = seconds.parse().map_err(|_| ParseTimeControlError)?;
        if minutes == 0 || minutes > 24 * 60 || seconds > 3600 {
            return Err(ParseTimeControlError);
        }
        Ok(TimeControl::minutes(minutes, seconds))
    }
}

/// Both players' clocks. At most one runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: ByColor<Millis>,
    running: Option<(Color, Millis)>,
}

impl Clock {
    /// Both clocks full, none running.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: ByColor::new_with(|_| control.base), running: None }
    }

    /// A clock taken up again from a stored game; it stands still until `run`.
    #[must_use]
    pub fn resumed(control: TimeControl, left: ByColor<Millis>) -> Clock {
        Clock { control, left, running: None }
    }

    /// The control this clock was made for.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Time left to `color` at `now`; zero once the flag has fallen.
    #[must_use]
    pub fn left(&self, color: Color, now: Millis) -> Millis {
        match self.running {
            Some((runs, since)) if runs == color => {
                self.left[color].saturating_sub(now.saturating_sub(since))
            }
            _ => self.left[color],
        }
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Starts `color`'s clock, stopping the other without an increment.
    pub fn run(&mut self, color: Color, now: Millis) {
        self.pause(now);
        self.running = Some((color, now));
    }

    /// Stops both clocks.
    pub fn pause(&mut self, now: Millis) {
        if let Some((color, _)) = self.running {
            self.left[color] = self.left(color, now);
            self.running = None;
        }
    }

    /// A turn by `color` is complete: it gains the increment and the opponent's clock runs.
    pub fn press(&mut self, color: Color, now: Millis) {
        self.pause(now);
        self.left[color] += self.control.increment;
        self.running = Some((!color, now));
    }

    /// Whose flag has fallen, if any.
    #[must_use]
    pub fn flagged(&self, now: Millis) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.left(color, now) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_costs_its_time_and_gains_the_increment() {
        let mut clock = Clock::new(TimeControl::minutes(10, 5));
        clock.run(Color::White, 1000);
        assert_eq!(clock.left(Color::White, 11_000), 590_000);
        clock.press(Color::White, 11_000);
        assert_eq!(clock.left(Color::White, 99_000), 595_000);
        assert_eq!(clock.left(Color::Black, 12_000), 599_000);
    }

    #[test]
    fn a_flag_falls_once_and_stays_down() {
        let mut clock = Clock::new(TimeControl::minutes(1, 0));
        clock.run(Color::Black, 0);
        assert_eq!(clock.flagged(59_999), None);
        assert_eq!(clock.flagged(60_000), Some(Color::Black));
        clock.pause(70_000);
        assert_eq!(clock.flagged(0), Some(Color::Black));
    }

    #[test]
    fn a_paused_clock_stands_still() {
        let mut clock = Clock::new(TimeControl::minutes(1, 0));
        clock.run(Color::White, 0);
        clock.pause(10_000);
        assert_eq!(clock.left(Color::White, 500_000), 50_000);
        assert_eq!(clock.running(), None);
    }

    #[test]
    fn a_control_of_ones_own_stays_within_what_is_on_offer() {
        let control = TimeControl::minutes(10, 5);
        assert_eq!(
            control.with_minutes(7).and_then(|own| own.with_seconds(0)),
            Some(TimeControl::minutes(7, 0))
        );
        assert_eq!((control.with_minutes(0), control.with_minutes(181)), (None, None));
        assert_eq!(control.with_seconds(181), None);
    }

    #[test]
    fn controls_are_read_and_refused() {
        assert_eq!("10+5".parse(), Ok(TimeControl::minutes(10, 5)));
        for bad in ["", "10", "0+5", "x+1", "10+99999", "99999999999999999999+1"] {
            assert_eq!(bad.parse::<TimeControl>(), Err(ParseTimeControlError), "{bad}");
        }
    }
}

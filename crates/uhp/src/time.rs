//! Spans of time as the protocol writes them: `HH:MM:SS`, with a fraction if need be.

use std::time::Duration;

/// A text that is no span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeError {
    /// There are not three fields.
    #[error("a time is written HH:MM:SS or HH:MM:SS.fff")]
    Shape,
    /// A field is no number.
    #[error("hours, minutes and seconds are plain numbers")]
    Number,
    /// There are 60 minutes or seconds, or more.
    #[error("minutes and seconds go up to 59")]
    Range,
}

/// More hours than anybody will wait. Keeps arithmetic with deadlines within bounds.
const MAX_HOURS: u64 = 100_000;

/// Reads `HH:MM:SS` or `HH:MM:SS.fff`. Fields may have any number of digits.
///
/// A bare number is refused: programs disagree whether it means seconds or days.
///
/// # Errors
///
/// When the text is anything else.
///
/// ```
/// use std::time::Duration;
/// use skep_uhp::time::{format_time, parse_time};
/// assert_eq!(parse_time("00:01:00.5")?, Duration::from_millis(60_500));
/// assert_eq!(format_time(Duration::from_millis(50)), "00:00:00.050");
/// # Ok::<(), skep_uhp::time::ParseTimeError>(())
/// ```
pub fn parse_time(text: &str) -> Result<Duration, ParseTimeError> {
    let mut fields = text.trim().split(':');
    let (Some(hours), Some(minutes), Some(seconds), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(ParseTimeError::Shape);
    };
    let (seconds, fraction) = match seconds.split_once('.') {
        Some((seconds, fraction)) => (seconds, nanoseconds(fraction)?),
        None => (seconds, 0),
    };
    let (hours, minutes, seconds) = (number(hours)?, number(minutes)?, number(seconds)?);
    if minutes > 59 || seconds > 59 {
        return Err(ParseTimeError::Range);
    }
    Ok(Duration::new(hours.min(MAX_HOURS) * 3600 + minutes * 60 + seconds, fraction))
}

fn number(digits: &str) -> Result<u64, ParseTimeError> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseTimeError::Number);
    }
    // All digits, so the only possible failure is that the number is too large.
    Ok(digits.parse().unwrap_or(u64::MAX))
}

fn nanoseconds(digits: &str) -> Result<u32, ParseTimeError> {
    number(digits)?;
    let mut nanoseconds = 0;
    for position in 0..9 {
        let digit = digits.as_bytes().get(position).map_or(0, |digit| digit - b'0');
        nanoseconds = nanoseconds * 10 + u32::from(digit);
    }
    Ok(nanoseconds)
}

/// Writes `HH:MM:SS`, followed by milliseconds unless there are none.
///
/// Less than a millisecond is rounded up to one, so that no limit turns into none at all.
#[must_use]
pub fn format_time(time: Duration) -> String {
    let millis = time.as_nanos().div_ceil(1_000_000);
    let (seconds, millis) = (millis / 1000, millis % 1000);
    let whole = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if millis == 0 { whole } else { format!("{whole}.{millis:03}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, millis) in [
            ("00:00:00", 0),
            ("00:00:05", 5_000),
            ("1:2:3", 3_723_000),
            ("00:00:00.5", 500),
            ("00:00:00.050", 50),
            ("00:00:01.0000000", 1_000),
            (" 10:59:59 ", 39_599_000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(parse_time("00:00:00.0000000019"), Ok(Duration::from_nanos(1)));
        assert_eq!(parse_time("99999999999999999999999:00:00"), Ok(Duration::from_secs(MAX_HOURS * 3600)));
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, error) in [
            ("", ParseTimeError::Shape),
            ("5", ParseTimeError::Shape),
            ("00:05", ParseTimeError::Shape),
            ("1:00:00:00", ParseTimeError::Shape),
            ("::", ParseTimeError::Number),
            ("00:00:", ParseTimeError::Number),
            ("00:00:-1", ParseTimeError::Number),
            ("00:00:+1", ParseTimeError::Number),
            ("00:00:1e3", ParseTimeError::Number),
            ("00:00:01.", ParseTimeError::Number),
            ("00:00:01.-5", ParseTimeError::Number),
            ("00:00:01.5.5", ParseTimeError::Number),
            ("00:00:60", ParseTimeError::Range),
            ("00:99:00", ParseTimeError::Range),
            ("\u{0661}:00:00", ParseTimeError::Number),
        ] {
            assert_eq!(parse_time(text), Err(error), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for millis in [0, 1, 50, 999, 1_000, 59_999, 3_600_000, 359_999_001] {
            let time = Duration::from_millis(millis);
            assert_eq!(parse_time(&format_time(time)), Ok(time));
        }
        assert_eq!(format_time(Duration::from_micros(10)), "00:00:00.001");
    }
}

//! Numbers as people like to read them.

use std::time::Duration;

/// A whole number with its digits in groups of three: `2,784,830`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A span of time in the unit that suits it: `12.5 ms`, `3.21 s`, `2 min 5 s`, `3 h 20 min`.
pub(crate) fn span(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0..1e-3 => format!("{:.0} µs", seconds * 1e6),
        1e-3..1.0 => format!("{:.1} ms", seconds * 1e3),
        1.0..60.0 => format!("{seconds:.2} s"),
        60.0..3600.0 => format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60),
        _ => format!("{} h {} min", time.as_secs() / 3600, time.as_secs() / 60 % 60),
    }
}

/// An error and its causes on one line. Many errors tell their cause themselves: it is not told twice.
pub(crate) fn causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// How many a second, with three digits: `412 M/s`, `1.02 M/s`, `35.1 k/s`.
pub(crate) fn rate(count: u64, time: Duration) -> String {
    let rate = per_second(count, time);
    let (value, unit) = match rate {
        0.0..1e3 => (rate, ""),
        1e3..1e6 => (rate / 1e3, " k"),
        1e6..1e9 => (rate / 1e6, " M"),
        _ => (rate / 1e9, " G"),
    };
    let decimals = match value {
        100.0.. => 0,
        10.0..100.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}{unit}/s")
}

/// How many a second. A clock too coarse to see the time passing counts as one nanosecond.
pub(crate) fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (21600, "21,600"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn spans_choose_their_unit() {
        for (millis, text) in [(0, "0 µs"), (12, "12.0 ms"), (3210, "3.21 s"), (125_000, "2 min 5 s")] {
            assert_eq!(span(Duration::from_millis(millis)), text);
        }
        assert_eq!(span(Duration::from_secs(12_000)), "3 h 20 min");
    }

    #[test]
    fn rates_have_three_digits() {
        let second = Duration::from_secs(1);
        for (count, text) in [
            (7, "7.00/s"),
            (35_123, "35.1 k/s"),
            (1_020_000, "1.02 M/s"),
            (412_345_678, "412 M/s"),
            (2_000_000_000, "2.00 G/s"),
        ] {
            assert_eq!(rate(count, second), text);
        }
        assert!(per_second(5, Duration::ZERO).is_finite());
    }
}

//! Dates and clocks as each language writes them.

use crate::text::{Key, tr};
use crate::{Language, decimal, say};

/// A date and time of day where the reader lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Civil {
    /// The year.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
}

const DAY_MINUTES: i64 = 24 * 60;

impl Civil {
    /// The local date for a number of milliseconds since 1970, `offset_minutes` east of Greenwich.
    ///
    /// ```
    /// use skep_words::Civil;
    /// let date = Civil::from_unix_millis(1_763_238_660_000, 60);
    /// assert_eq!((date.year, date.month, date.day, date.hour, date.minute), (2025, 11, 15, 21, 31));
    /// ```
    #[must_use]
    pub fn from_unix_millis(millis: i64, offset_minutes: i32) -> Civil {
        let minutes = millis.div_euclid(60_000) + i64::from(offset_minutes);
        let (days, minute) = (minutes.div_euclid(DAY_MINUTES), minutes.rem_euclid(DAY_MINUTES));
        let (year, month, day) = civil_from_days(days);
        Civil { year, month, day, hour: (minute / 60) as u8, minute: (minute % 60) as u8 }
    }

    /// Days since 1970, to tell today from yesterday.
    #[must_use]
    pub fn day_number(self) -> i64 {
        // Count years from March, so that the leap day is the last of its year.
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let month = (i64::from(self.month) + 9) % 12;
        let day_of_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
    }
}

/// The date of a day number; the inverse of [`Civil::day_number`].
fn civil_from_days(days: i64) -> (i32, u8, u8) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * shifted + 2) / 5 + 1) as u8;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 } as u8;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year as i32, month, day)
}

const MONTHS: [Key; 12] = [
    Key::MonthJanuary,
    Key::MonthFebruary,
    Key::MonthMarch,
    Key::MonthApril,
    Key::MonthMay,
    Key::MonthJune,
    Key::MonthJuly,
    Key::MonthAugust,
    Key::MonthSeptember,
    Key::MonthOctober,
    Key::MonthNovember,
    Key::MonthDecember,
];

const SHORT_MONTHS: [Key; 12] = [
    Key::MonthJanuaryShort,
    Key::MonthFebruaryShort,
    Key::MonthMarchShort,
    Key::MonthAprilShort,
    Key::MonthMayShort,
    Key::MonthJuneShort,
    Key::MonthJulyShort,
    Key::MonthAugustShort,
    Key::MonthSeptemberShort,
    Key::MonthOctoberShort,
    Key::MonthNovemberShort,
    Key::MonthDecemberShort,
];

fn date_with(language: Language, date: Civil, months: &[Key; 12]) -> String {
    let month = months[usize::from(date.month.clamp(1, 12)) - 1];
    let ordinal = if language == Language::Fr && date.day == 1 { "er" } else { "" };
    format!("{}{ordinal} {} {}", date.day, tr(language, month), date.year)
}

/// `15 November 2025`, `1er novembre 2025`, `15 november 2025`.
#[must_use]
pub fn date_long(language: Language, date: Civil) -> String {
    date_with(language, date, &MONTHS)
}

/// `15 Nov 2025`, `15 nov. 2025`, `15 nov 2025`.
#[must_use]
pub fn date_short(language: Language, date: Civil) -> String {
    date_with(language, date, &SHORT_MONTHS)
}

/// The date and time of day as seen from `now`: `today at 20:31`, `15 Nov 2025 at 20:31`.
#[must_use]
pub fn date_time(language: Language, date: Civil, now: Civil) -> String {
    let day = match now.day_number() - date.day_number() {
        0 => tr(language, Key::CommonToday).to_string(),
        1 => tr(language, Key::CommonYesterday).to_string(),
        _ => date_short(language, date),
    };
    say!(language, CommonDateTime, date = day, time = format_args!("{}:{:02}", date.hour, date.minute))
}

/// A player's clock: `1:04:09`, `6:41`, and tenths below twenty seconds: `0:09.4`.
#[must_use]
pub fn clock(language: Language, millis: u64) -> String {
    let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
    if millis < 20_000 {
        let tenths = decimal(language, (millis / 100) as f64 / 10.0, 1);
        return format!("0:{tenths:0>4}");
    }
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Civil = Civil { year: 2025, month: 11, day: 15, hour: 20, minute: 5 };

    #[test]
    fn dates_in_three_languages() {
        assert_eq!(date_long(Language::En, DAY), "15 November 2025");
        assert_eq!(date_short(Language::Fr, DAY), "15 nov. 2025");
        assert_eq!(date_long(Language::Fr, Civil { day: 1, ..DAY }), "1er novembre 2025");
        assert_eq!(date_short(Language::Nl, Civil { month: 3, ..DAY }), "15 mrt 2025");
        assert_eq!(date_time(Language::Nl, DAY, DAY), "vandaag om 20:05");
        assert_eq!(date_time(Language::Fr, DAY, Civil { day: 16, ..DAY }), "hier à 20:05");
        assert_eq!(date_time(Language::En, DAY, Civil { day: 19, ..DAY }), "15 Nov 2025 at 20:05");
    }

    #[test]
    fn yesterday_crosses_the_new_year_and_the_leap_day() {
        let new_year = Civil { year: 2024, month: 1, day: 1, hour: 0, minute: 0 };
        let eve = Civil { year: 2023, month: 12, day: 31, hour: 23, minute: 59 };
        assert_eq!(new_year.day_number() - eve.day_number(), 1);
        let march = Civil { month: 3, ..new_year };
        assert_eq!(march.day_number() - Civil { month: 2, day: 29, ..new_year }.day_number(), 1);
    }

    #[test]
    fn day_numbers_round_trip() {
        for day in (-800_000..800_000).step_by(37) {
            let date = Civil::from_unix_millis(day * 86_400_000, 0);
            assert_eq!(date.day_number(), day);
        }
    }

    #[test]
    fn the_hour_before_1970_and_offsets() {
        let date = Civil::from_unix_millis(-1, 0);
        assert_eq!((date.year, date.month, date.day, date.hour, date.minute), (1969, 12, 31, 23, 59));
        assert_eq!(Civil::from_unix_millis(0, -60).day, 31);
    }

    #[test]
    fn clocks() {
        assert_eq!(clock(Language::En, 401_000), "6:41");
        assert_eq!(clock(Language::En, 9_450), "0:09.4");
        assert_eq!(clock(Language::Fr, 19_999), "0:19,9");
        assert_eq!(clock(Language::Nl, 3_849_000), "1:04:09");
        assert_eq!(clock(Language::En, 0), "0:00.0");
    }
}

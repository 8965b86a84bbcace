//! Dates as people and their machines write them.

/// A date as `2018.10.28`, from `28 October 2018`, `October 28, 2018`, `Sun Oct 28 20:07:00 CET 2018` or
/// `2018-10-28`. Months are understood in English only.
pub(super) fn parse(text: &str) -> Option<String> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != ':').filter(|word| !word.is_empty()).collect();
    if let [year, month, day] = words[..]
        && year.len() == 4
    {
        return date(year, month.parse().ok()?, day);
    }
    // A number of four digits is the year, and the one of one or two digits the day: times have colons.
    let number = |length: core::ops::RangeInclusive<usize>| {
        let digits = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
        words.iter().filter(digits).find(|word| length.contains(&word.len()))
    };
    let month = words.iter().find_map(|word| month(word))?;
    date(number(4..=4)?, month, number(1..=2)?)
}

fn date(year: &str, month: u8, day: &str) -> Option<String> {
    let (year, day): (u16, u8) = (year.parse().ok()?, day.parse().ok()?);
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| format!("{year:04}.{month:02}.{day:02}"))
}

/// The number of a month that is written out, or cut after three letters.
fn month(word: &str) -> Option<u8> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.to_ascii_lowercase();
    let fits = |name: &&str| **name == word || (word.len() == 3 && name.starts_with(&word));
    (1..).zip(MONTHS).find(|(_, name)| fits(name)).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_many_shapes_are_understood() {
        for text in [
            "28 October 2018",
            "28. October 2018",
            "October 28, 2018",
            "Sun Oct 28 20:07:00 CET 2018",
            "Sun Oct 28 20:07:00 GMT+01:00 2018",
            "2018-10-28",
            "2018.10.28",
        ] {
            assert_eq!(parse(text).as_deref(), Some("2018.10.28"), "{text}");
        }
        assert_eq!(parse("3 May 2019").as_deref(), Some("2019.05.03"));
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in
            ["", "yesterday", "28 octobre 2018", "Marching 3 2018", "40 May 2018", "2018-13-01", "May 2018"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}

//! Numbers as each language writes them.

use crate::Language;
use crate::text::{Key, tr};

/// A whole number with its thousands grouped: `1,840`, `1 840`, `1.840`.
#[must_use]
pub fn number(language: Language, value: u64) -> String {
    let separator = match language {
        Language::En => ',',
        // Narrow and unbreakable, so that a number never falls apart at a line's end.
        Language::Fr => '\u{202f}',
        Language::Nl => '.',
    };
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// A number with `places` decimals and a real minus sign: `−1.4`, `−1,4`.
#[must_use]
pub fn decimal(language: Language, value: f64, places: usize) -> String {
    let text = format!("{:.places$}", value.abs());
    let text = match language {
        Language::En => text,
        Language::Fr | Language::Nl => text.replace('.', ","),
    };
    let is_zero = text.chars().all(|letter| matches!(letter, '0' | '.' | ','));
    if value < 0.0 && !is_zero { format!("\u{2212}{text}") } else { text }
}

/// A small number in words, for sentences that are read aloud; digits from eight on.
#[must_use]
pub fn number_word(language: Language, value: u64) -> String {
    let key = match value {
        1 => Key::NumberOne,
        2 => Key::NumberTwo,
        3 => Key::NumberThree,
        4 => Key::NumberFour,
        5 => Key::NumberFive,
        6 => Key::NumberSix,
        7 => Key::NumberSeven,
        _ => return number(language, value),
    };
    tr(language, key).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_and_decimals() {
        assert_eq!(number(Language::En, 1_234_567), "1,234,567");
        assert_eq!(number(Language::Fr, 1840), "1\u{202f}840");
        assert_eq!(number(Language::Nl, 12_000), "12.000");
        assert_eq!(number(Language::En, 999), "999");
        assert_eq!(decimal(Language::En, -1.42, 1), "\u{2212}1.4");
        assert_eq!(decimal(Language::Nl, 0.25, 2), "0,25");
        assert_eq!(decimal(Language::En, -0.01, 1), "0.0");
        assert_eq!(number_word(Language::Fr, 3), "trois");
        assert_eq!(number_word(Language::Fr, 8), "8");
    }
}

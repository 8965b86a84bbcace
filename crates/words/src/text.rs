//! Keys, phrases and the filling of placeholders.

use core::fmt::Display;
use core::fmt::Write;

use crate::{Language, Plural};

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A text with placeholders, together with their values.
pub trait Phrase {
    /// The sentence in a language.
    fn say(&self, language: Language) -> String;
}

impl Key {
    /// The dotted name in the locale files, such as `nav.play`.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The key with this dotted name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Key> {
        // The build writes the keys in the order of their names.
        let index = NAMES.binary_search(&name).ok()?;
        Some(Key::ALL[index])
    }
}

/// The text of a key in a language.
#[must_use]
pub fn tr(language: Language, key: Key) -> &'static str {
    TEXTS[key as usize][language as usize]
}

/// Says a sentence with placeholders: `say!(language, HomePlayLevel, n = 4)`.
///
/// A placeholder that is forgotten or does not exist is an error of the compiler, because each
/// sentence is a struct in [`phrase`] and the placeholders are its fields.
#[macro_export]
macro_rules! say {
    ($language:expr, $name:ident $(, $field:ident = $value:expr)+ $(,)?) => {
        $crate::Phrase::say(
            &$crate::phrase::$name { $($field: $crate::Argument::argument(&$value)),+ },
            $language,
        )
    };
}

/// What may stand for a placeholder: anything that can be displayed, or, where the sentence depends
/// on a number, a whole number.
pub trait Argument<'a, T> {
    /// The value as the phrase keeps it.
    fn argument(self) -> T;
}

impl<'a, T: Display> Argument<'a, &'a dyn Display> for &'a T {
    fn argument(self) -> &'a dyn Display {
        self
    }
}

macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(impl<'a> Argument<'a, u64> for &'a $number {
            fn argument(self) -> u64 {
                u64::try_from(*self).unwrap_or(0)
            }
        })+
    };
}

whole_numbers!(u8, u16, u32, u64, usize, i32, i64);

/// A refusal's sentence with its rule and its place on the rules page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusalText {
    /// The name that the rules give to the reason.
    pub key: &'static str,
    /// The number of the rule, such as `R15`.
    pub rule: &'static str,
    /// The anchor on the rules page, the same in all languages.
    pub anchor: &'static str,
    texts: [&'static str; 3],
}

impl RefusalText {
    /// All refusals, in order of priority.
    #[must_use]
    pub fn all() -> &'static [RefusalText] {
        REFUSALS
    }

    /// The refusal with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<&'static RefusalText> {
        REFUSALS.iter().find(|refusal| refusal.key == key)
    }

    /// The sentence with its placeholders filled.
    pub(crate) fn say(&self, language: Language, values: &[(&str, &dyn Display)]) -> String {
        fill(self.texts[language as usize], values)
    }
}

/// Puts values into a text. The build has checked that each placeholder has its value.
fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut sentence = String::with_capacity(text.len() + 24);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        sentence.push_str(before);
        let (name, after) = after.split_once('}').expect("the build pairs the braces");
        let capital = name.starts_with(|first: char| first.is_ascii_uppercase());
        let value = values.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (_, value) = value.expect("the build collects the placeholders");
        let start = sentence.len();
        write!(sentence, "{value}").expect("writing to a string cannot fail");
        if capital {
            capitalize_from(&mut sentence, start);
        }
        rest = after;
    }
    sentence.push_str(rest);
    sentence
}

/// Makes the letter at `start` a capital.
fn capitalize_from(sentence: &mut String, start: usize) {
    let Some(first) = sentence[start..].chars().next() else { return };
    let capital: String = first.to_uppercase().collect();
    sentence.replace_range(start..start + first.len_utf8(), &capital);
}

/// A text with its first letter made a capital, as at the start of a sentence.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut text = text.to_string();
    capitalize_from(&mut text, 0);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_keys() {
        for key in Key::ALL {
            assert_eq!(Key::from_name(key.name()), Some(key));
            for language in Language::ALL {
                assert!(!tr(language, key).is_empty());
            }
        }
        assert_eq!(Key::from_name("nav.nowhere"), None);
        assert_eq!(Key::NavPlay.name(), "nav.play");
    }

    #[test]
    fn placeholders_are_filled_and_capitalized() {
        let sentence = say!(Language::Fr, RefusalNotYourTile, the_piece = "l’araignée");
        assert!(sentence.starts_with("L’araignée n’est pas à vous\u{202f};"), "{sentence}");
        assert_eq!(say!(Language::Nl, CommonMoves, n = 1_u16), "1 zet");
        assert_eq!(say!(Language::Fr, CommonMoves, n = 0_usize), "0 coup");
        assert_eq!(capitalized("école"), "École");
        assert_eq!(capitalized(""), "");
    }

    #[test]
    fn no_value_can_smuggle_a_placeholder_in() {
        let sentence = say!(Language::En, ErrorFileMove, n = "{text}", text = "{n}");
        assert_eq!(sentence, "Move {text} in this file is not legal: {n}");
    }
}

//! Results as sentences in many languages.

use crate::{ByColor, Color, GameResult};

/// What says "draw" in the languages of the site, or the part of the word that stays the same.
const DRAW: [&str; 12] = [
    "draw",                     // English
    "remi",                     // Dutch, Polish, Swedish
    "rem\u{ed}z",               // Czech
    "nulle",                    // French
    "unentschieden",            // German
    "uavgjort",                 // Norwegian
    "empat",                    // Portuguese, Spanish
    "egal",                     // Romanian
    "sen venkanto",             // Esperanto
    "\u{43d}\u{438}\u{447}",    // Russian
    "\u{5e73}\u{5c40}",         // Chinese
    "\u{5f15}\u{304d}\u{5206}", // Japanese
];

/// The result that a sentence tells, given the names of the players.
pub(super) fn parse(sentence: &str, names: &ByColor<String>) -> Option<GameResult> {
    let sentence = sentence.trim();
    let sign = sentence.get(..2).unwrap_or_default();
    if sign.eq_ignore_ascii_case("w+") {
        return Some(GameResult::Win(Color::White));
    }
    if sign.eq_ignore_ascii_case("b+") {
        return Some(GameResult::Win(Color::Black));
    }
    if names.white != names.black {
        // One name may be a part of the other: the longer one is meant.
        let mut told: Vec<Color> =
            Color::ALL.into_iter().filter(|color| has(sentence, &names[*color])).collect();
        told.sort_by_key(|color| names[*color].len());
        if let Some(color) = told.pop() {
            return Some(GameResult::Win(color));
        }
    }
    let lower = sentence.to_lowercase();
    DRAW.iter().any(|word| lower.contains(word)).then_some(GameResult::Draw)
}

fn has(sentence: &str, name: &str) -> bool {
    !name.is_empty() && sentence.contains(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_the_sentence_won() {
        let names = ByColor { white: "ada".to_owned(), black: "ada2".to_owned() };
        let white = Some(GameResult::Win(Color::White));
        let black = Some(GameResult::Win(Color::Black));
        assert_eq!(parse("Game won by ada", &names), white);
        assert_eq!(parse("ada2 vann spelet", &names), black);
        assert_eq!(parse("Partie gagn\u{e9}e par ada2", &names), black);
        assert_eq!(parse("B+Resign", &names), black);
        assert_eq!(parse("", &names), None);
        assert_eq!(parse("who knows", &names), None);
    }

    #[test]
    fn draws_are_known_by_their_word() {
        let names = ByColor { white: "guest".to_owned(), black: "guest".to_owned() };
        for sentence in [
            "The game is a draw",
            "De partij is remise",
            "Unentschieden!",
            "La partie est nulle",
            "\u{418}\u{433}\u{440}\u{430} \u{441}\u{44b}\u{433}\u{440}\u{430}\u{43d}\u{430} \u{432} \u{43d}\u{438}\u{447}\u{44c}\u{44e}.",
        ] {
            assert_eq!(parse(sentence, &names), Some(GameResult::Draw), "{sentence}");
        }
        // Both players have the name in it, so it tells nothing.
        assert_eq!(parse("Game won by guest", &names), None);
    }
}

//! Why a move is refused, in one sentence.

use skep_rules::{Color, IllegalMove, Piece};

use crate::Language;
use crate::names::{bug_name, bug_the, tile_the};
use crate::text::{Key, RefusalText, tr};

/// The sentence for a refused move.
///
/// ```
/// use skep_rules::IllegalMove;
/// use skep_words::{Language, refusal};
/// let queen = "wQ".parse().expect("a tile");
/// assert_eq!(refusal(Language::Nl, IllegalMove::QueenOne { piece: queen }), "De bijenkoningin loopt één vakje per beurt.");
/// ```
#[must_use]
pub fn refusal(language: Language, reason: IllegalMove) -> String {
    // A reason that its sentence does not need leaves its value unused.
    let piece = reason.piece().unwrap_or(Piece::queen(Color::White));
    filled(language, reason.key(), piece, reason.other(), reason.number().unwrap_or_default())
        .unwrap_or_else(|| tr(language, Key::ErrorUnknown).to_string())
}

/// The sentence for the reason with this key, as if it were about these tiles: for a question that
/// offers several reasons of which one is right. `None` when there is no such reason.
///
/// ```
/// use skep_words::{Language, refusal_about};
/// let (ant, spider) = ("wA1".parse().expect("a tile"), "bS1".parse().expect("a tile"));
/// let sentence = refusal_about(Language::En, "place_touch_enemy", ant, spider);
/// assert!(sentence.is_some_and(|sentence| sentence.ends_with("touch the black spider.")));
/// ```
#[must_use]
pub fn refusal_about(language: Language, key: &str, piece: Piece, other: Piece) -> Option<String> {
    let number = match key {
        "none_left" => piece.bug().copies(),
        _ => piece.number(),
    };
    filled(language, key, piece, Some(other), number)
}

fn filled(language: Language, key: &str, piece: Piece, other: Option<Piece>, number: u8) -> Option<String> {
    let text = RefusalText::from_key(key)?;
    let other = other.map(|other| without_number(language, other)).unwrap_or_default();
    Some(text.say(
        language,
        &[
            ("piece", &bug_name(language, piece.bug())),
            ("the_piece", &bug_the(language, piece.bug())),
            ("other", &other),
            ("n", &number),
            ("text", &piece),
        ],
    ))
}

/// "the black ant": which of them is plain to see on the board.
fn without_number(language: Language, piece: Piece) -> String {
    tile_the(language, piece)
        .trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == ' ')
        .to_string()
}

/// The sentence for a text that is no move.
#[must_use]
pub fn unreadable(language: Language, text: &str) -> String {
    RefusalText::from_key("bad_notation")
        .map_or_else(String::new, |refusal| refusal.say(language, &[("text", &text)]))
}

/// The place on the rules page that explains a refusal.
#[must_use]
pub fn refusal_anchor(reason: IllegalMove) -> &'static str {
    RefusalText::from_key(reason.key()).map_or("", |text| text.anchor)
}

#[cfg(test)]
mod tests {
    use skep_rules::Hex;

    use super::*;

    fn piece(name: &str) -> Piece {
        name.parse().expect("a tile's name")
    }

    #[test]
    fn sentences_name_the_tiles() {
        let reason = IllegalMove::SplitsHive { piece: piece("bS1"), parts: [Hex::ORIGIN; 2] };
        assert_eq!(refusal(Language::En, reason), "Pinned: lifting the spider would break the hive in two.");
        assert_eq!(
            refusal(Language::Fr, reason),
            "Clouage\u{a0}: soulever l’araignée couperait la ruche en deux."
        );
        assert_eq!(refusal_anchor(reason), "one-hive");
        let reason =
            IllegalMove::PlaceTouchesEnemy { piece: piece("wA1"), other: piece("bA2"), at: Hex::ORIGIN };
        assert!(refusal(Language::En, reason).ends_with("here it would touch the black ant."));
        assert!(refusal(Language::Nl, reason).ends_with("hier zou hij de zwarte mier raken."));
        let reason = IllegalMove::NotInGame { piece: piece("wL") };
        assert!(refusal(Language::Nl, reason).starts_with("Het lieveheersbeestje doet niet mee"));
        let reason = IllegalMove::NoneLeft { piece: piece("wS2") };
        assert_eq!(refusal(Language::En, reason), "No spider left in your reserve (2 already in the hive).");
    }

    #[test]
    fn what_was_typed_is_quoted() {
        assert!(unreadable(Language::Fr, "wX9").starts_with("«\u{a0}wX9\u{a0}»\u{a0}:"));
    }
}

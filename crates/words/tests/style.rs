//! The voice of the texts, as far as a test can hear it.

use skep_words::{Key, Language, tr};

const FILES: [(&str, &str); 5] = [
    ("en", include_str!("../locales/en.ini")),
    ("fr", include_str!("../locales/fr.ini")),
    ("nl", include_str!("../locales/nl.ini")),
    ("glossary", include_str!("../locales/glossary.tsv")),
    ("refusals", include_str!("../locales/refusals.tsv")),
];

/// The lines that people see: comments and the notes of the glossary are for translators.
fn lines() -> impl Iterator<Item = String> {
    FILES.into_iter().flat_map(|(kind, text)| {
        text.lines().filter(|line| !line.starts_with('#')).map(move |line| {
            if kind == "glossary" { line.rsplit_once('\t').map_or(line, |(texts, _)| texts) } else { line }
                .to_string()
        })
    })
}

#[test]
fn apostrophes_are_curved_and_nobody_shouts() {
    for line in lines() {
        assert!(!line.contains('\''), "straight apostrophe: {line}");
        assert!(!line.contains('!'), "exclamation mark: {line}");
        assert!(!line.contains("..."), "three dots instead of an ellipsis: {line}");
        assert!(!line.contains("  "), "two spaces: {line}");
    }
}

#[test]
fn french_and_dutch_are_not_left_in_english() {
    // Words that are the same in English for good reason.
    let same = |key: Key| {
        let name = key.name();
        name.starts_with("language.") || name.starts_with("keys.key_") || name.starts_with("month.")
    };
    let mut equal = 0;
    for key in Key::ALL.into_iter().filter(|key| !same(*key)) {
        let english = tr(Language::En, key);
        for language in [Language::Fr, Language::Nl] {
            let text = tr(language, key);
            if english.split(' ').count() >= 4 {
                assert_ne!(text, english, "{} in {language}", key.name());
            }
            equal += usize::from(text == english);
        }
    }
    // Single words such as "Volume", "Blitz", "Hint".
    assert!(equal < 70, "{equal} texts equal the English ones");
}

#[test]
fn refusals_are_short_enough_for_one_line_on_a_phone_held_sideways() {
    for line in include_str!("../locales/refusals.tsv").lines().skip(1) {
        for text in line.split('\t').skip(3) {
            assert!(text.chars().count() <= 110, "{text}");
        }
    }
}

#[test]
fn french_has_no_breakable_space_before_its_signs() {
    for key in Key::ALL {
        let text = tr(Language::Fr, key);
        for sign in [" :", " ;", " ?", " »", "« "] {
            assert!(!text.contains(sign), "{}: {text}", key.name());
        }
    }
}

//! The three languages say the same things, each in its own typography.

use skep_course::{Block, StepKind, StepSession, course, rules_page, strategy};
use skep_words::Language;

use crate::content;

/// All texts of the course in a language, each with the place it comes from.
fn texts(language: Language) -> Vec<(String, &'static str)> {
    let mut all = Vec::new();
    for lesson in course().iter().chain(strategy()) {
        all.push((format!("{}: title", lesson.id), lesson.title[language]));
        all.push((format!("{}: outline", lesson.id), lesson.outline[language]));
        for step in lesson.steps {
            let texts = &step.texts[language];
            let fields = [texts.title, texts.prompt, texts.success, texts.hint, texts.miss];
            all.extend(fields.iter().map(|text| (step.id.to_string(), *text)));
            all.extend(texts.options.iter().chain(texts.wrong).map(|text| (step.id.to_string(), *text)));
        }
    }
    all
}

/// The sentences of tips and denials, and the lines of the rules page.
fn other_texts(language: Language) -> Vec<(String, String)> {
    let content = content();
    let index = language as usize;
    let rows = content.tips.iter().chain(&content.denials);
    let mut all: Vec<_> = rows.map(|(key, texts)| (key.clone(), texts[index].clone())).collect();
    for block in rules_page(language).blocks {
        let lines = match block {
            Block::Heading(heading) => vec![heading.text.to_string()],
            Block::Paragraph(spans) | Block::Board { caption: spans, .. } => vec![joined(&spans)],
            Block::List(items) => items.iter().map(|spans| joined(spans)).collect(),
            Block::Table(rows) => rows.iter().flatten().map(|spans| joined(spans)).collect(),
        };
        all.extend(lines.into_iter().map(|line| ("rules page".to_string(), line)));
    }
    all
}

fn joined(spans: &[skep_course::Span]) -> String {
    spans.iter().map(|span| span.text()).collect()
}

fn everything(language: Language) -> Vec<(String, String)> {
    let texts = texts(language).into_iter().map(|(place, text)| (place, text.to_string()));
    texts.chain(other_texts(language)).collect()
}

#[test]
fn the_same_texts_are_there_in_all_languages() {
    let shape = |language: Language| -> Vec<(String, bool)> {
        texts(language).into_iter().map(|(place, text)| (place, text.is_empty())).collect()
    };
    let english = shape(Language::En);
    assert_eq!(shape(Language::Fr), english);
    assert_eq!(shape(Language::Nl), english);
}

#[test]
fn french_sets_high_punctuation_apart() {
    for (place, text) in everything(Language::Fr) {
        let letters: Vec<char> = text.chars().collect();
        for pair in letters.windows(2) {
            let (before, mark) = (pair[0], pair[1]);
            let is_set = match mark {
                ';' | '!' | '?' => before == '\u{202f}',
                ':' | '»' => before == '\u{a0}',
                _ => true,
            };
            assert!(is_set, "{place}: {text}");
            assert!(before != '«' || mark == '\u{a0}', "{place}: {text}");
        }
        assert!(!text.contains('\''), "{place}: straight apostrophe in {text}");
    }
}

#[test]
fn english_and_dutch_do_not() {
    for language in [Language::En, Language::Nl] {
        for (place, text) in everything(language) {
            assert!(!text.contains(['\u{202f}', '\u{a0}', '\'']), "{place}: {text}");
            for mark in [" ;", " !", " :", "  "] {
                assert!(!text.contains(mark), "{place}: {text}");
            }
        }
    }
}

#[test]
fn french_and_dutch_address_people_as_decided() {
    let has_word = |text: &str, words: &[&str]| {
        let text = text.to_lowercase();
        let mut all = text.split(|letter: char| !letter.is_alphabetic());
        all.any(|word| words.contains(&word))
    };
    for (place, text) in everything(Language::Fr) {
        assert!(!has_word(&text, &["tu", "toi", "tes", "ton"]), "{place}: {text}");
    }
    for (place, text) in everything(Language::Nl) {
        assert!(!has_word(&text, &["u", "uw"]), "{place}: {text}");
    }
}

/// Nothing is left to fill, nothing is said twice, and sentences end.
#[test]
fn sentences_are_whole() {
    for language in Language::ALL {
        for lesson in course().iter().chain(strategy()) {
            for step in lesson.steps {
                let texts = &step.texts[language];
                for text in [texts.prompt, texts.success] {
                    assert!(text.ends_with(['.', '?', '!']), "{}: {text}", step.id);
                }
                for text in
                    texts.wrong.iter().chain([&texts.hint, &texts.miss]).filter(|text| !text.is_empty())
                {
                    assert!(text.ends_with(['.', '?', '!']), "{}: {text}", step.id);
                }
                let choices = StepSession::new(step).choices(language);
                assert_eq!(
                    choices.is_empty(),
                    !matches!(step.kind, StepKind::SpotWhyRefused { .. } | StepKind::Choose { .. })
                );
                for (index, choice) in choices.iter().enumerate() {
                    assert!(!choice.is_empty() && !choice.contains('{'), "{}: {choice}", step.id);
                    assert!(!choices[..index].contains(choice), "{}: {choice} twice", step.id);
                }
            }
        }
    }
}

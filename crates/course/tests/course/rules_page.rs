//! The rules on one page: the same in all languages, and everything that links to it arrives.

use std::collections::BTreeSet;

use skep_course::{Block, Heading, RulesPage, course, rules_page, strategy};
use skep_words::{Language, RefusalText};

fn headings(page: &RulesPage) -> Vec<(u8, &'static str)> {
    page.headings().map(|Heading { level, anchor, .. }| (*level, *anchor)).collect()
}

/// What kind each block is, and for boards which: what must not differ between languages.
fn shape(page: &RulesPage) -> Vec<String> {
    let shape = |block: &Block| match block {
        Block::Heading(heading) => format!("heading {} {}", heading.level, heading.anchor),
        Block::Paragraph(_) => "paragraph".to_string(),
        Block::List(items) => format!("list of {}", items.len()),
        Block::Table(rows) => format!("table of {} by {}", rows.len(), rows[0].len()),
        Block::Board { step, .. } => format!("board {}", step.id),
    };
    page.blocks.iter().map(shape).collect()
}

#[test]
fn anchors_and_blocks_are_the_same_in_all_languages() {
    let english = rules_page(Language::En);
    for language in Language::ALL {
        let page = rules_page(language);
        assert_eq!(shape(&page), shape(&english), "{language}");
        assert!(!page.title.is_empty());
    }
    let anchors: BTreeSet<_> = headings(&english).into_iter().map(|(_, anchor)| anchor).collect();
    assert_eq!(anchors.len(), headings(&english).len(), "an anchor stands once");
    assert!(!anchors.contains(""), "every heading has an anchor");
}

/// Other pages, refusals and old links rely on these. New ones may come; none may go.
#[test]
fn anchors_never_go_away() {
    let page = rules_page(Language::En);
    for anchor in [
        "object",
        "turns",
        "placing",
        "queen-placing",
        "one-hive",
        "sliding",
        "insects",
        "queen",
        "beetle",
        "grasshopper",
        "spider",
        "ant",
        "ladybug",
        "mosquito",
        "pillbug",
        "stacks",
        "high-gates",
        "passing",
        "ending",
        "switches",
        "notation",
        "differences",
    ] {
        let section = page.section(anchor).unwrap_or_else(|| panic!("{anchor} is gone"));
        assert!(section.len() > 1 || anchor == "insects", "{anchor} is empty");
    }
}

#[test]
fn refusals_and_lessons_lead_to_a_section() {
    let page = rules_page(Language::En);
    for text in RefusalText::all() {
        assert!(page.section(text.anchor).is_some(), "{}: {}", text.key, text.anchor);
    }
    for lesson in course().iter().chain(strategy()) {
        assert!(page.section(lesson.anchor).is_some(), "{}: {}", lesson.id, lesson.anchor);
    }
}

#[test]
fn boards_have_positions_and_captions() {
    for language in Language::ALL {
        let mut count = 0;
        for block in &rules_page(language).blocks {
            let Block::Board { step, caption } = block else { continue };
            assert!(step.shown().is_some(), "{}", step.id);
            assert!(!caption.is_empty(), "{language}: {}", step.id);
            count += 1;
        }
        assert_eq!(count, 13, "{language}: a board that is no step is read as a paragraph");
    }
}

/// Two printed pages: some 1,300 words leave room for the boards.
#[test]
fn the_page_is_short_enough_to_print() {
    for language in Language::ALL {
        let words: usize = match language {
            Language::En => include_str!("../../content/rules.en.md"),
            Language::Fr => include_str!("../../content/rules.fr.md"),
            Language::Nl => include_str!("../../content/rules.nl.md"),
        }
        .split_whitespace()
        .count();
        assert!(words < 1_300, "{language}: {words} words");
    }
}

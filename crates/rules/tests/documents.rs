//! The examples in the documents are what the document says they are.

use skep_rules::notation::uhp::GameString;
use skep_rules::{Hex, RuleSet, Setup};

const POSITION_STRING: &str = include_str!("../../../docs/position-string.md");
const RULES: &str = include_str!("../../../docs/rules.md");
const UHP: &str = include_str!("../../../docs/uhp.md");

/// The fenced blocks of a document that are marked `text`.
fn text_blocks(document: &str) -> Vec<&str> {
    let blocks = document.split("```text\n").skip(1);
    blocks.map(|rest| rest.split("\n```").next().expect("split gives at least one part")).collect()
}

/// All words that look like position strings, whether they stand in a block or in a sentence.
fn position_strings(document: &str) -> Vec<&str> {
    let words = document.split(|letter: char| letter.is_whitespace() || letter == '`');
    words.filter(|word| word.starts_with("Base") && word.contains("_")).collect()
}

#[test]
fn position_strings_are_positions_in_their_one_form() {
    let examples = position_strings(POSITION_STRING);
    assert!(!examples.is_empty());
    for example in examples {
        let setup: Setup = example.parse().unwrap_or_else(|error| panic!("{example}: {error}"));
        let position = setup.validate().unwrap_or_else(|errors| panic!("{example}: {errors}"));
        assert_eq!(Setup::from(&position).to_string(), example);
    }
}

#[test]
fn the_drawing_shows_the_example() {
    let blocks = text_blocks(POSITION_STRING);
    let setup: Setup = blocks[0].parse().expect("the first block is the example");
    let mut drawn = Vec::new();
    for (row, line) in blocks[1].lines().enumerate() {
        let mut rest = line;
        while let Some(start) = rest.find(|letter: char| letter != ' ') {
            let column = line.len() - rest.len() + start;
            let word = rest[start..].split(' ').next().expect("a word begins here");
            // A cell is eight characters wide, and a row begins four to the right of the row above it.
            let (row, half) = (row as i16, column as i16 / 4);
            assert_eq!((column % 4, (half - row + 1) % 2), (0, 0), "{word} stands between two cells");
            let hex = Hex::new(((half - row + 1) / 2) as i8, row as i8);
            drawn.push((hex, word.to_owned()));
            rest = &rest[start + word.len()..];
        }
    }
    let letters = |hex: Hex| {
        let mut single = Setup { stacks: Vec::new(), ..setup.clone() };
        single.stacks.extend(setup.stacks.iter().filter(|(at, _)| *at == hex).cloned());
        single.to_string().rsplit('_').next().unwrap_or_default().to_owned()
    };
    let expected: Vec<(Hex, String)> = setup.stacks.iter().map(|(hex, _)| (*hex, letters(*hex))).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn game_strings_can_be_played() {
    for document in [POSITION_STRING, RULES, UHP] {
        let words = document.split(['`', '\n']).filter(|text| text.starts_with("Base") && text.contains(';'));
        for example in words.filter(|text| !text.contains("[..]")) {
            let written = GameString::parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
            written
                .play(RuleSet::new(written.game_type))
                .unwrap_or_else(|error| panic!("{example}: {error}"));
        }
    }
}

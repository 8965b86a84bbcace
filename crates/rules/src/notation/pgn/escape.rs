//! Characters that would end a comment or a tag too early.
//!
//! They are written as `&#125;`, the number being the character's code. An `&` that could be mistaken for the
//! beginning of such a group is written that way itself, so every text survives.

use core::fmt::Write as _;

/// Writes one character as a group.
fn push_group(out: &mut String, character: char) {
    write!(out, "&#{};", u32::from(character)).expect("a String takes any text");
}

/// A comment for between braces: one or more lines, none of which looks like a move to a reader that goes
/// line by line.
pub(super) fn comment(text: &str) -> String {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    let mut lines = vec![String::new()];
    for (at, character) in text.char_indices() {
        let rest = &text[at + character.len_utf8()..];
        let inside = at >= start && at < end;
        let line = lines.last_mut().expect("there is a line from the start");
        match character {
            '\n' if inside => lines.push(String::new()),
            '\t' if inside => line.push(character),
            '{' | '}' => push_group(line, character),
            '&' if rest.starts_with('#') => push_group(line, character),
            '[' if rest.starts_with(&super::VARIATION[1..]) => push_group(line, character),
            _ if !inside || character.is_control() => push_group(line, character),
            _ => line.push(character),
        }
    }
    let separator = if lines[1..].iter().any(|line| looks_numbered(line)) { "&#10;" } else { "\n" };
    lines.join(separator)
}

/// Whether the first word of a line has a digit in it, which is what some readers take for a move number.
fn looks_numbered(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.chars().any(char::is_numeric))
}

/// A comment for between double quotes, inside the brackets of a variation.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let group = match character {
            '{' | '}' | '[' | ']' | '"' => true,
            '&' => text[at + 1..].starts_with('#'),
            _ => character.is_control(),
        };
        if group { push_group(&mut out, character) } else { out.push(character) }
    }
    out
}

/// The value of a tag: quotes and backslashes take a backslash.
pub(super) fn tag_value(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for (at, character) in value.char_indices() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            '&' if value[at + 1..].starts_with('#') => push_group(&mut out, character),
            _ if character.is_control() => push_group(&mut out, character),
            _ => out.push(character),
        }
    }
    out
}

/// Takes the backslashes out of the value of a tag. Those that escape nothing are meant as they are: not
/// every program escapes.
pub(super) fn strip_backslashes(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                out.push(next);
                characters.next();
            }
            _ => out.push(character),
        }
    }
    out
}

/// Turns groups back into characters and leaves everything else alone.
pub(super) fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("&#") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match group(rest) {
            Some((character, len)) => {
                out.push(character);
                rest = &rest[len..];
            }
            None => {
                out.push_str("&#");
                rest = &rest[2..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// The character that the group at the beginning of a text stands for, and the length of the group.
fn group(text: &str) -> Option<(char, usize)> {
    // No code has more than seven digits; looking no further keeps the whole text linear.
    let digits = text[2..].bytes().take(8).take_while(u8::is_ascii_digit).count();
    let end = 2 + digits;
    let code = text[2..end].parse().ok()?;
    (text.as_bytes().get(end) == Some(&b';')).then_some(())?;
    Some((char::from_u32(code)?, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARD: [&str; 12] = [
        "",
        "plain",
        "braces {in} it",
        " blanks around\t",
        "\nlines\n\n3. wA1 bQ-\nnot a move\n",
        "& &# &#38; &#125; &#x41; &#99999999; &#55296; &",
        "[%skep-var 1. wS1] and [%clk 0:01]",
        "quotes \" and \\ and \\\" here\\",
        "caf\u{e9} \u{1f41d} \u{2028} \u{85}",
        "\r\n\u{0}\u{1b}",
        " ",
        "\u{3000}wide blank\u{3000}",
    ];

    #[test]
    fn every_comment_survives() {
        for text in HARD {
            assert_eq!(decode(comment(text).trim()), text);
            assert_eq!(decode(&quoted(text)), text);
        }
    }

    #[test]
    fn every_tag_value_survives() {
        for text in HARD {
            let written = tag_value(text);
            assert!(!written.contains('\n'));
            assert_eq!(decode(&strip_backslashes(&written)), text);
        }
    }

    #[test]
    fn a_comment_neither_ends_early_nor_looks_like_a_move() {
        for text in HARD {
            let written = comment(text);
            assert!(!written.contains(['{', '}']) && !written.contains("[%skep-var"), "{written}");
            for line in written.lines().skip(1) {
                assert!(!looks_numbered(line), "{line}");
            }
        }
        assert_eq!(comment("two\nlines"), "two\nlines");
        assert_eq!(comment("then\n4. bQ bS1-"), "then&#10;4. bQ bS1-");
    }

    #[test]
    fn backslashes_that_escape_nothing_stay() {
        assert_eq!(strip_backslashes("C:\\games\\x"), "C:\\games\\x");
        assert_eq!(strip_backslashes("a \\\"b\\\" \\\\ c\\"), "a \"b\" \\ c\\");
    }
}

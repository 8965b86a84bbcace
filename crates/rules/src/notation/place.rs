//! Lines and columns, for errors that say where.

use core::fmt;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Place {
    /// The place of a byte of a text. Takes a walk through the text, so it is for errors only.
    pub(crate) fn of(text: &str, offset: usize) -> Place {
        let offset = offset.min(text.len());
        let before = &text.as_bytes()[..offset];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // Bytes that continue a character do not count.
        let column = before[line_start..].iter().filter(|byte| **byte & 0xC0 != 0x80).count() + 1;
        Place { line: before.iter().filter(|byte| **byte == b'\n').count() + 1, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// As much of a text as an error message bears.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let text = "ab\n\u{e9}\u{e9}x\n";
        let at = |needle: char| Place::of(text, text.find(needle).unwrap());
        assert_eq!(at('a'), Place { line: 1, column: 1 });
        assert_eq!(at('b'), Place { line: 1, column: 2 });
        assert_eq!(at('x'), Place { line: 2, column: 3 });
        assert_eq!(Place::of(text, 999), Place { line: 3, column: 1 });
        assert_eq!(Place::of("", 0).to_string(), "line 1, column 1");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(excerpt("short"), "short");
        assert_eq!(excerpt(&"\u{e9}".repeat(50)), format!("{}...", "\u{e9}".repeat(40)));
    }
}

//! Files with more than one game.

use core::iter::FusedIterator;

use super::header::tag;
use super::read::read_one;
use super::{PgnError, PgnErrorKind};
use crate::notation::Record;
use crate::notation::place::Place;

/// The games of a PGN text, one after the other. A game that cannot be read does not hide those after it.
///
/// ```
/// use skep_rules::notation::pgn;
/// let text = "[GameType \"Base\"]\n1. wS1\n\n[GameType \"Base\"]\n1. wX\n\n[GameType \"Base\"]\n1. wG1\n";
/// let games: Vec<_> = pgn::read_all(text).collect();
/// assert!(games[0].is_ok() && games[2].is_ok());
/// assert_eq!(games[1].as_ref().unwrap_err().place.line, 5);
/// ```
#[must_use]
pub fn read_all(text: &str) -> Games<'_> {
    Games { rest: text, line: 0 }
}

/// The iterator that [`read_all`] hands out.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: &'a str,
    /// How many lines come before the rest.
    line: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<Record, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
            self.rest = "";
            return None;
        }
        let (game, rest) = self.rest.split_at(end_of_first(self.rest));
        let lines_before = self.line;
        self.rest = rest;
        self.line += game.bytes().filter(|byte| *byte == b'\n').count();
        Some(read_one(game).map_err(|error| PgnError {
            place: Place { line: error.place.line + lines_before, ..error.place },
            kind: error.kind,
        }))
    }
}

impl FusedIterator for Games<'_> {}

/// Reads the first game of a text.
///
/// # Errors
///
/// When there is none, or it cannot be read; the error says where.
pub fn read(text: &str) -> Result<Record, PgnError> {
    let empty = PgnError { place: Place { line: 1, column: 1 }, kind: PgnErrorKind::Empty };
    read_all(text).next().unwrap_or(Err(empty))
}

/// Where the first game of a text ends: before the first tag at the beginning of a line that comes after
/// moves.
fn end_of_first(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut line_start, mut moves) = (0, true, false);
    while at < bytes.len() {
        // Nothing of interest is inside a longer character, and its bytes equal no ASCII character.
        match bytes[at] {
            b'\n' => {
                line_start = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'[' if line_start && moves => return at,
            b'[' if !moves => {
                at = tag(&text[at..]).map_or_else(|| find(bytes, at, b'\n'), |(_, _, length)| at + length);
            }
            b'{' => at = find(bytes, at, b'}') + 1,
            b';' => at = find(bytes, at, b'\n'),
            b'%' if line_start => at = find(bytes, at, b'\n'),
            _ => {
                moves |= bytes[at].is_ascii_alphanumeric();
                at += 1;
            }
        }
        line_start = false;
    }
    bytes.len()
}

/// The next place of a byte, or the end.
fn find(bytes: &[u8], from: usize, byte: u8) -> usize {
    bytes[from..].iter().position(|here| *here == byte).map_or(bytes.len(), |at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_ends_where_the_next_tags_begin() {
        let first =
            "\u{feff}{about [all]}\n[A \"{\"]\n[B \"\"] 1. wS1 {[no\n[tag]} ; [nor\n% [this\n x [here\n";
        let text = format!("{first}[C \"\"]\n");
        assert_eq!(end_of_first(&text), first.len());
        assert_eq!(end_of_first(first), first.len());
        assert_eq!(end_of_first("{open [x"), 8);
    }
}

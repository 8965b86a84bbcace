//! Answers to text: the one place that knows `ok`, `err` and `invalidmove`.

use std::fmt;
use std::io::{self, Write};

/// The answer to a command, without the `ok` that ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The command was carried out; these are its lines.
    Lines(Vec<String>),
    /// The command failed and nothing changed.
    Error(String),
    /// The move was refused and nothing changed.
    InvalidMove(String),
}

impl Reply {
    /// A single line.
    pub fn line(line: impl Into<String>) -> Reply {
        Reply::Lines(vec![line.into()])
    }

    /// Nothing but the `ok`.
    #[must_use]
    pub fn nothing() -> Reply {
        Reply::Lines(Vec::new())
    }

    /// A failure.
    pub fn error(reason: impl fmt::Display) -> Reply {
        Reply::Error(reason.to_string())
    }

    /// A refused move.
    pub fn invalid_move(reason: impl fmt::Display) -> Reply {
        Reply::InvalidMove(reason.to_string())
    }

    /// Writes the answer and the `ok` in one piece, and flushes.
    ///
    /// # Errors
    ///
    /// When the reader is gone.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.to_string().as_bytes())?;
        out.flush()
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Lines(lines) => lines.iter().try_for_each(|line| writeln!(f, "{}", one_line(line)))?,
            Reply::Error(reason) => writeln!(f, "err {}", one_line(reason))?,
            Reply::InvalidMove(reason) => writeln!(f, "invalidmove {}", one_line(reason))?,
        }
        f.write_str("ok\n")
    }
}

/// A line break inside an answer would make two answers of it.
fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_ends_in_ok() {
        assert_eq!(Reply::nothing().to_string(), "ok\n");
        assert_eq!(Reply::line("a").to_string(), "a\nok\n");
        assert_eq!(Reply::error("no").to_string(), "err no\nok\n");
        assert_eq!(Reply::invalid_move("no").to_string(), "invalidmove no\nok\n");
    }

    #[test]
    fn no_text_can_break_out_of_its_line() {
        assert_eq!(Reply::error("a\nok\r\nb").to_string(), "err a ok  b\nok\n");
        assert_eq!(Reply::line("a\nok").to_string(), "a ok\nok\n");
    }
}

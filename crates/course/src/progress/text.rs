//! Progress as text.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::Progress;

const HEAD: &str = "skep course";
const VERSION: u32 = 1;
/// Many times what the whole course takes; more is no progress but a wrong file.
const MAX_BYTES: usize = 1 << 18;
const MAX_ID: usize = 64;

/// A text that is no progress. Whatever progress there was stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseProgressError {
    /// The first line is another.
    #[error("this is not the progress of a Skep course")]
    NotProgress,
    /// A later version wrote it.
    #[error("version {0} of the format is newer than this program")]
    Newer(u32),
    /// A line cannot be read.
    #[error("line {line} cannot be read: {text}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What it says, shortened if it is long.
        text: String,
    },
    /// It is far too long.
    #[error("the text is too long")]
    TooLong,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD} {VERSION}")?;
        writeln!(f, "streak {} {}", self.streak, self.best_streak)?;
        for (id, faults) in &self.steps {
            writeln!(f, "step {id} {faults}")?;
        }
        for (id, stars) in &self.lessons {
            writeln!(f, "lesson {id} {stars}")?;
        }
        for line in &self.unknown {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl FromStr for Progress {
    type Err = ParseProgressError;

    fn from_str(text: &str) -> Result<Progress, ParseProgressError> {
        if text.len() > MAX_BYTES {
            return Err(ParseProgressError::TooLong);
        }
        // Editors like to put a mark in front of a file.
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
        let head = lines.by_ref().find(|(_, line)| !line.is_empty()).map_or("", |(_, line)| line);
        let version = head.strip_prefix(HEAD).and_then(|rest| rest.trim().parse::<u32>().ok());
        match version {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(ParseProgressError::Newer(version)),
            _ => return Err(ParseProgressError::NotProgress),
        }
        let mut progress = Progress::new();
        for (index, line) in lines {
            if progress.read_line(line).is_none() {
                let text = line.chars().take(40).collect();
                return Err(ParseProgressError::Line { line: index + 1, text });
            }
        }
        Ok(progress)
    }
}

impl Progress {
    /// Takes in one line; `None` when it is broken.
    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            None => {}
            Some(word) if word.starts_with('#') => {}
            Some("streak") => {
                self.streak = words.next()?.parse().ok()?;
                self.best_streak = words.next()?.parse::<u32>().ok()?.max(self.streak);
            }
            Some("step") => {
                let id = id(words.next()?)?;
                self.note_step(id, words.next()?.parse().ok()?);
            }
            Some("lesson") => {
                let id = id(words.next()?)?;
                self.note_lesson(id, words.next()?.parse().ok().filter(|stars| (1..=3).contains(stars))?);
            }
            Some(word) => {
                // A word of a later version, not the remains of a broken file.
                id(word)?;
                self.unknown.push(line.to_string());
                return Some(());
            }
        }
        words.next().is_none().then_some(()).or_else(|| line.starts_with('#').then_some(()))
    }
}

/// A name as lessons and steps have.
fn id(text: &str) -> Option<&str> {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (text.len() <= MAX_ID && text.bytes().all(is_letter)).then_some(text)
}

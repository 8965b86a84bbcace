//! What is known about a game besides its moves.

use core::fmt;

/// The tags that come first, in this order.
const ROSTER: [&str; 6] = ["Date", "Event", "Site", "Round", "White", "Black"];

/// The tags that a record tells by itself.
const RESERVED: [&str; 5] = ["GameType", "Result", TERMINATION, QUEEN_FIRST, REPETITION_DRAW];

/// Names how a game ended that the board did not end.
pub(crate) const TERMINATION: &str = "Termination";
/// Says that the queen may be placed on the first turn.
pub(crate) const QUEEN_FIRST: &str = "QueenFirst";
/// Says whether the third occurrence of a position is a draw.
pub(crate) const REPETITION_DRAW: &str = "RepetitionDraw";

/// Names and values such as `White` and `Ada`: date, event, site, round and players first, then the others
/// in the order in which they were set.
///
/// ```
/// use skep_rules::notation::{TagError, Tags};
/// let mut tags = Tags::default();
/// tags.set("Annotator", "Ada")?;
/// tags.set("Black", "Grace \"Amazing\" H.")?;
/// assert_eq!(tags.get("Black"), Some("Grace \"Amazing\" H."));
/// assert_eq!(tags.iter().next().map(|(name, _)| name), Some("Black"));
/// assert_eq!(tags.set("Result", "Draw"), Err(TagError::Reserved));
/// # Ok::<(), TagError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

/// A tag that cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagError {
    /// A name is made of the letters `A` to `Z`, digits and underscores, and is not empty.
    Name,
    /// The record tells this by itself: `GameType`, `Result`, `Termination`, `QueenFirst`,
    /// `RepetitionDraw`.
    Reserved,
}

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in place of an earlier value.
    ///
    /// # Errors
    ///
    /// When the name is not fit, or says what the record tells by itself.
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), TagError> {
        if !is_name(name) {
            return Err(TagError::Name);
        }
        if RESERVED.contains(&name) {
            return Err(TagError::Reserved);
        }
        self.insert(name, value.into());
        Ok(())
    }

    /// Takes a tag away and hands back its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// All tags, in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The tags that come before the result.
    pub(crate) fn roster(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(|(name, _)| rank(name) < ROSTER.len())
    }

    /// The tags that come after it.
    pub(crate) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(|(name, _)| rank(name) == ROSTER.len())
    }

    /// Keeps a termination in words that no [`Ending`](super::Ending) has.
    pub(crate) fn keep_termination(&mut self, value: String) {
        self.insert(TERMINATION, value);
    }

    pub(super) fn forget_termination(&mut self) {
        self.remove(TERMINATION);
    }

    fn insert(&mut self, name: &str, value: String) {
        if let Some((_, old)) = self.0.iter_mut().find(|(known, _)| known == name) {
            *old = value;
            return;
        }
        let rank = rank(name);
        let at = self.0.partition_point(|(known, _)| self::rank(known) <= rank);
        self.0.insert(at, (name.to_owned(), value));
    }
}

/// Whether a text can be the name of a tag.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Where in the roster a tag belongs; all others come after it.
fn rank(name: &str) -> usize {
    ROSTER.iter().position(|known| *known == name).unwrap_or(ROSTER.len())
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TagError::Name => "a tag's name is made of letters, digits and underscores",
            TagError::Reserved => "the record tells this tag by itself",
        })
    }
}

impl core::error::Error for TagError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roster_comes_first_and_the_rest_in_order() {
        let mut tags = Tags::default();
        for name in ["Zulu", "Black", "Alpha", "Date", "White"] {
            tags.set(name, name.to_lowercase()).unwrap();
        }
        tags.set("Zulu", "again").unwrap();
        let names: Vec<&str> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Date", "White", "Black", "Zulu", "Alpha"]);
        assert_eq!(tags.get("Zulu"), Some("again"));
        assert_eq!(tags.remove("Zulu"), Some("again".to_owned()));
        assert_eq!(tags.get("Zulu"), None);
    }

    #[test]
    fn names_that_could_not_be_read_back_are_refused() {
        let mut tags = Tags::default();
        for name in ["", "two words", "quote\"", "bracket]", "caf\u{e9}", "line\n"] {
            assert_eq!(tags.set(name, ""), Err(TagError::Name), "{name}");
        }
        for name in RESERVED {
            assert_eq!(tags.set(name, ""), Err(TagError::Reserved), "{name}");
        }
    }
}

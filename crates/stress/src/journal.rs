//! What a game's players sent, and what they were told: written before and after, so that it can be held against the
//! database when the server is dead.
//!
//! ```text
//! S game seat id ply move     about to be sent
//! A game seat id version      acknowledged
//! ```

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use skep_rules::Color;

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Sent { game: String, seat: Color, id: String, ply: u16, text: String },
    Acknowledged { game: String, seat: Color, id: String, version: i64 },
}

/// A file that grows; each line is handed to the system at once, which outlives the server and this program.
#[derive(Debug)]
pub(crate) struct Journal(Option<File>);

impl Journal {
    pub(crate) fn create(folder: Option<&Path>, name: usize) -> Result<Journal> {
        let Some(folder) = folder else { return Ok(Journal(None)) };
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{name}.log"));
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Journal(Some(file)))
    }

    pub(crate) fn write(&mut self, entry: &Entry) -> Result<()> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let line = match entry {
            Entry::Sent { game, seat, id, ply, text } => {
                format!("S {game} {} {id} {ply} {text}\n", seat.letter())
            }
            Entry::Acknowledged { game, seat, id, version } => {
                format!("A {game} {} {id} {version}\n", seat.letter())
            }
        };
        file.write_all(line.as_bytes()).context("cannot write the journal")
    }
}

/// Reads a line.
pub(crate) fn read(line: &str) -> Result<Entry> {
    let mut words = line.splitn(6, ' ');
    let mut word = || words.next().context("a line of the journal is cut off");
    let (kind, game, seat, id) = (word()?, word()?.to_owned(), word()?, word()?.to_owned());
    let seat = match seat {
        "w" => Color::White,
        "b" => Color::Black,
        other => bail!("{other} is no seat"),
    };
    match kind {
        "S" => Ok(Entry::Sent { game, seat, id, ply: word()?.parse()?, text: word()?.to_owned() }),
        "A" => Ok(Entry::Acknowledged { game, seat, id, version: word()?.parse()? }),
        other => bail!("{other} is no kind of line"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Journal, read};
    use skep_rules::Color;

    #[test]
    fn lines_are_read_back() {
        let folder = std::env::temp_dir().join(format!("skep-journal-{}", std::process::id()));
        let (game, id) = ("k3Xw9TqBzP".to_owned(), "m-7".to_owned());
        let entries = [
            Entry::Sent {
                game: game.clone(),
                seat: Color::White,
                id: id.clone(),
                ply: 7,
                text: "wA1 bQ/".to_owned(),
            },
            Entry::Acknowledged { game, seat: Color::Black, id, version: 9 },
        ];
        let mut journal = Journal::create(Some(&folder), 1).expect("a file");
        for entry in &entries {
            journal.write(entry).expect("written");
        }
        let text = std::fs::read_to_string(folder.join("1.log")).expect("readable");
        let lines: Vec<Entry> = text.lines().map(|line| read(line).expect("a line")).collect();
        assert_eq!(lines, entries);
        assert!(read("S x").is_err() && read("X a w b 1").is_err());
        let _ = std::fs::remove_dir_all(folder);
    }
}

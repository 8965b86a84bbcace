//! The gestures of the players.

use crate::{Bug, Color, Piece};

/// A place on the site's table: columns count from `A` = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) column: i32,
    pub(super) row: i32,
}

/// One gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A tile is picked up, or put back: whatever was put down in this turn no longer counts.
    Lift,
    /// A tile is put down; `done` when that ends the turn.
    Put { tile: Piece, cell: Cell, done: bool },
    /// The player passes; `done` when that ends the turn.
    Pass { done: bool },
    /// The turn ends.
    Done,
    /// The players change sides.
    Swap,
    /// The player gives up, or takes that back.
    Resign,
    /// A draw is offered or declined.
    Talk,
    /// A draw is accepted.
    AcceptDraw,
    /// The player loses on time.
    LoseOnTime,
    /// The player wins on time.
    WinOnTime,
    /// Something without a bearing on the game.
    Nothing,
}

/// Reads a gesture of a player: an optional number, a word, and what belongs to the word. `None` when it is
/// not understood.
pub(super) fn parse(text: &str, player: Color) -> Option<Command> {
    let mut words = text.split_whitespace().peekable();
    words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let word = words.next()?.to_ascii_lowercase();
    Some(match word.as_str() {
        "pick" | "pickb" | "drop" | "reset" | "undo" => Command::Lift,
        "dropb" | "pdropb" => {
            let tile = tile(words.next()?, player)?;
            Command::Put { tile, cell: cell(words.next()?, words.next()?)?, done: false }
        }
        "move" | "pmove" | "movedone" | "pmovedone" => {
            let pool = match words.next()? {
                "W" | "w" => Color::White,
                "B" | "b" => Color::Black,
                _ => return None,
            };
            let tile = tile(words.next()?, pool)?;
            let cell = cell(words.next()?, words.next()?)?;
            Command::Put { tile, cell, done: word.ends_with("done") }
        }
        "pass" | "passdone" => Command::Pass { done: word.ends_with("done") },
        "done" => Command::Done,
        "swap" => Command::Swap,
        "resign" => Command::Resign,
        "offerdraw" | "declinedraw" => Command::Talk,
        "acceptdraw" => Command::AcceptDraw,
        "loseontime" => Command::LoseOnTime,
        "winontime" => Command::WinOnTime,
        "start" | "edit" | "pleaseundo" | "dontundo" | "allowundo" => Command::Nothing,
        _ => return None,
    })
}

/// The tile of a name such as `wA1`, `bP1`, or, in old files, `a1` and `b1`.
fn tile(name: &str, owner: Color) -> Option<Piece> {
    if let Ok(tile) = name.parse() {
        return Some(tile);
    }
    let mut letters = name.chars();
    let bug = Bug::from_letter(letters.next()?)?;
    let number = match letters.as_str() {
        "" if bug.copies() == 1 => 1,
        digits => digits.parse().ok()?,
    };
    Piece::new(owner, bug, number)
}

/// The cell of a column such as `N`, `2A` or `1Z`, and a row.
fn cell(column: &str, row: &str) -> Option<Cell> {
    let row = row.parse::<i16>().ok()?;
    let letter = column.chars().next_back().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let base = i32::from(letter as u8 - b'A');
    let beyond = &column[..column.len() - 1];
    let column = match letter {
        _ if beyond.is_empty() => base,
        'A' => -i32::from(beyond.parse::<u16>().ok()?),
        'Z' => base + i32::from(beyond.parse::<u16>().ok()?),
        _ => return None,
    };
    Some(Cell { column, row: i32::from(row) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(tile: &str, column: i32, row: i32, done: bool) -> Option<Command> {
        Some(Command::Put { tile: tile.parse().unwrap(), cell: Cell { column, row }, done })
    }

    #[test]
    fn gestures_of_all_ages_are_understood() {
        let white = |text: &str| parse(text, Color::White);
        assert_eq!(white("2 dropb wS1 N 13 ."), put("wS1", 13, 13, false));
        assert_eq!(white("2 Dropb bP1 M 7 -wS1"), put("bP", 12, 7, false));
        assert_eq!(white("7 dropb b1 N 12 wG1\\"), put("wB1", 13, 12, false));
        assert_eq!(parse("7 dropb b1 N 12 wG1\\", Color::Black), put("bB1", 13, 12, false));
        assert_eq!(white("7 dropb q N 12"), put("wQ", 13, 12, false));
        assert_eq!(white("4 move B A1 N 14 \\wG1"), put("bA1", 13, 14, false));
        assert_eq!(white("4 Movedone W wM1 1A -3 x"), put("wM", -1, -3, true));
        assert_eq!(white("4 PMove b bb2 2Z 30 x"), put("bB2", 27, 30, false));
        assert_eq!(white("pass"), Some(Command::Pass { done: false }));
        assert_eq!(white("9 PassDone "), Some(Command::Pass { done: true }));
        assert_eq!(white("21 Pickb M 12 a1"), Some(Command::Lift));
        assert_eq!(white("0 Start P0"), Some(Command::Nothing));
        assert_eq!(white("5 LoseOnTime"), Some(Command::LoseOnTime));
    }

    #[test]
    fn what_is_not_understood_is_not_guessed() {
        for text in [
            "",
            "5",
            "5 fly",
            "2 dropb",
            "2 dropb wS1",
            "2 dropb wS1 N",
            "2 dropb wS1 N x",
            "2 dropb wX1 N 13",
            "2 dropb wS1 1N 13",
            "2 dropb wS1 \u{e9} 13",
            "2 dropb wA N 13",
            "4 move X A1 N 14",
            "4 move B A4 N 14",
            "2 dropb wS1 99999Z 13",
            "2 dropb wS1 N 99999",
        ] {
            assert_eq!(parse(text, Color::White), None, "{text}");
        }
    }
}

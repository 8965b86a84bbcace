//! Games in and out as text, and where progress is kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skep_rules::notation::pgn;
use skep_rules::notation::uhp::{GameString, GameStringError};
use skep_rules::{Game, ParseSetupError, Position, RuleSet, Setup, SetupErrors};
use thiserror::Error;

/// Larger files are no games.
const LARGEST: u64 = 1 << 20;

/// A text that is no game.
#[derive(Debug, Error)]
pub enum ReadGameError {
    /// It is no game string, and nothing else either.
    #[error("{0}")]
    GameString(#[from] GameStringError),
    /// It looks like a position string and is none.
    #[error("{0}")]
    PositionString(#[from] ParseSetupError),
    /// The position could not have come about.
    #[error("{0}")]
    Position(#[from] SetupErrors),
    /// It looks like PGN and is none.
    #[error("{0}")]
    Pgn(#[from] pgn::PgnError),
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The file is too large.
    #[error("it is too large to be a game")]
    TooLarge,
}

/// The game that a text names: a game type such as `Base+MLP`, a game string, a position string, or PGN.
///
/// # Errors
/// When it is none of them, or cannot be played.
pub fn read_game(text: &str, queen_first: bool) -> Result<Game, ReadGameError> {
    let text = text.trim();
    if text.starts_with('[') {
        return Ok(pgn::read(text)?.game());
    }
    // Underscores are in position strings only.
    if text.contains('_') && !text.contains(';') {
        let setup: Setup = text.parse()?;
        return Ok(Game::from_position(setup.validate()?));
    }
    let written = GameString::parse(text)?;
    let rules = RuleSet { queen_first, ..RuleSet::new(written.game_type) };
    // Who wrote it may have allowed the queen first; a game that was played under either rule can be read.
    Ok(written
        .play(rules)
        .or_else(|error| written.play(RuleSet { queen_first: true, ..rules }).map_err(|_| error))?)
}

/// The text of a game: its game string, or, where it began in the middle, the string of its position.
#[must_use]
pub fn write_game(game: &Game) -> String {
    if *game.start() == Position::new(game.start().rules()) {
        game.to_uhp()
    } else {
        Setup::from(game.position()).to_string()
    }
}

/// Reads a game from a file.
///
/// # Errors
/// When there is no such file, or no game in it.
pub fn open_game(path: &Path) -> Result<Game, ReadGameError> {
    if fs::metadata(path)?.len() > LARGEST {
        return Err(ReadGameError::TooLarge);
    }
    read_game(&fs::read_to_string(path)?, false)
}

/// Writes a text beside its place first, so that a full disk or a power cut leaves the old one.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

/// Where progress is kept unless another place is named: in the user's folder for data.
#[must_use]
pub fn progress_file() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    folder.map(|folder| folder.join("skep").join("progress.txt"))
}

#[cfg(test)]
mod tests {
    use skep_rules::GameType;

    use super::*;

    #[test]
    fn games_come_back_from_their_text() {
        for text in ["Base+MLP;NotStarted;White[1]", "Base;InProgress;White[2];wS1;bS1 wS1-", "Base_w2_As"] {
            assert_eq!(write_game(&read_game(text, false).unwrap()), text);
        }
        assert_eq!(read_game(" base+pm\n", false).unwrap().position().game_type().to_string(), "Base+MP");
        assert!(read_game("Base;wQ", false).is_ok(), "the queen first, as it was written");
        for bad in ["", "chess", "Base;wQ;wQ", "Base_w2_Ax", "[x", "Base_w2_A1s"] {
            assert!(read_game(bad, false).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_file_is_written_and_read() {
        let folder = std::env::temp_dir().join(format!("skep-tui-{}", std::process::id()));
        let path = folder.join("deep").join("game.txt");
        write(&path, &write_game(&Game::new(GameType::BASE))).unwrap();
        assert_eq!(open_game(&path).unwrap().position().game_type(), GameType::BASE);
        assert!(open_game(&folder).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}

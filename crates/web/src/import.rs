//! Games out of texts that people paste, drop or open: game strings, PGN, BoardSpace files, this app's own stored
//! games. A file with several games gives all that can be read, and says what is wrong with the others.

use std::fmt;

use skep_rules::notation::uhp::{GameString, GameStringError};
use skep_rules::notation::{self, Record, pgn, sgf};
use skep_rules::{ByColor, Color, Game, RuleSet};

use crate::clock::Millis;
use crate::players::Seat;
use crate::saved::{self, Ending, Saved};

/// Nothing a person pastes is bigger; a film dropped here by mistake is.
pub const MAX_BYTES: usize = 4 << 20;

/// Why a text, or a part of it, is no game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportError {
    /// More than [`MAX_BYTES`], or a game longer than any.
    TooBig,
    /// No kind of record that is known here.
    Nothing,
    /// A move of a game string cannot be played.
    Move {
        /// Its number, from 1.
        number: usize,
        /// As it was written, shortened if it is long.
        text: String,
    },
    /// A file is wrong at this place.
    File {
        /// The line, from 1.
        line: usize,
        /// What is wrong, in the words of the rules library.
        reason: String,
    },
}

/// What was found in a text: never nothing at all.
#[derive(Debug)]
pub struct Import {
    /// The games, in their order.
    pub games: Vec<Saved>,
    /// What is wrong with those that could not be read.
    pub refused: Vec<ImportError>,
}

impl Import {
    fn of(read: impl Iterator<Item = Result<Saved, ImportError>>) -> Import {
        let mut import = Import { games: Vec::new(), refused: Vec::new() };
        for game in read {
            match game {
                Ok(game) => import.games.push(game),
                Err(error) => import.refused.push(error),
            }
        }
        import
    }
}

/// Reads whatever a person may have: a game string, PGN with one game or many, a BoardSpace file, a stored game.
///
/// # Errors
/// If there is not a single game in it: what is wrong with the first.
pub fn read(text: &str, now: Millis) -> Result<Import, ImportError> {
    if text.len() > MAX_BYTES {
        return Err(ImportError::TooBig);
    }
    let text = text.trim_start_matches('\u{feff}').trim();
    let mut import = if text.starts_with(saved::FIRST_LINE) {
        Import::of(stored(text))
    } else if text.starts_with('[') {
        let fault = |place: notation::Place, kind: &dyn fmt::Display| ImportError::File {
            line: place.line,
            reason: kind.to_string(),
        };
        Import::of(pgn::read_all(text).map(|game| match game {
            Ok(record) => Ok(of_record(&record, now)),
            Err(error) => Err(fault(error.place, &error.kind)),
        }))
    } else if text.starts_with('(') {
        let game = sgf::read(text)
            .map(|record| of_record(&record, now))
            .map_err(|error| ImportError::File { line: error.place.line, reason: error.kind.to_string() });
        Import::of([game].into_iter())
    } else {
        Import::of([read_game_string(text, now)].into_iter())
    };
    if import.games.is_empty() {
        // A text without any game has at least one thing wrong with it.
        return Err(import.refused.drain(..).next().unwrap_or(ImportError::Nothing));
    }
    Ok(import)
}

/// This app's own stored games, one after the other.
fn stored(text: &str) -> impl Iterator<Item = Result<Saved, ImportError>> {
    let lines: Vec<&str> = text.lines().collect();
    let heads: Vec<usize> = (0..lines.len()).filter(|&at| lines[at] == saved::FIRST_LINE).collect();
    let ends: Vec<usize> = heads.iter().skip(1).copied().chain([lines.len()]).collect();
    heads.into_iter().zip(ends).map(move |(head, end)| {
        Saved::parse(&lines[head..end].join("\n"))
            .map_err(|error| ImportError::File { line: head + 1, reason: error.to_string() })
    })
}

/// A game string does not say how the queens may come in; its moves do.
fn read_game_string(text: &str, now: Millis) -> Result<Saved, ImportError> {
    let written = GameString::parse(text).map_err(|error| match error {
        GameStringError::TooLong => ImportError::TooBig,
        _ => ImportError::Nothing,
    })?;
    let tournament = RuleSet::new(written.game_type);
    let booklet = RuleSet { queen_first: true, ..tournament };
    let game = written.play(tournament).or_else(|_| written.play(booklet)).map_err(|error| match error {
        GameStringError::Move { index, text, .. } => ImportError::Move { number: index + 1, text },
        _ => ImportError::TooBig,
    })?;
    Ok(at_this_table(game, now))
}

fn of_record(record: &Record, now: Millis) -> Saved {
    let mut saved = at_this_table(record.game(), now);
    saved.ending = match record.outcome() {
        Some(notation::Outcome::Other(ending)) => Some(match ending {
            notation::Ending::Agreed => Ending::Agreed,
            notation::Ending::Resigned(color) => Ending::Resigned(color),
            notation::Ending::OutOfTime(color) => Ending::OutOfTime(color),
            other => Ending::Stated(other.result()),
        }),
        Some(notation::Outcome::Board(_)) | None => None,
    };
    saved.names = names(record);
    saved
}

/// What the players are called, if the file knows either.
fn names(record: &Record) -> Option<ByColor<String>> {
    let name = |tag| record.tags().get(tag).map(str::trim).filter(|name| !name.is_empty() && *name != "?");
    let (white, black) = (name("White"), name("Black"));
    let or_unknown = |name: Option<&str>| name.unwrap_or("?").to_owned();
    (white.is_some() || black.is_some())
        .then(|| ByColor { white: or_unknown(white), black: or_unknown(black) })
}

/// An imported game belongs to two people at this table: they can look at it, or play on.
fn at_this_table(game: Game, now: Millis) -> Saved {
    let mut saved = Saved::new(game.start().rules(), ByColor::new_with(|_: Color| Seat::Human), None, now);
    saved.game = game;
    saved
}

#[cfg(test)]
mod tests {
    use skep_rules::GameResult;

    use super::*;

    fn one(text: &str) -> Saved {
        let import = read(text, 7).unwrap();
        assert_eq!((import.games.len(), import.refused.len()), (1, 0), "{text}");
        import.games.into_iter().next().unwrap()
    }

    #[test]
    fn game_strings_of_both_openings() {
        assert_eq!(one(" Base;InProgress;White[2];wS1;bG1 wS1- ").game.moves().len(), 2);
        let booklet = one("Base;InProgress;White[2];wQ;bQ wQ-");
        assert!(booklet.game.start().rules().queen_first);
        assert_eq!(booklet.game.moves().len(), 2);
    }

    #[test]
    fn a_bad_move_is_named() {
        let bad = read("Base;InProgress;White[2];wS1;bG1 wS1-;wA1 bG1-", 0).unwrap_err();
        assert_eq!(bad, ImportError::Move { number: 3, text: "wA1 bG1-".to_owned() });
        // With the queen first the game goes further, up to the move that no opening allows.
        let late = read("Base;InProgress;White[2];wQ;bQ wQ-;wA1 bQ-", 0).unwrap_err();
        assert_eq!(late, ImportError::Move { number: 3, text: "wA1 bQ-".to_owned() });
    }

    #[test]
    fn a_record_keeps_its_names_and_its_end() {
        let saved =
            one("[GameType \"Base\"]\n[White \"Ada\"]\n[Black \"?\"]\n[Result \"BlackWins\"]\n1. wS1\n");
        assert_eq!(saved.names.map(|names| (names.white, names.black)), Some(("Ada".into(), "?".into())));
        assert_eq!(saved.ending, Some(Ending::Stated(GameResult::Win(Color::Black))));
        assert!(one("[GameType \"Base\"]\n[White \"?\"]\n1. wS1\n").names.is_none());
    }

    #[test]
    fn one_bad_game_of_a_file_does_not_hide_the_others() {
        let game = "[GameType \"Base\"]\n1. wS1\n2. bG1 wS1-\n\n";
        let import = read(&format!("{game}[GameType \"Base\"]\n1. wX9\n\n{game}"), 0).unwrap();
        assert_eq!(import.games.len(), 2);
        assert!(matches!(import.refused[..], [ImportError::File { line: 6, .. }]), "{:?}", import.refused);
    }

    #[test]
    fn a_boardspace_file() {
        let saved = one(
            "(;SU[hive]P0[id \"ada\"]P1[id \"bo\"];P0[movedone W wA1 N 13 .];P1[movedone B bA1 O 13 wA1-])",
        );
        assert_eq!(saved.game.moves().len(), 2);
        assert_eq!(saved.names.map(|names| names.white), Some("ada".to_owned()));
    }

    #[test]
    fn a_stored_game_and_a_byte_order_mark() {
        let saved = one("Base;InProgress;White[2];wS1;bG1 wS1-");
        assert_eq!(one(&format!("\u{feff}{saved}")).to_string(), saved.to_string());
    }

    #[test]
    fn all_stored_games_of_one_file() {
        let (a, b) = (one("Base;InProgress;White[2];wS1;bG1 wS1-"), one("Base+M;InProgress;Black[1];wM"));
        let import = read(&format!("{a}\n{b}\nskep-game 1\ncreated=oops\n"), 9).unwrap();
        let texts: Vec<String> = import.games.iter().map(Saved::to_string).collect();
        assert_eq!(texts, [a.to_string(), b.to_string()], "nothing of them is made anew");
        assert!(matches!(import.refused[..], [ImportError::File { .. }]), "{:?}", import.refused);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for bad in [
            "",
            "hello",
            "\u{0}\u{1}",
            "[GameType \"Nonsense\"]",
            "(;GM[1])",
            "skep-game 1\ncreated=oops",
            "skep-game 10",
        ] {
            assert!(read(bad, 0).is_err(), "{bad}");
        }
        assert_eq!(read("hello", 0).unwrap_err(), ImportError::Nothing);
        assert_eq!(read(&"x".repeat(MAX_BYTES + 1), 0).unwrap_err(), ImportError::TooBig);
    }
}

//! Text to commands.

use std::time::Duration;

use crate::time::{ParseTimeError, parse_time};

/// One line of input, understood.
///
/// Keywords are read in any letter case, with any blanks between words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `info`: who the engine is and what it can play.
    Info,
    /// `newgame [GameTypeString | GameString]`. The text is empty if there was none.
    NewGame(String),
    /// `play MoveString`.
    Play(String),
    /// `pass`.
    Pass,
    /// `validmoves`.
    ValidMoves,
    /// `bestmove ...`.
    BestMove(Effort),
    /// `undo [plies]`.
    Undo(usize),
    /// `options`.
    Options,
    /// `options get Name`.
    GetOption(String),
    /// `options set Name Value`.
    SetOption {
        /// The name, as it was written.
        name: String,
        /// All that follows the name.
        value: String,
    },
    /// `stop`: ends a running `bestmove` or `perft`. An extra of this engine.
    Stop,
    /// `explain [MoveString]`: what the engine makes of the position, or of a turn. An extra of this engine.
    Explain(Option<String>),
    /// `perft depth`. An extra of this engine.
    Perft(u32),
    /// `help [command]`. An extra of this engine.
    Help(Option<String>),
    /// `exit`.
    Exit,
}

/// How long `bestmove` may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// `bestmove depth N`: plies to look ahead.
    Depth(u32),
    /// `bestmove time HH:MM:SS`: time for this move.
    Time(Duration),
    /// `bestmove nodes N`: positions to look at. An extra of this engine.
    Nodes(u64),
    /// `bestmove clock HH:MM:SS [HH:MM:SS]`: what is left on the clock, and what each move adds. An extra of
    /// this engine.
    Clock {
        /// What is left for the rest of the game.
        remaining: Duration,
        /// What each move adds.
        increment: Duration,
    },
    /// `bestmove`: until stopped.
    Unlimited,
}

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCommandError {
    /// The first word is no command.
    #[error("unknown command {0:?}, try help")]
    Unknown(String),
    /// Words are missing or too many.
    #[error("usage: {0}")]
    Usage(&'static str),
    /// A number was expected.
    #[error("{0:?} is not a whole number from 0 on")]
    Number(String),
    /// A time was expected.
    #[error("{text:?} is no time: {error}")]
    Time {
        /// What was there instead.
        text: String,
        /// What is wrong with it.
        error: ParseTimeError,
    },
}

use ParseCommandError::Usage;

impl Command {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    ///
    /// When the line is no command, or its arguments cannot be right whatever the game is.
    pub fn parse(line: &str) -> Result<Option<Command>, ParseCommandError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let (keyword, rest) = split_word(line);
        let bare = |command: Command, usage: &'static str| {
            if rest.is_empty() { Ok(command) } else { Err(Usage(usage)) }
        };
        let command = match keyword.to_ascii_lowercase().as_str() {
            "info" => bare(Command::Info, "info")?,
            "newgame" => Command::NewGame(rest.to_owned()),
            "play" if rest.is_empty() => return Err(Usage("play MoveString")),
            "play" => Command::Play(rest.to_owned()),
            "pass" => bare(Command::Pass, "pass")?,
            "validmoves" => bare(Command::ValidMoves, "validmoves")?,
            "bestmove" => Command::BestMove(parse_effort(rest)?),
            "undo" if rest.is_empty() => Command::Undo(1),
            "undo" => Command::Undo(number(rest)?),
            "options" => parse_options(rest)?,
            "stop" => bare(Command::Stop, "stop")?,
            "explain" => Command::Explain((!rest.is_empty()).then(|| rest.to_owned())),
            "perft" if rest.is_empty() => return Err(Usage("perft depth")),
            "perft" => Command::Perft(number(rest)?),
            "help" | "?" => Command::Help((!rest.is_empty()).then(|| rest.to_ascii_lowercase())),
            "exit" | "quit" => bare(Command::Exit, "exit")?,
            _ => return Err(ParseCommandError::Unknown(excerpt(keyword))),
        };
        Ok(Some(command))
    }

    /// Whether this may take so long that somebody wants to stop it.
    #[must_use]
    pub fn is_long(&self) -> bool {
        matches!(self, Command::BestMove(_) | Command::Explain(_) | Command::Perft(_))
    }
}

fn parse_effort(text: &str) -> Result<Effort, ParseCommandError> {
    const USAGE: &str = "bestmove [depth N | time HH:MM:SS | nodes N | clock HH:MM:SS [HH:MM:SS]]";
    let words: Vec<&str> = text.split_whitespace().collect();
    let kind = words.first().map(|word| word.to_ascii_lowercase());
    match (kind.as_deref(), words.get(1..).unwrap_or_default()) {
        (None, _) => Ok(Effort::Unlimited),
        (Some("depth"), [depth]) => Ok(Effort::Depth(number(depth)?)),
        (Some("time"), [limit]) => Ok(Effort::Time(time(limit)?)),
        (Some("nodes"), [nodes]) => Ok(Effort::Nodes(number(nodes)?)),
        (Some("clock"), [remaining]) => {
            Ok(Effort::Clock { remaining: time(remaining)?, increment: Duration::ZERO })
        }
        (Some("clock"), [remaining, increment]) => {
            Ok(Effort::Clock { remaining: time(remaining)?, increment: time(increment)? })
        }
        _ => Err(Usage(USAGE)),
    }
}

fn parse_options(text: &str) -> Result<Command, ParseCommandError> {
    const USAGE: &str = "options [get Name | set Name Value]";
    if text.is_empty() {
        return Ok(Command::Options);
    }
    let (verb, rest) = split_word(text);
    let (name, value) = split_word(rest);
    match verb.to_ascii_lowercase().as_str() {
        "get" if !name.is_empty() && value.is_empty() => Ok(Command::GetOption(name.to_owned())),
        "set" if !value.is_empty() => {
            Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        }
        _ => Err(Usage(USAGE)),
    }
}

/// The first word, and the rest without the blanks before it.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, ParseCommandError> {
    text.parse().map_err(|_| ParseCommandError::Number(excerpt(text)))
}

fn time(text: &str) -> Result<Duration, ParseCommandError> {
    parse_time(text).map_err(|error| ParseCommandError::Time { text: excerpt(text), error })
}

/// As much of a text as an error line bears.
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

    fn parse(line: &str) -> Result<Option<Command>, ParseCommandError> {
        Command::parse(line)
    }

    #[test]
    fn every_command_is_understood() {
        let seconds = Duration::from_secs;
        for (line, command) in [
            ("info", Command::Info),
            ("newgame", Command::NewGame(String::new())),
            ("newgame Base+ML", Command::NewGame("Base+ML".into())),
            (
                "newgame Base;InProgress;White[2];wS1;bS1 wS1-",
                Command::NewGame("Base;InProgress;White[2];wS1;bS1 wS1-".into()),
            ),
            ("play wS1", Command::Play("wS1".into())),
            ("play  bS1  wS1-", Command::Play("bS1  wS1-".into())),
            ("pass", Command::Pass),
            ("validmoves", Command::ValidMoves),
            ("bestmove", Command::BestMove(Effort::Unlimited)),
            ("bestmove depth 3", Command::BestMove(Effort::Depth(3))),
            ("bestmove time 00:00:05", Command::BestMove(Effort::Time(seconds(5)))),
            ("bestmove nodes 1000", Command::BestMove(Effort::Nodes(1000))),
            (
                "bestmove clock 00:01:00 00:00:01",
                Command::BestMove(Effort::Clock { remaining: seconds(60), increment: seconds(1) }),
            ),
            ("undo", Command::Undo(1)),
            ("undo 4", Command::Undo(4)),
            ("options", Command::Options),
            ("options get Threads", Command::GetOption("Threads".into())),
            ("options set Threads 2", Command::SetOption { name: "Threads".into(), value: "2".into() }),
            ("stop", Command::Stop),
            ("explain", Command::Explain(None)),
            ("explain wS1", Command::Explain(Some("wS1".into()))),
            ("perft 3", Command::Perft(3)),
            ("help", Command::Help(None)),
            ("? PLAY", Command::Help(Some("play".into()))),
            ("exit", Command::Exit),
        ] {
            assert_eq!(parse(line), Ok(Some(command)), "{line}");
        }
    }

    #[test]
    fn letter_case_blanks_and_line_ends_do_not_matter() {
        assert_eq!(parse("  BESTMOVE\t Depth   3 \r\n"), parse("bestmove depth 3"));
        assert_eq!(parse("Options  SET\tThreads 2\r"), parse("options set Threads 2"));
        for blank in ["", " ", "\r\n", "\t \r"] {
            assert_eq!(parse(blank), Ok(None));
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for line in ["dance", "newgamebase", "\u{1F41D}"] {
            assert!(matches!(parse(line), Err(ParseCommandError::Unknown(_))), "{line}");
        }
        for line in [
            "info now",
            "play",
            "pass please",
            "validmoves all",
            "bestmove depth",
            "bestmove depth 3 4",
            "bestmove soon",
            "bestmove clock",
            "options get",
            "options get A B",
            "options set Threads",
            "options reset",
            "perft",
            "exit 1",
        ] {
            assert!(matches!(parse(line), Err(Usage(_))), "{line}");
        }
        for line in ["undo -1", "undo x", "undo 1 2", "bestmove depth -1", "bestmove nodes 1e6", "perft two"]
        {
            assert!(matches!(parse(line), Err(ParseCommandError::Number(_))), "{line}");
        }
        for line in ["bestmove time 5", "bestmove time 00:00:99", "bestmove clock 00:01:00 x"] {
            assert!(matches!(parse(line), Err(ParseCommandError::Time { .. })), "{line}");
        }
        let long = "x".repeat(1000);
        assert!(parse(&long).unwrap_err().to_string().len() < 100);
    }
}

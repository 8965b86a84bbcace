//! A game as this device keeps it: one small text of `key=value` lines, readable in any editor.
//!
//! ```text
//! skep-game 1
//! created=1763238660000
//! updated=1763238990000
//! white=human
//! black=level 3
//! opening=tournament
//! clock=10+5
//! left=598000,600000
//! ending=resigned white
//! game=Base+MLP;InProgress;White[2];wS1;bG1 wS1-
//! ```

use std::fmt;

use skep_rules::notation::uhp::{GameString, GameStringError};
use skep_rules::{ByColor, Color, EndReason, Game, GameResult, RuleSet};

use crate::clock::{Millis, TimeControl};
use crate::players::Seat;

/// How each stored game begins.
pub const FIRST_LINE: &str = "skep-game 1";

/// A stored game.
#[derive(Debug, Clone)]
pub struct Saved {
    /// When it was started.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// Who sits where.
    pub seats: ByColor<Seat>,
    /// What the players are called, if they have names.
    pub names: Option<ByColor<String>>,
    /// Clocks, if it has any, and what is left on them.
    pub clock: Option<(TimeControl, ByColor<Millis>)>,
    /// How it ended, if the board did not end it.
    pub ending: Option<Ending>,
    /// The moves.
    pub game: Game,
}

/// How a game ended that the board did not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The players agreed on a draw.
    Agreed,
    /// This player gave up.
    Resigned(Color),
    /// This player's time ran out.
    OutOfTime(Color),
    /// An imported game says so, without a reason we know.
    Stated(GameResult),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// By the rules.
    Board(EndReason),
    /// In another way.
    Other(Ending),
}

impl Outcome {
    /// Who won.
    #[must_use]
    pub fn result(self) -> GameResult {
        match self {
            Outcome::Board(EndReason::QueenSurrounded(loser))
            | Outcome::Other(Ending::Resigned(loser) | Ending::OutOfTime(loser)) => GameResult::Win(!loser),
            Outcome::Board(EndReason::BothQueensSurrounded | EndReason::Repetition)
            | Outcome::Other(Ending::Agreed) => GameResult::Draw,
            Outcome::Other(Ending::Stated(result)) => result,
        }
    }
}

/// Why a stored text is no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Written by nobody, or by a later version.
    #[error("this is not a stored game of this version")]
    Format,
    /// A line is missing or makes no sense.
    #[error("the line `{0}` is missing or damaged")]
    Line(&'static str),
    /// The moves cannot be played.
    #[error("the moves cannot be replayed: {0}")]
    Game(GameStringError),
}

impl Saved {
    /// A new game, nothing played.
    #[must_use]
    pub fn new(rules: RuleSet, seats: ByColor<Seat>, control: Option<TimeControl>, now: Millis) -> Saved {
        Saved {
            created: now,
            updated: now,
            seats,
            names: None,
            clock: control.map(|control| (control, ByColor::new_with(|_| control.base))),
            ending: None,
            game: Game::new(rules),
        }
    }

    /// Reads what [`fmt::Display`] wrote.
    ///
    /// # Errors
    /// If the text is damaged. Nothing is guessed: a game that would differ from the one stored is no game.
    pub fn parse(text: &str) -> Result<Saved, LoadError> {
        let mut lines = text.lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(LoadError::Format);
        }
        let lines: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once('=')).collect();
        let find = |key: &str| lines.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        let must = |key: &'static str| find(key).ok_or(LoadError::Line(key));
        let time = |key| must(key)?.parse().map_err(|_| LoadError::Line(key));
        let seat = |key| must(key)?.parse().map_err(|_| LoadError::Line(key));

        let written = GameString::parse(must("game")?).map_err(LoadError::Game)?;
        let queen_first = match must("opening")? {
            "tournament" => false,
            "booklet" => true,
            _ => return Err(LoadError::Line("opening")),
        };
        let rules = RuleSet { queen_first, ..RuleSet::new(written.game_type) };
        let clock = match find("clock") {
            None => None,
            Some(control) => {
                let control = control.parse().map_err(|_| LoadError::Line("clock"))?;
                Some((control, read_left(must("left")?).ok_or(LoadError::Line("left"))?))
            }
        };
        let ending = match find("ending") {
            None => None,
            Some(text) => Some(read_ending(text).ok_or(LoadError::Line("ending"))?),
        };
        Ok(Saved {
            created: time("created")?,
            updated: time("updated")?,
            seats: ByColor { white: seat("white")?, black: seat("black")? },
            names: find("white-name")
                .zip(find("black-name"))
                .map(|(white, black)| ByColor { white: white.to_owned(), black: black.to_owned() }),
            clock,
            ending,
            game: written.play(rules).map_err(LoadError::Game)?,
        })
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending.map(Outcome::Other).or_else(|| self.game.end_reason().map(Outcome::Board))
    }

    /// Whether nothing more can be played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }
}

fn read_left(text: &str) -> Option<ByColor<Millis>> {
    let (white, black) = text.split_once(',')?;
    Some(ByColor { white: white.parse().ok()?, black: black.parse().ok()? })
}

fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn read_ending(text: &str) -> Option<Ending> {
    let (what, who) = text.split_once(' ').unwrap_or((text, ""));
    match what {
        "agreed" => return Some(Ending::Agreed),
        "drawn" => return Some(Ending::Stated(GameResult::Draw)),
        _ => {}
    }
    let color = Color::ALL.into_iter().find(|&color| color_word(color) == who)?;
    match what {
        "resigned" => Some(Ending::Resigned(color)),
        "time" => Some(Ending::OutOfTime(color)),
        "won" => Some(Ending::Stated(GameResult::Win(color))),
        _ => None,
    }
}

impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}\ncreated={}\nupdated={}", self.created, self.updated)?;
        writeln!(f, "white={}\nblack={}", self.seats.white, self.seats.black)?;
        if let Some(names) = &self.names {
            let plain = |name: &str| name.replace(['\n', '\r'], " ");
            writeln!(f, "white-name={}\nblack-name={}", plain(&names.white), plain(&names.black))?;
        }
        let booklet = self.game.start().rules().queen_first;
        writeln!(f, "opening={}", if booklet { "booklet" } else { "tournament" })?;
        if let Some((control, left)) = self.clock {
            writeln!(f, "clock={control}\nleft={},{}", left.white, left.black)?;
        }
        match self.ending {
            Some(Ending::Agreed) => writeln!(f, "ending=agreed")?,
            Some(Ending::Resigned(color)) => writeln!(f, "ending=resigned {}", color_word(color))?,
            Some(Ending::OutOfTime(color)) => writeln!(f, "ending=time {}", color_word(color))?,
            Some(Ending::Stated(GameResult::Draw)) => writeln!(f, "ending=drawn")?,
            Some(Ending::Stated(GameResult::Win(color))) => writeln!(f, "ending=won {}", color_word(color))?,
            None => {}
        }
        writeln!(f, "game={}", self.game.to_uhp())
    }
}

#[cfg(test)]
mod tests {
    use skep_rules::GameType;

    use super::*;
    use crate::players::Level;

    fn sample() -> Saved {
        let seats = ByColor { white: Seat::Human, black: Seat::Computer(Level::FIRST) };
        let mut saved =
            Saved::new(RuleSet::new(GameType::BASE_MLP), seats, Some(TimeControl::minutes(10, 5)), 1000);
        saved.game = Game::from_uhp("Base+MLP;InProgress;White[2];wS1;bG1 wS1-").unwrap();
        saved
    }

    #[test]
    fn a_game_reads_back_as_written() {
        let endings = [
            Ending::Agreed,
            Ending::OutOfTime(Color::Black),
            Ending::Resigned(Color::White),
            Ending::Stated(GameResult::Draw),
            Ending::Stated(GameResult::Win(Color::Black)),
        ];
        for ending in endings.map(Some).into_iter().chain([None]) {
            let saved = Saved { ending, ..sample() };
            let text = saved.to_string();
            assert_eq!(Saved::parse(&text).unwrap().to_string(), text);
            assert_eq!(saved.is_over(), ending.is_some());
        }
    }

    #[test]
    fn names_are_kept_and_cannot_add_lines() {
        let names = ByColor { white: "Ada".to_owned(), black: "Bo\nending=agreed".to_owned() };
        let read = Saved::parse(&Saved { names: Some(names), ..sample() }.to_string()).unwrap();
        assert_eq!(read.names.map(|names| names.black), Some("Bo ending=agreed".to_owned()));
        assert_eq!(read.ending, None);
    }

    #[test]
    fn the_booklet_opening_is_kept() {
        let mut saved = sample();
        saved.game = Game::new(RuleSet { queen_first: true, ..RuleSet::new(GameType::BASE) });
        assert!(Saved::parse(&saved.to_string()).unwrap().game.start().rules().queen_first);
    }

    #[test]
    fn damage_is_named() {
        let text = sample().to_string();
        let broken = |from: &str, to: &str| Saved::parse(&text.replace(from, to)).unwrap_err();
        assert_eq!(Saved::parse("").unwrap_err(), LoadError::Format);
        assert_eq!(broken("skep-game 1", "skep-game 9"), LoadError::Format);
        assert_eq!(broken("level 1", "level 77"), LoadError::Line("black"));
        assert_eq!(broken("left=", "lost="), LoadError::Line("left"));
        assert!(matches!(broken("bG1 wS1-", "bG1 wQ-"), LoadError::Game(_)));
    }

    #[test]
    fn no_cut_or_flipped_byte_panics() {
        let text = sample().to_string();
        for end in 0..text.len() {
            let _ = Saved::parse(&text[..end]);
            let mut bytes = text.clone().into_bytes();
            bytes[end] ^= 1;
            let _ = Saved::parse(&String::from_utf8_lossy(&bytes));
        }
    }
}

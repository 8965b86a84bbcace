//! Who sits where, and what a new game is made of.

use std::fmt;
use std::str::FromStr;

use skep_rules::{ByColor, Color, GameType, RuleSet};

use crate::clock::TimeControl;

/// A strength of the computer, 1 (first steps) to 10 (merciless).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The gentlest level.
    pub const FIRST: Level = Level(1);
    /// How many levels there are.
    pub const COUNT: u8 = 10;

    /// The level with this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= Level::COUNT { Some(Level(number)) } else { None }
    }

    /// 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How long this level may think about a move, in milliseconds.
    #[must_use]
    pub const fn millis(self) -> u32 {
        match self.0 {
            1..=3 => 300,
            4..=6 => 800,
            7..=8 => 1500,
            9 => 3000,
            _ => 5000,
        }
    }

    /// All levels, gentlest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::COUNT).map(Level)
    }
}

/// One side of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at this device.
    Human,
    /// The engine.
    Computer(Level),
    /// Somebody elsewhere.
    Remote,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Computer(level) => write!(f, "level {}", level.number()),
            Seat::Remote => f.write_str("remote"),
        }
    }
}

/// The text names no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a seat is `human`, `remote` or `level 1` to `level 10`")]
pub struct ParseSeatError;

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        if text == "human" {
            return Ok(Seat::Human);
        }
        if text == "remote" {
            return Ok(Seat::Remote);
        }
        let number = text.strip_prefix("level ").and_then(|number| number.parse().ok());
        number.and_then(Level::new).map(Seat::Computer).ok_or(ParseSeatError)
    }
}

/// Who the opponent is, as the set-up screen asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Against the computer.
    Computer,
    /// Two people at this device.
    Friend,
    /// The computer against itself.
    Watch,
}

impl Opponent {
    /// In the order of the screen.
    pub const ALL: [Opponent; 3] = [Opponent::Computer, Opponent::Friend, Opponent::Watch];
}

/// Which color the player takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// This color.
    Fixed(Color),
    /// Drawn by lot when the game starts.
    Random,
}

/// The choices of the set-up screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    /// Who plays whom.
    pub opponent: Opponent,
    /// The color of the person who set the game up; of no meaning unless the opponent is the computer.
    pub side: Side,
    /// The computer's strength.
    pub level: Level,
    /// The second computer's strength when two play each other.
    pub other_level: Level,
    /// Which tiles, and which opening.
    pub rules: RuleSet,
    /// Clocks, if wanted.
    pub control: Option<TimeControl>,
    /// What two people at this device are called; empty for who is just called by the color.
    pub names: ByColor<String>,
}

impl NewGame {
    /// The longest name that has room beside a clock on a phone.
    pub const LONGEST_NAME: usize = 24;

    /// The game that most people want: against the computer, with White, with all tiles, without a clock.
    #[must_use]
    pub fn usual(level: Level) -> NewGame {
        NewGame {
            opponent: Opponent::Computer,
            side: Side::Fixed(Color::White),
            level,
            other_level: level,
            rules: RuleSet::new(GameType::BASE_MLP),
            control: None,
            names: ByColor::new_with(|_| String::new()),
        }
    }

    /// The names of two people, if at least one of them was named; `color_name` is for the other.
    #[must_use]
    pub fn names(&self, color_name: impl Fn(Color) -> String) -> Option<ByColor<String>> {
        let name = |color| self.names[color].trim().chars().take(NewGame::LONGEST_NAME).collect::<String>();
        let named =
            self.opponent == Opponent::Friend && Color::ALL.iter().any(|&color| !name(color).is_empty());
        named.then(|| {
            ByColor::new_with(|color| {
                let name = name(color);
                if name.is_empty() { color_name(color) } else { name }
            })
        })
    }

    /// Seats people and computers. `coin` decides a random color.
    #[must_use]
    pub fn seats(&self, coin: bool) -> ByColor<Seat> {
        match self.opponent {
            Opponent::Friend => ByColor::new_with(|_| Seat::Human),
            Opponent::Watch => ByColor::new_with(|color| {
                Seat::Computer(if color == Color::White { self.level } else { self.other_level })
            }),
            Opponent::Computer => {
                let mine = match self.side {
                    Side::Fixed(color) => color,
                    Side::Random if coin => Color::Black,
                    Side::Random => Color::White,
                };
                ByColor::new_with(
                    |color| if color == mine { Seat::Human } else { Seat::Computer(self.level) },
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use skep_rules::GameType;

    use super::*;

    #[test]
    fn seats_read_back_as_written() {
        for seat in Level::all().map(Seat::Computer).chain([Seat::Human]) {
            assert_eq!(seat.to_string().parse(), Ok(seat));
        }
        for bad in ["", "level", "level 0", "level 11", "nobody"] {
            assert_eq!(bad.parse::<Seat>(), Err(ParseSeatError), "{bad}");
        }
    }

    #[test]
    fn the_coin_decides_only_a_random_color() {
        let level = Level::FIRST;
        let mut game = NewGame {
            opponent: Opponent::Computer,
            side: Side::Random,
            level,
            other_level: level,
            rules: RuleSet::new(GameType::BASE),
            ..NewGame::usual(level)
        };
        assert_eq!(game.seats(true)[Color::Black], Seat::Human);
        assert_eq!(game.seats(false)[Color::White], Seat::Human);
        game.side = Side::Fixed(Color::White);
        assert_eq!(game.seats(true), game.seats(false));
        game.opponent = Opponent::Watch;
        assert!(Color::ALL.iter().all(|&color| game.seats(true)[color] == Seat::Computer(level)));
    }

    #[test]
    fn only_people_have_names_and_who_has_none_goes_by_the_color() {
        let mut game = NewGame::usual(Level::FIRST);
        let named =
            |game: &NewGame| game.names(|color| color.to_string()).map(|names| (names.white, names.black));
        game.names.black = "  Bo  ".to_owned();
        assert_eq!(named(&game), None, "the computer has no name");
        game.opponent = Opponent::Friend;
        assert_eq!(named(&game), Some((Color::White.to_string(), "Bo".to_owned())));
        game.names.black = "x".repeat(500);
        assert_eq!(named(&game).unwrap().1.len(), NewGame::LONGEST_NAME);
        game.names.black = "   ".to_owned();
        assert_eq!(named(&game), None);
    }
}

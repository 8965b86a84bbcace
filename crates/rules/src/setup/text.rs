//! The position string: writing and reading a setup as a word for web addresses.

use core::fmt;
use core::iter::Peekable;
use core::str::{Chars, FromStr};

use super::Setup;
use crate::{Bug, Color, Expansion, GameType, Hex, Piece, RuleSet};

/// More rows and columns than any hive has; keeps what a stranger sends within bounds.
const WIDEST: u16 = 64;

impl fmt::Display for Setup {
    /// Writes the position string. It describes [`Setup::normalized`], so it is the same for all setups
    /// that differ only in where the hive lies and in the numbers of like tiles.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Base")?;
        let mut separator = "-";
        for expansion in Expansion::ALL.into_iter().filter(|it| self.rules.game_type.includes(*it)) {
            write!(f, "{separator}{}", expansion.letter())?;
            separator = "";
        }
        if self.rules.queen_first || !self.rules.repetition_draw {
            let queen = if self.rules.queen_first { "q" } else { "" };
            let repetition = if self.rules.repetition_draw { "" } else { "r" };
            write!(f, ".{queen}{repetition}")?;
        }
        write!(f, "_{}{}", self.turn.letter(), self.turn_number)?;
        let setup = self.normalized();
        let (mut row, mut column) = (-1, 0);
        for (hex, tiles) in &setup.stacks {
            while row < i16::from(hex.r) {
                f.write_str("_")?;
                (row, column) = (row + 1, 0);
            }
            if column < i16::from(hex.q) {
                write!(f, "{}", i16::from(hex.q) - column)?;
            }
            column = i16::from(hex.q) + 1;
            for (level, piece) in tiles.iter().enumerate() {
                let on_top = if level > 0 { "-" } else { "" };
                let moved = if setup.last_moved == Some(*piece) { "." } else { "" };
                write!(f, "{on_top}{moved}{}", letter(*piece))?;
            }
        }
        Ok(())
    }
}

fn letter(piece: Piece) -> char {
    match piece.color() {
        Color::White => piece.bug().letter(),
        Color::Black => piece.bug().letter().to_ascii_lowercase(),
    }
}

/// A text that is no position string: what is wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSetupError {
    /// The character, counted from 1, at which reading stopped.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParseSetupErrorKind,
}

/// What is wrong with a text that is no position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseSetupErrorKind {
    /// It does not begin with `Base`.
    NotBase,
    /// After the `-` come no letters of `MLP`, or not in this order.
    Expansions,
    /// After the `.` come no switches, or others than `q` and `r`, or not in this order.
    Switches,
    /// The player to move and the turn are not written as in `w1`.
    Turn,
    /// A character that does not belong here.
    Unexpected(char),
    /// A `-` or `.` that no tile follows.
    NoTile,
    /// A number of empty cells that begins with 0.
    Gap,
    /// More rows or columns than any hive has.
    TooWide,
    /// More tiles of a kind than a player has.
    TooMany(Color, Bug),
    /// A second tile is marked as the one that moved last.
    MovedTwice,
}

impl fmt::Display for ParseSetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ParseSetupErrorKind::NotBase => f.write_str("a position begins with Base")?,
            ParseSetupErrorKind::Expansions => {
                f.write_str("the expansions are letters of MLP, in this order")?
            }
            ParseSetupErrorKind::Switches => f.write_str("the switches are q, r or qr")?,
            ParseSetupErrorKind::Turn => f.write_str("the turn is written as w1 or b12")?,
            ParseSetupErrorKind::Unexpected(letter) => write!(f, "{letter:?} does not belong here")?,
            ParseSetupErrorKind::NoTile => f.write_str("a tile is missing here")?,
            ParseSetupErrorKind::Gap => f.write_str("a number of empty cells does not begin with 0")?,
            ParseSetupErrorKind::TooWide => f.write_str("no hive is that wide")?,
            ParseSetupErrorKind::TooMany(color, bug) => write!(f, "{color} has no further {bug}")?,
            ParseSetupErrorKind::MovedTwice => f.write_str("only one tile moved last")?,
        }
        write!(f, " (character {})", self.column)
    }
}

impl core::error::Error for ParseSetupError {}

impl FromStr for Setup {
    type Err = ParseSetupError;

    /// Reads a position string into a [normalized](Setup::normalized) setup. What it describes may
    /// still be illegal.
    fn from_str(text: &str) -> Result<Setup, ParseSetupError> {
        let mut reader = Reader { rest: text.chars().peekable(), column: 1 };
        let rules = reader.rules()?;
        let (turn, turn_number) = reader.turn()?;
        let mut setup = Setup { turn, turn_number, ..Setup::new(rules) };
        reader.rows(&mut setup)?;
        Ok(setup.normalized())
    }
}

/// The rest of the text, and where it begins.
struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    column: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.column += 1;
        Some(letter)
    }

    fn take(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        if found {
            self.next();
        }
        found
    }

    fn fail<T>(&self, kind: ParseSetupErrorKind) -> Result<T, ParseSetupError> {
        Err(ParseSetupError { column: self.column, kind })
    }

    fn rules(&mut self) -> Result<RuleSet, ParseSetupError> {
        for letter in "Base".chars() {
            if !self.take(letter) {
                return self.fail(ParseSetupErrorKind::NotBase);
            }
        }
        let mut rules = RuleSet::new(GameType::BASE);
        if self.take('-') {
            for expansion in Expansion::ALL {
                if self.take(expansion.letter()) {
                    rules.game_type = rules.game_type.with(expansion);
                }
            }
            if rules.game_type == GameType::BASE || !matches!(self.peek(), None | Some('_' | '.')) {
                return self.fail(ParseSetupErrorKind::Expansions);
            }
        }
        if self.take('.') {
            rules.queen_first = self.take('q');
            rules.repetition_draw = !self.take('r');
            let none = !rules.queen_first && rules.repetition_draw;
            if none || !matches!(self.peek(), None | Some('_')) {
                return self.fail(ParseSetupErrorKind::Switches);
            }
        }
        Ok(rules)
    }

    fn turn(&mut self) -> Result<(Color, u16), ParseSetupError> {
        if let Some(letter) = self.peek().filter(|letter| *letter != '_') {
            return self.fail(ParseSetupErrorKind::Unexpected(letter));
        }
        self.next();
        let color = match self.peek() {
            Some('w') => Color::White,
            Some('b') => Color::Black,
            _ => return self.fail(ParseSetupErrorKind::Turn),
        };
        self.next();
        match self.number() {
            Some(number) => Ok((color, number)),
            None => self.fail(ParseSetupErrorKind::Turn),
        }
    }

    /// A number without leading zeros, if there is one here and it is not too large.
    fn number(&mut self) -> Option<u16> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|letter| letter.to_digit(10)) {
            let digit = u16::try_from(digit).ok()?;
            number = match number {
                None if digit == 0 => return None,
                None => Some(digit),
                Some(number) => Some(u16::checked_add(u16::checked_mul(number, 10)?, digit)?),
            };
            self.next();
        }
        number
    }

    fn rows(&mut self, setup: &mut Setup) -> Result<(), ParseSetupError> {
        let mut row = -1;
        let mut column = 0;
        while let Some(letter) = self.peek() {
            match letter {
                '_' => {
                    self.next();
                    (row, column) = (row + 1, 0);
                    if row >= i16::try_from(WIDEST).expect("the limit is small") {
                        return self.fail(ParseSetupErrorKind::TooWide);
                    }
                }
                _ if row < 0 => return self.fail(ParseSetupErrorKind::Unexpected(letter)),
                '0' => return self.fail(ParseSetupErrorKind::Gap),
                '1'..='9' => match self.number() {
                    Some(gap) if gap < WIDEST && column + gap < WIDEST => column += gap,
                    _ => return self.fail(ParseSetupErrorKind::TooWide),
                },
                _ => {
                    if column >= WIDEST {
                        return self.fail(ParseSetupErrorKind::TooWide);
                    }
                    let cell = Hex::new(
                        i8::try_from(column).expect("columns are bounded above"),
                        i8::try_from(row).expect("rows are bounded above"),
                    );
                    setup.stacks.push((cell, Vec::new()));
                    self.tile(setup)?;
                    while self.take('-') {
                        if !self.peek().is_some_and(|letter| letter == '.' || letter.is_ascii_alphabetic()) {
                            return self.fail(ParseSetupErrorKind::NoTile);
                        }
                        self.tile(setup)?;
                    }
                    column += 1;
                }
            }
        }
        Ok(())
    }

    /// Reads one tile on top of the last stack.
    fn tile(&mut self, setup: &mut Setup) -> Result<(), ParseSetupError> {
        let column = self.column;
        let moved = self.take('.');
        let Some(letter) = self.peek() else { return self.fail(ParseSetupErrorKind::NoTile) };
        let Some(bug) = Bug::from_letter(letter) else {
            return self.fail(ParseSetupErrorKind::Unexpected(letter));
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let pieces = setup.stacks.iter().flat_map(|(_, tiles)| tiles);
        let number = pieces.filter(|piece| (piece.color(), piece.bug()) == (color, bug)).count() + 1;
        let piece = u8::try_from(number).ok().and_then(|number| Piece::new(color, bug, number));
        let Some(piece) = piece else { return self.fail(ParseSetupErrorKind::TooMany(color, bug)) };
        if moved && setup.last_moved.replace(piece).is_some() {
            return Err(ParseSetupError { column, kind: ParseSetupErrorKind::MovedTwice });
        }
        self.next();
        if let Some((_, tiles)) = setup.stacks.last_mut() {
            tiles.push(piece);
        }
        Ok(())
    }
}

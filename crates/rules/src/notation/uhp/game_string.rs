//! Whole games on one line: `Base+MLP;InProgress;White[2];wS1;bS1 wS1-`.

use core::fmt;
use core::fmt::Write as _;
use core::str::FromStr;

use super::{ParseUhpMoveError, ResolveMoveError, UhpMove};
use crate::notation::place::excerpt;
use crate::{Color, Game, GameResult, GameType, IllegalMove, Move, ParseGameTypeError, Position, RuleSet};

/// The longest game that is read from a text, in plies. The longest known games have a few hundred.
pub const MAX_PLIES: usize = 10_000;

/// The five words for the state of a game.
///
/// ```
/// use skep_rules::notation::uhp::{GameState, game_state};
/// use skep_rules::{Game, GameType};
/// assert_eq!(game_state(&Game::new(GameType::BASE)), GameState::NotStarted);
/// assert_eq!("WhiteWins".parse(), Ok(GameState::WhiteWins));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameState {
    /// No move has been played.
    NotStarted,
    /// The game goes on.
    InProgress,
    /// The game ended in a draw.
    Draw,
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
}

impl GameState {
    /// All five, in the order of the protocol.
    pub const ALL: [GameState; 5] = [
        GameState::NotStarted,
        GameState::InProgress,
        GameState::Draw,
        GameState::WhiteWins,
        GameState::BlackWins,
    ];

    /// The word itself.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameState::NotStarted => "NotStarted",
            GameState::InProgress => "InProgress",
            GameState::Draw => "Draw",
            GameState::WhiteWins => "WhiteWins",
            GameState::BlackWins => "BlackWins",
        }
    }

    /// The result that this word claims, or `None` while the game goes on.
    #[must_use]
    pub const fn result(self) -> Option<GameResult> {
        match self {
            GameState::NotStarted | GameState::InProgress => None,
            GameState::Draw => Some(GameResult::Draw),
            GameState::WhiteWins => Some(GameResult::Win(Color::White)),
            GameState::BlackWins => Some(GameResult::Win(Color::Black)),
        }
    }
}

impl From<GameResult> for GameState {
    fn from(result: GameResult) -> GameState {
        match result {
            GameResult::Win(Color::White) => GameState::WhiteWins,
            GameResult::Win(Color::Black) => GameState::BlackWins,
            GameResult::Draw => GameState::Draw,
        }
    }
}

impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text that is none of the five state words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseGameStateError;

impl fmt::Display for ParseGameStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game is NotStarted, InProgress, Draw, WhiteWins or BlackWins")
    }
}

impl core::error::Error for ParseGameStateError {}

impl FromStr for GameState {
    type Err = ParseGameStateError;

    /// Reads one of the words, in any letter case.
    fn from_str(text: &str) -> Result<GameState, ParseGameStateError> {
        let text = text.trim();
        let mut states = GameState::ALL.into_iter();
        states.find(|state| text.eq_ignore_ascii_case(state.as_str())).ok_or(ParseGameStateError)
    }
}

/// The word for the state of a game.
#[must_use]
pub fn game_state(game: &Game) -> GameState {
    match game.result() {
        Some(result) => result.into(),
        None if game.moves().is_empty() => GameState::NotStarted,
        None => GameState::InProgress,
    }
}

/// Whose turn it is, and which of that player's turns: `White[3]`.
///
/// When the game is over it still names the player who would have been next.
#[must_use]
pub fn turn_string(position: &Position) -> String {
    format!("{}[{}]", position.turn(), position.turn_number())
}

impl Game {
    /// The whole game on one line, each move in its canonical spelling.
    ///
    /// A game string has no way to tell a starting position: it is complete only for a game that began with
    /// an empty table.
    ///
    /// ```
    /// use skep_rules::{Game, GameType};
    /// let game = Game::from_uhp("base+lm;wL;bA1 wL-;")?;
    /// assert_eq!(game.to_uhp(), "Base+ML;InProgress;White[2];wL;bA1 wL-");
    /// # Ok::<(), skep_rules::notation::uhp::GameStringError>(())
    /// ```
    #[must_use]
    pub fn to_uhp(&self) -> String {
        let mut text = String::with_capacity(40 + 10 * self.moves().len());
        let head = (self.position().game_type(), game_state(self), turn_string(self.position()));
        let mut write = |part: fmt::Arguments<'_>| text.write_fmt(part).expect("a String takes any text");
        write(format_args!("{};{};{}", head.0, head.1, head.2));
        let mut position = self.start().clone();
        for &mv in self.moves() {
            write(format_args!(";{}", UhpMove::of(mv, &position)));
            let _ = position.play_unchecked(mv);
        }
        text
    }

    /// Reads a game string and plays it under tournament rules.
    ///
    /// # Errors
    ///
    /// When the text is no game string, or names a move that cannot be played.
    pub fn from_uhp(text: &str) -> Result<Game, GameStringError> {
        let written = GameString::parse(text)?;
        written.play(written.game_type)
    }
}

/// A game string taken apart, its moves not yet played.
///
/// ```
/// use skep_rules::notation::uhp::{GameState, GameString};
/// use skep_rules::{GameType, RuleSet};
///
/// // The players agreed on a draw, which the moves alone do not tell.
/// let written = GameString::parse("Base;Draw;White[2];wS1;bS1 wS1-")?;
/// assert_eq!(written.state, Some(GameState::Draw));
/// let game = written.play(RuleSet { repetition_draw: false, ..RuleSet::new(GameType::BASE) })?;
/// assert_eq!(game.to_uhp(), "Base;InProgress;White[2];wS1;bS1 wS1-");
/// # Ok::<(), skep_rules::notation::uhp::GameStringError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameString<'a> {
    /// The type of the game.
    pub game_type: GameType,
    /// The state that the text claims. Never trusted: [`game_state`] says what the moves amount to.
    pub state: Option<GameState>,
    /// The moves as they were written.
    pub moves: Vec<&'a str>,
}

/// Why a move of a longer text cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextError {
    /// It is no move in any position.
    Syntax(ParseUhpMoveError),
    /// It names nothing in the position that was reached.
    Resolve(ResolveMoveError),
    /// The rules forbid it.
    Illegal(IllegalMove),
}

/// A text that is no game string, or whose moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameStringError {
    /// The first field is no game type.
    GameType(ParseGameTypeError),
    /// A move fails.
    Move {
        /// How many moves come before it.
        index: usize,
        /// The move as it was written, shortened if it is long.
        text: String,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// There are more than [`MAX_PLIES`] moves.
    TooLong,
}

impl<'a> GameString<'a> {
    /// Takes a game string apart: type, state, turn, moves, joined by `;`.
    ///
    /// State and turn may be missing or wrong, since the moves tell them, and the string may end in `;`.
    ///
    /// # Errors
    ///
    /// When the type is unknown or the text too long. The moves are looked at when they are played.
    pub fn parse(text: &'a str) -> Result<GameString<'a>, GameStringError> {
        let text = text.trim_end_matches(|c: char| c == ';' || c.is_ascii_whitespace());
        let mut fields = text.split(';').map(str::trim).peekable();
        let game_type = fields.next().unwrap_or_default().parse().map_err(GameStringError::GameType)?;
        let state = fields.peek().and_then(|field| field.parse().ok());
        if state.is_some() || fields.peek() == Some(&"") {
            fields.next();
        }
        if fields.peek().is_some_and(|field| field.is_empty() || is_turn(field)) {
            fields.next();
        }
        let moves: Vec<&str> = fields.by_ref().take(MAX_PLIES).collect();
        if fields.next().is_some() {
            return Err(GameStringError::TooLong);
        }
        Ok(GameString { game_type, state, moves })
    }

    /// Plays the moves under the given rules.
    ///
    /// # Errors
    ///
    /// Names the first move that cannot be played.
    pub fn play(&self, rules: impl Into<RuleSet>) -> Result<Game, GameStringError> {
        let mut game = Game::new(rules);
        for (index, &text) in self.moves.iter().enumerate() {
            play_text(&mut game, text).map_err(|error| GameStringError::Move {
                index,
                text: excerpt(text),
                error,
            })?;
        }
        Ok(game)
    }
}

/// Reads one move and plays it.
fn play_text(game: &mut Game, text: &str) -> Result<Move, MoveTextError> {
    let written = UhpMove::parse(text).map_err(MoveTextError::Syntax)?;
    let mv = written.resolve(game.position()).map_err(MoveTextError::Resolve)?;
    game.play(mv).map_err(MoveTextError::Illegal)?;
    Ok(mv)
}

/// Whether a field looks like `White[12]`. No move has brackets, so nothing is mistaken.
fn is_turn(field: &str) -> bool {
    field.split_once('[').is_some_and(|(color, number)| {
        (color.eq_ignore_ascii_case("white") || color.eq_ignore_ascii_case("black"))
            && number.strip_suffix(']').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::Syntax(error) => error.fmt(f),
            MoveTextError::Resolve(error) => error.fmt(f),
            MoveTextError::Illegal(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MoveTextError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            MoveTextError::Syntax(error) => Some(error),
            MoveTextError::Resolve(error) => Some(error),
            MoveTextError::Illegal(error) => Some(error),
        }
    }
}

impl fmt::Display for GameStringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameStringError::GameType(error) => error.fmt(f),
            GameStringError::Move { index, text, error } => {
                write!(f, "move {} ({text:?}): {error}", index + 1)
            }
            GameStringError::TooLong => write!(f, "the game has more than {MAX_PLIES} moves"),
        }
    }
}

impl core::error::Error for GameStringError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            GameStringError::GameType(error) => Some(error),
            GameStringError::Move { error, .. } => Some(error),
            GameStringError::TooLong => None,
        }
    }
}

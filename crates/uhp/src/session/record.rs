//! The game of a session, in the spelling of those who play it.

use std::fmt;

use skep_rules::notation::uhp::{
    GameString, ParseUhpMoveError, ResolveMoveError, UhpMove, game_state, turn_string,
};
use skep_rules::{Game, IllegalMove, Move, Position, RuleSet};

/// A game and the words in which its turns were sent.
#[derive(Clone, Debug)]
pub(super) struct Record {
    game: Game,
    /// One for each turn.
    spelling: Vec<String>,
}

/// Why a turn cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum RecordError {
    #[error("the game is over")]
    GameOver,
    #[error(transparent)]
    Syntax(ParseUhpMoveError),
    #[error(transparent)]
    Resolve(ResolveMoveError),
    #[error(transparent)]
    Illegal(IllegalMove),
    #[error("turn {number}, {text}: {error}")]
    InGame { number: usize, text: String, error: Box<RecordError> },
}

impl Record {
    /// A game played from a game string.
    pub(super) fn load(written: &GameString<'_>, rules: RuleSet) -> Result<Record, RecordError> {
        Record::replay(written.moves.iter().copied(), rules)
    }

    /// The same game under other rules.
    pub(super) fn under(&self, rules: RuleSet) -> Result<Record, RecordError> {
        Record::replay(self.spelling.iter().map(String::as_str), rules)
    }

    fn replay<'a>(texts: impl Iterator<Item = &'a str>, rules: RuleSet) -> Result<Record, RecordError> {
        let mut record = Record { game: Game::new(rules), spelling: Vec::new() };
        for (index, text) in texts.enumerate() {
            record.play(text).map_err(|error| RecordError::InGame {
                number: index + 1,
                text: crate::command::excerpt(text),
                error: Box::new(error),
            })?;
        }
        Ok(record)
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a turn; if that fails, nothing changes.
    pub(super) fn play(&mut self, text: &str) -> Result<(), RecordError> {
        if self.game.result().is_some() {
            return Err(RecordError::GameOver);
        }
        let written = UhpMove::parse(text).map_err(RecordError::Syntax)?;
        let mv = written.resolve(self.game.position()).map_err(RecordError::Resolve)?;
        let spelling = decent_spelling(written, mv, self.game.position());
        self.game.play(mv).map_err(RecordError::Illegal)?;
        self.spelling.push(spelling.to_string());
        Ok(())
    }

    /// The legal turn that a text names.
    pub(super) fn find(&self, text: &str) -> Result<Move, RecordError> {
        let written = UhpMove::parse(text).map_err(RecordError::Syntax)?;
        let mv = written.resolve(self.game.position()).map_err(RecordError::Resolve)?;
        self.game.position().check(mv).map_err(RecordError::Illegal)?;
        Ok(mv)
    }

    pub(super) fn undo(&mut self, plies: usize) {
        for _ in 0..plies {
            self.game.undo();
            self.spelling.pop();
        }
    }

    /// All legal turns, joined by `;`.
    pub(super) fn valid_moves(&self) -> String {
        let position = self.game.position();
        let moves: Vec<String> = position.legal_moves().iter().map(|mv| mv.to_uhp(position)).collect();
        moves.join(";")
    }
}

impl fmt::Display for Record {
    /// The game string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.game.position();
        write!(f, "{};{};{}", position.game_type(), game_state(&self.game), turn_string(position))?;
        self.spelling.iter().try_for_each(|turn| write!(f, ";{turn}"))
    }
}

/// The sender's spelling, unless other programs would choke on it: a tile that names itself as the
/// reference, a mark that points at an occupied cell, a climb onto a tile that is covered.
fn decent_spelling(written: UhpMove, mv: Move, position: &Position) -> UhpMove {
    let canonical = UhpMove::of(mv, position);
    let (UhpMove::Tile { piece, to: Some(sent) }, UhpMove::Tile { to: Some(plain), .. }) =
        (written, canonical)
    else {
        return canonical;
    };
    let is_climb = plain.side.is_none();
    let is_decent =
        sent.piece != piece && (sent.side.is_none() == is_climb) && (!is_climb || sent.piece == plain.piece);
    if is_decent { written } else { canonical }
}

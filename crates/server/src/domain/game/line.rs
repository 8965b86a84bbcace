//! The moves of a game as they are kept, and the position they led to, without the need to play them again.

mod snapshot;

use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Color, EndReason, GameResult, Move, Position, RuleSet};

use crate::domain::time::Ms;

/// The turns so far: texts for the record, and what the next turn needs.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    position: Position,
    /// The keys of the positions since the last placement, the present one last. A placement is never undone, so no
    /// older position can come back.
    keys: Vec<u64>,
    moves: String,
    times: String,
}

/// A record that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("turn {ply} of the record cannot be played: {why}")]
pub struct BadLine {
    /// How many turns could be.
    pub ply: u16,
    /// What the rules say.
    pub why: String,
}

/// How a pass is written.
const PASS: &str = "pass";

impl Line {
    /// Games are drawn after so many turns: the record has a size, and no game between players comes near it.
    pub const MAX_PLY: u16 = 1000;

    /// No turn yet.
    #[must_use]
    pub fn new(rules: RuleSet) -> Line {
        let position = Position::new(rules);
        let keys = vec![position.repetition_key()];
        Line { position, keys, moves: String::new(), times: String::new() }
    }

    /// Plays a record.
    ///
    /// # Errors
    /// If a turn of it is not legal.
    pub fn replay(rules: RuleSet, moves: &str, times: &str) -> Result<Line, BadLine> {
        let mut line = Line::new(rules);
        for text in split(moves, ';') {
            let (mv, _) = line.resolve(text).map_err(|why| BadLine { ply: line.ply(), why })?;
            line.advance(mv);
        }
        moves.clone_into(&mut line.moves);
        times.clone_into(&mut line.times);
        Ok(line)
    }

    /// The line of a record and the [snapshot](Line::snapshot) kept with it. A snapshot that cannot be read, or that
    /// another version of the program wrote, is no matter: the record is played instead.
    ///
    /// # Errors
    /// If that is not possible either.
    pub fn restore(rules: RuleSet, moves: &str, times: &str, snapshot: &str) -> Result<Line, BadLine> {
        match snapshot::decode(rules, snapshot) {
            Some((position, keys)) => {
                Ok(Line { position, keys, moves: moves.to_owned(), times: times.to_owned() })
            }
            None => Line::replay(rules, moves, times),
        }
    }

    /// What [`Line::restore`] needs to avoid playing the record.
    #[must_use]
    pub fn snapshot(&self) -> String {
        snapshot::encode(&self.position, &self.keys)
    }

    /// Where the turns led.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many there were, passes included.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.position.ply()
    }

    /// The turns in the spelling of the Universal Hive Protocol, joined by `;`.
    #[must_use]
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// The turns, one by one.
    pub fn move_texts(&self) -> impl DoubleEndedIterator<Item = &str> {
        split(&self.moves, ';')
    }

    /// The hundredths of a second that each turn took, joined by `,`.
    #[must_use]
    pub fn times(&self) -> &str {
        &self.times
    }

    /// The hundredths of a second that each turn took.
    pub fn time_values(&self) -> impl Iterator<Item = u32> {
        split(&self.times, ',').map(|text| text.parse().unwrap_or(0))
    }

    /// Understands a move from outside and checks it against the rules: gives it with its one official spelling.
    ///
    /// # Errors
    /// Why it is not possible, in words.
    pub fn resolve(&self, text: &str) -> Result<(Move, String), String> {
        let parsed = UhpMove::parse(text).map_err(|error| error.to_string())?;
        let mv = parsed.resolve(&self.position).map_err(|error| error.to_string())?;
        self.position.check(mv).map_err(|error| error.to_string())?;
        Ok((mv, mv.to_uhp(&self.position)))
    }

    /// Plays a move that [`Line::resolve`] gave.
    pub(super) fn play(&mut self, mv: Move, text: &str, used: Ms) {
        self.advance(mv);
        self.write(text, used);
    }

    /// Whether the side to move can only pass.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.position.result().is_none() && *self.position.legal_moves() == [Move::Pass]
    }

    /// Passes for a side that [must](Line::must_pass).
    pub(super) fn pass(&mut self) {
        self.advance(Move::Pass);
        self.write(PASS, Ms::ZERO);
    }

    /// Whether the last turn was a pass.
    #[must_use]
    pub fn last_was_pass(&self) -> bool {
        self.move_texts().next_back() == Some(PASS)
    }

    /// How the position itself ends the game.
    #[must_use]
    pub fn end(&self) -> Option<EndReason> {
        match self.position.result() {
            Some(GameResult::Win(color)) => Some(EndReason::QueenSurrounded(!color)),
            Some(GameResult::Draw) => Some(EndReason::BothQueensSurrounded),
            None => {
                let key = self.position.repetition_key();
                let times = self.keys.iter().filter(|earlier| **earlier == key).count();
                (self.position.rules().repetition_draw && times >= 3).then_some(EndReason::Repetition)
            }
        }
    }

    /// The last turn at which a player was to move and did not pass, counted from 0.
    #[must_use]
    pub fn last_move_of(&self, color: Color) -> Option<u16> {
        let own =
            self.move_texts().enumerate().filter(|(at, text)| at % 2 == color as usize && *text != PASS);
        own.last().and_then(|(at, _)| u16::try_from(at).ok())
    }

    /// The line as it was after so many turns.
    ///
    /// # Errors
    /// If the record cannot be played, which a record of ours always can.
    pub(super) fn cut(&self, ply: u16) -> Result<Line, BadLine> {
        let moves = first(&self.moves, ';', ply.into());
        Line::replay(self.position.rules(), moves, first(&self.times, ',', ply.into()))
    }

    fn advance(&mut self, mv: Move) {
        let _ = self.position.play_unchecked(mv);
        if matches!(mv, Move::Place { .. }) {
            self.keys.clear();
        }
        self.keys.push(self.position.repetition_key());
    }

    fn write(&mut self, text: &str, used: Ms) {
        if !self.moves.is_empty() {
            self.moves.push(';');
            self.times.push(',');
        }
        self.moves.push_str(text);
        self.times.push_str(&(used.0 / 10).max(0).to_string());
    }
}

/// The parts of a joined list; none of an empty one.
fn split(text: &str, separator: char) -> impl DoubleEndedIterator<Item = &str> {
    text.split(separator).filter(|part| !part.is_empty())
}

/// The first parts of a joined list, still joined.
fn first(text: &str, separator: char, count: usize) -> &str {
    if count == 0 {
        return "";
    }
    match text.match_indices(separator).nth(count - 1) {
        Some((at, _)) => &text[..at],
        None => text,
    }
}

#[cfg(test)]
mod tests;

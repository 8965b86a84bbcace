//! Turns as the lessons write them.

use skep_rules::notation::uhp::{Reference, UhpMove};
use skep_rules::{Hex, Move, Position};

/// The turn that a text names in a position, whether it is legal or not.
///
/// The notation's own reader stops at turns that make no sense, such as a tile that takes no part in the
/// game. Lessons show such turns on purpose, so here only the place has to exist. `None` when the text is
/// no turn, or names a place by a tile that is not in the hive.
#[must_use]
pub fn read_turn(position: &Position, text: &str) -> Option<Move> {
    let UhpMove::Tile { piece, to } = UhpMove::parse(text).ok()? else { return Some(Move::Pass) };
    let board = position.board();
    let to = match to {
        Some(Reference { piece, side }) => {
            let (hex, _) = board.find(piece)?;
            side.map_or(hex, |side| hex.neighbor(side))
        }
        None if board.is_empty() => Hex::ORIGIN,
        None => return None,
    };
    Some(match board.find(piece) {
        Some((from, _)) => Move::Relocate { piece, from, to },
        None => Move::Place { piece, to },
    })
}

//! Games and turns from the text that players write.
//!
//! A reader of its own, on purpose: it takes a turn that the notation would already refuse, so that the
//! rules are asked, and tests of the rules do not fail when the notation does.

use skep_rules::{Direction, GameType, Hex, Move, Piece, Position};

/// The turn that a text means in a position, whether it is legal or not.
///
/// # Panics
///
/// When the text cannot be read, or names a tile that does not exist or is not in the hive.
#[must_use]
pub fn turn(position: &Position, text: &str) -> Move {
    if text == "pass" {
        return Move::Pass;
    }
    let (name, cell) = text.split_once(' ').unwrap_or((text, ""));
    let piece: Piece = name.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let to = cell_of(position, cell).unwrap_or_else(|| panic!("{text}: no such cell"));
    match position.board().find(piece) {
        Some((from, _)) => Move::Relocate { piece, from, to },
        None => Move::Place { piece, to },
    }
}

fn cell_of(position: &Position, text: &str) -> Option<Hex> {
    if text.is_empty() {
        return Some(Hex::ORIGIN);
    }
    let mark = |mark| match mark {
        '-' => Some((Direction::West, Direction::East)),
        '/' => Some((Direction::SouthWest, Direction::NorthEast)),
        '\\' => Some((Direction::NorthWest, Direction::SouthEast)),
        _ => None,
    };
    let at = |name: &str| Some(position.board().find(name.parse().ok()?)?.0);
    if let Some((before, _)) = text.chars().next().and_then(mark) {
        return Some(at(&text[1..])?.neighbor(before));
    }
    if let Some((_, behind)) = text.chars().last().and_then(mark) {
        return Some(at(&text[..text.len() - 1])?.neighbor(behind));
    }
    at(text)
}

/// The position at the end of a game string, all of whose turns have to be legal.
///
/// # Panics
///
/// When the text cannot be read or a turn is not legal.
#[must_use]
pub fn position(game_string: &str) -> Position {
    game(game_string).0
}

/// The position at the end of a game string, and the turns that lead there.
///
/// # Panics
///
/// When the text cannot be read or a turn is not legal.
#[must_use]
pub fn game(game_string: &str) -> (Position, Vec<Move>) {
    let mut fields = game_string.split(';');
    let game_type: GameType = fields
        .next()
        .expect("splitting gives at least one field")
        .parse()
        .unwrap_or_else(|error| panic!("{game_string}: {error}"));
    let mut position = Position::new(game_type);
    let mut moves = Vec::new();
    for text in fields.skip(2) {
        let mv = turn(&position, text);
        if let Err(reason) = position.play(mv) {
            panic!("{game_string}: {text}: {reason}");
        }
        moves.push(mv);
    }
    (position, moves)
}

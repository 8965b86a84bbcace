//! The rules once more, slowly: is this turn legal, and if not, why not?
//!
//! The generator in `movegen` answers with sets of cells and knows no reasons. Here one turn is judged
//! tile by tile and step by step, as two players at a table would argue it. The two share no code, so
//! that each is a check on the other.

mod hive;
mod illegal;
mod throw;
mod walk;

pub use illegal::IllegalMove;

use throw::Throw;
use walk::Walk;

use crate::{Bug, Hex, Move, Piece, Position, Trace};

impl Position {
    /// Whether a turn is legal, and if not, the first reason why.
    ///
    /// # Errors
    ///
    /// The reason, when the turn is not legal.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        judge(self, mv).map(drop)
    }
}

/// How the turn comes about, or why it does not.
pub(crate) fn judge(position: &Position, mv: Move) -> Result<Trace, IllegalMove> {
    if position.result().is_some() {
        return Err(IllegalMove::GameOver);
    }
    if let Some(piece) = mv.piece().filter(|piece| !position.game_type().has(piece.bug())) {
        return Err(IllegalMove::NotInGame { piece });
    }
    match mv {
        Move::Place { piece, to } => place(position, piece, to),
        Move::Relocate { piece, from, to } => relocate(position, piece, from, to),
        Move::Pass => pass(position),
    }
}

/// A pass is for those who can neither place nor move (R34).
fn pass(position: &Position) -> Result<Trace, IllegalMove> {
    let board = position.board();
    let mut cells: Vec<Hex> = board.cells().flat_map(|cell| cell.neighbors().chain([cell])).collect();
    cells.push(Hex::ORIGIN);
    cells.sort_unstable();
    cells.dedup();
    // One's own tiles first, the agile ones before the queen: nearly always one of them can move.
    let (own, others): (Vec<Piece>, _) = Piece::ALL.iter().partition(|it| it.color() == position.turn());
    for piece in own.into_iter().rev().chain(others) {
        let from = board.find(piece).map(|(hex, _)| hex);
        for to in cells.iter().copied() {
            let mv = match from {
                Some(from) => Move::Relocate { piece, from, to },
                None => Move::Place { piece, to },
            };
            match judge(position, mv) {
                Ok(_) => return Err(IllegalMove::PassNotForced { piece }),
                Err(reason) if holds_everywhere(reason) => break,
                Err(_) => {}
            }
        }
    }
    Ok(Trace::Pass)
}

/// Whether a reason against one end of a move is a reason against all of them.
fn holds_everywhere(reason: IllegalMove) -> bool {
    matches!(
        reason,
        IllegalMove::NotInGame { .. }
            | IllegalMove::NoneLeft { .. }
            | IllegalMove::NextNumber { .. }
            | IllegalMove::QueenFirst { .. }
            | IllegalMove::QueenNow { .. }
            | IllegalMove::QueenBeforeMoving { .. }
            | IllegalMove::NotYourTile { .. }
            | IllegalMove::ThrowJustMoved { .. }
            | IllegalMove::Resting { .. }
            | IllegalMove::ThrowPinned { .. }
            | IllegalMove::Covered { .. }
            | IllegalMove::SplitsHive { .. }
    )
}

fn place(position: &Position, piece: Piece, to: Hex) -> Result<Trace, IllegalMove> {
    if piece.color() != position.turn() {
        return Err(IllegalMove::NotYourTile { piece });
    }
    match position.next_in_reserve(piece.color(), piece.bug()) {
        None => return Err(IllegalMove::NoneLeft { piece }),
        Some(next) if next != piece => return Err(IllegalMove::NextNumber { piece, next }),
        Some(_) => {}
    }
    let is_queen = piece.bug() == Bug::Queen;
    if is_queen && position.turn_number() == 1 && !position.rules().queen_first {
        return Err(IllegalMove::QueenFirst { piece });
    }
    if !is_queen && queen_is_due(position) {
        return Err(IllegalMove::QueenNow { queen: Piece::queen(position.turn()) });
    }
    place_on(position, piece, to)?;
    Ok(Trace::Place { to })
}

/// Whether the cell may take a new tile (R4, R6, R21, R22).
fn place_on(position: &Position, piece: Piece, to: Hex) -> Result<(), IllegalMove> {
    let board = position.board();
    if let Some(other) = board.top(to) {
        return Err(IllegalMove::PlaceOnTop { piece, other, at: to });
    }
    let mut touched = to.neighbors().filter_map(|hex| Some((board.top(hex)?, hex)));
    let is_enemy = |other: &(Piece, Hex)| other.0.color() != piece.color();
    let is_allowed = if board.is_empty() {
        // There is no board, so "where" means nothing yet: the first tile defines the origin.
        to == Hex::ORIGIN
    } else if board.pieces().all(|(other, ..)| other.color() != piece.color()) {
        touched.clone().next().is_some()
    } else if touched.clone().all(|other| is_enemy(&other)) {
        let enemy = touched.next().map(|(other, _)| other);
        return Err(IllegalMove::PlaceApart { piece, to, enemy });
    } else if let Some((other, at)) = touched.find(is_enemy) {
        return Err(IllegalMove::PlaceTouchesEnemy { piece, other, at });
    } else {
        true
    };
    if is_allowed { Ok(()) } else { Err(IllegalMove::PlaceApart { piece, to, enemy: None }) }
}

fn relocate(position: &Position, piece: Piece, from: Hex, to: Hex) -> Result<Trace, IllegalMove> {
    let Some((at, _)) = position.board().find(piece) else {
        return Err(IllegalMove::NotOnBoard { piece });
    };
    if at != from {
        return Err(IllegalMove::WrongOrigin { piece, at });
    }
    if piece.color() == position.turn() {
        move_own(position, piece, from, to)
    } else {
        move_enemy(position, piece, from, to)
    }
}

/// An opponent's tile can only be thrown.
fn move_enemy(position: &Position, piece: Piece, from: Hex, to: Hex) -> Result<Trace, IllegalMove> {
    let throw = Throw::new(position, piece, from, to);
    throw.has_thrower()?;
    queen_is_in(position, piece)?;
    if position.last_moved() == Some(piece) {
        return Err(IllegalMove::ThrowJustMoved { piece, at: from });
    }
    throw.judge()
}

/// One's own tile moves, or else is thrown by one's own pillbug.
fn move_own(position: &Position, piece: Piece, from: Hex, to: Hex) -> Result<Trace, IllegalMove> {
    queen_is_in(position, piece)?;
    if position.last_moved() == Some(piece) {
        return Err(IllegalMove::Resting { piece, at: from });
    }
    let walk = Walk::new(position.board(), piece, from, to);
    let reason = match walk.judge() {
        Ok(trace) => return Ok(trace),
        Err(reason) => reason,
    };
    let throw = Throw::new(position, piece, from, to);
    if !throw.ends_beside_thrower() {
        return Err(reason);
    }
    // The tile may be carried there. If that fails too, tell of the throw when it was meant: not when
    // the tile lies under another, and not when its own legs would have taken it one cell.
    let was_meant = !matches!(reason, IllegalMove::Covered { .. }) && !walk.is_plain_step();
    throw.judge().map_err(|thrown| if was_meant { thrown } else { reason })
}

/// On the fourth turn the queen has to come in, if she has not (R8).
fn queen_is_due(position: &Position) -> bool {
    let queen = Piece::queen(position.turn());
    position.turn_number() >= 4 && position.board().find(queen).is_none()
}

/// Tiles move, walking or thrown, once their mover's queen is in the hive (R9, R47).
fn queen_is_in(position: &Position, piece: Piece) -> Result<(), IllegalMove> {
    let queen = Piece::queen(position.turn());
    if queen_is_due(position) {
        return Err(IllegalMove::QueenNow { queen });
    }
    if position.board().find(queen).is_none() {
        return Err(IllegalMove::QueenBeforeMoving { piece });
    }
    Ok(())
}

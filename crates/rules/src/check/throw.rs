//! The pillbug's power: lifting a neighbor over itself.

use super::hive::{Barrier, Hive};
use crate::{Board, Bug, Hex, IllegalMove, Piece, Position, Trace};

/// A tile that is to be thrown.
pub(super) struct Throw<'a> {
    board: Board<'a>,
    hive: Hive,
    piece: Piece,
    from: Hex,
    to: Hex,
    throwers: Vec<(Piece, Hex)>,
    resting: Option<(Piece, Hex)>,
}

impl<'a> Throw<'a> {
    pub(super) fn new(position: &'a Position, piece: Piece, from: Hex, to: Hex) -> Throw<'a> {
        let board = position.board();
        let beside = from.neighbors().filter_map(|hex| Some((thrower(position, hex)?, hex)));
        let (resting, throwers): (Vec<_>, Vec<_>) =
            beside.partition(|(piece, _)| position.last_moved() == Some(*piece));
        let resting = resting.first().copied();
        Throw { board, hive: Hive::without(board, piece), piece, from, to, throwers, resting }
    }

    /// Whether somebody stands beside the tile who could throw it, or only somebody who rests.
    pub(super) fn has_thrower(&self) -> Result<(), IllegalMove> {
        match (self.throwers.is_empty(), self.resting) {
            (false, _) => Ok(()),
            (true, Some((piece, at))) => Err(IllegalMove::Resting { piece, at }),
            (true, None) => Err(IllegalMove::NotYourTile { piece: self.piece }),
        }
    }

    /// Whether the end is an empty cell beside a thrower, as it must be for a throw to be meant.
    pub(super) fn ends_beside_thrower(&self) -> bool {
        self.board.height(self.to) == 0 && self.reaching().next().is_some()
    }

    /// The throwers that the end touches.
    fn reaching(&self) -> impl Iterator<Item = (Piece, Hex)> + '_ {
        self.throwers.iter().copied().filter(|(_, hex)| hex.direction_to(self.to).is_some())
    }

    /// The throw, or the first reason against it (R41, R43). There has to be a thrower.
    pub(super) fn judge(&self) -> Result<Trace, IllegalMove> {
        let (piece, at) = (self.piece, self.from);
        if self.board.height(at) > 1 {
            return Err(IllegalMove::ThrowStacked { piece, at });
        }
        if let Some(parts) = self.hive.parts_around(at) {
            return Err(IllegalMove::ThrowPinned { piece, parts });
        }
        let mut barred = None;
        if self.board.height(self.to) == 0 {
            for (thrower, over) in self.reaching() {
                match self.gate(at, over).or(self.gate(over, self.to)) {
                    None => return Ok(Trace::Throw { thrower, from: at, over, to: self.to }),
                    Some(gate) => barred = barred.or(Some(gate)),
                }
            }
        }
        // No cell is good when nobody can even lift the tile.
        let lifts: Vec<_> = self.throwers.iter().map(|(_, over)| self.gate(at, *over)).collect();
        let barred = barred.or(if lifts.contains(&None) { None } else { lifts.first().copied().flatten() });
        Err(match (barred, self.throwers.first()) {
            (Some(gate), _) => IllegalMove::ThrowGate { piece, gate },
            (None, Some((_, thrower))) => IllegalMove::ThrowCell { piece, thrower: *thrower },
            (None, None) => IllegalMove::NotYourTile { piece },
        })
    }

    fn gate(&self, from: Hex, to: Hex) -> Option<[Hex; 2]> {
        match self.hive.step(from, to) {
            Err(Barrier::Gate(gate)) => Some(gate),
            _ => None,
        }
    }
}

/// The tile on this cell if it has the pillbug's power and belongs to the player to move: an uncovered
/// pillbug, or a mosquito on the table that touches an uncovered pillbug of either color (R45, R46).
fn thrower(position: &Position, hex: Hex) -> Option<Piece> {
    let board = position.board();
    let piece = board.top(hex).filter(|top| top.color() == position.turn() && board.height(hex) == 1)?;
    let is_pillbug = |hex| board.top(hex).is_some_and(|top| top.bug() == Bug::Pillbug);
    let has_power = match piece.bug() {
        Bug::Pillbug => true,
        Bug::Mosquito => hex.neighbors().any(is_pillbug),
        _ => false,
    };
    has_power.then_some(piece)
}

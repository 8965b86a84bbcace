//! The reasons in plain words, for logs, terminals and protocols.

use core::fmt;

use super::IllegalMove;
use super::IllegalMove as M;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            M::GameOver => f.write_str("the game has ended"),
            M::NotInGame { piece } => write!(f, "{piece} is not part of this game type"),
            M::PassNotForced { piece } => {
                write!(f, "a pass is only for those who can do nothing, but {piece} can be played")
            }
            M::NotOnBoard { piece } => write!(f, "{piece} is still in the reserve"),
            M::WrongOrigin { piece, at } => {
                write!(f, "{piece} stands on {at}, not on the cell it is to leave")
            }
            M::NoneLeft { piece } => {
                let (bug, copies) = (piece.bug(), piece.bug().copies());
                write!(f, "no {bug} is left in the reserve: all {copies} are in the hive")
            }
            M::NextNumber { piece, next } => write!(f, "{piece} cannot be placed: {next} is next"),
            M::QueenFirst { piece } => write!(f, "{piece} may not be placed on the first turn"),
            M::QueenNow { queen } => write!(f, "{queen} has to be placed now, on the fourth turn"),
            M::QueenBeforeMoving { piece } => {
                write!(f, "{piece} cannot move before its player's queen is in the hive")
            }
            M::PlaceOnTop { piece, other, .. } => write!(f, "{piece} cannot be placed on top of {other}"),
            M::PlaceTouchesEnemy { piece, other, .. } => {
                write!(f, "{piece} cannot be placed there: it would touch {other}")
            }
            M::PlaceApart { piece, .. } => {
                write!(f, "{piece} cannot be placed there: it would touch no tile it may join")
            }
            M::NotYourTile { piece } => write!(f, "{piece} is the opponent's and no pillbug can throw it"),
            M::ThrowJustMoved { piece, .. } => write!(f, "{piece} cannot be thrown: it has just moved"),
            M::Resting { piece, .. } => write!(f, "{piece} rests: a pillbug has just thrown it"),
            M::ThrowStacked { piece, .. } => write!(f, "{piece} cannot be thrown out of a stack"),
            M::ThrowPinned { piece, .. } => write!(f, "{piece} cannot be thrown: the hive would split"),
            M::ThrowGate { piece, gate: [a, b] } => {
                write!(f, "{piece} cannot be thrown between the stacks on {a} and {b}")
            }
            M::ThrowCell { piece, thrower } => {
                write!(f, "{piece} can only be thrown to an empty cell next to the pillbug on {thrower}")
            }
            M::Covered { piece, other, .. } => write!(f, "{piece} cannot move: {other} sits on it"),
            M::SamePlace { piece, .. } => write!(f, "{piece} has to end on another cell"),
            M::SplitsHive { piece, .. } => write!(f, "{piece} cannot leave: the hive would split"),
            M::MosquitoNothing { piece, .. } => write!(f, "{piece} touches nothing it could copy"),
            M::MosquitoOnTop { piece, .. } => write!(f, "{piece} is on top and moves as a beetle, one cell"),
            M::CellOccupied { piece, other, .. } => {
                write!(f, "{piece} cannot climb and {other} is in the way")
            }
            M::Gate { piece, gate: [a, b] } => {
                write!(f, "{piece} cannot slide between the tiles on {a} and {b}")
            }
            M::LosesContact { piece, .. } => write!(f, "{piece} would lose touch with the hive on its way"),
            M::HighGate { piece, gate: [a, b] } => {
                write!(f, "{piece} cannot pass between the stacks on {a} and {b}")
            }
            M::QueenOne { piece } | M::PillbugOne { piece } | M::BeetleOne { piece } => {
                write!(f, "{piece} moves one cell, no further")
            }
            M::SpiderThree { piece } => {
                write!(f, "{piece} takes exactly three steps and never the same cell twice")
            }
            M::HopperGap { piece, gap } => write!(f, "{piece} cannot jump across the gap at {gap}"),
            M::HopperLine { piece } => write!(f, "{piece} jumps in a straight line over at least one tile"),
            M::LadybugPath { piece } => {
                write!(f, "{piece} takes two steps on top of the hive and a third one down")
            }
            M::MosquitoCopy { piece } => write!(f, "{piece} touches no creature that could go there"),
            M::AntUnreachable { piece, .. } => write!(f, "{piece} finds no way there along the hive"),
        }
    }
}

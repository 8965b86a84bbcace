//! What people and engines draw on the board.

use skep_rules::{Hex, Move};

/// The color of a drawing. Which one a pen takes depends on the keys held while drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// No key.
    #[default]
    Blue,
    /// Shift.
    Green,
    /// Alt.
    Red,
    /// Shift and Alt.
    Yellow,
}

/// A ring around a cell, drawn by the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The cell.
    pub at: Hex,
    /// The color.
    pub ink: Ink,
}

/// An arrow from cell to cell, drawn by the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The cell where it begins.
    pub from: Hex,
    /// The cell it points at.
    pub to: Hex,
    /// The color.
    pub ink: Ink,
}

/// A move that an engine or a hint proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suggestion {
    /// The move, in the position that is shown.
    pub mv: Move,
    /// 1 for the best, 2 and 3 for the alternatives.
    pub rank: u8,
}

/// What a lesson says about a cell that was tapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonMark {
    /// Right: solid ring and tick.
    Found,
    /// Wrong: dotted ring and cross.
    Wrong,
    /// Part of the explanation: plain outline.
    Shown,
}

//! How a tile gets where it goes.

use crate::check::judge;
use crate::{Bug, Hex, IllegalMove, Move, Piece, Position};

/// The way a legal turn is carried out, cell by cell, for screens that show the motion.
///
/// Where there are several ways, always the same one is chosen: a tile's own movement before a throw;
/// for a mosquito the first creature in the order of [`Bug::ALL`] that gets there; the shortest path; and
/// among equals the one that is found first going clockwise from the north-east.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trace {
    /// The tile comes from the reserve.
    Place {
        /// Where it is put.
        to: Hex,
    },
    /// The tile slides along the hive, on the table.
    Crawl {
        /// The creature that moves this way: the tile's own kind, or what a mosquito copies.
        bug: Bug,
        /// All cells on the way, from the start to the end. Two for queen, pillbug and beetle, four for
        /// a spider.
        path: Vec<Hex>,
    },
    /// The tile goes up, down or across on top of the hive, as a beetle does.
    Climb {
        /// The start.
        from: Hex,
        /// The end.
        to: Hex,
        /// The level it leaves; 0 is the table.
        from_level: u8,
        /// The level it reaches.
        to_level: u8,
    },
    /// The tile jumps, as a grasshopper does.
    Jump {
        /// The start.
        from: Hex,
        /// The cells it flies over.
        over: Vec<Hex>,
        /// The end.
        to: Hex,
    },
    /// The tile crosses the hive, as a ladybug does.
    Ladybug {
        /// The start.
        from: Hex,
        /// The first cell on top.
        up: Hex,
        /// The second cell on top.
        over: Hex,
        /// The end, on the table.
        down: Hex,
    },
    /// A pillbug, or a mosquito that copies one, lifts the tile over itself.
    Throw {
        /// The tile that throws.
        thrower: Piece,
        /// The cell the tile is lifted from.
        from: Hex,
        /// The thrower's cell.
        over: Hex,
        /// The cell the tile is put down on.
        to: Hex,
    },
    /// Nothing happens.
    Pass,
}

impl Trace {
    /// All cells on the way, from the start to the end; one for a placement, none for a pass.
    #[must_use]
    pub fn cells(&self) -> Vec<Hex> {
        match *self {
            Trace::Place { to } => vec![to],
            Trace::Crawl { ref path, .. } => path.clone(),
            Trace::Climb { from, to, .. } => vec![from, to],
            Trace::Jump { from, ref over, to } => [&[from], over.as_slice(), &[to]].concat(),
            Trace::Ladybug { from, up, over, down } => vec![from, up, over, down],
            Trace::Throw { from, over, to, .. } => vec![from, over, to],
            Trace::Pass => Vec::new(),
        }
    }

    /// As which creature the tile moved, if it moved by itself: for a mosquito, what it copied.
    #[must_use]
    pub const fn bug(&self) -> Option<Bug> {
        match *self {
            Trace::Crawl { bug, .. } => Some(bug),
            Trace::Climb { .. } => Some(Bug::Beetle),
            Trace::Jump { .. } => Some(Bug::Grasshopper),
            Trace::Ladybug { .. } => Some(Bug::Ladybug),
            Trace::Place { .. } | Trace::Throw { .. } | Trace::Pass => None,
        }
    }
}

impl Position {
    /// How a turn is carried out.
    ///
    /// # Errors
    ///
    /// The reason, when the turn is not legal.
    pub fn trace(&self, mv: Move) -> Result<Trace, IllegalMove> {
        judge(self, mv)
    }
}

//! The hive as a player sees it who has lifted one tile off: heights, gates, contact.

use crate::{Board, Hex, Piece};

/// The hive with one tile lifted off: how high each cell is.
///
/// A tile moves around the hive that remains when it is lifted; otherwise it would crawl along its own
/// ghost. Only heights are kept, because gates and contact depend on nothing else.
pub(super) struct Hive {
    cells: Vec<(Hex, u8)>,
}

/// What bars a step between two cells that touch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Barrier {
    /// The cells on both sides are higher than both ends of the step (R15, R39).
    Gate([Hex; 2]),
    /// Nothing on either side: a tile on the table would cross open ground (R13).
    NoContact,
}

impl Hive {
    /// The hive without one of its tiles.
    pub(super) fn without(board: Board<'_>, lifted: Piece) -> Hive {
        let mut cells: Vec<(Hex, u8)> = Vec::with_capacity(Piece::COUNT);
        for (_, hex, _) in board.pieces().filter(|(piece, ..)| *piece != lifted) {
            match cells.iter_mut().find(|(cell, _)| *cell == hex) {
                Some((_, height)) => *height += 1,
                None => cells.push((hex, 1)),
            }
        }
        Hive { cells }
    }

    /// How many tiles lie on a cell.
    pub(super) fn height(&self, hex: Hex) -> u8 {
        self.cells.iter().find(|(cell, _)| *cell == hex).map_or(0, |(_, height)| *height)
    }

    pub(super) fn is_empty(&self, hex: Hex) -> bool {
        self.height(hex) == 0
    }

    /// Whether a tile on this cell would touch another cell's tiles.
    pub(super) fn has_neighbor(&self, hex: Hex) -> bool {
        hex.neighbors().any(|neighbor| !self.is_empty(neighbor))
    }

    /// Whether a tile can go from one cell to a neighboring one, and if not, why.
    ///
    /// One rule serves all heights. The tile travels at the level of the higher end. It cannot pass when
    /// the cells on *both* sides are higher than that. On the table it also needs something on one side
    /// to slide along; higher up, one of the two ends is a tile that it touches.
    pub(super) fn step(&self, from: Hex, to: Hex) -> Result<(), Barrier> {
        let direction = from.direction_to(to).expect("a step is made between cells that touch");
        let sides = [from.neighbor(direction.counterclockwise()), from.neighbor(direction.clockwise())];
        let level = self.height(from).max(self.height(to));
        if sides.iter().all(|side| self.height(*side) > level) {
            return Err(Barrier::Gate(sides));
        }
        if level == 0 && sides.iter().all(|side| self.is_empty(*side)) {
            return Err(Barrier::NoContact);
        }
        Ok(())
    }

    /// Whether a tile on the table can slide from one cell to an empty neighboring one.
    pub(super) fn can_slide(&self, from: Hex, to: Hex) -> bool {
        self.is_empty(to) && self.step(from, to).is_ok()
    }

    /// One cell of each of two parts, if the hive lies in parts around an empty cell.
    ///
    /// The hive was one before the tile was lifted, so each part touches the cell it came from.
    pub(super) fn parts_around(&self, hex: Hex) -> Option<[Hex; 2]> {
        if !self.is_empty(hex) {
            return None;
        }
        let mut beside = hex.neighbors().filter(|neighbor| !self.is_empty(*neighbor));
        let first = beside.next()?;
        let part = self.part_of(first);
        beside.find(|cell| !part.contains(cell)).map(|other| [first, other])
    }

    /// All cells that hang together with this one.
    fn part_of(&self, start: Hex) -> Vec<Hex> {
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for neighbor in part[next].neighbors() {
                if !self.is_empty(neighbor) && !part.contains(&neighbor) {
                    part.push(neighbor);
                }
            }
            next += 1;
        }
        part
    }
}

//! Cells of the endless table.

use core::fmt;
use core::ops::{Add, Neg, Sub};

/// A cell, in axial coordinates relative to wherever the game began.
///
/// The cells are drawn with a corner up: `q` grows to the east, `r` to the south-east.
///
/// ```text
///         NW(0,-1)   NE(1,-1)
///     W(-1,0)   (0,0)   E(1,0)
///         SW(-1,1)   SE(0,1)
/// ```
///
/// There is no board, so a hive may wander without end. Coordinates therefore *wrap* at 256 in both
/// directions. A hive spans at most 28 cells, so two of its cells never meet that way, sums and
/// differences stay right, and a game of any length needs no wider numbers. To draw a hive, take
/// offsets from one of its cells: `cell - origin` is small and exact whatever the drift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Steps to the east.
    pub q: i8,
    /// Steps to the south-east.
    pub r: i8,
}

impl Hex {
    /// The cell of the first tile.
    pub const ORIGIN: Hex = Hex { q: 0, r: 0 };

    /// The cell with these coordinates.
    #[must_use]
    pub const fn new(q: i8, r: i8) -> Hex {
        Hex { q, r }
    }

    /// The next cell in a direction.
    #[must_use]
    pub const fn neighbor(self, direction: Direction) -> Hex {
        let step = direction.step();
        Hex { q: self.q.wrapping_add(step.q), r: self.r.wrapping_add(step.r) }
    }

    /// The six cells around, clockwise from the north-east as in [`Direction::ALL`].
    pub fn neighbors(self) -> impl ExactSizeIterator<Item = Hex> + Clone {
        Direction::ALL.into_iter().map(move |direction| self.neighbor(direction))
    }

    /// The number of steps between two cells.
    #[must_use]
    pub fn distance(self, other: Hex) -> u8 {
        let d = other - self;
        let s = d.q.wrapping_add(d.r);
        d.q.unsigned_abs().max(d.r.unsigned_abs()).max(s.unsigned_abs())
    }

    /// The direction of a cell that touches this one.
    #[must_use]
    pub fn direction_to(self, neighbor: Hex) -> Option<Direction> {
        let d = neighbor - self;
        Direction::ALL.into_iter().find(|direction| direction.step() == d)
    }
}

impl Add for Hex {
    type Output = Hex;

    fn add(self, offset: Hex) -> Hex {
        Hex { q: self.q.wrapping_add(offset.q), r: self.r.wrapping_add(offset.r) }
    }
}

impl Sub for Hex {
    type Output = Hex;

    fn sub(self, origin: Hex) -> Hex {
        Hex { q: self.q.wrapping_sub(origin.q), r: self.r.wrapping_sub(origin.r) }
    }
}

impl Neg for Hex {
    type Output = Hex;

    fn neg(self) -> Hex {
        Hex::ORIGIN - self
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.q, self.r)
    }
}

/// One of the six directions, named as on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// North-east.
    NorthEast,
    /// East.
    East,
    /// South-east.
    SouthEast,
    /// South-west.
    SouthWest,
    /// West.
    West,
    /// North-west.
    NorthWest,
}

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Direction; 6] = [
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The offset of the neighbor in this direction.
    #[must_use]
    pub const fn step(self) -> Hex {
        match self {
            Direction::NorthEast => Hex::new(1, -1),
            Direction::East => Hex::new(1, 0),
            Direction::SouthEast => Hex::new(0, 1),
            Direction::SouthWest => Hex::new(-1, 1),
            Direction::West => Hex::new(-1, 0),
            Direction::NorthWest => Hex::new(0, -1),
        }
    }

    /// The next direction clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Direction {
        Direction::ALL[(self as usize + 1) % 6]
    }

    /// The next direction counterclockwise.
    #[must_use]
    pub const fn counterclockwise(self) -> Direction {
        Direction::ALL[(self as usize + 5) % 6]
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_steps_around_come_home() {
        let mut hex = Hex::new(3, -7);
        for direction in Direction::ALL {
            assert_eq!(direction.opposite().step(), -direction.step());
            assert_eq!(hex.neighbor(direction).direction_to(hex), Some(direction.opposite()));
            assert_eq!(
                hex.neighbor(direction).neighbor(direction.opposite().counterclockwise()),
                hex.neighbor(direction.clockwise())
            );
            hex = hex.neighbor(direction);
        }
        assert_eq!(hex, Hex::new(3, -7));
    }

    #[test]
    fn coordinates_wrap_without_tearing_the_hive() {
        let edge = Hex::new(127, -128);
        for neighbor in edge.neighbors() {
            assert_eq!(edge.distance(neighbor), 1);
            assert!(edge.direction_to(neighbor).is_some());
        }
        assert_eq!(edge.neighbor(Direction::East) - edge, Hex::new(1, 0));
    }
}

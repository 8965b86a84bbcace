//! How the board is turned.

use skep_rules::Direction;

use crate::geometry::{Axial, Point};

/// A turn of the board by steps of 60 degrees, and whether it is seen in a mirror. Tiles move,
/// drawings stay upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// Steps of 60 degrees clockwise, 0 to 5.
    turns: u8,
    /// Whether left and right are exchanged, before the turn.
    mirrored: bool,
}

impl Orientation {
    /// The board as the notation sees it.
    pub const NORTH: Orientation = Orientation { turns: 0, mirrored: false };

    /// An orientation from its parts; any number of turns will do.
    #[must_use]
    pub const fn new(turns: u8, mirrored: bool) -> Orientation {
        Orientation { turns: turns % 6, mirrored }
    }

    /// Steps of 60 degrees clockwise, 0 to 5.
    #[must_use]
    pub const fn turns(self) -> u8 {
        self.turns
    }

    /// Whether left and right are exchanged.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Turned by more steps, clockwise as one sees it; negative steps go back.
    #[must_use]
    pub const fn rotated(self, steps: i8) -> Orientation {
        Orientation { turns: (self.turns as i8 + steps % 6).rem_euclid(6) as u8, ..self }
    }

    /// Left and right exchanged, as one sees it.
    #[must_use]
    pub const fn mirror(self) -> Orientation {
        // Seen in a mirror, a turn to the right becomes a turn to the left.
        Orientation { turns: (6 - self.turns) % 6, mirrored: !self.mirrored }
    }

    /// Where a direction of the game points on the screen.
    #[must_use]
    pub fn seen(self, direction: Direction) -> Direction {
        let mut seen = direction as u8;
        if self.mirrored {
            // North-east and north-west change places, and so on: n becomes 5 - n.
            seen = 5 - seen;
        }
        Direction::ALL[usize::from((seen + self.turns) % 6)]
    }

    /// The direction of the game that points this way on the screen.
    #[must_use]
    pub fn unseen(self, direction: Direction) -> Direction {
        let turned = (direction as u8 + 6 - self.turns) % 6;
        Direction::ALL[usize::from(if self.mirrored { 5 - turned } else { turned })]
    }

    /// A cell as it is seen.
    pub(crate) fn apply(self, cell: Axial) -> Axial {
        let mut seen = if self.mirrored { Axial::new(-cell.q - cell.r, cell.r) } else { cell };
        for _ in 0..self.turns {
            seen = Axial::new(-seen.r, seen.q + seen.r);
        }
        seen
    }

    /// The cell that is seen here; the inverse of [`apply`](Orientation::apply).
    pub(crate) fn invert(self, seen: Axial) -> Axial {
        let mut cell = seen;
        for _ in 0..self.turns {
            cell = Axial::new(cell.q + cell.r, -cell.q);
        }
        if self.mirrored { Axial::new(-cell.q - cell.r, cell.r) } else { cell }
    }

    /// Where a point of the board moves when the board goes over to another orientation.
    pub(crate) fn carry(self, to: Orientation, point: Point) -> Point {
        let turn = |point: Point, steps: u8| {
            let (sin, cos) = (f64::from(steps) * std::f64::consts::PI / 3.0).sin_cos();
            Point::new(point.x * cos - point.y * sin, point.x * sin + point.y * cos)
        };
        let flip =
            |point: Point, mirrored: bool| if mirrored { Point::new(-point.x, point.y) } else { point };
        let plain = flip(turn(point, (6 - self.turns) % 6), self.mirrored);
        turn(flip(plain, to.mirrored), to.turns)
    }
}

#[cfg(test)]
mod tests {
    use skep_rules::Hex;

    use super::*;

    fn all() -> impl Iterator<Item = Orientation> {
        (0..6).flat_map(|turns| [false, true].map(|mirrored| Orientation::new(turns, mirrored)))
    }

    fn axial(hex: Hex) -> Axial {
        Axial::new(i32::from(hex.q), i32::from(hex.r))
    }

    #[test]
    fn cells_come_back() {
        for orientation in all() {
            for q in -5..=5 {
                for r in -5..=5 {
                    let cell = Axial::new(q, r);
                    assert_eq!(orientation.invert(orientation.apply(cell)), cell);
                }
            }
        }
    }

    #[test]
    fn directions_turn_with_the_cells() {
        for orientation in all() {
            for direction in Direction::ALL {
                let seen = orientation.seen(direction);
                assert_eq!(orientation.apply(axial(direction.step())), axial(seen.step()));
                assert_eq!(orientation.unseen(seen), direction);
            }
        }
    }

    #[test]
    fn points_turn_with_the_cells() {
        for from in all() {
            for to in all() {
                let cell = Axial::new(3, -1);
                let carried = from.carry(to, from.apply(cell).center());
                assert!(carried.distance(to.apply(cell).center()) < 1e-9);
            }
        }
    }

    #[test]
    fn a_mirror_exchanges_left_and_right_on_the_screen() {
        for orientation in all() {
            let cell = Axial::new(2, 1);
            let (before, after) =
                (orientation.apply(cell).center(), orientation.mirror().apply(cell).center());
            assert!((before.x + after.x).abs() < 1e-9 && (before.y - after.y).abs() < 1e-9);
            assert_eq!(orientation.mirror().mirror(), orientation);
            assert_eq!(orientation.rotated(3).rotated(-9), orientation);
        }
    }
}

//! The twelve ways to turn and mirror the table.

use crate::{Direction, Hex, Move, Piece, Position};

/// A turn of the table by a multiple of 60 degrees, possibly mirrored first.
///
/// No rule of the game knows left from right or north from south, so a position and its image under a
/// symmetry are the same game.
///
/// ```
/// use skep_rules::{Direction, Symmetry};
/// let turn = Symmetry::new(1, false);
/// assert_eq!(turn.apply_direction(Direction::East), Direction::SouthEast);
/// assert_eq!(turn.compose(turn.inverse()), Symmetry::IDENTITY);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Sixths of a full turn, clockwise, 0 to 5.
    turns: u8,
    /// Whether the table is mirrored before it is turned.
    mirrored: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { turns: 0, mirrored: false };

    /// All twelve, the six turns first.
    pub const ALL: [Symmetry; 12] = {
        let mut all = [Symmetry::IDENTITY; 12];
        let mut at = 0;
        while at < 12 {
            all[at] = Symmetry::new(at as u8, at >= 6);
            at += 1;
        }
        all
    };

    /// Mirrors the table along the line through west-north-west and east-south-east if asked to (east and
    /// south-east change places), then turns it clockwise by `turns` times 60 degrees.
    #[must_use]
    pub const fn new(turns: u8, mirrored: bool) -> Symmetry {
        Symmetry { turns: turns % 6, mirrored }
    }

    /// Sixths of a full turn, clockwise, 0 to 5.
    #[must_use]
    pub const fn turns(self) -> u8 {
        self.turns
    }

    /// Whether the table is mirrored before it is turned.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Where a cell goes. The origin stays.
    #[must_use]
    pub const fn apply(self, hex: Hex) -> Hex {
        let mut hex = if self.mirrored { Hex::new(hex.r, hex.q) } else { hex };
        let mut turn = 0;
        while turn < self.turns {
            hex = Hex::new(hex.r.wrapping_neg(), hex.q.wrapping_add(hex.r));
            turn += 1;
        }
        hex
    }

    /// Where a direction points afterwards.
    #[must_use]
    pub const fn apply_direction(self, direction: Direction) -> Direction {
        // Mirrored, east and south-east change places: the numbers of the two add up to 3.
        let number = direction as u8;
        let mirrored = if self.mirrored { (9 - number) % 6 } else { number };
        Direction::ALL[((mirrored + self.turns) % 6) as usize]
    }

    /// The same turn in the image of the position.
    #[must_use]
    pub const fn apply_move(self, mv: Move) -> Move {
        match mv {
            Move::Place { piece, to } => Move::Place { piece, to: self.apply(to) },
            Move::Relocate { piece, from, to } => {
                Move::Relocate { piece, from: self.apply(from), to: self.apply(to) }
            }
            Move::Pass => Move::Pass,
        }
    }

    /// The symmetry that leads back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // A mirror image, turned or not, is its own inverse.
        if self.mirrored { self } else { Symmetry::new(6 - self.turns, false) }
    }

    /// This symmetry after `first`.
    #[must_use]
    pub const fn compose(self, first: Symmetry) -> Symmetry {
        // Mirroring turns the sense of an earlier rotation around.
        let earlier = if self.mirrored { 6 - first.turns } else { first.turns };
        Symmetry::new(self.turns + earlier, self.mirrored != first.mirrored)
    }
}

impl Position {
    /// The same position on a table that was turned around the origin and then moved.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry, shift: Hex) -> Position {
        let board = self.board();
        let stacks: Vec<_> =
            board.cells().map(|hex| (symmetry.apply(hex) + shift, board.stack(hex))).collect();
        let stacks: Vec<(Hex, &[Piece])> = stacks.iter().map(|(hex, tiles)| (*hex, &tiles[..])).collect();
        Position::from_setup_parts(self.rules(), &stacks, self.ply(), self.last_moved())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: [Hex; 5] =
        [Hex::new(1, 0), Hex::new(3, -5), Hex::new(-7, 2), Hex::new(0, 0), Hex::new(127, -128)];

    #[test]
    fn the_twelve_differ() {
        let images: std::collections::BTreeSet<_> =
            Symmetry::ALL.iter().map(|symmetry| symmetry.apply(Hex::new(3, 1))).collect();
        assert_eq!(images.len(), 12);
    }

    #[test]
    fn neighbors_stay_neighbors() {
        for symmetry in Symmetry::ALL {
            for direction in Direction::ALL {
                for cell in CELLS {
                    assert_eq!(
                        symmetry.apply(cell.neighbor(direction)),
                        symmetry.apply(cell).neighbor(symmetry.apply_direction(direction))
                    );
                }
            }
        }
    }

    #[test]
    fn an_image_is_the_same_game() {
        let uhp = include_str!("../tests/data/middlegame.perft");
        for row in skep_testkit::perft_rows(uhp) {
            let game = crate::Game::from_uhp(row.game).expect("the games of the repository are in order");
            let position = game.position();
            for symmetry in Symmetry::ALL {
                let shift = Hex::new(100, -90);
                let image = position.image(symmetry, shift);
                assert_eq!(image.canonical_key(), position.canonical_key());
                assert_eq!((image.ply(), image.last_moved()), (position.ply(), position.last_moved()));
                for mv in position.legal_moves().iter() {
                    let seen = symmetry.apply_move(*mv);
                    let to = seen.to().map(|to| to + shift);
                    let legal = image.legal_moves();
                    assert!(legal.iter().any(|other| other.piece() == mv.piece() && other.to() == to));
                    assert_eq!(legal.len(), position.legal_moves().len());
                }
            }
        }
    }

    #[test]
    fn they_form_a_group() {
        for a in Symmetry::ALL {
            assert_eq!(a.compose(a.inverse()), Symmetry::IDENTITY);
            assert_eq!(a.inverse().compose(a), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                for cell in CELLS {
                    assert_eq!(a.compose(b).apply(cell), a.apply(b.apply(cell)), "{a:?} after {b:?}");
                }
            }
        }
    }
}

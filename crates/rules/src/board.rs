//! A view of what lies where.

use core::ops::Deref;

use crate::position::{Grid, Position};
use crate::{Hex, Piece};

/// What lies where in a [`Position`]: tiles, cells, stacks. It knows no turn and no reserve.
///
/// ```
/// use skep_rules::{GameType, Hex, Move, Piece, Position};
/// let mut position = Position::new(GameType::BASE);
/// let ant: Piece = "wA1".parse()?;
/// position.play(Move::Place { piece: ant, to: Hex::ORIGIN })?;
/// let board = position.board();
/// assert_eq!(board.top(Hex::ORIGIN), Some(ant));
/// assert_eq!(board.find(ant), Some((Hex::ORIGIN, 0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    position: &'a Position,
}

impl<'a> Board<'a> {
    pub(crate) fn new(position: &'a Position) -> Board<'a> {
        Board { position }
    }

    /// The topmost tile on a cell.
    #[must_use]
    pub fn top(&self, hex: Hex) -> Option<Piece> {
        self.pieces()
            .filter(|(_, at, _)| *at == hex)
            .max_by_key(|(_, _, level)| *level)
            .map(|(piece, ..)| piece)
    }

    /// How many tiles are on a cell.
    #[must_use]
    pub fn height(&self, hex: Hex) -> u8 {
        self.pieces().filter(|(_, at, _)| *at == hex).count() as u8
    }

    /// The tiles on a cell, from the table up.
    #[must_use]
    pub fn stack(&self, hex: Hex) -> Stack {
        let mut tiles = [None; 7];
        for (piece, at, level) in self.pieces() {
            if at == hex {
                tiles[usize::from(level)] = Some(piece);
            }
        }
        let mut stack = Stack { len: 0, tiles: [Piece::ALL[0]; 7] };
        for piece in tiles.into_iter().flatten() {
            stack.tiles[stack.len] = piece;
            stack.len += 1;
        }
        stack
    }

    /// Where a tile lies: its cell, and how many tiles are below it.
    #[must_use]
    pub fn find(&self, piece: Piece) -> Option<(Hex, u8)> {
        self.position.contains(piece).then(|| (self.position.hex_of(piece), self.position.level_of(piece)))
    }

    /// All tiles in the hive with their cells and levels, in the order of [`Piece::ALL`].
    pub fn pieces(self) -> impl Iterator<Item = (Piece, Hex, u8)> + Clone + use<'a> {
        let position = self.position;
        Piece::ALL
            .into_iter()
            .filter(move |piece| position.contains(*piece))
            .map(move |piece| (piece, position.hex_of(piece), position.level_of(piece)))
    }

    /// The occupied cells, each once.
    pub fn cells(self) -> impl Iterator<Item = Hex> + Clone + use<'a> {
        self.pieces().filter(|(_, _, level)| *level == 0).map(|(_, hex, _)| hex)
    }

    /// How many tiles are in the hive.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces().count()
    }

    /// Whether nothing has been placed yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a tile is alone on its cell and holds the hive together, so that it may not leave
    /// (R11, R13).
    #[must_use]
    pub fn is_pinned(&self, piece: Piece) -> bool {
        if !self.position.contains(piece) || self.is_covered(piece) || self.position.level_of(piece) > 0 {
            return false;
        }
        match &self.position.grid {
            Grid::Narrow(hive) => pinned(hive, piece),
            Grid::Wide(hive) => pinned(hive, piece),
        }
    }

    /// Whether another tile lies on this one (R20).
    #[must_use]
    pub fn is_covered(&self, piece: Piece) -> bool {
        self.position.covered() >> piece.id() & 1 != 0
    }

    /// Whether all six cells around a cell are occupied.
    #[must_use]
    pub fn is_surrounded(&self, hex: Hex) -> bool {
        hex.neighbors().all(|neighbor| self.height(neighbor) > 0)
    }
}

fn pinned<W: crate::cells::Width>(hive: &crate::hive::Hive<W>, piece: Piece) -> bool {
    W::contains(&hive.pinned_cells(), hive.cell_of(piece.id()))
}

/// The tiles on one cell, from the table up: at most seven, since only six tiles climb.
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    len: usize,
    tiles: [Piece; 7],
}

impl Deref for Stack {
    type Target = [Piece];

    fn deref(&self) -> &[Piece] {
        &self.tiles[..self.len]
    }
}

impl IntoIterator for Stack {
    type Item = Piece;
    type IntoIter = core::iter::Take<core::array::IntoIter<Piece, 7>>;

    fn into_iter(self) -> Self::IntoIter {
        self.tiles.into_iter().take(self.len)
    }
}

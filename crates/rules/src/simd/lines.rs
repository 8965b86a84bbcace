//! Jumps of grasshoppers along the three lines through a cell.

use crate::cells::{Cell, CellSet, Narrow, Words};

/// The row, the column and the diagonal through a cell, as bits.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) row: u16,
    pub(super) column: u16,
    pub(super) diagonal: u16,
}

/// For each diagonal, its cells, row by row.
pub(super) static DIAGONALS: [Words<4>; 16] = {
    let mut table = [Words([0; 4]); 16];
    let mut diagonal = 0;
    while diagonal < 16 {
        let mut row = 0;
        while row < 16 {
            let column = (16 + diagonal - row) & 15;
            table[diagonal].0[row >> 2] |= 1 << (16 * (row & 3) + column);
            row += 1;
        }
        diagonal += 1;
    }
    table
};

impl Lines {
    /// Where jumps lead from the cell through which the lines go. No branches: which way they would go changes
    /// with every tile.
    #[inline(always)]
    pub(super) fn jumps<S: CellSet<Width = Narrow>>(self, from: Cell) -> S {
        let (q, r) = (from.index() as u32 & 15, from.index() as u32 >> 4);
        let (east, west) = jump(self.row, q);
        let (south_east, north_west) = jump(self.column, r);
        let (south_west, north_east) = jump(self.diagonal, r);
        let landings = landing::<S>(q + east, r)
            .or(landing(q.wrapping_sub(west), r))
            .or(landing(q, r + south_east))
            .or(landing(q, r.wrapping_sub(north_west)))
            .or(landing(q.wrapping_sub(south_west), r + south_west))
            .or(landing(q + north_east, r.wrapping_sub(north_east)));
        // Without a neighbor to jump over, the next cell was taken for a landing.
        landings.minus(S::ring(from))
    }
}

/// How far it is to the first empty place on a line, onwards and back, from a place that is not.
#[inline(always)]
fn jump(line: u16, at: u32) -> (u32, u32) {
    // The line twice, one after the other: turning 16 bits takes several instructions on some machines.
    let turned = (u32::from(line) * 0x1_0001) >> (at & 15) | 1;
    (turned.trailing_ones(), (turned << 16).leading_ones() + 1)
}

#[inline(always)]
fn landing<S: CellSet<Width = Narrow>>(q: u32, r: u32) -> S {
    S::cell(Cell(((r & 15) << 4 | q & 15) as u16))
}

//! What lies under a point of the screen.

use skep_rules::{Hex, Piece};

use crate::geometry::{Axial, FACE_RADIUS, Point, TILE_WIDTH, hexagon_contains};
use crate::state::State;

/// What was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The cell.
    pub hex: Hex,
    /// The topmost tile there.
    pub piece: Option<Piece>,
    /// The level of that tile; 0 on the table and on an empty cell.
    pub level: u8,
}

impl State {
    /// What lies under a point of the screen, in pixels. A tile on a stack is drawn higher up, and
    /// that is where it is hit.
    #[must_use]
    pub fn hit(&self, at: Point) -> Hit {
        let point = self.view().to_board(at);
        let board = self.shown.board();
        let tops = board.cells().filter_map(|hex| Some((hex, board.top(hex)?, board.height(hex) - 1)));
        // The one drawn last lies on top: the lowest on the screen.
        let struck = tops
            .filter(|(hex, _, level)| hexagon_contains(self.place(*hex, *level), FACE_RADIUS, point))
            .max_by(|a, b| self.place(a.0, 0).y.total_cmp(&self.place(b.0, 0).y));
        if let Some((hex, piece, level)) = struck {
            return Hit { hex, piece: Some(piece), level };
        }
        let hex = self.anchor.roll(self.orientation.invert(Axial::of(point)));
        let piece = board.top(hex);
        Hit { hex, piece, level: board.height(hex).saturating_sub(1) }
    }

    /// The legal cell nearest to a point of the screen, no further away than `reach` pixels.
    pub(crate) fn nearest_target(&self, at: Point, reach: f64) -> Option<Hex> {
        let view = self.view();
        let board = self.shown.board();
        let distance = |hex: Hex| view.to_screen(self.place(hex, board.height(hex))).distance(at);
        let nearest = self.targets().map(|(hex, _)| (hex, distance(hex))).min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|(_, distance)| *distance <= reach).map(|(hex, _)| hex)
    }

    /// The tile of the hive nearest to a point of the screen, no further away than `reach` pixels.
    pub(crate) fn nearest_tile(&self, at: Point, reach: f64) -> Option<Hex> {
        let view = self.view();
        let board = self.shown.board();
        let distance = |hex: Hex| view.to_screen(self.place(hex, board.height(hex) - 1)).distance(at);
        let nearest = board.cells().map(|hex| (hex, distance(hex))).min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|(_, distance)| *distance <= reach).map(|(hex, _)| hex)
    }

    /// The legal cell that a dragged tile would be dropped on.
    pub(crate) fn drop_target(&self, at: Point) -> Option<Hex> {
        let own = self.selection.and_then(|selection| selection.at());
        let reach = 0.62 * TILE_WIDTH * self.view().scale;
        let target = self.nearest_target(at, reach)?;
        // Back over its own cell the tile is not going anywhere, however near a legal cell is.
        let over_own = own.is_some_and(|own| self.hit(at).hex == own && own != target);
        (!over_own || self.hit(at).hex == target).then_some(target)
    }
}

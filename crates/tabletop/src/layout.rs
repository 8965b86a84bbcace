//! The piece of screen that the board may use.

use skep_rules::{ByColor, Color};

use crate::camera::View;
use crate::geometry::{Point, Rect, TILE_WIDTH};

/// What floating bars cover at each edge, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Insets {
    /// At the upper edge.
    pub top: f64,
    /// At the right edge.
    pub right: f64,
    /// At the lower edge.
    pub bottom: f64,
    /// At the left edge.
    pub left: f64,
}

/// The size of the table on the screen, in pixels, and how large tiles should be on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The width of the table.
    pub width: f64,
    /// The height of the table.
    pub height: f64,
    /// What floating bars cover of it.
    pub insets: Insets,
    /// Tiles are fitted no wider than this: a young hive does not fill the screen.
    pub largest_tile: f64,
    /// Below this a finger cannot hit a cell for sure, so the second tap confirms the first.
    pub touch_size: f64,
    /// The hive is fitted down to this width; a larger one is cut off and wants panning.
    pub smallest_tile: f64,
    /// Where the middle of each player's reserve is, for tiles that come from there; in pixels, from
    /// the table's upper left corner.
    pub reserves: ByColor<Option<Point>>,
}

impl Layout {
    /// A table of this size with the usual tiles and no bars.
    #[must_use]
    pub const fn new(width: f64, height: f64) -> Layout {
        Layout {
            width,
            height,
            insets: Insets { top: 0.0, right: 0.0, bottom: 0.0, left: 0.0 },
            largest_tile: 116.0,
            touch_size: 44.0,
            smallest_tile: 28.0,
            reserves: ByColor { white: None, black: None },
        }
    }

    /// The part of the table that no bar covers. Never empty, so that one can divide by it.
    #[must_use]
    pub fn free(&self) -> Rect {
        let sane = |value: f64| if value.is_finite() { value.max(0.0) } else { 0.0 };
        let (left, top) = (sane(self.insets.left), sane(self.insets.top));
        let right = (sane(self.width) - sane(self.insets.right)).max(left + 1.0);
        let bottom = (sane(self.height) - sane(self.insets.bottom)).max(top + 1.0);
        Rect { left, top, right, bottom }
    }

    /// Where a player's reserve is, in board units.
    pub(crate) fn reserve(&self, color: Color, view: View) -> Option<Point> {
        self.reserves[color].map(|point| view.to_board(point))
    }

    /// The scales at which tiles are as small and as large as fitting makes them.
    pub(crate) fn fitting_scales(&self) -> (f64, f64) {
        let sane = |width: f64, usual: f64| {
            if width.is_finite() { width.clamp(8.0, 400.0) / TILE_WIDTH } else { usual / TILE_WIDTH }
        };
        let smallest = sane(self.smallest_tile, 28.0);
        (smallest, sane(self.largest_tile, 116.0).max(smallest))
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::new(800.0, 600.0)
    }
}

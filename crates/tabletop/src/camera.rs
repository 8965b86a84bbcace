//! What part of the endless table is on the screen.

use crate::geometry::{Point, ROW_HEIGHT, Rect, TILE_WIDTH};
use crate::layout::Layout;

/// The narrowest and widest tiles, in pixels, to which a player can zoom.
const ZOOM_TILES: (f64, f64) = (20.0, 240.0);

/// The point of the board in the middle of the free part of the screen, and the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// In board units.
    pub center: Point,
    /// Pixels per board unit.
    pub scale: f64,
}

/// Who moves the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// The board: it shows the whole hive, and moves only when a tile would leave the view.
    #[default]
    Automatic,
    /// The player, who has panned or zoomed. The board keeps its hands off until asked to fit, or
    /// until no tile at all would be left in view.
    Player,
}

/// The transformation from board units to pixels: `pixels = units * scale + (x, y)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Pixels per board unit.
    pub scale: f64,
    /// Pixels added to the right.
    pub x: f64,
    /// Pixels added downward.
    pub y: f64,
    /// Whether the board has moved the camera by itself: glide there in 240 ms. A player's own pan
    /// and zoom follow the hand at once.
    pub glide: bool,
}

impl View {
    /// A point of the board on the screen.
    #[must_use]
    pub fn to_screen(self, point: Point) -> Point {
        Point::new(point.x * self.scale + self.x, point.y * self.scale + self.y)
    }

    /// A point of the screen on the board.
    #[must_use]
    pub fn to_board(self, point: Point) -> Point {
        Point::new((point.x - self.x) / self.scale, (point.y - self.y) / self.scale)
    }

    /// The width of a tile in pixels.
    #[must_use]
    pub fn tile_width(self) -> f64 {
        TILE_WIDTH * self.scale
    }
}

impl Camera {
    /// The camera that shows these tiles with one cell of margin, as large as the layout allows.
    pub(crate) fn fitting(tiles: Rect, layout: &Layout) -> Camera {
        let free = layout.free();
        let wanted = tiles.grown(TILE_WIDTH, ROW_HEIGHT);
        let (smallest, largest) = layout.fitting_scales();
        let scale = (free.width() / wanted.width()).min(free.height() / wanted.height());
        let scale = if scale >= smallest {
            scale.min(largest)
        } else {
            // Too wide a hive for the margin: give up the margin before giving up tiles.
            (free.width() / tiles.width()).min(free.height() / tiles.height()).clamp(smallest / 2.0, smallest)
        };
        Camera { center: tiles.center(), scale }
    }

    /// The transformation to pixels.
    pub(crate) fn view(self, layout: &Layout, glide: bool) -> View {
        let middle = layout.free().center();
        View {
            scale: self.scale,
            x: middle.x - self.center.x * self.scale,
            y: middle.y - self.center.y * self.scale,
            glide,
        }
    }

    /// The part of the board that is to be seen between the bars.
    pub(crate) fn window(self, layout: &Layout) -> Rect {
        let free = layout.free();
        Rect::at(self.center).grown(free.width() / 2.0 / self.scale, free.height() / 2.0 / self.scale)
    }

    /// Moved by pixels: the board follows the hand.
    pub(crate) fn panned(self, x: f64, y: f64) -> Camera {
        Camera { center: self.center.moved(-x / self.scale, -y / self.scale), ..self }
    }

    /// Zoomed, so that the point of the board under `about` (pixels) stays where it is.
    pub(crate) fn zoomed(self, factor: f64, about: Point, layout: &Layout) -> Camera {
        if !(factor.is_finite() && factor > 0.0 && about.x.is_finite() && about.y.is_finite()) {
            return self;
        }
        let (narrowest, widest) = ZOOM_TILES;
        let scale = (self.scale * factor).clamp(narrowest / TILE_WIDTH, widest / TILE_WIDTH);
        let held = self.view(layout, false).to_board(about);
        let middle = layout.free().center();
        let center = Point::new(held.x - (about.x - middle.x) / scale, held.y - (about.y - middle.y) / scale);
        Camera { center, scale }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::layout::Insets;

    fn layouts() -> impl Strategy<Value = Layout> {
        (200.0..3000.0, 200.0..2000.0, 0.0..80.0, 0.0..80.0).prop_map(|(width, height, top, bottom)| Layout {
            insets: Insets { top, bottom, ..Insets::default() },
            ..Layout::new(width, height)
        })
    }

    fn points() -> impl Strategy<Value = Point> {
        (-2000.0..2000.0, -2000.0..2000.0).prop_map(|(x, y)| Point::new(x, y))
    }

    proptest! {
        #[test]
        fn screen_and_board_are_inverse(layout in layouts(), center in points(), scale in 0.3..2.5, point in points()) {
            let view = Camera { center, scale }.view(&layout, false);
            prop_assert!(view.to_board(view.to_screen(point)).distance(point) < 1e-6);
        }

        #[test]
        fn panning_there_and_back(layout in layouts(), center in points(), scale in 0.3..2.5, by in points()) {
            let camera = Camera { center, scale };
            let back = camera.panned(by.x, by.y).panned(-by.x, -by.y);
            prop_assert!(back.center.distance(center) < 1e-6);
            let (before, after) = (camera.view(&layout, false), camera.panned(by.x, by.y).view(&layout, false));
            prop_assert!((after.x - before.x - by.x).abs() < 1e-6 && (after.y - before.y - by.y).abs() < 1e-6);
        }

        #[test]
        fn zooming_keeps_the_point_under_the_hand(
            layout in layouts(), center in points(), scale in 0.3..2.5, about in points(), factor in 0.2..5.0_f64,
        ) {
            let camera = Camera { center, scale };
            let held = camera.view(&layout, false).to_board(about);
            let zoomed = camera.zoomed(factor, about, &layout);
            prop_assert!(zoomed.view(&layout, false).to_screen(held).distance(about) < 1e-6);
            let width = zoomed.view(&layout, false).tile_width();
            prop_assert!((19.9..=240.1).contains(&width));
        }

        #[test]
        fn zooming_in_and_out_comes_back(layout in layouts(), center in points(), about in points(), factor in 0.5..2.0_f64) {
            let camera = Camera { center, scale: 0.8 };
            let back = camera.zoomed(factor, about, &layout).zoomed(1.0 / factor, about, &layout);
            prop_assert!(back.center.distance(center) < 1e-6 && (back.scale - 0.8).abs() < 1e-9);
        }
    }

    #[test]
    fn nonsense_factors_change_nothing() {
        let camera = Camera { center: Point::default(), scale: 1.0 };
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(camera.zoomed(factor, Point::default(), &Layout::default()), camera);
        }
    }
}

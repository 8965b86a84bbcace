//! Where a cell lies, in board units.
//!
//! The units are those of the tile drawings: a cell's corner is 50 away from its middle. The cells
//! stand on a corner, so a row is 75 high and a tile 86.6 wide.

/// From the middle of a cell to its corner.
pub const RADIUS: f64 = 50.0;
/// From the middle of a tile's face to its corner: a little less, so that tiles do not touch.
pub const FACE_RADIUS: f64 = 48.3;
/// The width of a cell, and the distance of two neighbors in a row.
pub const TILE_WIDTH: f64 = 86.602_540_378_443_86;
/// The distance of two rows.
pub const ROW_HEIGHT: f64 = 75.0;
/// How far a tile on top of another is drawn higher.
pub const STACK_STEP: f64 = 9.0;
/// How far the selected tile is drawn higher.
pub const SELECTED_RAISE: f64 = 5.0;

/// A point, on the screen (pixels) or on the board (board units). `y` grows downward.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point with these coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The distance between two points.
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point halfway between two.
    #[must_use]
    pub fn middle(self, other: Point) -> Point {
        Point::new((self.x + other.x) / 2.0, (self.y + other.y) / 2.0)
    }

    /// This point moved.
    #[must_use]
    pub fn moved(self, x: f64, y: f64) -> Point {
        Point::new(self.x + x, self.y + y)
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The lower edge.
    pub bottom: f64,
}

impl Rect {
    /// The rectangle of one point.
    #[must_use]
    pub const fn at(point: Point) -> Rect {
        Rect { left: point.x, top: point.y, right: point.x, bottom: point.y }
    }

    /// The rectangle that holds both.
    #[must_use]
    pub fn union(self, other: Rect) -> Rect {
        Rect {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The rectangle with this much more on each side.
    #[must_use]
    pub fn grown(self, x: f64, y: f64) -> Rect {
        Rect { left: self.left - x, top: self.top - y, right: self.right + x, bottom: self.bottom + y }
    }

    /// Whether the other rectangle lies inside, up to a rounding error.
    #[must_use]
    pub fn holds(self, other: Rect) -> bool {
        let slack = 1e-6;
        self.left <= other.left + slack
            && self.top <= other.top + slack
            && self.right >= other.right - slack
            && self.bottom >= other.bottom - slack
    }

    /// Whether the two have a point in common.
    #[must_use]
    pub fn meets(self, other: Rect) -> bool {
        self.left <= other.right
            && other.left <= self.right
            && self.top <= other.bottom
            && other.top <= self.bottom
    }

    /// The width.
    #[must_use]
    pub fn width(self) -> f64 {
        self.right - self.left
    }

    /// The height.
    #[must_use]
    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    /// The middle.
    #[must_use]
    pub fn center(self) -> Point {
        Point::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }
}

/// The box around a tile whose middle is at `center`.
pub(crate) fn tile_box(center: Point) -> Rect {
    Rect::at(center).grown(TILE_WIDTH / 2.0, RADIUS)
}

/// A cell's coordinates as plain numbers that never wrap: steps to the east and to the south-east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Axial {
    pub(crate) q: i32,
    pub(crate) r: i32,
}

impl Axial {
    pub(crate) const fn new(q: i32, r: i32) -> Axial {
        Axial { q, r }
    }

    /// The middle of the cell.
    pub(crate) fn center(self) -> Point {
        let (q, r) = (f64::from(self.q), f64::from(self.r));
        Point::new(TILE_WIDTH * (q + r / 2.0), ROW_HEIGHT * r)
    }

    /// The cell that a point lies in.
    pub(crate) fn of(point: Point) -> Axial {
        // No hive is a million tiles away; nonsense from a pointer must not overflow later sums.
        let sane = |value: f64| if value.is_finite() { value.clamp(-1e8, 1e8) } else { 0.0 };
        let point = Point::new(sane(point.x), sane(point.y));
        let r = point.y / ROW_HEIGHT;
        let q = point.x / TILE_WIDTH - r / 2.0;
        // Round the three cube coordinates and mend the one that was rounded most.
        let s = -q - r;
        let (rounded_q, rounded_r, rounded_s) = (q.round(), r.round(), s.round());
        let (dq, dr, ds) = ((q - rounded_q).abs(), (r - rounded_r).abs(), (s - rounded_s).abs());
        if dq > dr && dq > ds {
            Axial::new((-rounded_r - rounded_s) as i32, rounded_r as i32)
        } else if dr > ds {
            Axial::new(rounded_q as i32, (-rounded_q - rounded_s) as i32)
        } else {
            Axial::new(rounded_q as i32, rounded_r as i32)
        }
    }
}

/// Whether a point lies in the hexagon around `center` whose corners are `radius` away.
#[must_use]
pub fn hexagon_contains(center: Point, radius: f64, point: Point) -> bool {
    let (x, y) = ((point.x - center.x).abs() / radius, (point.y - center.y).abs() / radius);
    let half_width = 3_f64.sqrt() / 2.0;
    x <= half_width && y <= 1.0 - x / 3_f64.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cell_of_a_point_is_the_cell_it_lies_in() {
        for q in -20..=20 {
            for r in -20..=20 {
                let cell = Axial::new(q, r);
                let center = cell.center();
                assert_eq!(Axial::of(center), cell);
                for step in 0..12 {
                    let angle = f64::from(step) * std::f64::consts::PI / 6.0;
                    let near = center.moved(42.0 * angle.cos(), 42.0 * angle.sin());
                    assert_eq!(Axial::of(near), cell, "{near:?}");
                    assert!(hexagon_contains(center, RADIUS, near));
                }
            }
        }
    }

    #[test]
    fn a_hexagon_is_taller_than_wide() {
        let origin = Point::default();
        assert!(hexagon_contains(origin, 50.0, Point::new(0.0, 49.9)));
        assert!(!hexagon_contains(origin, 50.0, Point::new(49.9, 0.0)));
        assert!(hexagon_contains(origin, 50.0, Point::new(43.2, 24.0)));
        assert!(!hexagon_contains(origin, 50.0, Point::new(40.0, 45.0)));
    }
}

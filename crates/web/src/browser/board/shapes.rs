//! Outlines in board units.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// A pointy hexagon with rounded corners.
fn hexagon(radius: f64, corner: f64) -> String {
    let point = |index: i32| {
        let (sin, cos) = (f64::from(index) * std::f64::consts::FRAC_PI_3).sin_cos();
        (radius * sin, -radius * cos)
    };
    let toward = |from: (f64, f64), to: (f64, f64)| {
        let share = corner / radius;
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    };
    let mut path = String::new();
    for index in 0..6 {
        let tip = point(index);
        let (before, after) = (toward(tip, point(index - 1)), toward(tip, point(index + 1)));
        let pen = if index == 0 { 'M' } else { 'L' };
        let _ = write!(
            path,
            "{pen}{:.2} {:.2}Q{:.2} {:.2} {:.2} {:.2}",
            before.0, before.1, tip.0, tip.1, after.0, after.1
        );
    }
    path + "Z"
}

/// Six ticks, one at each corner.
fn ticks(radius: f64) -> String {
    let point = |index: i32| {
        let (sin, cos) = (f64::from(index) * std::f64::consts::FRAC_PI_3).sin_cos();
        (radius * sin, -radius * cos)
    };
    let mix = |from: (f64, f64), to: (f64, f64), share: f64| {
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    };
    let mut path = String::new();
    for index in 0..6 {
        let (tip, last, next) = (point(index), point(index - 1), point(index + 1));
        let (a, b, c, d) =
            (mix(tip, last, 0.28), mix(tip, last, 0.12), mix(tip, next, 0.12), mix(tip, next, 0.28));
        let _ = write!(
            path,
            "M{:.1} {:.1}L{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}L{:.1} {:.1}",
            a.0, a.1, b.0, b.1, tip.0, tip.1, c.0, c.1, d.0, d.1
        );
    }
    path
}

pub(super) static CELL: LazyLock<String> = LazyLock::new(|| hexagon(45.3, 8.0));
pub(super) static SELECTED: LazyLock<String> = LazyLock::new(|| hexagon(49.3, 8.0));
pub(super) static DANGER_CASE: LazyLock<String> = LazyLock::new(|| hexagon(44.9, 8.0));
pub(super) static DANGER: LazyLock<String> = LazyLock::new(|| hexagon(46.3, 8.0));
pub(super) static FOCUS: LazyLock<String> = LazyLock::new(|| hexagon(53.0, 9.0));
pub(super) static MARK: LazyLock<String> = LazyLock::new(|| hexagon(47.0, 8.0));
pub(super) static LAST: LazyLock<String> = LazyLock::new(|| ticks(42.3));

/// An arrow as one outline, in board units.
pub(super) fn arrow(from: (f64, f64), to: (f64, f64)) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f64, aside: f64| (from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside);
    let (start, tip) = (14.0_f64.min(length / 4.0), length - 6.0);
    let neck = (tip - 26.0).max(start);
    let points = [
        at(start, -5.5),
        at(neck, -5.5),
        at(neck, -16.0),
        at(tip, 0.0),
        at(neck, 16.0),
        at(neck, 5.5),
        at(start, 5.5),
    ];
    let mut path = String::new();
    for (index, (x, y)) in points.into_iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    path + "Z"
}

//! A rating graph, in plain numbers: where the line goes and which ratings are marked at the side.

/// The drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The line, as an SVG path.
    pub path: String,
    /// Marks at the side: height and rating.
    pub lines: Vec<(f64, i32)>,
}

/// Room for the marks.
const LEFT: f64 = 44.0;
/// Room above and below.
const MARGIN: f64 = 12.0;

/// Fits points of time and rating, in order of time, into a box.
#[must_use]
pub fn frame(points: &[(i64, i32)], width: f64, height: f64) -> Frame {
    let Some((first, last)) = points.first().zip(points.last()) else {
        return Frame { path: String::new(), lines: Vec::new() };
    };
    let ratings = points.iter().map(|point| point.1);
    let (lowest, highest) = (ratings.clone().min().unwrap_or(0), ratings.max().unwrap_or(0));
    let step = step(highest - lowest);
    // At least one mark on each side of the line.
    let (bottom, top) = (lowest.div_euclid(step) * step, (highest.div_euclid(step) + 1) * step);
    let span = (last.0 - first.0).max(1) as f64;
    let x = |at: i64| LEFT + (at - first.0) as f64 / span * (width - LEFT - MARGIN);
    let y = |rating: i32| {
        height - MARGIN - f64::from(rating - bottom) / f64::from(top - bottom) * (height - 2.0 * MARGIN)
    };
    let path = points
        .iter()
        .enumerate()
        .map(|(index, (at, rating))| {
            format!("{}{:.1} {:.1}", if index == 0 { 'M' } else { 'L' }, x(*at), y(*rating))
        })
        .collect();
    let marks = (bottom..=top).step_by(usize::try_from(step).unwrap_or(1));
    Frame { path, lines: marks.map(|rating| (y(rating), rating)).collect() }
}

/// Round numbers, a handful of them.
fn step(range: i32) -> i32 {
    [10, 20, 50, 100, 200, 500].into_iter().find(|step| range / step <= 4).unwrap_or(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_stays_in_its_box() {
        let points = [(1000, 1500), (2000, 1620), (9000, 1410), (9500, 1411)];
        let Frame { path, lines } = frame(&points, 720.0, 200.0);
        assert!(path.starts_with("M44.0 "));
        assert_eq!(path.matches('L').count(), 3);
        let numbers: Vec<f64> = path.split(['M', 'L', ' ']).filter_map(|word| word.parse().ok()).collect();
        for pair in numbers.chunks(2) {
            assert!((44.0..=720.0).contains(&pair[0]) && (0.0..=200.0).contains(&pair[1]), "{pair:?}");
        }
        let ratings: Vec<i32> = lines.iter().map(|line| line.1).collect();
        assert_eq!(ratings, [1400, 1450, 1500, 1550, 1600, 1650]);
    }

    #[test]
    fn one_point_and_none_are_no_trouble() {
        assert_eq!(frame(&[], 100.0, 100.0).path, "");
        assert!(!frame(&[(5, 1500)], 100.0, 100.0).path.contains("NaN"));
    }
}

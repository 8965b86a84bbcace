//! Moves in motion: a path with times, for whoever draws.

use skep_rules::{Board, Hex, Piece, Trace};

use crate::geometry::{Point, TILE_WIDTH};

/// How a tile travels. Also tells which sound belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionKind {
    /// From the reserve to its cell.
    Place,
    /// Around the hive, cell by cell.
    Crawl,
    /// Over a row of tiles in one arc.
    Jump,
    /// Up, down or across on top of the hive, ending on this level.
    Climb {
        /// 0 is the table.
        level: u8,
    },
    /// Over the hive in three short arcs.
    Cross,
    /// Lifted over a pillbug.
    Carry,
    /// The last bit from the hand that dropped the tile.
    Settle,
    /// No travel: the tile fades in at its cell, because the person wants little motion.
    Fade,
}

/// How the time of a motion is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Easing {
    /// Evenly.
    Linear,
    /// Slow at both ends.
    InOut,
    /// Fast, then coming to rest.
    Out,
}

impl Easing {
    /// The timing function of a style sheet.
    #[must_use]
    pub const fn css(self) -> &'static str {
        match self {
            Easing::Linear => "linear",
            Easing::InOut => "cubic-bezier(.5,0,.2,1)",
            Easing::Out => "cubic-bezier(.2,.8,.2,1)",
        }
    }
}

/// A tile at one moment of its travel, in board units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The moment, from 0 to 1.
    pub at: f64,
    /// The middle of the tile's face.
    pub x: f64,
    /// The middle of the tile's face, the height of its stack included.
    pub y: f64,
    /// 1 is the usual size.
    pub scale: f64,
    /// 1 is solid.
    pub opacity: f64,
}

/// The travel of one tile. It ends exactly where the scene has the tile, so leaving it out is always
/// right; a newer motion or any input may cut it short.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Counts up; a new number is a new motion.
    pub serial: u64,
    /// The tile.
    pub piece: Piece,
    /// The way of moving.
    pub kind: MotionKind,
    /// In milliseconds.
    pub duration: f64,
    /// How the time is spent.
    pub easing: Easing,
    /// At least two, the first at 0 and the last at 1.
    pub frames: Vec<Frame>,
}

const HOP: f64 = 260.0;
const LIFT: f64 = 220.0;
const PLACE: f64 = 180.0;
const FADE: f64 = 80.0;

/// How long a crawl of so many steps takes: 60 ms a step, but neither a twitch nor a wait.
fn crawl_time(steps: usize) -> f64 {
    (60.0 * steps as f64).clamp(180.0, 260.0)
}

fn frame(at: f64, point: Point, scale: f64) -> Frame {
    Frame { at, x: point.x, y: point.y, scale, opacity: 1.0 }
}

/// One arc from `from` to `to` in the share of the time between `begin` and `end`.
fn arc(
    from: Point,
    to: Point,
    height: f64,
    growth: f64,
    (begin, end): (f64, f64),
) -> impl Iterator<Item = Frame> {
    const PIECES: u8 = 8;
    (0..=PIECES).map(move |piece| {
        let t = f64::from(piece) / f64::from(PIECES);
        let bow = 4.0 * t * (1.0 - t);
        let point = Point::new(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t - height * bow);
        frame(begin + (end - begin) * t, point, 1.0 + growth * bow)
    })
}

/// Where things are drawn: a cell and a level to a point.
pub(crate) trait Place: Fn(Hex, u8) -> Point {}
impl<T: Fn(Hex, u8) -> Point> Place for T {}

impl Motion {
    /// The motion of a move, from the board before it. `reserve` is where a new tile comes from.
    pub(crate) fn of(
        piece: Piece,
        trace: &Trace,
        before: Board<'_>,
        reserve: Option<Point>,
        place: impl Place,
    ) -> Option<Motion> {
        let (kind, duration, easing, frames) = match *trace {
            Trace::Pass => return None,
            Trace::Place { to } => {
                let end = place(to, 0);
                let start = reserve.unwrap_or(end.moved(0.0, -1.2 * TILE_WIDTH));
                let mut first = frame(0.0, start, 1.0);
                first.opacity = if reserve.is_some() { 1.0 } else { 0.0 };
                let frames = vec![first, frame(0.8, end.moved(0.0, -14.0), 1.08), frame(1.0, end, 1.0)];
                (MotionKind::Place, PLACE, Easing::Out, frames)
            }
            Trace::Crawl { ref path, .. } => {
                let steps = path.len().saturating_sub(1).max(1);
                let frames = path.iter().enumerate();
                let frames = frames
                    .map(|(step, hex)| frame(step as f64 / steps as f64, place(*hex, 0), 1.0))
                    .collect();
                (MotionKind::Crawl, crawl_time(steps), Easing::Linear, frames)
            }
            Trace::Climb { from, to, from_level, to_level } => {
                let (start, end) = (place(from, from_level), place(to, to_level));
                let top = start.y.min(end.y) - 17.0;
                let frames = vec![
                    frame(0.0, start, 1.0),
                    frame(0.33, Point::new(start.x, top.min(start.y - 17.0)), 1.06),
                    frame(0.67, Point::new(end.x, end.y - 17.0), 1.06),
                    frame(1.0, end, 1.0),
                ];
                (MotionKind::Climb { level: to_level }, LIFT, Easing::InOut, frames)
            }
            Trace::Jump { from, to, .. } => {
                let (start, end) = (place(from, 0), place(to, 0));
                let height = (0.365 * start.distance(end)).clamp(50.0, 150.0);
                (MotionKind::Jump, HOP, Easing::Linear, arc(start, end, height, 0.16, (0.0, 1.0)).collect())
            }
            Trace::Ladybug { from, up, over, down } => {
                let stops = [
                    place(from, 0),
                    place(up, before.height(up)),
                    place(over, before.height(over)),
                    place(down, 0),
                ];
                let frames = (0..3).flat_map(|leg| {
                    let share = (leg as f64 / 3.0, (leg + 1) as f64 / 3.0);
                    // The end of one arc is the beginning of the next.
                    arc(stops[leg], stops[leg + 1], 24.0, 0.06, share).skip(usize::from(leg > 0))
                });
                (MotionKind::Cross, HOP, Easing::Linear, frames.collect())
            }
            Trace::Throw { from, over, to, .. } => {
                let (start, end) = (place(from, 0), place(to, 0));
                let top = place(over, before.height(over)).moved(0.0, -17.0);
                let frames = vec![
                    frame(0.0, start, 1.0),
                    frame(0.4, top, 1.1),
                    frame(0.6, top, 1.1),
                    frame(1.0, end, 1.0),
                ];
                (MotionKind::Carry, HOP, Easing::InOut, frames)
            }
        };
        Some(Motion { serial: 0, piece, kind, duration, easing, frames })
    }

    /// The same travel the other way, for a step back. A placed tile simply goes.
    pub(crate) fn reversed(mut self) -> Option<Motion> {
        if self.kind == MotionKind::Place {
            return None;
        }
        self.frames.reverse();
        for frame in &mut self.frames {
            frame.at = 1.0 - frame.at;
        }
        Some(self)
    }

    /// From the hand that dropped the tile to its cell.
    pub(crate) fn settle(piece: Piece, hand: Point, end: Point) -> Motion {
        let frames = vec![frame(0.0, hand, 1.04), frame(1.0, end, 1.0)];
        Motion { serial: 0, piece, kind: MotionKind::Settle, duration: 100.0, easing: Easing::Out, frames }
    }

    /// For people who want little motion: the tile fades in where it is.
    pub(crate) fn faded(self) -> Motion {
        let end = *self.frames.last().expect("a motion has frames");
        let frames = vec![Frame { at: 0.0, opacity: 0.0, ..end }, Frame { at: 1.0, ..end }];
        Motion { kind: MotionKind::Fade, duration: FADE, easing: Easing::Linear, frames, ..self }
    }

    /// The tile after so many milliseconds.
    #[must_use]
    pub fn frame_at(&self, elapsed: f64) -> Frame {
        let t = (elapsed / self.duration).clamp(0.0, 1.0);
        let t = match self.easing {
            Easing::Linear => t,
            Easing::InOut => t * t * (3.0 - 2.0 * t),
            Easing::Out => 1.0 - (1.0 - t).powi(3),
        };
        let next = self.frames.iter().position(|frame| frame.at >= t).unwrap_or(self.frames.len() - 1);
        let (b, a) = (self.frames[next], self.frames[next.saturating_sub(1)]);
        let share = if b.at > a.at { (t - a.at) / (b.at - a.at) } else { 1.0 };
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Frame {
            at: t,
            x: mix(a.x, b.x),
            y: mix(a.y, b.y),
            scale: mix(a.scale, b.scale),
            opacity: mix(a.opacity, b.opacity),
        }
    }
}

//! Every number of the search that can be tuned, in one place.
//!
//! Evaluation units: 200 are one logit, see [`crate::score`].

/// Half the width of the first window around the last iteration's score.
pub(crate) const ASPIRATION: i32 = 40;
/// The depth from which windows are used.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility: a side that is this much above the window for each ply left is believed.
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 50;
/// The largest depth at which it is.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 6;

/// Futility: quiet moves of a side this much below the window are not tried.
pub(crate) const FUTILITY_BASE: i32 = 120;
/// ... and this much more for each ply left.
pub(crate) const FUTILITY_PER_PLY: i32 = 80;
/// The largest depth at which they are not.
pub(crate) const FUTILITY_DEPTH: i32 = 4;

/// Late moves: after `LATE_BASE + LATE_FACTOR * depth * depth` of them the rest is left out.
pub(crate) const LATE_BASE: usize = 4;
/// See [`LATE_BASE`].
pub(crate) const LATE_FACTOR: usize = 4;
/// The largest depth at which it is.
pub(crate) const LATE_DEPTH: i32 = 4;

/// Late moves are searched less deep: by `REDUCTION_BASE + ln(depth) * ln(index) / REDUCTION_DIVISOR`.
pub(crate) const REDUCTION_BASE: f64 = 0.5;
/// See [`REDUCTION_BASE`].
pub(crate) const REDUCTION_DIVISOR: f64 = 1.8;
/// The index of the first move that is reduced.
pub(crate) const REDUCTION_FIRST: usize = 3;
/// A history score of this much changes the reduction by one ply.
pub(crate) const REDUCTION_HISTORY: i32 = 8_000;

/// The depth up to which, under threat of losing at once, moves far from the fight are left out.
pub(crate) const EVASION_DEPTH: i32 = 2;

/// The depth from which a position without a known best move is searched one ply less.
pub(crate) const UNKNOWN_DEPTH: i32 = 4;

/// History scores stay within this.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;

/// Order of moves: a tile goes beside the enemy queen.
pub(crate) const ORDER_ATTACK: i32 = 8_000;
/// ... for each of her cells that is filled already.
pub(crate) const ORDER_ATTACK_FILLED: i32 = 1_500;
/// A tile goes beside the own queen.
pub(crate) const ORDER_CROWD: i32 = -6_000;
/// A tile leaves the own queen's side.
pub(crate) const ORDER_RELIEVE: i32 = 2_500;
/// The own queen moves while she is in danger.
pub(crate) const ORDER_FLEE: i32 = 5_000;
/// Under a threat of losing at once: a turn too far away to parry it.
pub(crate) const ORDER_IDLE: i32 = -60_000;

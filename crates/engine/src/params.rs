//! Every number of the search that can be tuned, in one place.
//!
//! Evaluation units: 200 are one logit, see [`crate::score`].

/// Half the width of the first window around the last iteration's score.
pub(crate) const ASPIRATION: i32 = 95;
/// The depth from which windows are used.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility: a side that is this much above the window for each ply left is believed.
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 38;
/// The largest depth at which it is.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 6;

/// Futility: quiet moves of a side this much below the window are not tried.
pub(crate) const FUTILITY_BASE: i32 = 105;
/// ... and this much more for each ply left.
pub(crate) const FUTILITY_PER_PLY: i32 = 20;
/// The largest depth at which they are not.
pub(crate) const FUTILITY_DEPTH: i32 = 3;

/// Late moves: after `LATE_BASE + LATE_FACTOR * depth * depth` tenths of a move the rest is left out.
pub(crate) const LATE_BASE: i32 = 60;
/// See [`LATE_BASE`].
pub(crate) const LATE_FACTOR: i32 = 18;
/// The percentage of that many for a side whose position is not getting better.
pub(crate) const LATE_NOT_IMPROVING: i32 = 70;
/// The largest depth at which it is.
pub(crate) const LATE_DEPTH: i32 = 5;

/// Late moves are searched less deep, by `REDUCTION_BASE + ln(depth) * ln(index) / REDUCTION_DIVISOR` plies.
pub(crate) const REDUCTION_BASE: f64 = 0.22;
/// See [`REDUCTION_BASE`].
pub(crate) const REDUCTION_DIVISOR: f64 = 1.88;
/// The index of the first move that is reduced.
pub(crate) const REDUCTION_FIRST: usize = 2;
/// A history score of this much changes the reduction by one ply.
pub(crate) const REDUCTION_HISTORY: i32 = 9_000;
/// Hundredths of a ply less for a sharp move.
pub(crate) const REDUCTION_SHARP: i32 = 85;
/// Hundredths of a ply less on the principal variation.
pub(crate) const REDUCTION_PRINCIPAL: i32 = 30;
/// Hundredths of a ply more for a move too far away to parry a threat.
pub(crate) const REDUCTION_IDLE: i32 = 100;
/// Hundredths of a ply more for a side whose position is not getting better.
pub(crate) const REDUCTION_NOT_IMPROVING: i32 = 28;

/// The depth up to which, under threat of losing at once, moves far from the fight are left out.
pub(crate) const EVASION_DEPTH: i32 = 2;

/// The depth from which a position without a known best move is searched one ply less.
pub(crate) const UNKNOWN_DEPTH: i32 = 2;

/// History scores stay within this.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;

/// Order of moves: a tile goes beside the enemy queen.
pub(crate) const ORDER_ATTACK: i32 = 3_700;
/// ... for each of her cells that is filled already.
pub(crate) const ORDER_ATTACK_FILLED: i32 = 600;
/// A tile goes beside the own queen.
pub(crate) const ORDER_CROWD: i32 = -8_000;
/// A tile leaves the own queen's side.
pub(crate) const ORDER_RELIEVE: i32 = 2_400;
/// The own queen moves while she is in danger.
pub(crate) const ORDER_FLEE: i32 = 5_200;
/// Under a threat of losing at once: a turn too far away to parry it.
pub(crate) const ORDER_IDLE: i32 = -60_000;

/// What a move that refuted a position earns: this much ...
pub(crate) const BONUS_BASE: i32 = 20;
/// ... and this much times the square of the depth.
pub(crate) const BONUS_FACTOR: i32 = 20;
/// ... but not more.
pub(crate) const BONUS_LIMIT: i32 = 2_000;

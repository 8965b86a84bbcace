//! What the evaluation looks at, for one side.
//!
//! Each feature is a small count. The evaluation is the sum of counts times weights; the tuner reads
//! the same counts, so that both always speak of the same thing.

/// Tiles of the enemy on top beside the own queen.
pub(crate) const ENEMY_BESIDE_QUEEN: usize = 0;
/// Own tiles beside the own queen that cannot leave.
pub(crate) const OWN_STUCK_BESIDE_QUEEN: usize = 1;
/// Own tiles beside the own queen that can leave.
pub(crate) const OWN_MOBILE_BESIDE_QUEEN: usize = 2;
/// One of 24: filled cells around the own queen (0 to 5), times 4, plus enemy attackers (0 to 3+).
pub(crate) const QUEEN_TABLE: usize = 3;
/// The own queen can move.
pub(crate) const QUEEN_MOBILE: usize = QUEEN_TABLE + 24;
/// The own queen lies under an enemy tile.
pub(crate) const QUEEN_COVERED: usize = QUEEN_MOBILE + 1;
/// The enemy wins with the next turn if nothing is done.
pub(crate) const THREATENED: usize = QUEEN_COVERED + 1;
/// Own climbers standing on other tiles.
pub(crate) const CLIMBER_UP: usize = THREATENED + 1;
/// Own climbers on top of a cell beside the enemy queen.
pub(crate) const CLIMBER_BESIDE_QUEEN: usize = CLIMBER_UP + 1;
/// An own climber on top of the enemy queen.
pub(crate) const CLIMBER_ON_QUEEN: usize = CLIMBER_BESIDE_QUEEN + 1;
/// Own movable beetles on the ground within two cells of the enemy queen.
pub(crate) const BEETLE_NEAR_QUEEN: usize = CLIMBER_ON_QUEEN + 1;
/// Free cells beside the enemy queen that some own tile can reach.
pub(crate) const REACHED_CELLS: usize = BEETLE_NEAR_QUEEN + 1;
/// Enemy tiles that can be thrown.
pub(crate) const THROWABLE: usize = REACHED_CELLS + 1;
/// Cells where a tile may be placed.
pub(crate) const PLACEMENT_CELLS: usize = THROWABLE + 1;
/// Free cells beside the enemy queen where a tile may be placed.
pub(crate) const DROPS_BESIDE_QUEEN: usize = PLACEMENT_CELLS + 1;
/// The own pillbug stands beside the own queen.
pub(crate) const PILLBUG_BESIDE_QUEEN: usize = DROPS_BESIDE_QUEEN + 1;
/// The own mosquito stands beside the own queen.
pub(crate) const MOSQUITO_BESIDE_QUEEN: usize = PILLBUG_BESIDE_QUEEN + 1;
/// Own tiles with another tile on top.
pub(crate) const COVERED: usize = MOSQUITO_BESIDE_QUEEN + 1;
/// Tiles in hand, one feature for each kind.
pub(crate) const HAND: usize = COVERED + 1;
/// Tiles that can move, one feature for each kind.
pub(crate) const MOBILE: usize = HAND + 8;
/// Uncovered tiles in the hive that cannot move, one feature for each kind.
pub(crate) const STUCK: usize = MOBILE + 8;
/// Cells that tiles can move to, one feature for each kind.
pub(crate) const DESTINATIONS: usize = STUCK + 8;
/// How many features there are.
pub(crate) const COUNT: usize = DESTINATIONS + 8;

const KIND_NAMES: [&str; 8] =
    ["queen", "spider", "beetle", "grasshopper", "ant", "mosquito", "ladybug", "pillbug"];

/// The name of a feature, as in the files of weights.
pub(crate) fn name(feature: usize) -> String {
    let of_kind = |group: &str, first: usize| format!("{group}.{}", KIND_NAMES[feature - first]);
    match feature {
        ENEMY_BESIDE_QUEEN => "queen.enemy-beside".into(),
        OWN_STUCK_BESIDE_QUEEN => "queen.own-stuck-beside".into(),
        OWN_MOBILE_BESIDE_QUEEN => "queen.own-mobile-beside".into(),
        QUEEN_TABLE..QUEEN_MOBILE => {
            let (filled, attackers) = ((feature - QUEEN_TABLE) / 4, (feature - QUEEN_TABLE) % 4);
            format!("queen.filled-{filled}-attackers-{attackers}")
        }
        QUEEN_MOBILE => "queen.mobile".into(),
        QUEEN_COVERED => "queen.covered".into(),
        THREATENED => "queen.threatened".into(),
        CLIMBER_UP => "climber.up".into(),
        CLIMBER_BESIDE_QUEEN => "climber.beside-queen".into(),
        CLIMBER_ON_QUEEN => "climber.on-queen".into(),
        BEETLE_NEAR_QUEEN => "climber.beetle-near-queen".into(),
        REACHED_CELLS => "attack.reached-cells".into(),
        THROWABLE => "attack.throwable".into(),
        PLACEMENT_CELLS => "space.placement-cells".into(),
        DROPS_BESIDE_QUEEN => "attack.drops-beside-queen".into(),
        PILLBUG_BESIDE_QUEEN => "queen.pillbug-beside".into(),
        MOSQUITO_BESIDE_QUEEN => "queen.mosquito-beside".into(),
        COVERED => "tiles.covered".into(),
        HAND..MOBILE => of_kind("hand", HAND),
        MOBILE..STUCK => of_kind("mobile", MOBILE),
        STUCK..DESTINATIONS => of_kind("stuck", STUCK),
        _ => of_kind("destinations", DESTINATIONS),
    }
}

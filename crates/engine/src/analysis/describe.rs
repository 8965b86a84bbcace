//! The features of the evaluation, from what was found about both sides.

use skep_rules::raw::tiles::{MOSQUITO, PILLBUG, QUEEN};
use skep_rules::raw::{CellSet, Hive};

use super::QueenSite;
use super::side::Found;
use crate::eval::features as feature;
use crate::eval::{Inputs, NO_QUEEN, SideInputs, tiles};

/// Puts both sides into the inputs of the evaluation, the side to move first.
#[inline(always)]
pub(super) fn describe<S: CellSet>(
    hive: &Hive<S::Width>,
    [own, their]: [&Found<S>; 2],
    [queen, target]: [&QueenSite<S>; 2],
    threatened: bool,
    inputs: &mut Inputs,
) {
    let distances = [tiles::distances(hive, queen.cell), tiles::distances(hive, target.cell)];
    let mut sides = [
        describe_side(hive, own, their, queen, target, &distances[1]),
        describe_side(hive, their, own, target, queen, &distances[0]),
    ];
    sides[0].set::<{ feature::THREATENED }>(u32::from(threatened));
    let half = 16 * own.color as usize;
    let mobile = own.mobile() | their.mobile();
    // Tiles that the enemy could throw beside their queen are no attackers of their own.
    let of_own = 0xffff << half;
    let attackers = own.attackers & of_own | their.attackers & !of_own;
    inputs.set(half, &tiles::codes::<S>(hive, half, &distances, mobile, attackers), &sides);
}

#[inline(always)]
fn describe_side<S: CellSet>(
    hive: &Hive<S::Width>,
    own: &Found<S>,
    enemy: &Found<S>,
    queen: &QueenSite<S>,
    target: &QueenSite<S>,
    to_target: &[u8; 32],
) -> SideInputs {
    let attackers = enemy.attackers.count_ones().min(3) as usize;
    let entry = queen.filled.min(5) as usize * 4 + attackers;
    let entry = if queen.cell.is_some() { entry } else { NO_QUEEN };
    let mut out = SideInputs::new(entry, own.destinations);
    let half = 16 * own.color as u32;
    let covered = hive.covered() >> half & 0xffff;
    let mobile = own.movable >> half & 0xffff;
    let up = hive.off_ground(own.color) & !covered;
    let flag = u32::from;

    let beside = queen.beside >> half & 0xffff;
    let friends = (beside & !covered).count_ones();
    let mobile_friends = (beside & mobile).count_ones();
    out.set::<{ feature::ENEMY_BESIDE_QUEEN }>(queen.filled - friends);
    out.set::<{ feature::OWN_STUCK_BESIDE_QUEEN }>(friends - mobile_friends);
    out.set::<{ feature::OWN_MOBILE_BESIDE_QUEEN }>(mobile_friends);
    out.set::<{ feature::QUEEN_MOBILE }>(flag(mobile & QUEEN != 0));
    // No closures around work on sets: they would be compiled for the lowest common processor.
    let under_enemy = match queen.cell {
        Some(cell) if covered & QUEEN != 0 => hive.top::<S>(cell) & 16 != half as u8,
        _ => false,
    };
    out.set::<{ feature::QUEEN_COVERED }>(flag(under_enemy));
    out.set::<{ feature::PILLBUG_BESIDE_QUEEN }>(flag(beside & PILLBUG != 0));
    out.set::<{ feature::MOSQUITO_BESIDE_QUEEN }>(flag(beside & MOSQUITO != 0));

    let beside = target.beside >> half;
    // The beetles have the first two slots.
    let near = u32::from(to_target[half as usize] <= 2) | u32::from(to_target[half as usize + 1] <= 2) << 1;
    let on_target = match target.cell {
        Some(cell) if up != 0 => hive.tiles_on(S::cell(cell)) >> half,
        _ => 0,
    };
    out.set::<{ feature::CLIMBER_UP }>(up.count_ones());
    out.set::<{ feature::CLIMBER_BESIDE_QUEEN }>((up & beside).count_ones());
    out.set::<{ feature::CLIMBER_ON_QUEEN }>((up & on_target).count_ones());
    out.set::<{ feature::BEETLE_NEAR_QUEEN }>((mobile & !up & near).count_ones());
    let lengths = own.attacked.add_len(S::no_lengths(), 0);
    let lengths = own.placements.and(target.free).add_len(lengths, 1);
    let lengths = S::lengths(own.placements.add_len(lengths, 2)) as u32;
    out.set::<{ feature::REACHED_CELLS }>(lengths & 0xff);
    out.set::<{ feature::DROPS_BESIDE_QUEEN }>(lengths >> 8 & 0xff);

    out.set::<{ feature::THROWABLE }>((own.movable & !own.mobile()).count_ones());
    out.set::<{ feature::PLACEMENT_CELLS }>((lengths >> 16).min(24));
    out
}

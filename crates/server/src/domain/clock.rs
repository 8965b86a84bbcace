//! What a move costs: time by the server's clock, less the delay of the network, within bounds.
//!
//! The mover pays from the start of the turn until the message arrived; what the server then needs is nobody's. A part
//! of the delay between the player's own clock and ours is given back out of a quota that fills with each move, so
//! that a client that lies about its clock gains little.

use super::terms::Clock;
use super::time::Ms;

/// The longest delay of one move that is made good.
pub const MAX_LAG: Ms = Ms(1000);
/// How much more than the measured way there and back a player may claim.
const JITTER: Ms = Ms(100);

/// By how much the quota rises with each move: more in long games, where it matters less.
#[must_use]
pub fn quota_gain(clock: Clock) -> Ms {
    match clock {
        Clock::Fischer { base, increment } => {
            let expected = base.0 / 1000 + 40 * (increment.0 / 1000);
            Ms((150 + 4 * expected).min(500))
        }
        Clock::Correspondence { .. } | Clock::Untimed => Ms::ZERO,
    }
}

/// The quota at the start of a game.
#[must_use]
pub fn first_quota(clock: Clock) -> Ms {
    Ms(2 * quota_gain(clock).0)
}

/// What a move cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charge {
    /// Taken from the player's time.
    pub used: Ms,
    /// Made good.
    pub compensated: Ms,
}

/// Splits the time between the start of a turn and the arrival of the move.
///
/// `think` is what the player's own clock says, `rtt` what the server measured; without the latter nothing is made good.
#[must_use]
pub fn charge(turn_at: Ms, received_at: Ms, think: Option<Ms>, rtt: Option<Ms>, quota: Ms) -> Charge {
    let elapsed = (received_at - turn_at).max(Ms::ZERO);
    let lag = match (rtt, think) {
        (None, _) => Ms::ZERO,
        (Some(rtt), Some(think)) => {
            let most = (rtt.max(Ms::ZERO) + JITTER).min(MAX_LAG);
            (elapsed - think).clamp(Ms::ZERO, most)
        }
        (Some(rtt), None) => rtt.clamp(Ms::ZERO, MAX_LAG),
    };
    let compensated = lag.min(quota.max(Ms::ZERO)).min(elapsed);
    Charge { used: elapsed - compensated, compensated }
}

/// The quota after a move.
#[must_use]
pub fn next_quota(clock: Clock, quota: Ms, compensated: Ms) -> Ms {
    let gain = quota_gain(clock);
    (quota - compensated + gain).min(Ms(4 * gain.0))
}

/// The last instant at which a move of a player with so much time and quota can still count.
#[must_use]
pub fn deadline(turn_at: Ms, left: Ms, quota: Ms) -> Ms {
    turn_at + left + quota.min(MAX_LAG)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use skep_testkit::config;

    use super::{Charge, charge, deadline, first_quota, next_quota, quota_gain};
    use crate::domain::terms::Clock;
    use crate::domain::time::Ms;

    const BLITZ: Clock = Clock::Fischer { base: Ms::seconds(300), increment: Ms::seconds(4) };

    #[test]
    fn lag_is_made_good_within_bounds() {
        let cost = |elapsed: i64, think: Option<i64>, rtt: Option<i64>, quota| {
            charge(Ms(1000), Ms(1000 + elapsed), think.map(Ms), rtt.map(Ms), Ms(quota))
        };
        let split = |used, compensated| Charge { used: Ms(used), compensated: Ms(compensated) };
        // An honest client 80 ms away.
        assert_eq!(cost(3080, Some(3000), Some(80), 1000), split(3000, 80));
        // A client that claims not to have thought at all gets the way there and back and a little.
        assert_eq!(cost(3080, Some(0), Some(80), 1000), split(2900, 180));
        // The quota is a bound, and so is one second.
        assert_eq!(cost(3080, Some(0), Some(80), 50), split(3030, 50));
        assert_eq!(cost(9000, Some(0), Some(5000), 2000), split(8000, 1000));
        // No measure, no gift; and never more than has passed.
        assert_eq!(cost(3080, Some(0), None, 1000), split(3080, 0));
        assert_eq!(cost(40, None, Some(80), 1000), split(0, 40));
        // A client clock that runs ahead costs nothing extra.
        assert_eq!(cost(3080, Some(9999), Some(80), 1000), split(3080, 0));
        // A message that arrived before the turn began (the clock was set back) is free.
        assert_eq!(cost(-500, Some(100), Some(80), 1000), split(0, 0));
    }

    #[test]
    fn quotas_fill_up_to_four_gains() {
        assert_eq!(quota_gain(BLITZ), Ms(500));
        assert_eq!(quota_gain(Clock::Fischer { base: Ms::seconds(30), increment: Ms::ZERO }), Ms(270));
        assert_eq!(quota_gain(Clock::Untimed), Ms::ZERO);
        assert_eq!(first_quota(BLITZ), Ms(1000));
        let mut quota = first_quota(BLITZ);
        for _ in 0..10 {
            quota = next_quota(BLITZ, quota, Ms::ZERO);
        }
        assert_eq!(quota, Ms(2000));
    }

    proptest! {
        #![proptest_config(config(500))]

        /// Nothing is lost or made up: what was used and what was made good is what passed.
        #[test]
        fn time_is_conserved(
            turn_at in 0_i64..1 << 41,
            elapsed in 0_i64..1 << 30,
            think in any::<Option<u32>>(),
            rtt in any::<Option<u16>>(),
            quota in 0_i64..2000,
        ) {
            let (think, rtt) = (think.map(|it| Ms(it.into())), rtt.map(|it| Ms(it.into())));
            let cost = charge(Ms(turn_at), Ms(turn_at + elapsed), think, rtt, Ms(quota));
            prop_assert_eq!(cost.used.0 + cost.compensated.0, elapsed);
            prop_assert!(cost.used.0 >= 0 && (0..=quota.min(1000)).contains(&cost.compensated.0));
            prop_assert!(next_quota(BLITZ, Ms(quota), cost.compensated).0 >= 0);
        }

        /// After the deadline no move can count any more, whatever the client says.
        #[test]
        fn deadlines_are_final(
            left in 1_i64..600_000,
            late in 0_i64..5000,
            think in any::<Option<u32>>(),
            rtt in any::<Option<u16>>(),
            quota in 0_i64..2000,
        ) {
            let last = deadline(Ms(0), Ms(left), Ms(quota));
            let (think, rtt) = (think.map(|it| Ms(it.into())), rtt.map(|it| Ms(it.into())));
            let cost = charge(Ms(0), last + Ms(late), think, rtt, Ms(quota));
            prop_assert!(cost.used >= Ms(left));
        }
    }
}

//! How long to think.

use core::time::Duration;

use crate::limits::Limits;

/// Kept back from every limit for the way of the answer to whoever asked.
const OVERHEAD: Duration = Duration::from_millis(3);

/// The time for one turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// When to stop whatever is going on.
    pub(crate) hard: Option<Duration>,
    /// When not to begin another iteration.
    soft: Option<Duration>,
}

impl Budget {
    /// Works out the time for a turn at this ply.
    pub(crate) fn new(limits: &Limits, ply: u16) -> Budget {
        let mut budget = Budget { hard: limits.time.map(keep_back), soft: None };
        if let Some(clock) = limits.clock {
            // Games last about 45 plies, some twice as long: plan for what is likely left, and never
            // for less than a dozen turns.
            let turns = u32::from(45_u16.saturating_sub(ply) / 2).max(12);
            let share = clock.remaining / turns + clock.increment * 3 / 4;
            let most = keep_back(clock.remaining * 2 / 5);
            let hard = (share * 5 / 2).min(most);
            budget.soft = Some(share.min(most));
            budget.hard = Some(budget.hard.map_or(hard, |fixed| fixed.min(hard)));
        }
        budget
    }

    /// Whether the time is better kept than spent on another iteration. A choice that has not
    /// changed for some iterations needs less.
    pub(crate) fn is_used_up(&self, elapsed: Duration, stable: u32) -> bool {
        let part = match stable {
            0 => 10,
            1 => 8,
            2 => 6,
            _ => 5,
        };
        self.soft.is_some_and(|soft| elapsed * 10 >= soft * part)
    }
}

fn keep_back(time: Duration) -> Duration {
    time.saturating_sub(OVERHEAD.min(time / 10))
}

/// The clock of the standard library.
#[must_use]
pub(crate) fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Clock;

    #[test]
    fn never_plans_beyond_the_clock() {
        for seconds in [0, 1, 5, 60, 3600] {
            for increment in [0, 2, 30] {
                for ply in [0, 20, 44, 200] {
                    let clock = Clock {
                        remaining: Duration::from_secs(seconds),
                        increment: Duration::from_secs(increment),
                    };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    let budget = Budget::new(&limits, ply);
                    assert!(budget.hard.is_some_and(|hard| hard <= clock.remaining / 2));
                    assert!(budget.soft <= budget.hard);
                }
            }
        }
    }
}

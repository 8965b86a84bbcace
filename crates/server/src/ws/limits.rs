//! How many messages one socket may send.

use crate::domain::time::Ms;

/// A bucket that fills with time and is emptied by messages.
#[derive(Clone, Debug)]
pub struct Bucket {
    /// In thousandths of a message.
    level: i64,
    capacity: i64,
    /// Thousandths of a message in a millisecond are messages in a second.
    per_second: f64,
    filled_at: Ms,
}

impl Bucket {
    /// Full: so many at once, and then so many a second.
    #[must_use]
    pub fn new(burst: u32, per_second: f64, now: Ms) -> Bucket {
        let capacity = i64::from(burst) * 1000;
        Bucket { level: capacity, capacity, per_second, filled_at: now }
    }

    /// Whether one more is allowed; it is then taken.
    pub fn take(&mut self, now: Ms) -> bool {
        let passed = (now - self.filled_at).0.max(0);
        let gain = (passed as f64 * self.per_second) as i64;
        if gain > 0 || passed > 0 && self.level >= self.capacity {
            self.level = self.level.saturating_add(gain).min(self.capacity);
            self.filled_at = now;
        }
        if self.level < 1000 {
            return false;
        }
        self.level -= 1000;
        true
    }
}

/// The buckets of one socket.
#[derive(Clone, Debug)]
pub struct Buckets {
    general: Bucket,
    moves: Bucket,
    chat: Bucket,
    offers: Bucket,
    /// When the last refusals were.
    strikes: [Ms; STRIKES],
}

/// So many refusals within [`STRIKE_TIME`] end the connection.
const STRIKES: usize = 3;
const STRIKE_TIME: Ms = Ms::seconds(10);

/// What a message counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Most.
    General,
    /// Moves, which come fast in a scramble.
    Move,
    /// Talk.
    Chat,
    /// Seeks and challenges.
    Offer,
}

/// What is done with a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is read.
    Pass,
    /// It is refused.
    Refuse,
    /// It is refused, and the connection ends.
    Close,
}

impl Buckets {
    /// With the given limits for most messages.
    #[must_use]
    pub fn new(burst: u32, per_second: u32, now: Ms) -> Buckets {
        Buckets {
            general: Bucket::new(burst, f64::from(per_second), now),
            moves: Bucket::new(10.max(burst / 2), 10_f64.max(f64::from(per_second)), now),
            chat: Bucket::new(5, 0.5, now),
            offers: Bucket::new(10, 10.0 / 60.0, now),
            strikes: [Ms(i64::MIN / 2); STRIKES],
        }
    }

    /// Counts a message.
    pub fn judge(&mut self, kind: Kind, now: Ms) -> Verdict {
        let good = match kind {
            Kind::General => self.general.take(now),
            Kind::Move => self.moves.take(now),
            Kind::Chat => self.general.take(now) && self.chat.take(now),
            Kind::Offer => self.general.take(now) && self.offers.take(now),
        };
        if good {
            return Verdict::Pass;
        }
        self.strikes.rotate_left(1);
        self.strikes[STRIKES - 1] = now;
        if now - self.strikes[0] <= STRIKE_TIME { Verdict::Close } else { Verdict::Refuse }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bucket, Buckets, Kind, Verdict};
    use crate::domain::time::Ms;

    #[test]
    fn buckets_fill_with_time() {
        let mut bucket = Bucket::new(3, 5.0, Ms(0));
        assert_eq!((0..4).filter(|_| bucket.take(Ms(0))).count(), 3);
        assert!(!bucket.take(Ms(199)));
        assert!(bucket.take(Ms(400)));
        // Many small steps count as much as a large one.
        let mut bucket = Bucket::new(1, 5.0, Ms(0));
        assert!(bucket.take(Ms(0)));
        assert_eq!((1..=2000).filter(|at| bucket.take(Ms(*at))).count(), 10);
        // A clock that goes back gives nothing.
        assert!(!bucket.take(Ms(-5000)));
    }

    #[test]
    fn floods_end_the_connection() {
        let mut buckets = Buckets::new(20, 5, Ms(0));
        let verdicts: Vec<Verdict> = (0..23).map(|_| buckets.judge(Kind::General, Ms(0))).collect();
        assert!(verdicts[..20].iter().all(|it| *it == Verdict::Pass));
        assert_eq!(verdicts[20..], [Verdict::Refuse, Verdict::Refuse, Verdict::Close]);
        assert_eq!(buckets.judge(Kind::Move, Ms(0)), Verdict::Pass, "moves have their own");
    }

    #[test]
    fn slow_offenders_are_only_refused() {
        let mut buckets = Buckets::new(20, 5, Ms(0));
        for at in 0..5 {
            buckets.judge(Kind::Chat, Ms(at));
        }
        assert_eq!(buckets.judge(Kind::Chat, Ms(100)), Verdict::Refuse);
        assert_eq!(buckets.judge(Kind::Chat, Ms(200)), Verdict::Refuse);
        assert_eq!(buckets.judge(Kind::Chat, Ms(60_000)), Verdict::Pass);
    }
}

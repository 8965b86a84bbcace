//! Who plays whom: the one who has waited longest with the nearest in strength, and fair colors.

use skep_rules::{ByColor, Color};

use super::ids::UserId;
use super::time::Ms;

/// Somebody who waits in a pool.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiting {
    /// Which seek.
    pub seek: i64,
    /// Who.
    pub user: UserId,
    /// The rating at the pool's speed.
    pub rating: i32,
    /// The lowest rating of the opponent.
    pub rating_min: Option<i32>,
    /// The highest.
    pub rating_max: Option<i32>,
    /// The color that is asked for.
    pub color: Option<Color>,
    /// Since when.
    pub since: Ms,
    /// In the last ten games, how often White less how often Black.
    pub white_surplus: i32,
}

/// Two who are to play: indices into the list, by color.
pub type Pair = ByColor<usize>;

/// How far two ratings may be apart at first, and how much further after each five seconds.
const BAND: i32 = 200;
const BAND_STEP: i32 = 50;
const BAND_PERIOD: Ms = Ms::seconds(5);

/// Chooses two out of a pool, or nobody. `blocked` says whether two refuse each other, `coin` decides colors that nothing
/// else does.
#[must_use]
pub fn choose(
    pool: &[Waiting],
    now: Ms,
    coin: bool,
    mut blocked: impl FnMut(UserId, UserId) -> bool,
) -> Option<Pair> {
    let mut order: Vec<usize> = (0..pool.len()).collect();
    order.sort_by_key(|at| (pool[*at].since, pool[*at].seek));
    for (place, first) in order.iter().copied().enumerate() {
        // Those who came earlier have already been tried with this one.
        let mut partners: Vec<usize> = order[place + 1..].to_vec();
        partners.sort_by_key(|at| (pool[*at].rating.abs_diff(pool[first].rating), pool[*at].since));
        for second in partners {
            let (a, b) = (&pool[first], &pool[second]);
            if fits(a, b, now)
                && fits(b, a, now)
                && a.user != b.user
                && !blocked(a.user, b.user)
                && let Some(white) = white(a, b, coin)
            {
                let (white, black) = if white { (first, second) } else { (second, first) };
                return Some(ByColor { white, black });
            }
        }
    }
    None
}

/// Whether `b` is what `a` looks for.
fn fits(a: &Waiting, b: &Waiting, now: Ms) -> bool {
    let periods = ((now - a.since).0 / BAND_PERIOD.0).clamp(0, 1000) as i32;
    let band = (BAND + BAND_STEP * periods).unsigned_abs();
    a.rating_min.is_none_or(|min| b.rating >= min)
        && a.rating_max.is_none_or(|max| b.rating <= max)
        && a.rating.abs_diff(b.rating) <= band
}

/// Whether the first has White; none if both want the same color.
fn white(a: &Waiting, b: &Waiting, coin: bool) -> Option<bool> {
    match (a.color, b.color) {
        (Some(a), Some(b)) if a == b => None,
        (Some(a), _) => Some(a == Color::White),
        (None, Some(b)) => Some(b == Color::Black),
        (None, None) => Some(fair_white(a.white_surplus, b.white_surplus, coin)),
    }
}

/// Whether the first of two has White, by who had it less of late.
#[must_use]
pub fn fair_white(first_surplus: i32, second_surplus: i32, coin: bool) -> bool {
    match first_surplus.cmp(&second_surplus) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => coin,
    }
}

#[cfg(test)]
mod tests {
    use skep_rules::{ByColor, Color};

    use super::{Waiting, choose};
    use crate::domain::ids::UserId;
    use crate::domain::time::Ms;

    fn waiting(user: i64, rating: i32, since: i64) -> Waiting {
        Waiting {
            seek: user,
            user: UserId(user),
            rating,
            rating_min: None,
            rating_max: None,
            color: None,
            since: Ms(since),
            white_surplus: 0,
        }
    }

    fn users(pool: &[Waiting], now: i64) -> Option<(i64, i64)> {
        choose(pool, Ms(now), true, |_, _| false)
            .map(|pair| (pool[pair.white].user.0, pool[pair.black].user.0))
    }

    #[test]
    fn the_oldest_meets_the_nearest() {
        let pool = [waiting(12, 1700, 300), waiting(10, 1500, 100), waiting(11, 1550, 200)];
        assert_eq!(users(&pool, 400), Some((10, 11)));
    }

    #[test]
    fn nobody_meets_oneself_or_the_blocked() {
        let twice = [waiting(10, 1500, 100), waiting(10, 1500, 200)];
        assert_eq!(users(&twice, 400), None);
        let pool = [waiting(10, 1500, 100), waiting(11, 1500, 200)];
        assert_eq!(choose(&pool, Ms(400), true, |_, _| true), None);
        assert_eq!(users(&[], 0), None);
        assert_eq!(users(&pool[..1], 0), None);
    }

    #[test]
    fn bands_widen_with_waiting() {
        let pool = [waiting(10, 1500, 0), waiting(11, 1800, 0)];
        assert_eq!(users(&pool, 9_999), None);
        assert_eq!(users(&pool, 10_000), Some((10, 11)));
        let mut strict = pool.clone();
        strict[0].rating_max = Some(1600);
        assert_eq!(users(&strict, 900_000), None);
    }

    #[test]
    fn the_younger_may_go_first_when_the_oldest_fits_nobody() {
        let pool = [waiting(10, 2600, 0), waiting(11, 1500, 10), waiting(12, 1510, 20)];
        assert_eq!(users(&pool, 100), Some((11, 12)));
    }

    #[test]
    fn colors_are_fair() {
        let mut pool = [waiting(10, 1500, 0), waiting(11, 1500, 1)];
        pool[0].white_surplus = 2;
        assert_eq!(users(&pool, 2), Some((11, 10)));
        pool[0].color = Some(Color::White);
        assert_eq!(users(&pool, 2), Some((10, 11)));
        pool[1].color = Some(Color::White);
        assert_eq!(users(&pool, 2), None);
        pool[1].color = Some(Color::Black);
        assert_eq!(choose(&pool, Ms(2), false, |_, _| false), Some(ByColor { white: 0, black: 1 }));
    }
}

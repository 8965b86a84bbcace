//! Ratings by Glicko-2 (Glickman, "Example of the Glicko-2 system"), one game at a time.
//!
//! A rating period is one game, so both players are updated from the values before it. What time does to the
//! deviation is applied when a rating is used, by [`Rating::idle`], not by a task that visits every row.

use skep_rules::{ByColor, Color};

use super::game::Score;
use super::time::Ms;

/// How strong somebody is, how sure that is, and how steady.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// On the scale that starts at 1500.
    pub rating: f64,
    /// One standard deviation, in the same points.
    pub deviation: f64,
    /// How much the strength itself wanders.
    pub volatility: f64,
}

/// Points of the shown scale for one of the inner scale.
const SCALE: f64 = 173.7178;
/// How quickly the volatility may change.
const TAU: f64 = 0.75;
/// How exactly the volatility is found.
const EPSILON: f64 = 1e-6;
/// Rating periods in a day without games: a deviation of 60 grows to 110 in a year.
const PERIODS_PER_DAY: f64 = 0.214;

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: Rating::MAX_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// Nobody is better known than this: everybody can still improve.
    pub const MIN_DEVIATION: f64 = 45.0;
    /// Nobody is less known than a newcomer.
    pub const MAX_DEVIATION: f64 = 350.0;
    /// From here on a rating is shown with a question mark.
    pub const PROVISIONAL: f64 = 110.0;

    /// Whether too little is known for the rating to count.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation >= Rating::PROVISIONAL
    }

    /// The rating after so long without a game: less sure.
    #[must_use]
    pub fn idle(self, span: Ms) -> Rating {
        if span.0 <= 0 {
            return self;
        }
        let days = span.0 as f64 / Ms::days(1).0 as f64;
        let phi = self.deviation / SCALE;
        let phi = (phi * phi + self.volatility * self.volatility * days * PERIODS_PER_DAY).sqrt();
        Rating { deviation: clamp_deviation(phi * SCALE), ..self }
    }

    /// The rating after games against opponents, each with a score from 0 to 1, in one period.
    fn after(self, games: &[(Rating, f64)]) -> Rating {
        let mu = (self.rating - 1500.0) / SCALE;
        let phi = self.deviation / SCALE;
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in games {
            let other_phi = opponent.deviation / SCALE;
            let weight = 1.0 / (1.0 + 3.0 * other_phi * other_phi / std::f64::consts::PI.powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (-weight * (mu - (opponent.rating - 1500.0) / SCALE)).exp());
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = new_volatility(self.volatility, phi, variance, variance * surprise);
        let widened = (phi * phi + volatility * volatility).sqrt();
        let phi = 1.0 / (1.0 / (widened * widened) + 1.0 / variance).sqrt();
        Rating {
            rating: 1500.0 + SCALE * (mu + phi * phi * surprise),
            deviation: clamp_deviation(phi * SCALE),
            volatility,
        }
    }
}

fn clamp_deviation(deviation: f64) -> f64 {
    deviation.clamp(Rating::MIN_DEVIATION, Rating::MAX_DEVIATION)
}

/// Step 5 of the paper: the root of `f` by the Illinois method.
fn new_volatility(volatility: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let a = (volatility * volatility).ln();
    let f = |x: f64| {
        let power = x.exp();
        let spread = phi * phi + variance + power;
        power * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + variance {
        (delta * delta - phi * phi - variance).ln()
    } else {
        // `f` falls towards plus infinity and the loop ends at the first step down with a positive value.
        let mut steps = 1.0;
        while f(a - steps * TAU) < 0.0 && steps < 1000.0 {
            steps += 1.0;
        }
        a - steps * TAU
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    // Far fewer rounds are ever needed; the bound is against values that no database of ours holds.
    for _ in 0..200 {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let middle = low + (low - high) * f_low / (f_high - f_low);
        let f_middle = f(middle);
        if f_middle * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (middle, f_middle);
    }
    (low / 2.0).exp().clamp(0.01, 0.1)
}

/// Both ratings after a game, each from the values before it. A game without a result leaves them as they are.
#[must_use]
pub fn rate(before: &ByColor<Rating>, score: Score) -> ByColor<Rating> {
    let white = match score {
        Score::Win(Color::White) => 1.0,
        Score::Win(Color::Black) => 0.0,
        Score::Draw => 0.5,
        Score::None => return *before,
    };
    ByColor::new_with(|color| {
        let points = if color == Color::White { white } else { 1.0 - white };
        before[color].after(&[(before[!color], points)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn the_example_of_the_paper() {
        // The paper uses tau 0.5; at three games the difference is in the last digits of the volatility only.
        let games = [(known(1400.0, 30.0), 1.0), (known(1550.0, 100.0), 0.0), (known(1700.0, 300.0), 0.0)];
        let after = known(1500.0, 200.0).after(&games);
        assert!((after.rating - 1464.06).abs() < 0.05, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.05, "{after:?}");
        assert!((after.volatility - 0.06).abs() < 0.0001, "{after:?}");
    }

    #[test]
    fn equal_players_win_and_lose_the_same() {
        let before = ByColor::new_with(|_| Rating::default());
        let after = rate(&before, Score::Win(Color::White));
        let (up, down) = (after[Color::White].rating - 1500.0, 1500.0 - after[Color::Black].rating);
        assert!(up > 100.0 && (up - down).abs() < 1e-9, "{up} {down}");
        assert_eq!(rate(&before, Score::None), before);
        let drawn = rate(&before, Score::Draw);
        assert!((drawn[Color::White].rating - 1500.0).abs() < 1e-9);
        assert!(drawn[Color::White].deviation < 350.0);
    }

    #[test]
    fn a_year_away_makes_a_rating_less_sure() {
        let after = known(1600.0, 60.0).idle(Ms::days(365));
        assert!((105.0..115.0).contains(&after.deviation), "{after:?}");
        assert_eq!(known(1600.0, 60.0).idle(Ms(-5)), known(1600.0, 60.0));
        assert_eq!(known(1600.0, 349.0).idle(Ms::days(100_000)).deviation, Rating::MAX_DEVIATION);
        assert!(after.rating == 1600.0);
    }

    #[test]
    fn extreme_values_stay_finite() {
        for (one, other) in [(100.0, 4000.0), (4000.0, 100.0), (1500.0, 1500.0), (0.0, 100_000.0)] {
            for score in [Score::Win(Color::White), Score::Win(Color::Black), Score::Draw] {
                let before = ByColor::new_with(|color| match color {
                    Color::White => known(one, 45.0),
                    Color::Black => known(other, 350.0),
                });
                let after = rate(&before, score);
                for color in Color::ALL {
                    let Rating { rating, deviation, volatility } = after[color];
                    assert!(
                        rating.is_finite() && volatility.is_finite(),
                        "{one} {other} {score:?}: {after:?}"
                    );
                    assert!((45.0..=350.0).contains(&deviation), "{after:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_fair_match_finds_the_difference() {
        // 3 of 4 points: about 190 points of rating apart.
        let mut players = ByColor::new_with(|_| Rating::default());
        for game in 0..400 {
            let score = if game % 4 == 3 { Score::Win(Color::Black) } else { Score::Win(Color::White) };
            players = rate(&players, score);
        }
        let difference = players[Color::White].rating - players[Color::Black].rating;
        assert!((140.0..260.0).contains(&difference), "{difference}");
        assert!(!players[Color::White].is_provisional());
    }
}

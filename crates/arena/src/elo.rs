//! Strength from results: Elo with an interval.
//!
//! Every opening is played twice with colors swapped, and the two games are counted together: a pair scores
//! 0, 1/4, 1/2, 3/4 or 1. The games of a pair resemble each other, since an opening that favors White favors
//! each side once, so an estimate that treats them as independent is less certain than it could be.

/// What the five outcomes of a pair are worth.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Half the 95% quantile of the chi-squared distribution with one degree of freedom.
const HALF_QUANTILE: f64 = 1.920_729_410_347_062;

/// An outcome that has not been seen is not impossible. This keeps logarithms finite and is too little to
/// change any figure that is shown.
const UNSEEN: f64 = 1e-3;

/// How many pairs of games ended with 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The difference in strength that results in an expected score from 0 to 1.
///
/// ```
/// use skep_arena::elo::elo;
/// assert_eq!(elo(0.5), 0.0);
/// assert!((elo(0.75) - 190.8).abs() < 0.1);
/// assert_eq!(elo(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The expected score of a player who is this much stronger.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair that made `half_points` points and half points, from 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The mean score of a game, or `None` before the first pair.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let pairs = self.pairs();
        let sum: f64 = self.0.iter().zip(SCORES).map(|(count, score)| *count as f64 * score).sum();
        (pairs > 0).then(|| sum / pairs as f64)
    }

    /// The scores between which the true one lies with 95% confidence: those under which the results are not
    /// much less likely than under the best guess.
    ///
    /// Unlike the mean plus and minus two standard errors this stays between 0 and 1 and makes sense even if
    /// all games were won.
    #[must_use]
    pub fn score_interval(&self) -> Option<(f64, f64)> {
        let score = self.score()?;
        let fit = Fit::new(self);
        // How much less likely the results are if the true score is this one.
        let deficit = |score: f64| fit.pairs * (fit.entropy() - fit.log_likelihood(score));
        let edge = |outside: f64| {
            let (mut inside, mut outside) = (score, outside);
            for _ in 0..60 {
                let middle = (inside + outside) / 2.0;
                if deficit(middle) < HALF_QUANTILE {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        };
        Some((if score > 0.0 { edge(0.0) } else { 0.0 }, if score < 1.0 { edge(1.0) } else { 1.0 }))
    }

    /// How likely it is that the first player is the stronger one.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (score, pairs) = (self.score()?, self.pairs() as f64);
        let squares = self.0.iter().zip(SCORES).map(|(count, at)| *count as f64 * (at - score).powi(2));
        let error = (squares.sum::<f64>() / pairs / pairs).sqrt();
        Some(if error > 0.0 { normal((score - 0.5) / error) } else { (1.0 + (score - 0.5).signum()) / 2.0 })
            .map(|likelihood| if score == 0.5 { 0.5 } else { likelihood })
    }

    /// The logarithm of how much likelier the results are if the first player is stronger by `elo1` than if
    /// by `elo0`.
    #[must_use]
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let fit = Fit::new(self);
        fit.pairs * (fit.log_likelihood(expected_score(elo1)) - fit.log_likelihood(expected_score(elo0)))
    }
}

/// The shares of the five outcomes.
struct Fit {
    pairs: f64,
    shares: [f64; 5],
}

impl Fit {
    fn new(results: &Pentanomial) -> Fit {
        let counts = results.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let pairs = counts.iter().sum();
        Fit { pairs, shares: counts.map(|count| count / pairs) }
    }

    /// The mean logarithm of the likelihood under the shares themselves.
    fn entropy(&self) -> f64 {
        self.shares.iter().map(|share| share * share.ln()).sum()
    }

    /// The mean logarithm of the likelihood under those shares, among all with this mean score, that make the
    /// results likeliest.
    ///
    /// By Lagrange's method these are `share / (1 + tilt * (score - mean))` with the tilt that makes the mean
    /// right.
    fn log_likelihood(&self, mean: f64) -> f64 {
        let mean = mean.clamp(1e-9, 1.0 - 1e-9);
        let deviation = |tilt: f64| -> f64 {
            let terms = self.shares.iter().zip(SCORES);
            terms.map(|(share, score)| share * (score - mean) / (1.0 + tilt * (score - mean))).sum()
        };
        // Between the poles the deviation falls from infinity to minus infinity.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if deviation(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let tilt = (low + high) / 2.0;
        let terms = self.shares.iter().zip(SCORES);
        terms.map(|(share, score)| share * (share / (1.0 + tilt * (score - mean))).ln()).sum()
    }
}

/// The normal distribution, accurate to about 1e-7 (Abramowitz and Stegun 26.2.17).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let coefficients = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let polynomial = coefficients.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() <= within, "{a} is not {b}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for value in [-800.0, -35.5, 0.0, 1.0, 190.848, 400.0] {
            close(elo(expected_score(value)), value, 1e-9);
        }
        close(expected_score(400.0), 10.0 / 11.0, 1e-12);
    }

    /// Figures that a public test site published for matches of chess engines (pentanomial counts, bounds in
    /// logistic Elo, ratio rounded to two digits).
    #[test]
    fn ratios_agree_with_published_ones() {
        for (counts, elo0, elo1, ratio) in [
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),
            ([133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94),
            ([59, 754, 2467, 865, 75], -0.5, 1.5, 2.95),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
            ([149, 4748, 32785, 5063, 159], 0.25, 1.75, 2.95),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
            ([424, 2948, 5832, 3045, 460], -1.0, 3.0, 2.94),
        ] {
            close(Pentanomial(counts).log_likelihood_ratio(elo0, elo1), ratio, 0.011);
        }
    }

    #[test]
    fn intervals_agree_with_the_normal_approximation_when_there_are_many_games() {
        let results = Pentanomial([200, 800, 2000, 900, 250]);
        let score = results.score().unwrap();
        let pairs = results.pairs() as f64;
        let variance: f64 =
            results.0.iter().zip(SCORES).map(|(n, at)| *n as f64 * (at - score).powi(2)).sum::<f64>() / pairs;
        let error = 1.959_964 * (variance / pairs).sqrt();
        let (low, high) = results.score_interval().unwrap();
        close(low, score - error, 2e-5);
        close(high, score + error, 2e-5);
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound_and_no_upper_one() {
        let (low, high) = Pentanomial([0, 0, 0, 0, 20]).score_interval().unwrap();
        assert!(high >= 1.0);
        // With 20 of 20, a chance of exp(-1.92 / 20) a pair is just not excluded.
        close(low, (-HALF_QUANTILE / 20.0).exp(), 2e-3);
        let (low, high) = Pentanomial([7, 0, 0, 0, 0]).score_interval().unwrap();
        assert!(low <= 0.0 && high < 0.3);
    }

    #[test]
    fn nothing_is_known_before_the_first_pair() {
        let none = Pentanomial::default();
        assert_eq!((none.score(), none.score_interval()), (None, None));
        assert_eq!(none.log_likelihood_ratio(0.0, 5.0), 0.0);
        assert_eq!(none.likelihood_of_superiority(), None);
    }

    #[test]
    fn superiority_follows_the_normal_distribution() {
        close(normal(0.0), 0.5, 1e-7);
        close(normal(1.0), 0.841_344_75, 1e-6);
        close(normal(-1.959_964), 0.025, 1e-6);
        close(Pentanomial([0, 3, 10, 3, 0]).likelihood_of_superiority().unwrap(), 0.5, 1e-9);
        assert!(Pentanomial([0, 1, 10, 9, 5]).likelihood_of_superiority().unwrap() > 0.99);
    }
}

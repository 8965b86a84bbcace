//! The sequential probability ratio test: play until it is clear which of two hypotheses to believe.

use crate::elo::Pentanomial;

/// A test of "the first player is stronger by `elo1`" against "by `elo0`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first player is not stronger by as much as was hoped (H0).
    Rejected,
    /// It is (H1).
    Accepted,
}

/// A test that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses must differ, the lower one first.
    #[error("elo0 must be less than elo1")]
    Order,
    /// Error rates lie between 0 and 1/2.
    #[error("alpha and beta must be more than 0 and less than 0.5")]
    Rate,
    /// There are not two to four numbers.
    #[error("a test is written elo0,elo1[,alpha,beta], such as 0,10 or 0,10,0.05,0.05")]
    Syntax,
}

impl Sprt {
    /// A test that wrongly accepts with probability `alpha` and wrongly rejects with probability `beta`.
    ///
    /// # Errors
    ///
    /// When the hypotheses are in the wrong order or a rate is out of bounds.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Order);
        }
        if !(is_rate(alpha) && is_rate(beta)) {
            return Err(SprtError::Rate);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The two hypotheses, in Elo.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The log-likelihood ratios at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the results so far.
    #[must_use]
    pub fn ratio(&self, results: &Pentanomial) -> f64 {
        results.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// What the results so far have come to, if it is clear.
    #[must_use]
    pub fn verdict(&self, results: &Pentanomial) -> Option<Verdict> {
        let (low, high) = self.bounds();
        let ratio = self.ratio(results);
        if ratio >= high {
            Some(Verdict::Accepted)
        } else if ratio <= low {
            Some(Verdict::Rejected)
        } else {
            None
        }
    }
}

impl std::str::FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        match numbers.as_deref() {
            Ok([elo0, elo1]) => Sprt::new(*elo0, *elo1, 0.05, 0.05),
            Ok([elo0, elo1, alpha, beta]) => Sprt::new(*elo0, *elo1, *alpha, *beta),
            _ => Err(SprtError::Syntax),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_bounds_are_2_94() {
        let (low, high) = "0,5".parse::<Sprt>().unwrap().bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    }

    #[test]
    fn texts_are_read_or_refused() {
        assert_eq!("0, 10,0.1,0.2".parse(), Sprt::new(0.0, 10.0, 0.1, 0.2));
        for (text, error) in [
            ("", SprtError::Syntax),
            ("5", SprtError::Syntax),
            ("0,5,0.05", SprtError::Syntax),
            ("a,b", SprtError::Syntax),
            ("5,0", SprtError::Order),
            ("nan,5", SprtError::Order),
            ("0,5,0,0.05", SprtError::Rate),
            ("0,5,0.05,0.5", SprtError::Rate),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(error), "{text}");
        }
    }

    /// Draws pairs from a player of known strength until the test ends.
    fn simulate(sprt: &Sprt, shares: [f64; 5], seed: u64) -> Verdict {
        let mut state = seed.wrapping_mul(2).wrapping_add(1);
        let mut results = Pentanomial::default();
        for _ in 0..100_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut rest = (state >> 11) as f64 / (1_u64 << 53) as f64;
            let outcome = shares.iter().position(|share| {
                rest -= share;
                rest < 0.0
            });
            results.add(outcome.unwrap_or(4));
            if let Some(verdict) = sprt.verdict(&results) {
                return verdict;
            }
        }
        panic!("the test does not end");
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let sprt: Sprt = "0,50".parse().unwrap();
        // Equal players, and a player who scores 57.1%, which is 50 Elo.
        let even = [0.1, 0.2, 0.4, 0.2, 0.1];
        let better = [0.055, 0.1575, 0.37, 0.28, 0.1375];
        let count =
            |shares, verdict| (0..400).filter(|seed| simulate(&sprt, shares, *seed) == verdict).count();
        // 5% of 400 are 20; three standard deviations more are 33.
        assert!(count(even, Verdict::Accepted) <= 33, "{}", count(even, Verdict::Accepted));
        assert!(count(better, Verdict::Rejected) <= 33, "{}", count(better, Verdict::Rejected));
    }
}

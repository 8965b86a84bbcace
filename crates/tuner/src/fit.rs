//! Logistic regression: the weights under which the results were likeliest.

use skep_engine::tuning::{FEATURES, UNITS_PER_LOGIT, WeightTable};

use crate::random::Random;
use crate::samples::Samples;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    /// Passes over the positions.
    pub epochs: usize,
    /// Positions to each step.
    pub batch: usize,
    /// The size of the first steps, in logits.
    pub rate: f32,
    /// How strongly weights are drawn to zero.
    pub decay: f32,
    /// Orders the positions.
    pub seed: u64,
}

impl Default for Fitting {
    fn default() -> Fitting {
        Fitting { epochs: 16, batch: 4096, rate: 0.01, decay: 2e-4, seed: 1 }
    }
}

/// Parameters, early and late weights of both sides' features, in logits.
type Parameters = Vec<[f32; 2]>;

/// Finds weights, starting from given ones. `progress` gets the number of each finished pass and the
/// loss in it.
pub fn fit(
    samples: &Samples,
    start: &WeightTable,
    fitting: Fitting,
    mut progress: impl FnMut(usize, f32),
) -> WeightTable {
    let mut parameters = to_parameters(start);
    let mut momentum = vec![[0.0_f32; 2]; parameters.len()];
    let mut energy = vec![[0.0_f32; 2]; parameters.len()];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut random = Random::new(fitting.seed);
    let mut step = 0;
    for epoch in 0..fitting.epochs {
        random.shuffle(&mut order);
        let (mut loss, mut weight) = (0.0_f64, 0.0_f64);
        // The steps shrink to nothing over the run, so that the result does not jump about.
        let rate = fitting.rate * (1.0 - epoch as f32 / fitting.epochs as f32).max(0.02);
        for batch in order.chunks(fitting.batch) {
            let mut gradient = vec![[0.0_f32; 2]; parameters.len()];
            let mut batch_weight = 0.0;
            for index in batch {
                let sample = samples.get(*index as usize);
                let predicted = sigmoid(value(&parameters, samples, *index as usize));
                let error = (predicted - sample.target) * sample.weight;
                loss += f64::from(cross_entropy(predicted, sample.target) * sample.weight);
                weight += f64::from(sample.weight);
                batch_weight += sample.weight;
                for (weight, count) in samples.weighed(*index as usize) {
                    let pull = error * count;
                    gradient[weight][0] += pull * (1.0 - sample.phase);
                    gradient[weight][1] += pull * sample.phase;
                }
            }
            step += 1;
            let (keep_momentum, keep_energy) = (0.9_f32, 0.999_f32);
            let fix_momentum = 1.0 - keep_momentum.powi(step);
            let fix_energy = 1.0 - keep_energy.powi(step);
            for (at, parameter) in parameters.iter_mut().enumerate() {
                for phase in 0..2 {
                    let pull = gradient[at][phase] / batch_weight + fitting.decay * parameter[phase];
                    let m = &mut momentum[at][phase];
                    *m = keep_momentum * *m + (1.0 - keep_momentum) * pull;
                    let e = &mut energy[at][phase];
                    *e = keep_energy * *e + (1.0 - keep_energy) * pull * pull;
                    parameter[phase] -= rate * (*m / fix_momentum) / ((*e / fix_energy).sqrt() + 1e-8);
                }
            }
        }
        progress(epoch + 1, (loss / weight) as f32);
    }
    to_table(&parameters)
}

/// The mean loss of weights on positions.
#[must_use]
pub fn loss(samples: &Samples, table: &WeightTable) -> f32 {
    let parameters = to_parameters(table);
    let (mut loss, mut weight) = (0.0_f64, 0.0_f64);
    for index in 0..samples.len() {
        let sample = samples.get(index);
        let predicted = sigmoid(value(&parameters, samples, index));
        loss += f64::from(cross_entropy(predicted, sample.target) * sample.weight);
        weight += f64::from(sample.weight);
    }
    (loss / weight.max(1e-9)) as f32
}

fn value(parameters: &Parameters, samples: &Samples, index: usize) -> f32 {
    let (mut early, mut late) = (0.0, 0.0);
    for (weight, count) in samples.weighed(index) {
        early += count * parameters[weight][0];
        late += count * parameters[weight][1];
    }
    let phase = samples.get(index).phase;
    early * (1.0 - phase) + late * phase
}

/// What the weights say of each position, in logits.
#[must_use]
pub fn values(samples: &Samples, table: &WeightTable) -> Vec<f32> {
    let parameters = to_parameters(table);
    (0..samples.len()).map(|index| value(&parameters, samples, index)).collect()
}

pub(crate) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

pub(crate) fn cross_entropy(predicted: f32, target: f32) -> f32 {
    let predicted = predicted.clamp(1e-6, 1.0 - 1e-6);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}

fn to_parameters(table: &WeightTable) -> Parameters {
    let unit = UNITS_PER_LOGIT as f32;
    let mover = table.iter().map(|row| [row[0] / unit, row[1] / unit]);
    let other = table.iter().map(|row| [row[2] / unit, row[3] / unit]);
    mover.chain(other).collect()
}

fn to_table(parameters: &Parameters) -> WeightTable {
    let unit = UNITS_PER_LOGIT as f32;
    (0..FEATURES)
        .map(|feature| {
            let (mover, other) = (parameters[feature], parameters[feature + FEATURES]);
            [mover[0] * unit, mover[1] * unit, other[0] * unit, other[1] * unit]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Sampling;
    use crate::selfplay::SelfPlay;
    use skep_rules::GameType;

    #[test]
    fn fitting_lowers_the_loss() {
        let play = SelfPlay {
            games: 12,
            types: vec![GameType::BASE_MLP],
            nodes: 60,
            random_plies: (4, 6),
            max_plies: 80,
            seed: 7,
            threads: std::num::NonZeroUsize::MIN,
            knowledge: None,
        };
        let mut samples = Samples::default();
        play.run(|_, played| {
            samples.add_game(&played, Sampling { result_share: 1.0, weight: 1.0, skip: 0 });
        });
        let start = vec![[0.0; 4]; FEATURES];
        let before = loss(&samples, &start);
        let fitting = Fitting { epochs: 4, batch: 64, ..Fitting::default() };
        let after = loss(&samples, &fit(&samples, &start, fitting, |_, _| {}));
        assert!(after < before, "{after} is not below {before}");
    }
}

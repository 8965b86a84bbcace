//! Trains the network to see what the weights miss: it is added to their sum, which stays as it is.

use skep_engine::tuning::{FEATURES, HIDDEN, HIDDEN_CAP, INPUTS, RealNetwork, feature_name};

use crate::fit::{cross_entropy, sigmoid};
use crate::random::Random;
use crate::samples::Samples;

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// Passes over the positions.
    pub epochs: usize,
    /// Positions to each step.
    pub batch: usize,
    /// The size of the first steps.
    pub rate: f32,
    /// How strongly numbers are drawn to zero.
    pub decay: f32,
    /// Orders the positions, and makes the first network.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Training {
        Training { epochs: 10, batch: 2048, rate: 0.002, decay: 0.02, seed: 1 }
    }
}

/// Positions together with what the weights say of them.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The positions.
    pub samples: &'a Samples,
    /// For each what the weights say, in logits.
    pub values: &'a [f32],
}

/// Numbers for each hidden sum.
type Row = [f32; HIDDEN];

/// A network as it is trained: the columns first, then the biases, then the output weights.
struct Parameters(Vec<Row>);

const BIAS: usize = 2 * INPUTS;
const OUTPUT: usize = BIAS + 1;
const ROWS: usize = OUTPUT + 1;

/// Trains a network. `progress` gets the number of each finished pass, the loss in it, and the network so far.
pub fn train(
    judged: Judged<'_>,
    training: Training,
    mut progress: impl FnMut(usize, f32, &RealNetwork),
) -> RealNetwork {
    let scales = scales();
    let mut random = Random::new(training.seed);
    let mut parameters = Parameters::random(&mut random);
    let mut momentum = vec![[0.0; HIDDEN]; ROWS];
    let mut energy = vec![[0.0; HIDDEN]; ROWS];
    let mut gradient = vec![[0.0; HIDDEN]; ROWS];
    let mut order: Vec<u32> = (0..judged.samples.len() as u32).collect();
    let steps = training.epochs * order.len().div_ceil(training.batch);
    let mut step = 0;
    for epoch in 0..training.epochs {
        random.shuffle(&mut order);
        let (mut loss, mut weight) = (0.0_f64, 0.0_f64);
        for batch in order.chunks(training.batch) {
            let mut batch_weight = 0.0;
            for index in batch {
                let sample = judged.samples.get(*index as usize);
                let value = judged.values[*index as usize];
                loss += f64::from(parameters.learn(
                    sample.features,
                    &scales,
                    value,
                    sample.target,
                    sample.weight,
                    &mut gradient,
                ));
                batch_weight += sample.weight;
            }
            weight += f64::from(batch_weight);
            step += 1;
            // The steps shrink to nothing over the run, so that the result does not jump about.
            let rate = training.rate * (1.0 - step as f32 / steps as f32).max(0.01);
            let adam = Adam { rate, decay: training.decay, step, weight: batch_weight.max(1e-9) };
            for (at, row) in parameters.0.iter_mut().enumerate() {
                adam.step(row, &mut gradient[at], &mut momentum[at], &mut energy[at]);
            }
        }
        progress(epoch + 1, (loss / weight) as f32, &parameters.network(&scales));
    }
    parameters.network(&scales)
}

/// The mean loss of weights and network together.
#[must_use]
pub fn loss(judged: Judged<'_>, network: &RealNetwork) -> f32 {
    let (mut loss, mut weight) = (0.0_f64, 0.0_f64);
    for (index, value) in judged.values.iter().enumerate() {
        let sample = judged.samples.get(index);
        let mut sums = network.bias;
        for (input, count) in sample.features {
            add(&mut sums, &network.columns[usize::from(*input)], f32::from(*count));
        }
        let together: f32 =
            sums.iter().zip(&network.output).map(|(sum, out)| sum.clamp(0.0, HIDDEN_CAP) * out).sum();
        let predicted = sigmoid(value + together);
        loss += f64::from(cross_entropy(predicted, sample.target) * sample.weight);
        weight += f64::from(sample.weight);
    }
    (loss / weight.max(1e-9)) as f32
}

#[inline(always)]
fn add(sums: &mut Row, column: &Row, count: f32) {
    for (sum, weight) in sums.iter_mut().zip(column) {
        *sum += weight * count;
    }
}

/// Counts of cells run to dozens; all inputs should be about as large.
fn scales() -> Vec<f32> {
    let of_side = (0..INPUTS).map(|input| {
        let name = if input < FEATURES { feature_name(input) } else { String::new() };
        if name.starts_with("destinations.") {
            0.125
        } else if name == "space.placement-cells" {
            0.25
        } else {
            1.0
        }
    });
    let of_side: Vec<f32> = of_side.collect();
    [of_side.clone(), of_side].concat()
}

impl Parameters {
    fn random(random: &mut Random) -> Parameters {
        // About sixty inputs are active at once. Tiles begin at zero, so that places where none ever
        // stood say nothing, and make the file smaller.
        let mut rows = vec![[0.0; HIDDEN]; ROWS];
        for row in rows[..2 * INPUTS].chunks_mut(INPUTS).flat_map(|side| &mut side[..FEATURES]) {
            for number in row.iter_mut() {
                *number = (random.below(2001) as f32 / 1000.0 - 1.0) * 0.15;
            }
        }
        for number in &mut rows[OUTPUT] {
            *number = (random.below(2001) as f32 / 1000.0 - 1.0) * 0.1;
        }
        Parameters(rows)
    }

    /// Adds to the gradient what one position says; its loss.
    fn learn(
        &self,
        inputs: &[(u16, u8)],
        scales: &[f32],
        value: f32,
        target: f32,
        weight: f32,
        gradient: &mut [Row],
    ) -> f32 {
        let mut sums = self.0[BIAS];
        for (input, count) in inputs {
            let input = usize::from(*input);
            add(&mut sums, &self.0[input], f32::from(*count) * scales[input]);
        }
        let output = &self.0[OUTPUT];
        let together: f32 = sums.iter().zip(output).map(|(sum, out)| sum.clamp(0.0, HIDDEN_CAP) * out).sum();
        let predicted = sigmoid(value + together);
        let error = (predicted - target) * weight;
        let mut pull = [0.0; HIDDEN];
        for hidden in 0..HIDDEN {
            let live = sums[hidden] > 0.0 && sums[hidden] < HIDDEN_CAP;
            pull[hidden] = if live { error * output[hidden] } else { 0.0 };
            gradient[OUTPUT][hidden] += error * sums[hidden].clamp(0.0, HIDDEN_CAP);
            gradient[BIAS][hidden] += pull[hidden];
        }
        for (input, count) in inputs {
            let input = usize::from(*input);
            add(&mut gradient[input], &pull, f32::from(*count) * scales[input]);
        }
        cross_entropy(predicted, target) * weight
    }

    fn network(&self, scales: &[f32]) -> RealNetwork {
        let columns =
            self.0[..2 * INPUTS].iter().zip(scales).map(|(row, scale)| row.map(|number| number * scale));
        RealNetwork { bias: self.0[BIAS], output: self.0[OUTPUT], columns: columns.collect() }
    }
}

/// One step of Adam with decay apart from the gradient.
struct Adam {
    rate: f32,
    decay: f32,
    step: i32,
    weight: f32,
}

impl Adam {
    /// Moves a row of numbers, and clears its gradient.
    fn step(&self, row: &mut Row, gradient: &mut Row, momentum: &mut Row, energy: &mut Row) {
        let (keep_momentum, keep_energy) = (0.9_f32, 0.999_f32);
        let fix_momentum = 1.0 / (1.0 - keep_momentum.powi(self.step));
        let fix_energy = 1.0 / (1.0 - keep_energy.powi(self.step));
        for i in 0..HIDDEN {
            let pull = gradient[i] / self.weight;
            gradient[i] = 0.0;
            momentum[i] = keep_momentum * momentum[i] + (1.0 - keep_momentum) * pull;
            energy[i] = keep_energy * energy[i] + (1.0 - keep_energy) * pull * pull;
            let stride = momentum[i] * fix_momentum / ((energy[i] * fix_energy).sqrt() + 1e-8);
            row[i] -= self.rate * (stride + self.decay * row[i]);
        }
    }
}

//! Positions as the evaluation sees them, and what became of them.

use skep_engine::tuning::{FEATURES, INPUTS, Observation, WeightClass, observe};
use skep_rules::Color;

use crate::selfplay::{PlayedGame, first_considered};

/// A set of positions, packed.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Inputs and counts of all positions; those of the other side come with [`INPUTS`] added.
    features: Vec<(u16, u8)>,
    /// Where each position's features end.
    ends: Vec<usize>,
    phases: Vec<f32>,
    targets: Vec<f32>,
    weights: Vec<f32>,
}

/// How many positions of a game count in full.
const POSITIONS_PER_GAME: f32 = 50.0;

/// How games become samples.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The share of the result in the target; the rest is what the engine's search thought.
    pub result_share: f32,
    /// How much these samples count.
    pub weight: f32,
    /// Turns at the start of a game that are left out.
    pub skip: usize,
}

impl Samples {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds all positions of another set.
    pub fn append(&mut self, other: &Samples) {
        let offset = self.features.len();
        self.features.extend_from_slice(&other.features);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.phases.extend_from_slice(&other.phases);
        self.targets.extend_from_slice(&other.targets);
        self.weights.extend_from_slice(&other.weights);
    }

    /// Adds the positions of a game.
    pub fn add_game(&mut self, played: &PlayedGame, sampling: Sampling) {
        let mut position = played.game.start().clone();
        let first = first_considered(played).max(sampling.skip);
        // Long games are mostly shuffling to and fro: none counts more than this many positions.
        let length = played.game.moves().len().saturating_sub(first).max(1);
        let weight = sampling.weight * (POSITIONS_PER_GAME / length as f32).min(1.0);
        for (ply, mv) in played.game.moves().iter().enumerate() {
            if ply >= first
                && let Some(observation) = observe(&position)
            {
                let result = match position.turn() {
                    Color::White => played.white_score,
                    Color::Black => 1.0 - played.white_score,
                };
                let thought = played.scores.get(ply).copied().flatten().map(expectation);
                let share = sampling.result_share;
                let target = thought.map_or(result, |thought| share * result + (1.0 - share) * thought);
                self.push(&observation, target, weight);
            }
            let _ = position.play_unchecked(*mv);
        }
    }

    fn push(&mut self, observation: &Observation, target: f32, weight: f32) {
        self.features.extend_from_slice(&observation.mover);
        let shifted = observation.other.iter().map(|(feature, count)| (feature + INPUTS as u16, *count));
        self.features.extend(shifted);
        self.ends.push(self.features.len());
        self.phases.push(observation.phase);
        self.targets.push(target);
        self.weights.push(weight);
    }

    /// The features of a position that have weights, as numbers of weights, with the sign and count
    /// of each: those of the other side come after all of the side to move.
    pub fn weighed(&self, index: usize) -> impl Iterator<Item = (usize, f32)> {
        self.get(index).features.iter().filter_map(|(input, count)| {
            let (side, feature) = (usize::from(*input) / INPUTS, usize::from(*input) % INPUTS);
            let sign = if side == 0 { 1.0 } else { -1.0 };
            (feature < FEATURES).then(|| (feature + side * FEATURES, sign * f32::from(*count)))
        })
    }

    /// One position.
    #[must_use]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Sample {
            features: &self.features[start..self.ends[index]],
            phase: self.phases[index],
            target: self.targets[index],
            weight: self.weights[index],
        }
    }
}

/// One position of a set.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Inputs and counts; those of the other side come with [`INPUTS`] added.
    pub features: &'a [(u16, u8)],
    /// How far the game had come, 0 to 1.
    pub phase: f32,
    /// The expected score of the side to move, 0 to 1.
    pub target: f32,
    /// How much it counts.
    pub weight: f32,
}

/// The expected score that belongs to an engine's score.
fn expectation(units: i32) -> f32 {
    1.0 / (1.0 + (-(units.clamp(-2000, 2000) as f32) / skep_engine::tuning::UNITS_PER_LOGIT as f32).exp())
}

/// The class of weights that a game belongs to.
#[must_use]
pub fn class_of(played: &PlayedGame) -> WeightClass {
    WeightClass::of(played.game.position().game_type())
}

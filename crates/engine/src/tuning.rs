//! The evaluation seen from outside, for those who fit its weights.

use skep_rules::raw::{Hive, HiveRef, Width};
use skep_rules::{GameType, Position};

use crate::analysis::{Analysis, Analyze};
use crate::child::Child;
pub use crate::eval::Knowledge;
use crate::eval::features;
use crate::eval::network::{self, Network};
use crate::eval::{Class, Inputs, Pair, Weights, phase};

/// How many features one side has.
pub const FEATURES: usize = features::COUNT;

/// How many inputs of the network one side has: its features first, then its tiles.
pub const INPUTS: usize = network::INPUTS_OF_SIDE;

/// Sums in the hidden layer of the network.
pub const HIDDEN: usize = network::HIDDEN;

/// Where hidden sums are cut off, in their units.
pub const HIDDEN_CAP: f32 = network::CAP as f32 / network::HIDDEN_UNIT;

/// The scale of the evaluation: this many units are one logit.
pub const UNITS_PER_LOGIT: f64 = crate::score::UNITS_PER_LOGIT;

/// The name of a feature.
#[must_use]
pub fn feature_name(feature: usize) -> String {
    features::name(feature)
}

/// Types of games that share a set of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightClass {
    /// The base game alone.
    Base,
    /// With mosquito or ladybug, without the pillbug.
    NoPillbug,
    /// With the pillbug.
    Pillbug,
}

impl WeightClass {
    /// All classes.
    pub const ALL: [WeightClass; 3] = [WeightClass::Base, WeightClass::NoPillbug, WeightClass::Pillbug];

    /// The class of a type of game.
    #[must_use]
    pub fn of(game_type: GameType) -> WeightClass {
        match Class::of(game_type) {
            Class::Base => WeightClass::Base,
            Class::NoPillbug => WeightClass::NoPillbug,
            Class::Pillbug => WeightClass::Pillbug,
        }
    }

    /// The name of its file of weights.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            WeightClass::Base => "base.txt",
            WeightClass::NoPillbug => "no-pillbug.txt",
            WeightClass::Pillbug => "pillbug.txt",
        }
    }

    /// The name of its file with the network.
    #[must_use]
    pub fn network_file(self) -> &'static str {
        match self {
            WeightClass::Base => "base.net",
            WeightClass::NoPillbug => "no-pillbug.net",
            WeightClass::Pillbug => "pillbug.net",
        }
    }

    fn class(self) -> Class {
        match self {
            WeightClass::Base => Class::Base,
            WeightClass::NoPillbug => Class::NoPillbug,
            WeightClass::Pillbug => Class::Pillbug,
        }
    }
}

/// What the evaluation sees in a position.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The inputs of the side to move that are not zero, with their counts: features, and from
    /// [`FEATURES`] on where its tiles stand.
    pub mover: Vec<(u16, u8)>,
    /// The inputs of the other side.
    pub other: Vec<(u16, u8)>,
    /// How far the game has come, 0 to 1.
    pub phase: f32,
}

/// Looks at a position as the evaluation does. `None` where the search never asks the evaluation: the
/// game is over, or the side to move wins at once.
#[must_use]
pub fn observe(position: &Position) -> Option<Observation> {
    if position.result().is_some() {
        return None;
    }
    match position.hive() {
        HiveRef::Narrow(hive) => observe_hive(hive),
        HiveRef::Wide(hive) => observe_hive(hive),
    }
}

fn observe_hive<W: Width>(hive: &Hive<W>) -> Option<Observation> {
    let mut analysis = Analysis::new();
    let mut inputs = Inputs::nothing(0);
    let child = &Child::new(hive);
    W::run(Analyze { child, analysis: &mut analysis, inputs: Some(&mut inputs), even_if_won: false });
    if analysis.win.is_some() {
        return None;
    }
    let [mover, other] = [0, 1].map(|side| {
        let mut counts = [0; INPUTS];
        inputs.for_each_of_side(side, |input, count| counts[input] += count);
        nonzero(&counts)
    });
    Some(Observation { mover, other, phase: phase(hive.placed()) as f32 / 256.0 })
}

fn nonzero(counts: &[i32; INPUTS]) -> Vec<(u16, u8)> {
    let present = counts.iter().enumerate().filter(|(_, count)| **count != 0);
    present.map(|(input, count)| (input as u16, (*count).clamp(0, 255) as u8)).collect()
}

/// Weights as real numbers in evaluation units: for each feature, side to move early and late, other
/// side early and late.
pub type WeightTable = Vec<[f32; 4]>;

impl Knowledge {
    /// Takes what was learned about a class of games in place of what is there.
    pub fn learn(&mut self, class: WeightClass, table: &WeightTable, network: &RealNetwork) {
        self.replace(class.class(), &to_network(network), &to_weights(table));
    }
}

/// The text of a file of weights.
#[must_use]
pub fn weights_text(table: &WeightTable) -> String {
    to_weights(table).to_text()
}

fn to_weights(table: &WeightTable) -> Weights {
    let round = |value: f32| value.round().clamp(-3000.0, 3000.0) as i16;
    let mut weights = Weights::BLANK;
    for (feature, row) in table.iter().enumerate().take(FEATURES) {
        weights.mover[feature] = Pair { early: round(row[0]), late: round(row[1]) };
        weights.other[feature] = Pair { early: round(row[2]), late: round(row[3]) };
    }
    weights
}

/// A network in real numbers: hidden sums in units, the result in logits.
#[derive(Clone, Debug)]
pub struct RealNetwork {
    /// Where the hidden sums begin.
    pub bias: [f32; HIDDEN],
    /// What each hidden sum adds to the result.
    pub output: [f32; HIDDEN],
    /// What each input adds to the hidden sums: those of the side to move, then those of the other.
    pub columns: Vec<[f32; HIDDEN]>,
}

/// The bytes of a file with the network in whole numbers.
#[must_use]
pub fn network_bytes(real: &RealNetwork) -> Vec<u8> {
    to_network(real).to_bytes()
}

fn to_network(real: &RealNetwork) -> Network {
    let row = |row: &[f32; HIDDEN], unit: f32| row.map(|number| (number * unit).round() as i16);
    let (mover, other) = real.columns.split_at(INPUTS);
    let columns =
        [mover, other].map(|side| side.iter().map(|column| row(column, network::HIDDEN_UNIT)).collect());
    Network {
        bias: row(&real.bias, network::HIDDEN_UNIT),
        output: row(&real.output, network::OUTPUT_UNIT * UNITS_PER_LOGIT as f32),
        columns,
    }
}

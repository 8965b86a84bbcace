//! The weighted sum of the features, and beside it a small network that sees how they work together.
//!
//! One layer of [`HIDDEN`] sums over the features of both sides and over where each tile stands, cut off
//! below zero and above [`CAP`], and one sum over those. Whole numbers throughout, and additions that wrap
//! around, so that the order of additions does not matter: every processor and wasm give the same result.

mod lanes;

use super::features::FeatureSink;
use super::{Class, Pair, Weights, features};

/// Sums in the hidden layer.
///
/// Two fewer than lanes of the vectors: those hold the weighted sum of the features, early and late.
pub(crate) const HIDDEN: usize = LANES - 2;
/// Sums that are made side by side.
const LANES: usize = 32;
/// The lane of the weighted sum with early weights; the late one follows.
const EARLY: usize = HIDDEN;
/// Inputs of one side: its features, and its tiles by kind, condition and distances to both queens.
pub(crate) const INPUTS_OF_SIDE: usize = features::COUNT + tiles::COUNT;
/// More inputs of one side than can occur at once: all its features, and 14 tiles. A power of two, so
/// that staying inside costs nothing.
const MAX_ACTIVE: usize = 128;
const _: () = assert!(features::COUNT + 14 < MAX_ACTIVE);

/// One unit of a hidden sum.
pub(crate) const HIDDEN_UNIT: f32 = 512.0;
/// Hidden sums are cut off here: eight units.
pub(crate) const CAP: i16 = 4096;
/// The output weights are evaluation units times this.
pub(crate) const OUTPUT_UNIT: f32 = 16.0;
/// Hidden unit times output unit, as a shift.
const OUTPUT_SHIFT: u32 = 13;

/// Inputs that say what a tile is, how it fares, and how far it is from the queens.
pub(crate) mod tiles {
    /// Distances are told apart up to this; 0 is the queen's own cell, the last one is far away or no queen.
    pub(crate) const DISTANCES: usize = 5;
    /// Can go beside the enemy queen; can move; cannot; lies under another tile.
    pub(crate) const CONDITIONS: usize = 4;
    /// How many inputs there are.
    pub(crate) const COUNT: usize = 8 * CONDITIONS * DISTANCES * DISTANCES;

    /// The input of one tile.
    #[inline(always)]
    pub(crate) fn input(kind: usize, condition: usize, to_own: usize, to_enemy: usize) -> usize {
        ((kind * CONDITIONS + condition) * DISTANCES + to_own) * DISTANCES + to_enemy
    }
}

/// The inputs of one side that are not zero.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    len: usize,
    active: [(u16, i16); MAX_ACTIVE],
}

impl FeatureSink for Inputs {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.push(feature, count);
    }

    #[inline(always)]
    fn tile(&mut self, input: usize) {
        self.push(features::COUNT + input, 1);
    }
}

impl Inputs {
    pub(crate) fn new() -> Inputs {
        Inputs { len: 0, active: [(0, 0); MAX_ACTIVE] }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    fn push(&mut self, input: usize, count: i32) {
        self.active[self.len % MAX_ACTIVE] = (input as u16, count as i16);
        self.len += usize::from(count != 0);
    }

    #[inline(always)]
    fn active(&self) -> &[(u16, i16)] {
        &self.active[..self.len.min(MAX_ACTIVE)]
    }
}

/// The network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    pub(crate) bias: [i16; HIDDEN],
    pub(crate) output: [i16; HIDDEN],
    /// What each input of the side to move adds to the sums, and each of the other side.
    pub(crate) columns: [Vec<[i16; HIDDEN]>; 2],
}

impl Network {
    /// How many numbers a network has.
    pub(crate) const NUMBERS: usize = (2 * INPUTS_OF_SIDE + 2) * HIDDEN;

    /// The trained network for a class of games.
    pub(crate) fn of(class: Class) -> Network {
        let bytes: &[u8] = match class {
            Class::Base => include_bytes!("../../weights/base.net"),
            Class::NoPillbug => include_bytes!("../../weights/no-pillbug.net"),
            Class::Pillbug => include_bytes!("../../weights/pillbug.net"),
        };
        Network::parse(bytes).expect("the networks of the repository have the right size")
    }

    /// Reads a network: biases, output weights, columns, as little-endian numbers of 16 bits.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Network> {
        if bytes.len() != 2 * Self::NUMBERS {
            return None;
        }
        let numbers: Vec<i16> =
            bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let mut rows = numbers.chunks_exact(HIDDEN).map(|row| {
            let mut numbers = [0; HIDDEN];
            numbers.copy_from_slice(row);
            numbers
        });
        let (bias, output) = (rows.next()?, rows.next()?);
        let columns = [rows.by_ref().take(INPUTS_OF_SIDE).collect(), rows.collect()];
        Some(Network { bias, output, columns })
    }

    /// The bytes that [`Network::parse`] reads.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let rows = [&self.bias, &self.output].into_iter().chain(self.columns.iter().flatten());
        rows.flatten().flat_map(|number| number.to_le_bytes()).collect()
    }
}

/// Numbers for all sums, on one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row([i16; LANES]);

/// Network and weights of a class of games, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    bias: Row,
    output: Row,
    columns: [Vec<Row>; 2],
}

/// What the sums say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sums {
    early: i16,
    late: i16,
    /// Not yet scaled down.
    network: i32,
}

impl Lanes {
    pub(crate) fn new(network: &Network, weights: &Weights) -> Lanes {
        let row = |numbers: &[i16; HIDDEN], early: i16, late: i16| {
            let mut row = Row([0; LANES]);
            row.0[..HIDDEN].copy_from_slice(numbers);
            (row.0[EARLY], row.0[EARLY + 1]) = (early, late);
            row
        };
        let side = |columns: &[[i16; HIDDEN]], weights: &[Pair; features::COUNT], sign: i16| {
            let pair = |input: usize| weights.get(input).copied().unwrap_or_default();
            let columns = columns.iter().enumerate();
            columns
                .map(|(input, column)| row(column, sign * pair(input).early, sign * pair(input).late))
                .collect()
        };
        Lanes {
            bias: row(&network.bias, 0, 0),
            output: row(&network.output, 0, 0),
            columns: [
                side(&network.columns[0], &weights.mover, 1),
                side(&network.columns[1], &weights.other, -1),
            ],
        }
    }

    /// What the network alone adds for the side to move.
    pub(crate) fn network_value(&self, mover: &Inputs, other: &Inputs) -> i32 {
        lanes::sums(self, [mover.active(), other.active()]).network >> OUTPUT_SHIFT
    }

    /// The evaluation for the side to move, `phase` of 256 on the way from early to late.
    #[inline(always)]
    pub(crate) fn value(&self, mover: &Inputs, other: &Inputs, phase: i32) -> i32 {
        let sums = lanes::sums(self, [mover.active(), other.active()]);
        let weighted = i32::from(sums.early) * (256 - phase) + i32::from(sums.late) * phase;
        (weighted >> 8) + (sums.network >> OUTPUT_SHIFT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip() {
        for class in Class::ALL {
            let network = Network::of(class);
            assert_eq!(Network::parse(&network.to_bytes()).as_ref(), Some(&network));
        }
        assert_eq!(Network::parse(&[0; 100]), None);
    }
}

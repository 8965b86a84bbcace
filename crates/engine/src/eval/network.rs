//! The weighted sum of the features, and beside it a small network that sees how they work together.
//!
//! One layer of [`HIDDEN`] sums over the features of both sides and over where each tile stands, cut off
//! below zero and above [`CAP`], and one sum over those. Whole numbers throughout, and additions that wrap
//! around, so that the order of additions does not matter: every processor and wasm give the same result.

mod inputs;
mod lanes;
pub(crate) mod tiles;

use super::{Class, Pair, Weights, features};
use inputs::{BYTES, GROUPS, MEANINGS, Meaning, WORDS};
pub(crate) use inputs::{Inputs, NO_QUEEN, SideInputs};

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
/// One unit of a hidden sum.
pub(crate) const HIDDEN_UNIT: f32 = 512.0;
/// Hidden sums are cut off here: eight units.
pub(crate) const CAP: i16 = 4096;
/// The output weights are evaluation units times this.
pub(crate) const OUTPUT_UNIT: f32 = 16.0;
/// Hidden unit times output unit, as a shift.
const OUTPUT_SHIFT: u32 = 13;

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

    /// A network that says nothing.
    pub(crate) fn blank() -> Network {
        let columns = vec![[0; HIDDEN]; INPUTS_OF_SIDE];
        Network { bias: [0; HIDDEN], output: [0; HIDDEN], columns: [columns.clone(), columns] }
    }

    /// Reads a network: biases, output weights, columns. In the browser it is a good part of what has to be loaded, so it
    /// is written in a way that packs well: numbers of 16 bits with their sign in the lowest, as most are small, first
    /// the lower byte of each and then the upper.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Network> {
        if bytes.len() != 2 * Self::NUMBERS {
            return None;
        }
        let (low, high) = bytes.split_at(Self::NUMBERS);
        let numbers: Vec<i16> =
            low.iter().zip(high).map(|(&low, &high)| unfold(u16::from_le_bytes([low, high]))).collect();
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
        let numbers: Vec<[u8; 2]> = rows.flatten().map(|&number| fold(number).to_le_bytes()).collect();
        [0, 1].into_iter().flat_map(|byte| numbers.iter().map(move |number| number[byte])).collect()
    }
}

/// A number with its sign in the lowest bit: 0, -1, 1, -2 are 0, 1, 2, 3.
fn fold(number: i16) -> u16 {
    (number << 1 ^ number >> 15).cast_unsigned()
}

/// The number that [`fold`] was given.
fn unfold(folded: u16) -> i16 {
    (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed()
}

/// Numbers for all sums, on one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Row([i16; LANES]);

impl Row {
    const ZERO: Row = Row([0; LANES]);

    fn new(numbers: &[i16; HIDDEN], weights: Pair) -> Row {
        let mut row = Row::ZERO;
        row.0[..HIDDEN].copy_from_slice(numbers);
        (row.0[EARLY], row.0[EARLY + 1]) = (weights.early, weights.late);
        row
    }

    #[inline(always)]
    fn times(self, count: i16) -> Row {
        Row(self.0.map(|number| number.wrapping_mul(count)))
    }

    #[inline(always)]
    fn plus(mut self, other: &Row) -> Row {
        for (sum, number) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_add(number);
        }
        self
    }
}

/// Network and weights of a class of games, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    bias: Row,
    output: Row,
    /// What each byte of the inputs adds to the sums, see [`start_of`].
    rows: Box<[Row; ROWS]>,
}

/// Rows of the tiles of a side: those of a kind by their code.
const TILE_ROWS: usize = tiles::KINDS * tiles::CODES;
/// Rows of one side but for what is counted.
const SIDE_ROWS: usize = TILE_ROWS + inputs::group_start(GROUPS.len()) + NO_QUEEN + 1;
/// Rows of a byte that counts something. With those of all such bytes behind the others, any byte stays inside.
const COUNT_ROWS: usize = 256;
const ROWS: usize = 2 * SIDE_ROWS + (BYTES - WORDS) * COUNT_ROWS;

/// Where the rows of a byte of the inputs begin, with this color to move.
const fn start_of(byte: usize, mover: usize) -> usize {
    match MEANINGS[byte] {
        Meaning::Tile(color, slot) => {
            (color ^ mover) * SIDE_ROWS + tiles::KIND_OF_SLOT[slot] as usize * tiles::CODES
        }
        Meaning::Group(side, group) => side * SIDE_ROWS + TILE_ROWS + inputs::group_start(group),
        Meaning::Queen(side) => side * SIDE_ROWS + TILE_ROWS + inputs::group_start(GROUPS.len()),
        Meaning::Count(..) => 2 * SIDE_ROWS + (byte - WORDS) * COUNT_ROWS,
        Meaning::Unused => 0,
    }
}

/// The bytes of the inputs that say something.
const USED: u64 = {
    let mut bytes = 0;
    let mut at = 0;
    while at < BYTES {
        bytes |= (!matches!(MEANINGS[at], Meaning::Unused) as u64) << at;
        at += 1;
    }
    bytes
};

/// What the sums say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sums {
    early: i16,
    late: i16,
    /// Not yet scaled down.
    network: i32,
}

/// What is seen of a position, and the sums of those seen before it: most of what they are made of is the same.
#[derive(Clone, Debug)]
pub(crate) struct Recent {
    pub(crate) inputs: Inputs,
    /// The last position with either color to move.
    before: [(Inputs, Row); 2],
}

impl Lanes {
    pub(crate) fn new(network: &Network, weights: &Weights) -> Lanes {
        let side = |columns: &[[i16; HIDDEN]], weights: &[Pair; features::COUNT], sign: i16| {
            let pair = |input: usize| {
                let Pair { early, late } = weights.get(input).copied().unwrap_or_default();
                Pair { early: sign * early, late: sign * late }
            };
            let columns = columns.iter().enumerate();
            columns.map(|(input, column)| Row::new(column, pair(input))).collect::<Vec<Row>>()
        };
        let sides =
            [side(&network.columns[0], &weights.mover, 1), side(&network.columns[1], &weights.other, -1)];
        let mut lanes = Lanes {
            bias: Row::new(&network.bias, Pair::default()),
            output: Row::new(&network.output, Pair::default()),
            rows: vec![Row::ZERO; ROWS].try_into().expect("the length is right"),
        };
        for (at, meaning) in MEANINGS.iter().enumerate() {
            let start = start_of(at, 0);
            match *meaning {
                Meaning::Tile(side, slot) => {
                    let kind = usize::from(tiles::KIND_OF_SLOT[slot]);
                    for code in 0..tiles::CODES {
                        // What is known of a tile from its code alone is in its row, too: that it counts among the
                        // tiles of its kind that can move, or are in hand, and so on.
                        let input = tiles::input(kind, code).map(|input| features::COUNT + input);
                        let inputs = [input, tiles::feature(kind, code)].into_iter().flatten();
                        lanes.rows[start + code] =
                            inputs.fold(Row::ZERO, |sum, input| sum.plus(&sides[side][input]));
                    }
                }
                Meaning::Group(side, group) => {
                    for number in 0..inputs::group_size(group) {
                        lanes.rows[start + number] = GROUPS[group].iter().fold(Row::ZERO, |sum, digit| {
                            sum.plus(&sides[side][digit.feature].times(digit.count(number)))
                        });
                    }
                }
                Meaning::Queen(side) => {
                    let table = &sides[side][features::QUEEN_TABLE..][..NO_QUEEN];
                    lanes.rows[start..][..NO_QUEEN].copy_from_slice(table);
                }
                Meaning::Count(side, feature) => {
                    for (count, row) in (0..).zip(&mut lanes.rows[start..][..COUNT_ROWS]) {
                        *row = sides[side][feature].times(count);
                    }
                }
                Meaning::Unused => {}
            }
        }
        lanes
    }

    /// What the network alone adds for the side to move.
    pub(crate) fn network_value(&self, inputs: &Inputs) -> i32 {
        lanes::sums(self, inputs).network >> OUTPUT_SHIFT
    }

    /// Before anything was looked at.
    pub(crate) fn recent(&self) -> Recent {
        let before = [0, 16].map(|half| {
            let inputs = Inputs::nothing(half);
            (inputs, lanes::row(self, &inputs))
        });
        Recent { inputs: before[0].0, before }
    }

    /// The evaluation for the side to move, `phase` of 256 on the way from early to late.
    #[inline(always)]
    pub(crate) fn value(&self, recent: &mut Recent, phase: i32) -> i32 {
        let sums = lanes::judge(self, recent);
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

    #[test]
    fn every_number_unfolds() {
        assert_eq!([0, -1, 1, -2, i16::MAX, i16::MIN].map(fold), [0, 1, 2, 3, u16::MAX - 1, u16::MAX]);
        assert!((i16::MIN..=i16::MAX).all(|number| unfold(fold(number)) == number));
    }
}

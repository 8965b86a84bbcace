//! The weighted sum of the features, and beside it a small network that sees how they work together.
//!
//! One layer of [`HIDDEN`] sums over the features of both sides and over where each tile stands, cut off
//! below zero and above [`CAP`], and one sum over those. Whole numbers throughout, and additions that wrap
//! around, so that the order of additions does not matter: every processor and wasm give the same result.

mod inputs;
mod lanes;
pub(crate) mod tiles;

use super::{Class, Pair, Weights, features};
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

const GROUP_ROWS: usize = inputs::group_start(inputs::GROUPS.len());

/// What the inputs of one side add to the sums, in the form of [`Inputs`].
#[derive(Clone, Debug)]
struct SideRows {
    counted: [Row; inputs::COUNTED.len()],
    /// By the numbers of all groups.
    groups: Box<[Row; GROUP_ROWS]>,
    /// By the entry of the table of the queen; zeros for no queen.
    queens: [Row; inputs::QUEENS],
    /// By kind and code. What is known of a tile from its code alone is in these, too: that it counts among
    /// the tiles of its kind that can move, or are in hand, and so on.
    tiles: Box<[[Row; tiles::ROWS]; tiles::KINDS]>,
}

impl SideRows {
    /// Sorts out what each input adds, given in the order of the inputs.
    fn new(rows: &[Row]) -> SideRows {
        let mut tile_rows = vec![[Row::ZERO; tiles::ROWS]; tiles::KINDS];
        for (kind, kind_rows) in tile_rows.iter_mut().enumerate() {
            for (code, kind_row) in kind_rows[..tiles::CODES].iter_mut().enumerate() {
                let mut row = Row::ZERO;
                if let Some(input) = tiles::input(kind, code) {
                    row = row.plus(&rows[features::COUNT + input]);
                }
                if let Some(feature) = tiles::feature(kind, code) {
                    row = row.plus(&rows[feature]);
                }
                *kind_row = row;
            }
        }
        let groups = inputs::GROUPS.iter().enumerate().flat_map(|(group, digits)| {
            (0..inputs::group_size(group)).map(|number| {
                digits
                    .iter()
                    .fold(Row::ZERO, |sum, digit| sum.plus(&rows[digit.feature].times(digit.count(number))))
            })
        });
        let groups: Vec<Row> = groups.collect();
        let table = &rows[features::QUEEN_TABLE..];
        SideRows {
            counted: inputs::COUNTED.map(|feature| rows[feature]),
            groups: groups.try_into().expect("the length is right"),
            queens: core::array::from_fn(|at| if at < NO_QUEEN { table[at] } else { Row::ZERO }),
            tiles: tile_rows.try_into().expect("the length is right"),
        }
    }
}

/// Network and weights of a class of games, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    bias: Row,
    output: Row,
    sides: [SideRows; 2],
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
        let side = |columns: &[[i16; HIDDEN]], weights: &[Pair; features::COUNT], sign: i16| {
            let pair = |input: usize| {
                let Pair { early, late } = weights.get(input).copied().unwrap_or_default();
                Pair { early: sign * early, late: sign * late }
            };
            let columns = columns.iter().enumerate();
            let rows: Vec<Row> = columns.map(|(input, column)| Row::new(column, pair(input))).collect();
            SideRows::new(&rows)
        };
        Lanes {
            bias: Row::new(&network.bias, Pair::default()),
            output: Row::new(&network.output, Pair::default()),
            sides: [
                side(&network.columns[0], &weights.mover, 1),
                side(&network.columns[1], &weights.other, -1),
            ],
        }
    }

    /// What the network alone adds for the side to move.
    pub(crate) fn network_value(&self, inputs: &Inputs) -> i32 {
        lanes::sums(self, inputs).network >> OUTPUT_SHIFT
    }

    /// The evaluation for the side to move, `phase` of 256 on the way from early to late.
    #[inline(always)]
    pub(crate) fn value(&self, inputs: &Inputs, phase: i32) -> i32 {
        let sums = lanes::sums(self, inputs);
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

//! What the evaluation sees of a position, in the form that the sums are made from.
//!
//! Every input is a byte, so that what differs between two positions is found with one comparison.

use super::tiles;
use crate::eval::features::{
    BEETLE_NEAR_QUEEN, CLIMBER_BESIDE_QUEEN, CLIMBER_ON_QUEEN, CLIMBER_UP, COUNT, DESTINATIONS,
    DROPS_BESIDE_QUEEN, ENEMY_BESIDE_QUEEN, MOSQUITO_BESIDE_QUEEN, OWN_MOBILE_BESIDE_QUEEN,
    OWN_STUCK_BESIDE_QUEEN, PILLBUG_BESIDE_QUEEN, PLACEMENT_CELLS, QUEEN_COVERED, QUEEN_MOBILE, QUEEN_TABLE,
    REACHED_CELLS, THREATENED, THROWABLE,
};

/// How many bytes there are: the codes of the tiles of both colors, then two words of eight bytes for each side.
pub(super) const BYTES: usize = 64;
/// Bytes of a word.
const WORD: usize = 8;
/// Where the words begin: what is seen of the side to move and of the other, then how far their tiles can go.
pub(super) const WORDS: usize = 32;
/// In its first word a side has the numbers of the groups, then these.
pub(super) const QUEEN_BYTE: usize = GROUPS.len();
const THROWABLE_BYTE: usize = QUEEN_BYTE + 1;
const PLACEMENTS_BYTE: usize = QUEEN_BYTE + 2;
const _: () = assert!(PLACEMENTS_BYTE < WORD);

/// What a byte of the inputs says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Nothing.
    Unused,
    /// The code of a tile: its color, and its slot.
    Tile(usize, usize),
    /// The number of a group: its side, and which.
    Group(usize, usize),
    /// The entry of the table of a side's queen.
    Queen(usize),
    /// How often a side has a feature.
    Count(usize, usize),
}

/// What each byte says.
pub(super) const MEANINGS: [Meaning; BYTES] = {
    let mut meanings = [Meaning::Unused; BYTES];
    let mut side = 0;
    while side < 2 {
        let mut at = 0;
        while at < tiles::SLOTS {
            meanings[side * 16 + at] = Meaning::Tile(side, at);
            at += 1;
        }
        let word = WORDS + side * WORD;
        at = 0;
        while at < GROUPS.len() {
            meanings[word + at] = Meaning::Group(side, at);
            at += 1;
        }
        meanings[word + QUEEN_BYTE] = Meaning::Queen(side);
        meanings[word + THROWABLE_BYTE] = Meaning::Count(side, THROWABLE);
        meanings[word + PLACEMENTS_BYTE] = Meaning::Count(side, PLACEMENT_CELLS);
        at = 0;
        while at < tiles::KINDS {
            meanings[word + 2 * WORD + at] = Meaning::Count(side, DESTINATIONS + at);
            at += 1;
        }
        side += 1;
    }
    meanings
};

/// A feature with a small count that is part of a number, from which bit on, and how many bits it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    pub(super) feature: usize,
    shift: u32,
    bits: u32,
}

impl Digit {
    pub(super) const fn count(self, number: usize) -> i16 {
        (number >> self.shift & ((1 << self.bits) - 1)) as i16
    }
}

const fn digit(feature: usize, shift: u32, bits: u32) -> Digit {
    Digit { feature, shift, bits }
}

/// Features with small counts, several in one number of eight bits: what they add together is looked up.
pub(super) const GROUPS: [&[Digit]; 4] = [
    &[digit(ENEMY_BESIDE_QUEEN, 0, 3), digit(OWN_STUCK_BESIDE_QUEEN, 3, 3)],
    &[
        digit(CLIMBER_UP, 0, 2),
        digit(CLIMBER_BESIDE_QUEEN, 2, 2),
        digit(CLIMBER_ON_QUEEN, 4, 1),
        digit(BEETLE_NEAR_QUEEN, 5, 2),
    ],
    &[digit(REACHED_CELLS, 0, 3), digit(DROPS_BESIDE_QUEEN, 3, 3)],
    &[
        digit(QUEEN_MOBILE, 0, 1),
        digit(QUEEN_COVERED, 1, 1),
        digit(THREATENED, 2, 1),
        digit(PILLBUG_BESIDE_QUEEN, 3, 1),
        digit(MOSQUITO_BESIDE_QUEEN, 4, 1),
        digit(OWN_MOBILE_BESIDE_QUEEN, 5, 3),
    ],
];

/// How many numbers a group has.
pub(super) const fn group_size(group: usize) -> usize {
    let last = GROUPS[group][GROUPS[group].len() - 1];
    1 << (last.shift + last.bits)
}

/// Where the numbers of a group begin, if those of all groups follow one another.
pub(super) const fn group_start(group: usize) -> usize {
    let mut start = 0;
    let mut before = 0;
    while before < group {
        start += group_size(before);
        before += 1;
    }
    start
}

/// The entry of the queen's table before she is placed; the last one.
pub(crate) const NO_QUEEN: usize = QUEEN_MOBILE - QUEEN_TABLE;

/// From which bit of a side's first word on a feature is kept.
#[inline(always)]
const fn shift_of(feature: usize) -> usize {
    match feature {
        THROWABLE => return 8 * THROWABLE_BYTE,
        PLACEMENT_CELLS => return 8 * PLACEMENTS_BYTE,
        _ => {}
    }
    let mut group = 0;
    while group < GROUPS.len() {
        let mut at = 0;
        while at < GROUPS[group].len() {
            if GROUPS[group][at].feature == feature {
                return 8 * group + GROUPS[group][at].shift as usize;
            }
            at += 1;
        }
        group += 1;
    }
    panic!("a feature of the queen's table or of the tiles")
}

/// What is seen of one side, but for its tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideInputs {
    first: u64,
    destinations: [u8; tiles::KINDS],
}

impl SideInputs {
    /// A side whose queen has an entry in the table, or [`NO_QUEEN`], and whose tiles of each kind can go to so many
    /// cells.
    #[inline(always)]
    pub(crate) const fn new(queen: usize, destinations: [u8; tiles::KINDS]) -> SideInputs {
        SideInputs { first: (queen as u64) << (8 * QUEEN_BYTE), destinations }
    }

    /// Sets the count of a feature that neither belongs to the queen's table nor to the tiles; once.
    #[inline(always)]
    pub(crate) fn set<const FEATURE: usize>(&mut self, count: u32) {
        self.first |= u64::from(count) << const { shift_of(FEATURE) };
    }
}

/// What is seen of a position.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Inputs {
    /// See [`MEANINGS`].
    pub(super) bytes: [u8; BYTES],
    /// Where the tiles of the side to move begin: 0 or 16.
    half: usize,
}

impl Inputs {
    pub(crate) const fn nothing(half: usize) -> Inputs {
        let mut bytes = [tiles::ABSENT as u8; BYTES];
        let mut at = WORDS;
        while at < BYTES {
            bytes[at] = match MEANINGS[at] {
                Meaning::Queen(_) => NO_QUEEN as u8,
                _ => 0,
            };
            at += 1;
        }
        Inputs { bytes, half }
    }

    /// Takes what is seen of the side to move and of the other, and the codes of all tiles; those of the side to
    /// move begin at `half`.
    #[inline(always)]
    pub(crate) fn set(&mut self, half: usize, tiles: &[u8; WORDS], sides: &[SideInputs; 2]) {
        self.half = half;
        self.bytes[..WORDS].copy_from_slice(tiles);
        // Whole words: what is written in parts is read late.
        for (word, side) in self.bytes[WORDS..][..2 * WORD].chunks_exact_mut(WORD).zip(sides) {
            word.copy_from_slice(&side.first.to_le_bytes());
        }
        for (word, side) in self.bytes[WORDS + 2 * WORD..].chunks_exact_mut(WORD).zip(sides) {
            word.copy_from_slice(&side.destinations);
        }
    }

    /// The color of the side to move.
    #[inline(always)]
    pub(super) fn mover(&self) -> usize {
        self.half >> 4 & 1
    }

    /// Tells of all features and inputs of a side that are not zero, with their counts, in no order; some
    /// features come several times. From [`COUNT`] on they are where tiles stand.
    pub(crate) fn for_each_of_side(&self, side: usize, mut tell: impl FnMut(usize, i32)) {
        let color = self.mover() ^ side;
        for (meaning, byte) in MEANINGS.iter().zip(self.bytes.map(usize::from)) {
            match *meaning {
                Meaning::Tile(of, slot) if of == color => {
                    let kind = usize::from(tiles::KIND_OF_SLOT[slot]);
                    tiles::feature(kind, byte).into_iter().for_each(|feature| tell(feature, 1));
                    tiles::input(kind, byte).into_iter().for_each(|input| tell(COUNT + input, 1));
                }
                Meaning::Group(of, group) if of == side => {
                    for digit in GROUPS[group].iter().filter(|digit| digit.count(byte) != 0) {
                        tell(digit.feature, i32::from(digit.count(byte)));
                    }
                }
                Meaning::Queen(of) if of == side && byte < NO_QUEEN => tell(QUEEN_TABLE + byte, 1),
                Meaning::Count(of, feature) if of == side && byte != 0 => tell(feature, byte as i32),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::features;

    #[test]
    fn each_feature_has_one_place() {
        let digits: Vec<usize> =
            GROUPS.iter().flat_map(|group| group.iter().map(|digit| digit.feature)).collect();
        for feature in 0..COUNT {
            let by_tiles = (0..tiles::KINDS)
                .any(|kind| (0..tiles::CODES).any(|code| tiles::feature(kind, code) == Some(feature)));
            let by_table = (QUEEN_TABLE..QUEEN_TABLE + NO_QUEEN).contains(&feature);
            let by_count = MEANINGS.contains(&Meaning::Count(0, feature));
            let places = [by_count, digits.contains(&feature), by_tiles, by_table];
            assert_eq!(places.into_iter().filter(|place| *place).count(), 1, "{}", features::name(feature));
        }
    }

    #[test]
    fn digits_of_a_group_do_not_touch() {
        for group in GROUPS {
            let ends: Vec<u32> = group.iter().map(|digit| digit.shift + digit.bits).collect();
            assert!(group.iter().skip(1).zip(&ends).all(|(digit, end)| digit.shift == *end));
            assert!(ends.iter().all(|end| *end <= 8));
        }
    }
}

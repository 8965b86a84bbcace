//! What the evaluation sees of a position, in the form that the sums are made from.

use super::tiles;
use crate::eval::features::{
    BEETLE_NEAR_QUEEN, CLIMBER_BESIDE_QUEEN, CLIMBER_ON_QUEEN, CLIMBER_UP, COUNT, DESTINATIONS,
    DROPS_BESIDE_QUEEN, ENEMY_BESIDE_QUEEN, MOSQUITO_BESIDE_QUEEN, OWN_MOBILE_BESIDE_QUEEN,
    OWN_STUCK_BESIDE_QUEEN, PILLBUG_BESIDE_QUEEN, PLACEMENT_CELLS, QUEEN_COVERED, QUEEN_MOBILE, QUEEN_TABLE,
    REACHED_CELLS, THREATENED, THROWABLE,
};

/// Features of one side that are multiplied with their count. The others follow from the entry of the queen's
/// table, from groups of small counts, and from the codes of the tiles.
pub(super) const COUNTED: [usize; 10] = [
    THROWABLE,
    PLACEMENT_CELLS,
    DESTINATIONS,
    DESTINATIONS + 1,
    DESTINATIONS + 2,
    DESTINATIONS + 3,
    DESTINATIONS + 4,
    DESTINATIONS + 5,
    DESTINATIONS + 6,
    DESTINATIONS + 7,
];

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

/// Features with small counts, several in one number: what they add together is looked up.
pub(super) const GROUPS: [&[Digit]; 4] = [
    &[
        digit(ENEMY_BESIDE_QUEEN, 0, 3),
        digit(OWN_STUCK_BESIDE_QUEEN, 3, 3),
        digit(OWN_MOBILE_BESIDE_QUEEN, 6, 3),
    ],
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

/// The entry of the queen's table before she is placed.
pub(crate) const NO_QUEEN: usize = QUEEN_MOBILE - QUEEN_TABLE;
/// Room for that; a power of two, so that staying inside costs nothing.
pub(super) const QUEENS: usize = 32;
const _: () = assert!(NO_QUEEN < QUEENS);

/// Where a feature is kept.
enum Place {
    Counted(usize),
    Group(usize, Digit),
}

#[inline(always)]
const fn place_of(feature: usize) -> Place {
    let mut at = 0;
    while at < COUNTED.len() {
        if COUNTED[at] == feature {
            return Place::Counted(at);
        }
        at += 1;
    }
    let mut group = 0;
    while group < GROUPS.len() {
        let mut at = 0;
        while at < GROUPS[group].len() {
            if GROUPS[group][at].feature == feature {
                return Place::Group(group, GROUPS[group][at]);
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
    pub(super) counts: [i16; COUNTED.len()],
    pub(super) groups: [u32; GROUPS.len()],
    /// The entry of the queen's table, or [`NO_QUEEN`].
    pub(crate) queen: usize,
}

impl SideInputs {
    #[inline(always)]
    pub(crate) const fn nothing() -> SideInputs {
        SideInputs { counts: [0; COUNTED.len()], groups: [0; GROUPS.len()], queen: NO_QUEEN }
    }

    /// Sets the count of a feature that neither belongs to the queen's table nor to the tiles; once.
    #[inline(always)]
    pub(crate) fn set<const FEATURE: usize>(&mut self, count: u32) {
        match const { place_of(FEATURE) } {
            Place::Counted(at) => self.counts[at] = count as i16,
            Place::Group(group, digit) => self.groups[group] |= count << digit.shift,
        }
    }

    /// Sets the number of destinations of each kind, a byte each.
    #[inline(always)]
    pub(crate) fn set_destinations(&mut self, counts: u64) {
        const FIRST: usize = 2;
        const { assert!(COUNTED[FIRST] == DESTINATIONS) };
        for (kind, count) in counts.to_le_bytes().into_iter().enumerate() {
            self.counts[FIRST + kind] = i16::from(count);
        }
    }
}

/// What is seen of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs {
    /// The side to move, and the other.
    pub(crate) sides: [SideInputs; 2],
    /// A code of [`tiles`] for each tile.
    pub(crate) tiles: [u8; 32],
    /// Where the tiles of the side to move begin: 0 or 16.
    pub(crate) half: usize,
}

impl Inputs {
    pub(crate) const fn nothing() -> Inputs {
        Inputs { sides: [SideInputs::nothing(); 2], tiles: [tiles::ABSENT as u8; 32], half: 0 }
    }

    /// All features and inputs of a side that are not zero, with their counts, in no order; some features
    /// come several times. Features first, then from [`COUNT`] on where tiles stand.
    pub(crate) fn of_side(&self, side: usize) -> impl Iterator<Item = (usize, i32)> + '_ {
        let SideInputs { counts, groups, queen } = &self.sides[side];
        let counted = COUNTED.into_iter().zip(counts.iter().copied());
        let digits = GROUPS.iter().zip(groups).flat_map(|(digits, number)| {
            digits.iter().map(|digit| (digit.feature, digit.count(*number as usize)))
        });
        let counted = counted.chain(digits).map(|(feature, count)| (feature, i32::from(count)));
        let table = (*queen < NO_QUEEN).then_some((QUEEN_TABLE + *queen, 1));
        let half = if side == 0 { self.half } else { 16 - self.half };
        let tiles =
            tiles::KIND_OF_SLOT.iter().zip(&self.tiles[half..][..tiles::SLOTS]).flat_map(|(kind, code)| {
                let (kind, code) = (usize::from(*kind), usize::from(*code));
                let input = tiles::input(kind, code).map(|input| COUNT + input);
                [tiles::feature(kind, code), input].into_iter().flatten().map(|input| (input, 1))
            });
        counted.filter(|(_, count)| *count != 0).chain(table).chain(tiles)
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
            let places = [COUNTED.contains(&feature), digits.contains(&feature), by_tiles, by_table];
            assert_eq!(places.into_iter().filter(|place| *place).count(), 1, "{}", features::name(feature));
        }
    }

    #[test]
    fn digits_of_a_group_do_not_touch() {
        for group in GROUPS {
            let ends: Vec<u32> = group.iter().map(|digit| digit.shift + digit.bits).collect();
            assert!(group.iter().skip(1).zip(&ends).all(|(digit, end)| digit.shift == *end));
        }
    }
}

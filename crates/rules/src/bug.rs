//! The eight kinds of creature.

use core::fmt;
use core::ops::{Index, IndexMut};

use crate::game_type::Expansion;

/// A kind of creature.
///
/// ```
/// use skep_rules::{Bug, Expansion};
/// assert_eq!(Bug::Ant.copies(), 3);
/// assert_eq!(Bug::Pillbug.expansion(), Some(Expansion::Pillbug));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Bug {
    /// Walks one cell; surround her to win.
    Queen,
    /// Walks exactly three cells.
    Spider,
    /// Walks one cell and may climb.
    Beetle,
    /// Jumps in a straight line over a row of tiles.
    Grasshopper,
    /// Walks any distance around the hive.
    Ant,
    /// Copies the creatures it touches.
    Mosquito,
    /// Two cells on top of the hive, then one down.
    Ladybug,
    /// Walks one cell, or lifts a neighbor over itself.
    Pillbug,
}

impl Bug {
    /// All kinds, in the order in which players lay out their reserve.
    pub const ALL: [Bug; 8] = [
        Bug::Queen,
        Bug::Spider,
        Bug::Beetle,
        Bug::Grasshopper,
        Bug::Ant,
        Bug::Mosquito,
        Bug::Ladybug,
        Bug::Pillbug,
    ];

    /// How many tiles of this kind each player has.
    #[must_use]
    pub const fn copies(self) -> u8 {
        match self {
            Bug::Spider | Bug::Beetle => 2,
            Bug::Grasshopper | Bug::Ant => 3,
            Bug::Queen | Bug::Mosquito | Bug::Ladybug | Bug::Pillbug => 1,
        }
    }

    /// The expansion that brings this creature, or `None` for the base game.
    #[must_use]
    pub const fn expansion(self) -> Option<Expansion> {
        match self {
            Bug::Mosquito => Some(Expansion::Mosquito),
            Bug::Ladybug => Some(Expansion::Ladybug),
            Bug::Pillbug => Some(Expansion::Pillbug),
            _ => None,
        }
    }

    /// The capital letter used in tile names (`Q S B G A M L P`).
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Bug::Queen => 'Q',
            Bug::Spider => 'S',
            Bug::Beetle => 'B',
            Bug::Grasshopper => 'G',
            Bug::Ant => 'A',
            Bug::Mosquito => 'M',
            Bug::Ladybug => 'L',
            Bug::Pillbug => 'P',
        }
    }

    /// The kind with this letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Bug> {
        let letter = letter.to_ascii_uppercase();
        Bug::ALL.into_iter().find(|bug| bug.letter() == letter)
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Bug::Queen => "queen",
            Bug::Spider => "spider",
            Bug::Beetle => "beetle",
            Bug::Grasshopper => "grasshopper",
            Bug::Ant => "ant",
            Bug::Mosquito => "mosquito",
            Bug::Ladybug => "ladybug",
            Bug::Pillbug => "pillbug",
        })
    }
}

/// One value for each kind of creature, indexed by [`Bug`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByBug<T>(pub [T; 8]);

impl<T> ByBug<T> {
    /// Makes all eight values with `f`.
    pub fn new_with(f: impl FnMut(Bug) -> T) -> Self {
        ByBug(Bug::ALL.map(f))
    }
}

impl<T> Index<Bug> for ByBug<T> {
    type Output = T;

    fn index(&self, bug: Bug) -> &T {
        &self.0[bug as usize]
    }
}

impl<T> IndexMut<Bug> for ByBug<T> {
    fn index_mut(&mut self, bug: Bug) -> &mut T {
        &mut self.0[bug as usize]
    }
}

//! Levels of play for people.

/// A strength from 1 (a first evening) to 10 (everything the engine has).
///
/// Lower levels see less far and look at fewer positions, and choose among turns that look almost
/// as good to them; the lowest also think of few of their tiles at a turn. They do not blunder at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// Turns to look ahead at most.
    pub(crate) depth: i32,
    /// Positions to look at, at most.
    pub(crate) nodes: u64,
    /// How much worse than the best a turn may look and still be chosen now and then: the
    /// temperature of the choice, in evaluation units.
    pub(crate) softness: f64,
    /// How many of its tiles on the table it thinks of at a turn, beside those in hand. What only another tile could do, a
    /// win or a rescue, it overlooks.
    pub(crate) attention: usize,
}

/// Thinks of all tiles.
const EVERYTHING: usize = usize::MAX;

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);
    /// Unrestricted.
    pub const MAX: Level = Level(10);

    /// The level with this number, 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// The number, 1 to 10.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// What this level may do, or `None` if it may do everything.
    pub(crate) fn strength(self) -> Option<Strength> {
        let (depth, nodes, softness, attention) = match self.0 {
            1 => (1, 400, 22.0, 1),
            2 => (1, 400, 22.0, 2),
            3 => (1, 400, 18.0, 4),
            4 => (2, 1_000, 30.0, EVERYTHING),
            5 => (2, 1_000, 13.5, EVERYTHING),
            6 => (3, 2_000, 17.0, EVERYTHING),
            7 => (4, 5_000, 24.0, EVERYTHING),
            8 => (5, 8_000, 21.0, EVERYTHING),
            9 => (6, 20_000, 24.0, EVERYTHING),
            _ => return None,
        };
        Some(Strength { depth, nodes, softness, attention })
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::MAX
    }
}

//! Which creatures take part, and the switches on which real tables differ.

use core::fmt;
use core::str::FromStr;

use crate::Bug;

/// A creature that may be added to the base game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Expansion {
    /// Adds one mosquito a side.
    Mosquito = 1,
    /// Adds one ladybug a side.
    Ladybug = 2,
    /// Adds one pillbug a side.
    Pillbug = 4,
}

impl Expansion {
    /// The three expansions, in the order in which they are written.
    pub const ALL: [Expansion; 3] = [Expansion::Mosquito, Expansion::Ladybug, Expansion::Pillbug];

    /// The letter in a game type's name.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Expansion::Mosquito => 'M',
            Expansion::Ladybug => 'L',
            Expansion::Pillbug => 'P',
        }
    }
}

/// The base game with any set of expansions: eight types in all.
///
/// ```
/// use skep_rules::{Bug, GameType};
/// let game_type: GameType = "base+pm".parse()?;
/// assert_eq!(game_type, GameType::BASE_MP);
/// assert_eq!(game_type.to_string(), "Base+MP");
/// assert!(game_type.has(Bug::Mosquito) && !game_type.has(Bug::Ladybug));
/// # Ok::<(), skep_rules::ParseGameTypeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameType(u8);

impl GameType {
    /// The base game: queen, spiders, beetles, grasshoppers, ants.
    pub const BASE: GameType = GameType(0);
    /// With the mosquito.
    pub const BASE_M: GameType = GameType(1);
    /// With the ladybug.
    pub const BASE_L: GameType = GameType(2);
    /// With the pillbug.
    pub const BASE_P: GameType = GameType(4);
    /// With mosquito and ladybug: the thirteen tiles of the booklets.
    pub const BASE_ML: GameType = GameType(3);
    /// With mosquito and pillbug.
    pub const BASE_MP: GameType = GameType(5);
    /// With ladybug and pillbug.
    pub const BASE_LP: GameType = GameType(6);
    /// With all three, as tournaments play.
    pub const BASE_MLP: GameType = GameType(7);

    /// All eight types, from the base game to the full one.
    pub const ALL: [GameType; 8] = [
        GameType::BASE,
        GameType::BASE_M,
        GameType::BASE_L,
        GameType::BASE_P,
        GameType::BASE_ML,
        GameType::BASE_MP,
        GameType::BASE_LP,
        GameType::BASE_MLP,
    ];

    /// This type with one more expansion.
    #[must_use]
    pub const fn with(self, expansion: Expansion) -> GameType {
        GameType(self.0 | expansion as u8)
    }

    /// Whether an expansion is in play.
    #[must_use]
    pub const fn includes(self, expansion: Expansion) -> bool {
        self.0 & expansion as u8 != 0
    }

    /// Whether a creature takes part.
    #[must_use]
    pub const fn has(self, bug: Bug) -> bool {
        match bug.expansion() {
            Some(expansion) => self.includes(expansion),
            None => true,
        }
    }

    /// The creatures that take part, in the order of [`Bug::ALL`].
    pub fn bugs(self) -> impl Iterator<Item = Bug> + Clone {
        Bug::ALL.into_iter().filter(move |bug| self.has(*bug))
    }

    /// How many tiles each player has: 11 to 14.
    #[must_use]
    pub fn tiles_per_player(self) -> u8 {
        self.bugs().map(Bug::copies).sum()
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = [0_u8; 8];
        name[..5].copy_from_slice(b"Base+");
        let mut len = if self.0 == 0 { 4 } else { 5 };
        for expansion in Expansion::ALL {
            if self.includes(expansion) {
                name[len] = expansion.letter() as u8;
                len += 1;
            }
        }
        f.pad(core::str::from_utf8(&name[..len]).expect("the name is ASCII"))
    }
}

/// A text that names no game type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseGameTypeError {
    /// It does not begin with `Base`.
    NotBase,
    /// A letter after the `+` is none of `M`, `L`, `P`.
    UnknownExpansion(char),
    /// An expansion is named twice.
    Repeated(char),
}

impl fmt::Display for ParseGameTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseGameTypeError::NotBase => f.write_str("a game type is Base or Base+ and letters of MLP"),
            ParseGameTypeError::UnknownExpansion(letter) => {
                write!(f, "no expansion has the letter {letter:?}")
            }
            ParseGameTypeError::Repeated(letter) => write!(f, "the expansion {letter} is named twice"),
        }
    }
}

impl core::error::Error for ParseGameTypeError {}

impl FromStr for GameType {
    type Err = ParseGameTypeError;

    /// Reads `Base`, `Base+ML`, ... in any letter case, the letters in any order.
    fn from_str(text: &str) -> Result<GameType, ParseGameTypeError> {
        let text = text.trim();
        let base = text.get(..4).ok_or(ParseGameTypeError::NotBase)?;
        if !base.eq_ignore_ascii_case("base") {
            return Err(ParseGameTypeError::NotBase);
        }
        let letters = match &text[4..] {
            "" => return Ok(GameType::BASE),
            rest => rest.strip_prefix('+').ok_or(ParseGameTypeError::NotBase)?,
        };
        if letters.is_empty() {
            return Err(ParseGameTypeError::NotBase);
        }
        let mut game_type = GameType::BASE;
        for letter in letters.chars() {
            let expansion = Expansion::ALL
                .into_iter()
                .find(|expansion| expansion.letter() == letter.to_ascii_uppercase())
                .ok_or(ParseGameTypeError::UnknownExpansion(letter))?;
            if game_type.includes(expansion) {
                return Err(ParseGameTypeError::Repeated(expansion.letter()));
            }
            game_type = game_type.with(expansion);
        }
        Ok(game_type)
    }
}

/// The rules of one game: its type, and the two points on which tables differ.
///
/// ```
/// use skep_rules::{GameType, RuleSet};
/// let tournament = RuleSet::new(GameType::BASE_MLP);
/// assert!(!tournament.queen_first && tournament.repetition_draw);
/// let family = RuleSet { queen_first: true, ..RuleSet::new(GameType::BASE_ML) };
/// # let _ = family;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Which creatures take part.
    pub game_type: GameType,
    /// Whether a player may begin with the queen. The booklets allow it (R8); tournaments and all
    /// other programs forbid it (R50), because it makes a dull opening. Off by default.
    pub queen_first: bool,
    /// Whether the third occurrence of a position is a draw at once (R51). The booklets only speak
    /// of players who repeat the same moves for ever (R37). On by default.
    pub repetition_draw: bool,
}

impl RuleSet {
    /// Tournament rules: no queen on the first turn, draw on the third occurrence.
    #[must_use]
    pub const fn new(game_type: GameType) -> RuleSet {
        RuleSet { game_type, queen_first: false, repetition_draw: true }
    }
}

impl From<GameType> for RuleSet {
    fn from(game_type: GameType) -> RuleSet {
        RuleSet::new(game_type)
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::new(GameType::BASE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_types_round_trip() {
        for game_type in GameType::ALL {
            assert_eq!(game_type.to_string().parse(), Ok(game_type));
        }
        assert_eq!(GameType::BASE_MLP.tiles_per_player(), 14);
        assert_eq!(GameType::BASE_ML.tiles_per_player(), 13);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "Bas", "base-M", "Base+", "BaseM", "Ba\u{e9}e"] {
            assert_eq!(text.parse::<GameType>(), Err(ParseGameTypeError::NotBase), "{text}");
        }
        assert_eq!("Base+MX".parse::<GameType>(), Err(ParseGameTypeError::UnknownExpansion('X')));
        assert_eq!("Base+MlM".parse::<GameType>(), Err(ParseGameTypeError::Repeated('M')));
    }
}

//! The weights of the evaluation, read from the files in `weights/`.
//!
//! One line a feature: its name, then four numbers, the weight for the side to move early and late
//! in the game, and for the other side early and late. They are made by `skep tune`.

use std::sync::OnceLock;

use skep_rules::{Expansion, GameType};

use super::features;

/// The weight of a feature early and late in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) early: i16,
    pub(crate) late: i16,
}

impl Pair {
    const ZERO: Pair = Pair { early: 0, late: 0 };
}

/// Weights for the features of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) mover: [Pair; features::COUNT],
    pub(crate) other: [Pair; features::COUNT],
}

/// Games that need weights of their own: the pillbug changes what every other tile is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// The base game alone.
    Base,
    /// With mosquito or ladybug, without the pillbug.
    NoPillbug,
    /// With the pillbug.
    Pillbug,
}

impl Class {
    /// All classes.
    pub(crate) const ALL: [Class; 3] = [Class::Base, Class::NoPillbug, Class::Pillbug];

    /// The class of a type of game.
    pub(crate) fn of(game_type: GameType) -> Class {
        if game_type.includes(Expansion::Pillbug) {
            Class::Pillbug
        } else if game_type == GameType::BASE {
            Class::Base
        } else {
            Class::NoPillbug
        }
    }
}

impl Weights {
    /// Weights that say nothing.
    pub(crate) const BLANK: Weights =
        Weights { mover: [Pair::ZERO; features::COUNT], other: [Pair::ZERO; features::COUNT] };

    /// The fitted weights for a class of games.
    pub(crate) fn of(class: Class) -> &'static Weights {
        static ALL: OnceLock<[Weights; 3]> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            [
                include_str!("../../weights/base.txt"),
                include_str!("../../weights/no-pillbug.txt"),
                include_str!("../../weights/pillbug.txt"),
            ]
            .map(|text| Weights::parse(text).expect("the weights of the repository are in order"))
        });
        &all[class as usize]
    }

    /// Reads weights. Every feature must be there, once.
    pub(crate) fn parse(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::BLANK;
        let mut seen = [false; features::COUNT];
        let names: Vec<String> = (0..features::COUNT).map(features::name).collect();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default();
            let feature = names
                .iter()
                .position(|known| known == name)
                .ok_or_else(|| format!("unknown feature {name}"))?;
            let mut number = || {
                words
                    .next()
                    .and_then(|word| word.parse::<i16>().ok())
                    .ok_or_else(|| format!("{name}: four whole numbers are needed"))
            };
            weights.mover[feature] = Pair { early: number()?, late: number()? };
            weights.other[feature] = Pair { early: number()?, late: number()? };
            if std::mem::replace(&mut seen[feature], true) {
                return Err(format!("{name} occurs twice"));
            }
        }
        match seen.iter().position(|seen| !seen) {
            Some(missing) => Err(format!("no weight for {}", names[missing])),
            None => Ok(weights),
        }
    }

    /// The text that [`Weights::parse`] reads.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::from("# feature, side to move: early late, other side: early late\n");
        for feature in 0..features::COUNT {
            let (mover, other) = (self.mover[feature], self.other[feature]);
            text += &format!(
                "{:34} {:6} {:6} {:6} {:6}\n",
                features::name(feature),
                mover.early,
                mover.late,
                other.early,
                other.late
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_in_order_and_round_trip() {
        for class in Class::ALL {
            let weights = Weights::of(class);
            assert_eq!(Weights::parse(&weights.to_text()).as_ref(), Ok(weights));
        }
    }

    #[test]
    fn a_missing_or_unknown_feature_is_refused() {
        let text = Weights::of(Class::Base).to_text();
        let shorter: Vec<&str> = text.lines().take(20).collect();
        assert!(Weights::parse(&shorter.join("\n")).is_err_and(|error| error.starts_with("no weight for")));
        assert!(Weights::parse(&(text.clone() + "nonsense 1 2 3 4")).is_err());
        assert!(Weights::parse(&(text.clone() + "queen.mobile 1 2 3 4")).is_err());
    }
}

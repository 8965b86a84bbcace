//! Names of insects, tiles, players, levels and kinds of game.

use skep_rules::{Bug, Color, Expansion, GameType, Piece};

use crate::text::{Key, tr};
use crate::{Language, say};

/// A table of the eight insects' keys, in the order of [`Bug::ALL`].
macro_rules! by_bug {
    ($($suffix:ident => [$($key:ident),* $(,)?]),* $(,)?) => {
        $(const $suffix: [Key; 8] = [$(Key::$key),*];)*
    };
}

by_bug! {
    NAME => [
        PieceQueenShort, PieceSpider, PieceBeetle, PieceGrasshopper, PieceAnt, PieceMosquito, PieceLadybug,
        PiecePillbug,
    ],
    THE => [
        PieceQueenThe, PieceSpiderThe, PieceBeetleThe, PieceGrasshopperThe, PieceAntThe, PieceMosquitoThe,
        PieceLadybugThe, PiecePillbugThe,
    ],
    PLURAL => [
        PieceQueenPl, PieceSpiderPl, PieceBeetlePl, PieceGrasshopperPl, PieceAntPl, PieceMosquitoPl,
        PieceLadybugPl, PiecePillbugPl,
    ],
    WHITE => [
        PieceQueenWhite, PieceSpiderWhite, PieceBeetleWhite, PieceGrasshopperWhite, PieceAntWhite,
        PieceMosquitoWhite, PieceLadybugWhite, PiecePillbugWhite,
    ],
    BLACK => [
        PieceQueenBlack, PieceSpiderBlack, PieceBeetleBlack, PieceGrasshopperBlack, PieceAntBlack,
        PieceMosquitoBlack, PieceLadybugBlack, PiecePillbugBlack,
    ],
    THE_WHITE => [
        PieceQueenTheWhite, PieceSpiderTheWhite, PieceBeetleTheWhite, PieceGrasshopperTheWhite,
        PieceAntTheWhite, PieceMosquitoTheWhite, PieceLadybugTheWhite, PiecePillbugTheWhite,
    ],
    THE_BLACK => [
        PieceQueenTheBlack, PieceSpiderTheBlack, PieceBeetleTheBlack, PieceGrasshopperTheBlack,
        PieceAntTheBlack, PieceMosquitoTheBlack, PieceLadybugTheBlack, PiecePillbugTheBlack,
    ],
    OF_WHITE => [
        PieceQueenOfWhite, PieceSpiderOfWhite, PieceBeetleOfWhite, PieceGrasshopperOfWhite, PieceAntOfWhite,
        PieceMosquitoOfWhite, PieceLadybugOfWhite, PiecePillbugOfWhite,
    ],
    OF_BLACK => [
        PieceQueenOfBlack, PieceSpiderOfBlack, PieceBeetleOfBlack, PieceGrasshopperOfBlack, PieceAntOfBlack,
        PieceMosquitoOfBlack, PieceLadybugOfBlack, PiecePillbugOfBlack,
    ],
    CREATURE => [
        CreatureQueen, CreatureSpider, CreatureBeetle, CreatureGrasshopper, CreatureAnt, CreatureMosquito,
        CreatureLadybug, CreaturePillbug,
    ],
}

const LEVELS: [Key; 10] = [
    Key::Level1,
    Key::Level2,
    Key::Level3,
    Key::Level4,
    Key::Level5,
    Key::Level6,
    Key::Level7,
    Key::Level8,
    Key::Level9,
    Key::Level10,
];

/// An insect's bare name: "ant", "fourmi", "mier".
#[must_use]
pub fn bug_name(language: Language, bug: Bug) -> &'static str {
    tr(language, NAME[bug as usize])
}

/// An insect's name with its article: "the ant", "la fourmi", "de mier".
#[must_use]
pub fn bug_the(language: Language, bug: Bug) -> &'static str {
    tr(language, THE[bug as usize])
}

/// Several of them: "ants", "fourmis", "mieren".
#[must_use]
pub fn bug_plural(language: Language, bug: Bug) -> &'static str {
    tr(language, PLURAL[bug as usize])
}

/// How an insect moves, in one short sentence.
#[must_use]
pub fn creature(language: Language, bug: Bug) -> &'static str {
    tr(language, CREATURE[bug as usize])
}

/// A player: "White", "Blancs", "Wit".
#[must_use]
pub fn color_name(language: Language, color: Color) -> &'static str {
    tr(language, if color == Color::White { Key::CommonWhite } else { Key::CommonBlack })
}

/// A name with the tile's number, when there are several of its kind.
fn numbered(name: &str, piece: Piece) -> String {
    if piece.bug().copies() > 1 { format!("{name} {}", piece.number()) } else { name.to_string() }
}

fn by_color(piece: Piece, white: &[Key; 8], black: &[Key; 8]) -> Key {
    let keys = if piece.color() == Color::White { white } else { black };
    keys[piece.bug() as usize]
}

/// A tile without its color: "ant 3", "queen".
#[must_use]
pub fn piece_name(language: Language, piece: Piece) -> String {
    numbered(bug_name(language, piece.bug()), piece)
}

/// A tile with its color: "black ant 3", "fourmi noire 3", "zwarte mier 3".
#[must_use]
pub fn tile_name(language: Language, piece: Piece) -> String {
    numbered(tr(language, by_color(piece, &WHITE, &BLACK)), piece)
}

/// A tile with color and article: "the black ant", "la fourmi noire 3", "de zwarte mier 3".
#[must_use]
pub fn tile_the(language: Language, piece: Piece) -> String {
    numbered(tr(language, by_color(piece, &THE_WHITE, &THE_BLACK)), piece)
}

/// A tile as it stands after "to the left of": "black ant 3", "de la fourmi noire 3", "de zwarte mier 3".
#[must_use]
pub fn tile_of(language: Language, piece: Piece) -> String {
    numbered(tr(language, by_color(piece, &OF_WHITE, &OF_BLACK)), piece)
}

/// The name of a level of the computer, from 1 to 10: "Egg" to "Beekeeper".
#[must_use]
pub fn level_name(language: Language, level: u8) -> &'static str {
    tr(language, LEVELS[usize::from(level.clamp(1, 10)) - 1])
}

/// A level with its number: "Level 4: Cleaner".
#[must_use]
pub fn level_label(language: Language, level: u8) -> String {
    say!(language, LevelLabel, n = level.clamp(1, 10), name = level_name(language, level))
}

/// The expansions of a game in words: "mosquito and ladybug". Empty for the base game.
#[must_use]
pub fn expansions(language: Language, game_type: GameType) -> String {
    let bugs = [Expansion::Mosquito, Expansion::Ladybug, Expansion::Pillbug].into_iter().zip([
        Bug::Mosquito,
        Bug::Ladybug,
        Bug::Pillbug,
    ]);
    let names: Vec<&str> = bugs
        .filter(|(expansion, _)| game_type.includes(*expansion))
        .map(|(_, bug)| bug_name(language, bug))
        .collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_string(),
        Some((last, first)) => say!(language, CommonListAnd, first = first.join(", "), last = last),
    }
}

/// A kind of game in words: "Base game", "Base game with mosquito and ladybug".
#[must_use]
pub fn game_type_name(language: Language, game_type: GameType) -> String {
    if game_type == GameType::BASE {
        return tr(language, Key::SetupGameTypeBase).to_string();
    }
    say!(language, SetupGameTypeWith, names = expansions(language, game_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str) -> Piece {
        name.parse().expect("a tile's name")
    }

    #[test]
    fn tiles_have_names() {
        assert_eq!(piece_name(Language::En, piece("bA3")), "ant 3");
        assert_eq!(piece_name(Language::Fr, piece("wQ")), "reine");
        assert_eq!(tile_name(Language::En, piece("bA3")), "black ant 3");
        assert_eq!(tile_name(Language::Fr, piece("bA3")), "fourmi noire 3");
        assert_eq!(tile_name(Language::Nl, piece("wL")), "wit lieveheersbeestje");
        assert_eq!(tile_the(Language::Nl, piece("wL")), "het witte lieveheersbeestje");
        assert_eq!(tile_the(Language::Fr, piece("wS2")), "l’araignée blanche 2");
        assert_eq!(tile_of(Language::Fr, piece("bB1")), "du scarabée noir 1");
        assert_eq!(tile_of(Language::Fr, piece("bS1")), "de l’araignée noire 1");
    }

    #[test]
    fn tables_follow_the_order_of_the_insects() {
        for bug in Bug::ALL {
            let name = bug.to_string();
            for table in [NAME, THE, PLURAL, WHITE, BLACK, THE_WHITE, THE_BLACK, OF_WHITE, OF_BLACK, CREATURE]
            {
                assert!(table[bug as usize].name().contains(&name), "{name}: {}", table[bug as usize].name());
            }
        }
    }

    #[test]
    fn levels_and_games() {
        assert_eq!(level_label(Language::Fr, 4), "Niveau 4\u{a0}: Nettoyeuse");
        assert_eq!(level_name(Language::En, 0), "Egg");
        assert_eq!(level_name(Language::En, 99), "Beekeeper");
        assert_eq!(game_type_name(Language::En, GameType::BASE), "Base game");
        assert_eq!(game_type_name(Language::Nl, GameType::BASE_ML), "Basisspel met mug en lieveheersbeestje");
        assert_eq!(
            game_type_name(Language::En, GameType::BASE_MLP),
            "Base game with mosquito, ladybug and pillbug"
        );
    }
}

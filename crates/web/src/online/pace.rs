//! How fast to play online: the few choices that people are offered.

use skep_rules::GameType;
use skep_wire::game::{Side, Speed};
use skep_wire::lobby::{Mode, Rules, Terms, Visibility, Wish};

/// A choice of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Minutes for the game, and seconds more for each move.
    Fischer(u32, u32),
    /// Days for each move.
    Days(u32),
    /// No clock.
    Untimed,
}

impl Pace {
    /// For a game at once.
    pub const QUICK: [Pace; 6] = [
        Pace::Fischer(3, 2),
        Pace::Fischer(5, 4),
        Pace::Fischer(10, 5),
        Pace::Fischer(15, 10),
        Pace::Fischer(30, 20),
        Pace::Fischer(60, 30),
    ];
    /// For a challenge.
    pub const ALL: [Pace; 8] = [
        Pace::Fischer(3, 2),
        Pace::Fischer(5, 4),
        Pace::Fischer(10, 5),
        Pace::Fischer(15, 10),
        Pace::Fischer(30, 20),
        Pace::Days(1),
        Pace::Days(3),
        Pace::Untimed,
    ];

    /// The pace of agreed terms.
    #[must_use]
    pub fn of(terms: &Terms) -> Pace {
        match terms.mode {
            Mode::Fischer => Pace::Fischer(terms.base / 60, terms.inc),
            Mode::Correspondence => Pace::Days(terms.base.div_ceil(86_400).max(1)),
            Mode::Untimed => Pace::Untimed,
        }
    }

    /// How fast that is: forty moves are counted.
    #[must_use]
    pub fn speed(self) -> Speed {
        match self {
            Pace::Fischer(minutes, increment) => match minutes * 60 + 40 * increment {
                0..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1500 => Speed::Rapid,
                _ => Speed::Classical,
            },
            Pace::Days(_) => Speed::Correspondence,
            Pace::Untimed => Speed::Untimed,
        }
    }

    /// What is asked of the server.
    #[must_use]
    pub fn wish(self, game: GameType, queen_first: bool, rated: bool, color: Option<Side>) -> Wish {
        let (mode, base, inc) = match self {
            Pace::Fischer(minutes, increment) => (Mode::Fischer, minutes * 60, increment),
            Pace::Days(days) => (Mode::Correspondence, days * 86_400, 0),
            Pace::Untimed => (Mode::Untimed, 0, 0),
        };
        let terms = Terms {
            mode,
            base,
            inc,
            game_type: game.to_string(),
            rules: Rules { queen_first, ..Rules::default() },
            rated: rated && can_be_rated(game) && self != Pace::Untimed,
            visibility: Visibility::Public,
        };
        Wish { terms, color, min: None, max: None }
    }
}

/// The types of game in which ratings are kept.
#[must_use]
pub fn can_be_rated(game: GameType) -> bool {
    [GameType::BASE, GameType::BASE_MLP].contains(&game) || game.to_string() == "Base+ML"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_survives_its_terms() {
        for pace in Pace::ALL.into_iter().chain(Pace::QUICK) {
            let wish = pace.wish(GameType::BASE_MLP, false, true, None);
            assert_eq!(Pace::of(&wish.terms), pace);
            assert_eq!(wish.terms.rated, pace != Pace::Untimed);
        }
    }

    #[test]
    fn only_three_types_are_rated() {
        let rated: Vec<String> = GameType::ALL
            .into_iter()
            .filter(|game| can_be_rated(*game))
            .map(|game| game.to_string())
            .collect();
        assert_eq!(rated, ["Base", "Base+ML", "Base+MLP"]);
    }

    #[test]
    fn speeds_are_named_by_the_length_of_forty_moves() {
        let speeds = Pace::QUICK.map(Pace::speed);
        assert_eq!(speeds[0], Speed::Blitz);
        assert_eq!(speeds[2], Speed::Rapid);
        assert_eq!(speeds[5], Speed::Classical);
        assert_eq!(Pace::Fischer(1, 0).speed(), Speed::Bullet);
    }
}

//! What two players agree on before a game: clock, type, rules, rated or not.

use skep_rules::{Color, GameType, RuleSet};

use super::time::{Ms, Speed};

/// How the time of a game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clock {
    /// So much for the game, and so much more for each move.
    Fischer {
        /// At the start.
        base: Ms,
        /// After each move.
        increment: Ms,
    },
    /// So much for each move.
    Correspondence {
        /// Whole days.
        per_move: Ms,
    },
    /// None. Fourteen days without a move end the game without a result.
    Untimed,
}

impl Clock {
    /// After so long without a move a game without a clock is over.
    pub const UNTIMED_LIMIT: Ms = Ms::days(14);

    /// Which rating it counts for.
    #[must_use]
    pub fn speed(self) -> Speed {
        match self {
            Clock::Fischer { base, increment } => match base.0 / 1000 + 40 * (increment.0 / 1000) {
                ..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1500 => Speed::Rapid,
                1500.. => Speed::Classical,
            },
            Clock::Correspondence { .. } => Speed::Correspondence,
            Clock::Untimed => Speed::Untimed,
        }
    }

    /// Whether the players sit at the board together.
    #[must_use]
    pub fn is_real_time(self) -> bool {
        matches!(self, Clock::Fischer { .. })
    }

    /// What each player has at the start: of correspondence, for a move.
    #[must_use]
    pub fn base(self) -> Ms {
        match self {
            Clock::Fischer { base, .. } => base,
            Clock::Correspondence { per_move } => per_move,
            Clock::Untimed => Ms::ZERO,
        }
    }

    /// What a move adds.
    #[must_use]
    pub fn increment(self) -> Ms {
        match self {
            Clock::Fischer { increment, .. } => increment,
            Clock::Correspondence { .. } | Clock::Untimed => Ms::ZERO,
        }
    }
}

/// Who may see a game while and after it is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Visibility {
    /// Everybody; it is listed.
    #[default]
    Public = 0,
    /// Everybody who knows its id; it is not listed.
    ByLink = 1,
    /// The two players.
    Players = 2,
}

/// The terms of a game, checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    /// How time is counted.
    pub clock: Clock,
    /// The game type and the two switches.
    pub rules: RuleSet,
    /// Whether it changes ratings.
    pub rated: bool,
    /// Who may see it.
    pub visibility: Visibility,
}

/// Why terms are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TermsError {
    /// See the message.
    #[error("the base time is 0 to 180 minutes, the increment 0 to 180 seconds, and not both are 0")]
    Clock,
    /// See the message.
    #[error("a correspondence move takes 1 to 14 whole days")]
    Days,
    /// See the message.
    #[error("rated games have a clock")]
    RatedUntimed,
    /// See the message.
    #[error("only Base, Base+ML and Base+MLP are rated")]
    RatedType,
    /// See the message.
    #[error("rated games are drawn at the third repetition and have the tournament opening")]
    RatedRules,
    /// See the message.
    #[error("rated games are public")]
    RatedHidden,
}

impl Terms {
    /// The game types that are rated.
    pub const RATED_TYPES: [GameType; 3] = [GameType::BASE, GameType::BASE_ML, GameType::BASE_MLP];

    /// Checks what somebody asks for. That guests and computers are not rated is checked where the players are
    /// known.
    ///
    /// # Errors
    /// The first thing that is not allowed.
    pub fn check(self) -> Result<Terms, TermsError> {
        match self.clock {
            Clock::Fischer { base, increment } => {
                let in_range = (0..=Ms::seconds(180 * 60).0).contains(&base.0)
                    && (0..=Ms::seconds(180).0).contains(&increment.0)
                    && base.0 % 1000 == 0
                    && increment.0 % 1000 == 0;
                if !in_range || base.0 + 40 * increment.0 < Ms::seconds(30).0 {
                    return Err(TermsError::Clock);
                }
            }
            Clock::Correspondence { per_move } => {
                let days = Ms::days(1).0;
                if per_move.0 % days != 0 || !(1..=14).contains(&(per_move.0 / days)) {
                    return Err(TermsError::Days);
                }
            }
            Clock::Untimed if self.rated => return Err(TermsError::RatedUntimed),
            Clock::Untimed => {}
        }
        if self.rated {
            if !Terms::RATED_TYPES.contains(&self.rules.game_type) {
                return Err(TermsError::RatedType);
            }
            if self.rules != RuleSet::new(self.rules.game_type) {
                return Err(TermsError::RatedRules);
            }
            if self.visibility == Visibility::Players {
                return Err(TermsError::RatedHidden);
            }
        }
        Ok(self)
    }

    /// The name of the pool in which players with these terms meet, such as `f300+4/7/3/r`: clock, game type, rules,
    /// rated.
    #[must_use]
    pub fn pool(&self) -> String {
        let clock = match self.clock {
            Clock::Fischer { base, increment } => format!("f{}+{}", base.0 / 1000, increment.0 / 1000),
            Clock::Correspondence { per_move } => format!("c{}", per_move.0 / Ms::days(1).0),
            Clock::Untimed => "u".to_owned(),
        };
        let rated = if self.rated { 'r' } else { 'c' };
        let (game_type, rules) = (game_type_bits(self.rules.game_type), rule_bits(self.rules));
        format!("{clock}/{game_type}/{rules}/{rated}")
    }

    /// The terms of a pool.
    #[must_use]
    pub fn from_pool(pool: &str) -> Option<Terms> {
        let mut parts = pool.split('/');
        let clock = parts.next()?;
        let game_type = game_type_from_bits(parts.next()?.parse().ok()?)?;
        let rules = rules_from_bits(game_type, parts.next()?.parse().ok()?)?;
        let rated = match parts.next()? {
            "r" => true,
            "c" => false,
            _ => return None,
        };
        let clock = match (clock.get(..1)?, clock.get(1..)?) {
            ("f", times) => {
                let (base, increment) = times.split_once('+')?;
                let seconds = |text: &str| text.parse::<u32>().ok().map(|number| Ms::seconds(number.into()));
                Clock::Fischer { base: seconds(base)?, increment: seconds(increment)? }
            }
            ("c", days) => Clock::Correspondence { per_move: Ms::days(days.parse::<u8>().ok()?.into()) },
            ("u", "") => Clock::Untimed,
            _ => return None,
        };
        Terms { clock, rules, rated, visibility: Visibility::Public }.check().ok()
    }
}

/// A game type as the databases keep it: mosquito 1, ladybug 2, pillbug 4.
#[must_use]
pub fn game_type_bits(game_type: GameType) -> i16 {
    let bits = skep_rules::Expansion::ALL.into_iter().filter(|it| game_type.includes(*it));
    bits.map(|it| it as i16).sum()
}

/// The game type of such bits.
#[must_use]
pub fn game_type_from_bits(bits: i16) -> Option<GameType> {
    GameType::ALL.into_iter().find(|it| game_type_bits(*it) == bits)
}

/// The two switches as the databases keep them: tournament opening 1, third repetition draws 2.
#[must_use]
pub fn rule_bits(rules: RuleSet) -> i16 {
    i16::from(!rules.queen_first) + 2 * i16::from(rules.repetition_draw)
}

/// The rules of such bits.
#[must_use]
pub fn rules_from_bits(game_type: GameType, bits: i16) -> Option<RuleSet> {
    (0..4).contains(&bits).then_some(RuleSet {
        game_type,
        queen_first: bits & 1 == 0,
        repetition_draw: bits & 2 != 0,
    })
}

/// What somebody looks for in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The terms of the game.
    pub terms: Terms,
    /// The color, if it matters. Rated seeks have none.
    pub color: Option<Color>,
    /// The lowest rating of the opponent.
    pub rating_min: Option<i32>,
    /// The highest.
    pub rating_max: Option<i32>,
}

#[cfg(test)]
mod tests {
    use skep_rules::{GameType, RuleSet};

    use super::{Clock, Terms, TermsError, Visibility};
    use crate::domain::time::{Ms, Speed};

    fn fischer(base: i64, increment: i64) -> Terms {
        Terms {
            clock: Clock::Fischer { base: Ms::seconds(base), increment: Ms::seconds(increment) },
            rules: RuleSet::new(GameType::BASE_MLP),
            rated: true,
            visibility: Visibility::Public,
        }
    }

    #[test]
    fn speeds_have_borders() {
        let speed = |base, increment| fischer(base, increment).clock.speed();
        assert_eq!(speed(60, 1), Speed::Bullet);
        assert_eq!(speed(179, 0), Speed::Bullet);
        assert_eq!(speed(180, 0), Speed::Blitz);
        assert_eq!(speed(300, 4), Speed::Blitz);
        assert_eq!(speed(480, 0), Speed::Rapid);
        assert_eq!(speed(900, 15), Speed::Classical);
        assert_eq!(Clock::Untimed.speed(), Speed::Untimed);
    }

    #[test]
    fn pools_are_read_back() {
        for terms in [
            fischer(300, 4),
            Terms { clock: Clock::Correspondence { per_move: Ms::days(3) }, ..fischer(1, 1) },
            Terms { clock: Clock::Untimed, rated: false, ..fischer(1, 1) },
        ] {
            assert_eq!(Terms::from_pool(&terms.pool()), Some(terms), "{}", terms.pool());
        }
        assert_eq!(fischer(300, 4).pool(), "f300+4/7/3/r");
        for bad in ["", "f", "f300", "x/7/3/r", "f300+4/9/3/r", "f300+4/7/3/x", "é/7/3/r", "f0+0/7/3/r"] {
            assert_eq!(Terms::from_pool(bad), None, "{bad}");
        }
    }

    #[test]
    fn terms_are_checked() {
        assert!(fischer(300, 4).check().is_ok());
        for (base, increment) in [(0, 0), (-1, 5), (10_801, 0), (60, 181), (i64::MAX / 1000, 0), (0, -1)] {
            assert_eq!(fischer(base, increment).check(), Err(TermsError::Clock), "{base}+{increment}");
        }
        let correspondence =
            |per_move| Terms { clock: Clock::Correspondence { per_move }, ..fischer(1, 1) }.check();
        assert!(correspondence(Ms::days(14)).is_ok());
        assert_eq!(correspondence(Ms::days(15)), Err(TermsError::Days));
        assert_eq!(correspondence(Ms(5)), Err(TermsError::Days));
        assert_eq!(
            Terms { rules: RuleSet::new(GameType::BASE_M), ..fischer(300, 0) }.check(),
            Err(TermsError::RatedType)
        );
        assert_eq!(Terms { clock: Clock::Untimed, ..fischer(300, 0) }.check(), Err(TermsError::RatedUntimed));
        let booklet = RuleSet { queen_first: true, ..RuleSet::new(GameType::BASE) };
        assert_eq!(Terms { rules: booklet, ..fischer(300, 0) }.check(), Err(TermsError::RatedRules));
        assert!(Terms { rules: booklet, rated: false, ..fischer(300, 0) }.check().is_ok());
    }
}

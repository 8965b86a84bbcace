//! How a game ends: a score and a reason.

use skep_rules::Color;

/// What the game counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// One side won.
    Win(Color),
    /// Neither did.
    Draw,
    /// It counts nothing.
    None,
}

impl Score {
    /// As the databases keep it.
    #[must_use]
    pub fn code(self) -> i16 {
        match self {
            Score::Win(Color::White) => 0,
            Score::Win(Color::Black) => 1,
            Score::Draw => 2,
            Score::None => 3,
        }
    }

    /// The score of a code.
    #[must_use]
    pub fn from_code(code: i16) -> Option<Score> {
        [Score::Win(Color::White), Score::Win(Color::Black), Score::Draw, Score::None]
            .into_iter()
            .find(|score| score.code() == code)
    }
}

/// Why a game is over. The numbers are kept in databases: they are never changed or used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// A queen is surrounded.
    Queen = 1,
    /// Both are, by one turn.
    BothQueens = 2,
    /// The same position for the third time.
    Repetition = 3,
    /// The players agreed to a draw.
    Agreement = 4,
    /// One gave up.
    Resignation = 5,
    /// One ran out of time.
    Timeout = 6,
    /// One left.
    Abandonment = 7,
    /// One called it off before it began.
    Aborted = 8,
    /// One did not make the first move.
    NoStart = 9,
    /// Neither player can move, or the game has become too long.
    Stuck = 10,
    /// A moderator decided.
    Moderator = 11,
    /// Nobody moved for two weeks in a game without a clock.
    Expired = 12,
}

impl Reason {
    /// All, in the order of their numbers.
    pub const ALL: [Reason; 12] = [
        Reason::Queen,
        Reason::BothQueens,
        Reason::Repetition,
        Reason::Agreement,
        Reason::Resignation,
        Reason::Timeout,
        Reason::Abandonment,
        Reason::Aborted,
        Reason::NoStart,
        Reason::Stuck,
        Reason::Moderator,
        Reason::Expired,
    ];

    /// The reason of a number.
    #[must_use]
    pub fn from_code(code: i16) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| *reason as i16 == code)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// What it counts.
    pub score: Score,
    /// Why.
    pub reason: Reason,
}

//! Lessons and their steps.

use skep_rules::{Game, Position};
use skep_words::Language;

use crate::content;
use crate::language::ByLanguage;

/// A lesson: a few steps about one thing.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The name that progress is kept under; it never changes.
    pub id: &'static str,
    /// Which list it belongs to.
    pub track: Track,
    /// Its place in that list, from 1.
    pub order: u8,
    /// Where the rules page explains the same.
    pub anchor: &'static str,
    /// The title.
    pub title: ByLanguage<&'static str>,
    /// What a strategy lesson teaches, in a few sentences; empty for lessons on the rules.
    pub outline: ByLanguage<&'static str>,
    /// The steps, never none.
    pub steps: &'static [Step],
}

/// The two lists of lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Track {
    /// The rules, from zero to the whole game.
    Course,
    /// How to play well.
    Strategy,
}

/// A step of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The name that progress is kept under; it never changes.
    pub id: &'static str,
    /// What is asked for.
    pub kind: StepKind,
    /// The game whose last position is shown; some texts have none.
    pub position: Option<&'static str>,
    /// Refused turns that people are likely to try, each with the reason that the lesson is about.
    pub wrong: &'static [(&'static str, &'static str)],
    /// The texts.
    pub texts: ByLanguage<StepTexts>,
}

/// What a step asks for. Turns are written in UHP notation; [`StepSession`](crate::StepSession) reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// To be read.
    Text,
    /// Tap every cell that a tile can go to, or be placed on.
    TapAllTargets {
        /// The tile.
        piece: &'static str,
        /// All its turns.
        answers: &'static [&'static str],
    },
    /// Make a move that reaches a goal.
    MakeMove {
        /// All turns that do.
        answers: &'static [&'static str],
        /// The goal in the language of the tests.
        goal: &'static str,
    },
    /// Say why a turn is refused.
    SpotWhyRefused {
        /// The turn.
        refused: &'static str,
        /// The key of the reason.
        reason: &'static str,
        /// The keys to choose from.
        choices: &'static [&'static str],
    },
    /// Choose one of the options.
    Choose {
        /// Which is right, from 0.
        correct: usize,
    },
}

/// The texts of a step in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepTexts {
    /// A few words.
    pub title: &'static str,
    /// What is to be done.
    pub prompt: &'static str,
    /// What to say when it is done.
    pub success: &'static str,
    /// A hint; empty for a step that is only read.
    pub hint: &'static str,
    /// To choose from.
    pub options: &'static [&'static str],
    /// For each option why it is wrong; empty for the right one.
    pub wrong: &'static [&'static str],
    /// What to say to a legal move that misses the goal; empty where all legal moves reach it.
    pub miss: &'static str,
}

impl Step {
    /// The game that leads to the position shown.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        let text = self.position?;
        Some(Game::from_uhp(text).expect("the tests play every position of the course"))
    }

    /// The position shown.
    #[must_use]
    pub fn shown(&self) -> Option<Position> {
        self.game().map(|game| game.position().clone())
    }

    /// The lesson that the step belongs to.
    #[must_use]
    pub fn lesson(&self) -> &'static Lesson {
        let mut lessons = course().iter().chain(strategy());
        lessons
            .find(|lesson| lesson.steps.iter().any(|step| step.id == self.id))
            .expect("steps are made in lessons only")
    }
}

impl Lesson {
    /// The lesson that follows in the same list.
    #[must_use]
    pub fn next(&self) -> Option<&'static Lesson> {
        let list = match self.track {
            Track::Course => course(),
            Track::Strategy => strategy(),
        };
        list.get(usize::from(self.order))
    }
}

/// The course: the rules, from zero to the whole game.
#[must_use]
pub fn course() -> &'static [Lesson] {
    content::COURSE
}

/// The strategy lessons.
#[must_use]
pub fn strategy() -> &'static [Lesson] {
    content::STRATEGY
}

/// The lesson with this id.
#[must_use]
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    course().iter().chain(strategy()).find(|lesson| lesson.id == id)
}

/// The step with this id.
#[must_use]
pub fn step(id: &str) -> Option<&'static Step> {
    course().iter().chain(strategy()).flat_map(|lesson| lesson.steps).find(|step| step.id == id)
}

/// The three-minute start: the object, placing, the queen, one hive.
#[must_use]
pub fn first_minutes() -> Vec<&'static Step> {
    content::FIRST_MINUTES.iter().filter_map(|id| step(id)).collect()
}

/// Why a reason does not hold, for somebody who named it where another is right.
pub(crate) fn denial(language: Language, key: &str) -> &'static str {
    content::sentence(content::DENIALS, key).map_or("", |texts| texts[language])
}

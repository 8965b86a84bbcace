//! What the content files hold, once they are read.

/// The languages, in the order of every array of texts.
pub(crate) const LANGUAGES: [&str; 3] = ["en", "fr", "nl"];

/// One text for each language.
pub(crate) type Texts = [String; 3];

/// Everything.
#[derive(Debug, Default)]
pub(crate) struct Course {
    /// The rules of the game.
    pub(crate) lessons: Vec<Lesson>,
    /// How to play well.
    pub(crate) strategy: Vec<Lesson>,
    /// The steps of the three-minute start.
    pub(crate) first_minutes: Vec<String>,
    /// For a refusal's key, why it does not hold.
    pub(crate) denials: Vec<(String, Texts)>,
    /// Sentences for tips in play.
    pub(crate) tips: Vec<(String, Texts)>,
}

/// A lesson.
#[derive(Debug, Default)]
pub(crate) struct Lesson {
    pub(crate) id: String,
    pub(crate) order: u8,
    /// Where the rules page explains it.
    pub(crate) anchor: String,
    pub(crate) title: Texts,
    /// What the lesson teaches, in a few sentences; empty for lessons on the rules.
    pub(crate) outline: Texts,
    pub(crate) steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    /// A game string.
    pub(crate) position: Option<String>,
    pub(crate) texts: [StepTexts; 3],
    /// Turns that are refused, each with its reason.
    pub(crate) wrong: Vec<(String, String)>,
    /// Statements about the position; tests confirm them.
    #[cfg_attr(not(test), expect(dead_code, reason = "statements are for the tests"))]
    pub(crate) checks: Vec<String>,
    /// Statements about the strength of moves; tests ask the engine.
    #[cfg_attr(not(test), expect(dead_code, reason = "statements are for the tests"))]
    pub(crate) claims: Vec<String>,
}

/// What a step asks for.
#[derive(Debug)]
pub(crate) enum Kind {
    Text,
    TapAllTargets { piece: String, answers: Vec<String> },
    MakeMove { answers: Vec<String>, goal: String },
    SpotWhyRefused { refused: String, reason: String, choices: Vec<String> },
    Choose { correct: usize },
}

/// The texts of a step in one language.
#[derive(Debug, Default)]
pub(crate) struct StepTexts {
    pub(crate) title: String,
    pub(crate) prompt: String,
    pub(crate) success: String,
    /// Empty for a step that only wants to be read.
    pub(crate) hint: String,
    /// To choose from.
    pub(crate) options: Vec<String>,
    /// For each option why it is wrong; empty for the right one.
    pub(crate) wrong: Vec<String>,
    /// What to say to a legal move that misses the goal; empty when all legal moves are right.
    pub(crate) miss: String,
}

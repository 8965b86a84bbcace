//! Working through a step, and through a lesson: answers in, feedback out. Plain data; nothing is drawn.

mod lesson;
mod sentence;
mod step;
mod task;

pub use lesson::LessonSession;
pub use step::{StepSession, Tally};
pub use task::Task;

use skep_rules::{Hex, IllegalMove, Move, Trace};

/// What somebody does at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The text has been read.
    Read,
    /// A cell has been tapped.
    Tap(Hex),
    /// A turn has been made.
    Play(Move),
    /// One of the reasons has been chosen, by its number from 0.
    Reason(usize),
    /// One of the options has been chosen, by its number from 0.
    Option(usize),
    /// A hint is wanted.
    Hint,
    /// A path is to be shown.
    Path,
    /// The answer is to be shown; it still has to be given.
    Solution,
}

/// What a step says to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// Right, and the step is done. The cells prove a reason that was named.
    Done {
        /// What to highlight.
        cells: Vec<Hex>,
    },
    /// Right, and there is more to find.
    Progress {
        /// How many are found.
        found: usize,
        /// How many there are.
        of: usize,
    },
    /// Right, but it was found before.
    Again,
    /// Wrong.
    Wrong(Wrong),
    /// Here is the hint, [`StepTexts::hint`](crate::StepTexts::hint).
    Hint,
    /// Here is a path.
    Path(Path),
    /// Here is the answer.
    Solution(Solution),
    /// The step does not ask for such a thing.
    NotAsked,
}

/// A wrong answer. [`StepSession::sentence`] puts it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What is wrong with it.
    pub why: Why,
    /// What to highlight: what proves a refusal, or the tile that the goal is about.
    pub cells: Vec<Hex>,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The rules refuse the turn, for this reason.
    Refused(IllegalMove),
    /// The turn is legal but misses the goal.
    Misses,
    /// The reason with this key does not hold.
    NotThisReason(&'static str),
    /// The option with this number is not right.
    NotThisOption(usize),
}

/// A turn to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The turn.
    pub turn: Move,
    /// How the tile gets there.
    pub trace: Trace,
}

/// The answer to a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// All cells to tap.
    Cells(Vec<Hex>),
    /// A turn to make.
    Turn(Move),
    /// The number of the reason.
    Reason(usize),
    /// The number of the option.
    Option(usize),
}

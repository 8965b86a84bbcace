#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod content;
mod language;
mod lesson;
mod progress;
mod rules_page;
mod session;
mod tips;
mod turn;

pub use language::ByLanguage;
pub use lesson::{Lesson, Step, StepKind, StepTexts, Track, course, first_minutes, lesson, step, strategy};
pub use progress::{LessonState, ParseProgressError, Progress};
pub use rules_page::{Block, Heading, RulesPage, Span, rules_page};
pub use session::{Answer, Feedback, LessonSession, Path, Solution, StepSession, Tally, Task, Why, Wrong};
pub use tips::{Tip, TipKind, tips, tips_about};
pub use turn::read_turn;

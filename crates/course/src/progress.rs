//! What somebody has learned so far, and its text for keeping and carrying to another device.
//!
//! The text is a line for each fact:
//!
//! ```text
//! skep course 1
//! streak 4 17
//! step object-1 0
//! step object-2 2
//! lesson object 2
//! ```
//!
//! - The first line names the format and its version.
//! - `streak`: how many right answers in a row now, and at best.
//! - `step`: a step that is done, and how many faults it took.
//! - `lesson`: a lesson that is done, and its best number of stars, 1 to 3.
//!
//! Empty lines and lines that begin with `#` mean nothing. A line that begins with another word is kept as
//! it is and written again, and so are steps and lessons that this version does not know: who goes back to
//! an older Skep loses nothing. Everything else is an error that names the line.

mod text;

pub use text::ParseProgressError;

use std::collections::BTreeMap;

use crate::lesson::{Lesson, course, strategy};

/// What somebody has learned so far.
///
/// ```
/// use skep_course::Progress;
/// let progress: Progress = "skep course 1\nlesson object 3\n".parse()?;
/// assert_eq!(progress.stars("object"), Some(3));
/// assert_eq!(progress.next_lesson().map(|lesson| lesson.id), Some("placing"));
/// # Ok::<(), skep_course::ParseProgressError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Faults of the steps that are done.
    steps: BTreeMap<String, u16>,
    /// Stars of the lessons that are done.
    lessons: BTreeMap<String, u8>,
    streak: u32,
    best_streak: u32,
    /// Lines of a later version.
    unknown: Vec<String>,
}

/// How far a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonState {
    /// Steps that are done.
    pub done: usize,
    /// Steps that there are.
    pub of: usize,
    /// The best number of stars, once the lesson was finished.
    pub stars: Option<u8>,
}

impl Progress {
    /// The name of the three-minute start among the lessons.
    pub const FIRST_MINUTES: &'static str = "first-minutes";

    /// Nothing yet.
    #[must_use]
    pub fn new() -> Progress {
        Progress::default()
    }

    /// Whether there is nothing to keep.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Progress::default()
    }

    /// The best stars of a lesson, if it was finished.
    #[must_use]
    pub fn stars(&self, lesson: &str) -> Option<u8> {
        self.lessons.get(lesson).copied()
    }

    /// The faults at a step, if it is done.
    #[must_use]
    pub fn faults(&self, step: &str) -> Option<u16> {
        self.steps.get(step).copied()
    }

    /// How far a lesson is.
    #[must_use]
    pub fn state(&self, lesson: &Lesson) -> LessonState {
        let done = lesson.steps.iter().filter(|step| self.steps.contains_key(step.id)).count();
        LessonState { done, of: lesson.steps.len(), stars: self.stars(lesson.id) }
    }

    /// The first lesson that is not finished, those on the rules before those on strategy.
    #[must_use]
    pub fn next_lesson(&self) -> Option<&'static Lesson> {
        course().iter().chain(strategy()).find(|lesson| self.stars(lesson.id).is_none())
    }

    /// Right answers in a row.
    #[must_use]
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// The longest row of right answers.
    #[must_use]
    pub fn best_streak(&self) -> u32 {
        self.best_streak
    }

    /// Adds what was learned elsewhere. Of two results the better is kept, so nothing is lost.
    pub fn merge(&mut self, other: &Progress) {
        for (id, faults) in &other.steps {
            let kept = self.steps.entry(id.clone()).or_insert(*faults);
            *kept = (*kept).min(*faults);
        }
        for (id, stars) in &other.lessons {
            let kept = self.lessons.entry(id.clone()).or_insert(*stars);
            *kept = (*kept).max(*stars);
        }
        self.streak = self.streak.max(other.streak);
        self.best_streak = self.best_streak.max(other.best_streak);
        for line in &other.unknown {
            if !self.unknown.contains(line) {
                self.unknown.push(line.clone());
            }
        }
    }

    pub(crate) fn note_step(&mut self, id: &str, faults: u16) {
        self.steps.insert(id.to_string(), faults);
    }

    pub(crate) fn note_lesson(&mut self, id: &str, stars: u8) {
        let best = self.lessons.entry(id.to_string()).or_insert(stars);
        *best = (*best).max(stars);
    }

    pub(crate) fn extend_streak(&mut self) {
        self.streak = self.streak.saturating_add(1);
        self.best_streak = self.best_streak.max(self.streak);
    }

    pub(crate) fn break_streak(&mut self) {
        self.streak = 0;
    }
}

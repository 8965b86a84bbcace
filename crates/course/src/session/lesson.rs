//! A row of steps: a lesson, or the three-minute start.

use super::{Answer, Feedback, StepSession, Tally};
use crate::lesson::{Lesson, Step, first_minutes};
use crate::progress::Progress;

/// Somebody at a lesson.
///
/// Every answer goes through [`LessonSession::answer`], which notes in the [`Progress`] what was achieved.
#[derive(Clone, Debug)]
pub struct LessonSession {
    /// `None` for the three-minute start.
    lesson: Option<&'static Lesson>,
    steps: Vec<&'static Step>,
    /// How each step went, once it is done.
    tallies: Vec<Option<u16>>,
    index: usize,
    current: StepSession,
}

impl LessonSession {
    /// Starts a lesson from its first step.
    #[must_use]
    pub fn new(lesson: &'static Lesson) -> LessonSession {
        LessonSession::of(Some(lesson), lesson.steps.iter().collect())
    }

    /// Goes on with a lesson where it was left. One that was finished starts again.
    #[must_use]
    pub fn resume(lesson: &'static Lesson, progress: &Progress) -> LessonSession {
        let mut session = LessonSession::new(lesson);
        if progress.stars(lesson.id).is_none() {
            session.tallies = lesson.steps.iter().map(|step| progress.faults(step.id)).collect();
            let open = session.tallies.iter().position(Option::is_none);
            session.go_to(open.unwrap_or(session.steps.len() - 1));
        }
        session
    }

    /// The three-minute start for somebody who has never played.
    #[must_use]
    pub fn first_minutes() -> LessonSession {
        LessonSession::of(None, first_minutes())
    }

    fn of(lesson: Option<&'static Lesson>, steps: Vec<&'static Step>) -> LessonSession {
        let current = StepSession::new(steps[0]);
        LessonSession { lesson, tallies: vec![None; steps.len()], steps, index: 0, current }
    }

    /// The lesson; `None` for the three-minute start.
    #[must_use]
    pub fn lesson(&self) -> Option<&'static Lesson> {
        self.lesson
    }

    /// The name that progress is kept under.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.lesson.map_or(Progress::FIRST_MINUTES, |lesson| lesson.id)
    }

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[&'static Step] {
        &self.steps
    }

    /// Which step is current, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The current step.
    #[must_use]
    pub fn current(&self) -> &StepSession {
        &self.current
    }

    /// Whether a step is done.
    #[must_use]
    pub fn is_done(&self, index: usize) -> bool {
        self.tallies.get(index).is_some_and(Option::is_some)
    }

    /// Takes an answer to the current step and notes what it achieved.
    pub fn answer(&mut self, answer: &Answer, progress: &mut Progress) -> Feedback {
        let before = self.current.tally();
        let feedback = self.current.answer(answer);
        match &feedback {
            Feedback::Wrong(_) if self.current.tally() != before => progress.break_streak(),
            Feedback::Done { .. } => self.note_done(self.current.tally(), progress),
            _ => {}
        }
        feedback
    }

    fn note_done(&mut self, tally: Tally, progress: &mut Progress) {
        let step = self.current.step();
        // Steps that ask for nothing cannot be answered rightly, and one that needed help was not.
        if tally == Tally::default() && !step.texts.0[0].hint.is_empty() {
            progress.extend_streak();
        }
        // Going back to a step is practice: the first time counts. Another try starts the lesson again.
        let faults = *self.tallies[self.index].get_or_insert(tally.faults());
        progress.note_step(step.id, faults);
        if let Some(stars) = self.stars() {
            progress.note_lesson(self.id(), stars);
        }
    }

    /// The stars, when all steps are done: three for no fault, two for one or two, one for more.
    #[must_use]
    pub fn stars(&self) -> Option<u8> {
        let faults: Option<Vec<u16>> = self.tallies.iter().copied().collect();
        Some(match faults?.into_iter().fold(0, u16::saturating_add) {
            0 => 3,
            1 | 2 => 2,
            _ => 1,
        })
    }

    /// Goes to the next step; `false` at the last.
    pub fn advance(&mut self) -> bool {
        let next = self.index + 1;
        if next < self.steps.len() {
            self.go_to(next);
        }
        next < self.steps.len()
    }

    /// Goes to a step, which starts anew.
    pub fn go_to(&mut self, index: usize) {
        if let Some(step) = self.steps.get(index) {
            self.index = index;
            self.current = StepSession::new(step);
        }
    }
}

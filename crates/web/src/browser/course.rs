//! What was learned: held for the screens, kept in the browser.

use leptos::prelude::*;
use skep_course::{Answer, Feedback, LessonSession, ParseProgressError, Progress};

use super::device::{read_local, write_local};

const KEPT: &str = "skep-course";
/// A text that could not be read is put aside, not thrown away.
const DAMAGED: &str = "skep-course-damaged";

/// A handle to the progress.
#[derive(Clone, Copy)]
pub(crate) struct Course {
    pub(crate) progress: RwSignal<Progress>,
    /// A stored text that could not be read, if there is one.
    pub(crate) damaged: RwSignal<Option<String>>,
    /// What this page wrote last: anything else in the store comes from another tab.
    written: StoredValue<String>,
}

impl Course {
    pub(crate) fn open() -> Course {
        let text = read_local(KEPT).unwrap_or_default();
        let (progress, damaged) = match text.parse::<Progress>() {
            Ok(progress) => (progress, read_local(DAMAGED).filter(|text| !text.is_empty())),
            Err(_) if text.is_empty() => (Progress::new(), None),
            Err(_) => {
                write_local(DAMAGED, &text);
                (Progress::new(), Some(text.clone()))
            }
        };
        Course {
            progress: RwSignal::new(progress),
            damaged: RwSignal::new(damaged),
            written: StoredValue::new(text),
        }
    }

    /// Takes an answer and keeps what it achieved.
    pub(crate) fn answer(self, lesson: RwSignal<LessonSession>, answer: &Answer) -> Feedback {
        let judged =
            lesson.try_update(|lesson| self.progress.try_update(|progress| lesson.answer(answer, progress)));
        self.keep();
        judged.flatten().unwrap_or(Feedback::NotAsked)
    }

    /// Adds what was learned elsewhere.
    pub(crate) fn add(self, text: &str) -> Result<(), ParseProgressError> {
        let other = text.parse()?;
        self.progress.update(|progress| progress.merge(&other));
        self.keep();
        Ok(())
    }

    /// Starts from nothing.
    pub(crate) fn forget(self) {
        self.progress.set(Progress::new());
        self.damaged.set(None);
        write_local(KEPT, "");
        write_local(DAMAGED, "");
        self.written.set_value(String::new());
    }

    fn keep(self) {
        let stored = read_local(KEPT).unwrap_or_default();
        if self.written.with_value(|written| *written != stored)
            && let Ok(other) = stored.parse()
        {
            self.progress.update(|progress| progress.merge(&other));
        }
        let text = self.progress.with_untracked(ToString::to_string);
        write_local(KEPT, &text);
        self.written.set_value(text);
    }
}

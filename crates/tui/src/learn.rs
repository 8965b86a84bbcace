//! The course at the terminal: the list of lessons, and a lesson.

mod desk;
mod list;
mod view;

use std::io;
use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use skep_course::{Lesson, LessonSession, Progress, course, strategy};
use skep_tabletop::State;
use skep_words::{Key, Language, say, tr};

use crate::files;
use crate::keys::{Wish, wish};
use crate::screen::{Flow, Screen};
use crate::theme::{Colors, Theme};
use desk::{Desk, Way};

/// What the list offers.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Lesson(&'static Lesson),
    /// The three-minute start.
    FirstMinutes,
}

/// All of it, in the order of the list: the rules, then the start and strategy beside them.
fn entries() -> Vec<Entry> {
    let lessons = |list: &'static [Lesson]| list.iter().map(Entry::Lesson);
    lessons(course()).chain([Entry::FirstMinutes]).chain(lessons(strategy())).collect()
}

/// The course at the terminal.
#[derive(Debug)]
pub struct Learn {
    language: Language,
    theme: Theme,
    progress: Progress,
    /// Where progress is kept, if it is.
    file: Option<PathBuf>,
    /// About keeping it.
    note: String,
    /// Which entry of the list is chosen.
    cursor: usize,
    /// The lesson that is open.
    desk: Option<Desk>,
}

impl Learn {
    /// Opens the course with what was learned before; without a file nothing is kept.
    #[must_use]
    pub fn new(language: Language, colors: Colors, file: Option<PathBuf>) -> Learn {
        let (progress, note) = match &file {
            None => (Progress::new(), String::new()),
            Some(path) => read_progress(language, path),
        };
        let next = progress.next_lesson().map(|lesson| lesson.id);
        let at = |entry: &Entry| match entry {
            Entry::Lesson(lesson) => Some(lesson.id) == next && !progress.is_empty(),
            Entry::FirstMinutes => progress.is_empty(),
        };
        let cursor = entries().iter().position(at).unwrap_or_default();
        Learn { language, theme: Theme { colors }, progress, file, note, cursor, desk: None }
    }

    /// What was learned.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The lesson that is open, for those who look over a learner's shoulder.
    #[must_use]
    pub fn lesson(&self) -> Option<&LessonSession> {
        self.desk.as_ref().map(Desk::lesson)
    }

    /// Its board.
    #[must_use]
    pub fn table(&self) -> Option<&State> {
        self.desk.as_ref().map(|desk| &desk.table)
    }

    /// Whether the open lesson shows its stars.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.desk.as_ref().is_some_and(Desk::is_finished)
    }

    /// Opens a lesson by its id.
    pub fn open(&mut self, id: &str) -> bool {
        let found = entries().iter().position(|entry| match entry {
            Entry::Lesson(lesson) => lesson.id == id,
            Entry::FirstMinutes => id == Progress::FIRST_MINUTES,
        });
        if let Some(index) = found {
            self.cursor = index;
            self.enter();
        }
        found.is_some()
    }

    fn enter(&mut self) {
        let session = match entries().get(self.cursor) {
            Some(Entry::Lesson(lesson)) => LessonSession::resume(lesson, &self.progress),
            _ => LessonSession::first_minutes(),
        };
        self.desk = Some(Desk::new(self.language, session));
    }

    fn keep(&mut self) {
        let Some(path) = &self.file else { return };
        self.note = match files::write(path, &self.progress.to_string()) {
            Ok(()) => say!(self.language, TerminalKept, name = path.display()),
            Err(error) => say!(self.language, TerminalNotKept, reason = error),
        };
    }

    fn list_key(&mut self, key: KeyEvent) -> Flow {
        let (count, rules) = (entries().len(), course().len());
        match wish(key) {
            Some(Wish::Leave) => return Flow::Leave,
            Some(Wish::Up) => self.cursor = (self.cursor + count - 1) % count,
            Some(Wish::Down) => self.cursor = (self.cursor + 1) % count,
            Some(Wish::Right) if self.cursor < rules => self.cursor = (rules + self.cursor).min(count - 1),
            Some(Wish::Left) if self.cursor >= rules => self.cursor -= rules,
            _ => match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
                KeyCode::Home => self.cursor = 0,
                KeyCode::End => self.cursor = count - 1,
                _ => {}
            },
        }
        Flow::Stay
    }

    /// Leaves a lesson that is finished for the next one.
    fn go_on(&mut self) {
        let lesson = self.desk.as_ref().and_then(|desk| desk.lesson().lesson());
        match lesson.and_then(Lesson::next) {
            Some(next) => {
                self.open(next.id);
            }
            None => {
                self.desk = None;
                if let Some(next) = self.progress.next_lesson() {
                    let same = |entry: &Entry| matches!(entry, Entry::Lesson(lesson) if lesson.id == next.id);
                    self.cursor = entries().iter().position(same).unwrap_or(self.cursor);
                }
            }
        }
    }
}

/// What was learned before. A text that cannot be read is put aside and not overwritten.
fn read_progress(language: Language, path: &Path) -> (Progress, String) {
    match std::fs::read_to_string(path) {
        Ok(text) => match text.parse() {
            Ok(progress) => (progress, say!(language, TerminalKept, name = path.display())),
            Err(_) => {
                let mut aside = path.as_os_str().to_owned();
                aside.push(".damaged");
                let _ = std::fs::rename(path, aside);
                (Progress::new(), tr(language, Key::LearnProgressDamaged).to_owned())
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            (Progress::new(), say!(language, TerminalKept, name = path.display()))
        }
        Err(error) => (Progress::new(), say!(language, TerminalNotKept, reason = error)),
    }
}

impl Screen for Learn {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        match &self.desk {
            Some(desk) => view::draw(self, desk, frame),
            None => list::draw(self, frame),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        let Some(desk) = &mut self.desk else { return self.list_key(key) };
        let before = self.progress.clone();
        match desk.key(key, &mut self.progress) {
            Way::Stay => {}
            Way::List => self.desk = None,
            Way::Next => self.go_on(),
        }
        if self.progress != before {
            self.keep();
        }
        Flow::Stay
    }

    fn tick(&mut self) -> bool {
        false
    }
}

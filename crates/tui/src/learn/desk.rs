//! A learner at a lesson: the step, its board, and what was last said. Every answer goes through [`Desk::answer`].

use crossterm::event::{KeyCode, KeyEvent};
use skep_course::{Answer, Feedback, LessonSession, Progress, Solution, StepSession, Task};
use skep_rules::{Game, GameType, Hex, Piece};
use skep_tabletop::{
    Action, Announcement, Capabilities, Command, Intent, LessonMark, PinnedTiles, Preferences, State, update,
};
use skep_words::{Key, Language, Speaker, creature, say, tr};

use crate::board::{self, Decor};
use crate::keys::{Steps, Wish, reach_for_target, wish};

/// Where a key leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Stay,
    List,
    /// The lesson after this one.
    Next,
}

/// Somebody at a lesson.
#[derive(Debug)]
pub(super) struct Desk {
    language: Language,
    lesson: LessonSession,
    pub(super) table: State,
    /// The answer to the last answer.
    said: Option<Feedback>,
    /// What the board itself says, such as why a tile cannot go where it was put.
    remark: Option<(String, bool)>,
    pub(super) decor: Decor,
    /// Choices that were wrong, by number.
    pub(super) tried: Vec<usize>,
    /// The choice that the keyboard is on.
    pub(super) choice: usize,
    finished: bool,
    steps: Steps,
}

impl Desk {
    pub(super) fn new(language: Language, lesson: LessonSession) -> Desk {
        let mut desk = Desk {
            language,
            lesson,
            table: State::new(Game::new(GameType::BASE).position().clone(), Capabilities::picture()),
            said: None,
            remark: None,
            decor: Decor::default(),
            tried: Vec::new(),
            choice: 0,
            finished: false,
            steps: Steps::default(),
        };
        desk.set_out();
        desk
    }

    pub(super) fn lesson(&self) -> &LessonSession {
        &self.lesson
    }

    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    pub(super) fn step(&self) -> &StepSession {
        self.lesson.current()
    }

    /// Sets the board out for the current step.
    fn set_out(&mut self) {
        self.said = None;
        self.remark = None;
        self.tried.clear();
        self.choice = 0;
        let task = self.step().task().clone();
        let game = self.step().step().game().unwrap_or_else(|| Game::new(GameType::BASE));
        let capabilities = match task {
            Task::MakeMove { .. } => Capabilities::lesson(),
            // Elsewhere a cell is only reported: a lesson has nothing to refuse then.
            _ => Capabilities::lesson_cells(),
        };
        let preferences = Preferences {
            pinned: PinnedTiles::Never,
            // What moved last matters where a pillbug may not throw it; elsewhere it would only draw the eye.
            last_move: self.lesson.id() == "pillbug-limits",
            ..Preferences::default()
        };
        let (start, moves) = (Box::new(game.start().clone()), game.moves().to_vec());
        self.table = State::new(game.start().clone(), capabilities);
        update(&mut self.table, Action::SetPreferences(preferences));
        update(&mut self.table, Action::Show { start, moves, ply: None });
        let about = match &task {
            Task::TapAllTargets { piece, .. } => Some(*piece),
            Task::SpotWhyRefused { turn, .. } => turn.piece(),
            _ => None,
        };
        update(&mut self.table, Action::Spotlight(about));
        if self.uses_board() {
            update(&mut self.table, Action::FocusBoard);
        }
        let attempt = match &task {
            Task::SpotWhyRefused { turn, .. } => board::attempt(*turn),
            _ => None,
        };
        self.decor = Decor { proof: Vec::new(), attempt };
        self.table.take_announcements();
    }

    /// Whether the step is answered on the board.
    fn uses_board(&self) -> bool {
        matches!(self.step().task(), Task::TapAllTargets { .. } | Task::MakeMove { .. })
    }

    /// Takes an answer: judges it, and shows on the board what was said.
    fn answer(&mut self, answer: &Answer, progress: &mut Progress) {
        let feedback = self.lesson.answer(answer, progress);
        if feedback == Feedback::NotAsked {
            return;
        }
        if let (Feedback::Wrong(_), Answer::Reason(index) | Answer::Option(index)) = (&feedback, answer) {
            self.tried.push(*index);
        }
        self.paint(&feedback, answer);
        self.remark = None;
        self.said = Some(feedback);
    }

    /// Shows on the board what an answer led to.
    fn paint(&mut self, feedback: &Feedback, answer: &Answer) {
        let step = self.lesson.current();
        let mut marks: Vec<(Hex, LessonMark)> =
            step.found().iter().map(|hex| (*hex, LessonMark::Found)).collect();
        marks.extend(step.missed().map(|hex| (hex, LessonMark::Wrong)));
        let mut walk = None;
        self.decor.proof.clear();
        match feedback {
            Feedback::Wrong(wrong) => self.decor.proof.clone_from(&wrong.cells),
            Feedback::Done { cells } => self.decor.proof.clone_from(cells),
            Feedback::Path(path) => walk = Some(path.turn),
            Feedback::Solution(Solution::Turn(turn)) => walk = Some(*turn),
            Feedback::Solution(Solution::Cells(cells)) => {
                let open = |hex: &&Hex| !step.found().contains(hex);
                let rest: Vec<_> = cells.iter().filter(open).map(|hex| (*hex, LessonMark::Shown)).collect();
                marks.extend(rest);
            }
            _ => {}
        }
        update(&mut self.table, Action::ShowRefusal(None));
        update(&mut self.table, Action::MarkCells(marks));
        update(&mut self.table, Action::ShowPath(walk));
        if let (Feedback::Done { .. }, Answer::Play(mv)) = (feedback, answer) {
            update(&mut self.table, Action::Played(*mv));
        }
        self.table.take_announcements();
    }

    /// What is to be read below the board: a lead, a sentence, and whether it is good news.
    pub(super) fn words(&self) -> (String, String, Option<bool>) {
        let language = self.language;
        if let Some((text, bad)) = &self.remark {
            let lead = if *bad { tr(language, Key::LearnNotYet) } else { "" };
            return (lead.to_owned(), text.clone(), bad.then_some(false));
        }
        let Some(said) = &self.said else {
            // A text has its second half to read.
            let texts = &self.step().step().texts[language];
            let more = if matches!(self.step().task(), Task::Read) { texts.success } else { "" };
            return (String::new(), more.to_owned(), None);
        };
        let taps = matches!(self.step().task(), Task::TapAllTargets { .. });
        let (lead, good) = match said {
            Feedback::Done { .. } if taps => (Key::LearnAllFound, Some(true)),
            Feedback::Done { .. } | Feedback::Progress { .. } => (Key::LearnRight, Some(true)),
            Feedback::Again => (Key::LearnRight, None),
            Feedback::Hint => (Key::LearnHint, None),
            Feedback::Path(_) => (Key::LearnShowPath, None),
            Feedback::Solution(_) => (Key::LearnShowAnswer, None),
            Feedback::Wrong(_) | Feedback::NotAsked => (Key::LearnNotYet, Some(false)),
        };
        let text = match said {
            Feedback::Progress { found, of } => say!(language, LearnFound, n = *found, total = *of),
            Feedback::Again => tr(language, Key::LearnFoundBefore).to_owned(),
            Feedback::Path(_) => tr(language, Key::LearnPathShown).to_owned(),
            Feedback::Solution(solution) => {
                let text = tr(language, Key::LearnAnswerShown);
                match solution {
                    Solution::Reason(index) | Solution::Option(index) => format!("{}. {text}", index + 1),
                    _ => text.to_owned(),
                }
            }
            _ => self.step().sentence(said, language),
        };
        (tr(language, lead).to_owned(), text, good)
    }

    /// The tile that the step asks to place, or shows being placed.
    pub(super) fn in_hand(&self) -> Option<Piece> {
        let piece = match self.step().task() {
            Task::TapAllTargets { piece, .. } => *piece,
            Task::SpotWhyRefused { turn, .. } => turn.piece()?,
            _ => return None,
        };
        self.step().position()?.board().find(piece).is_none().then_some(piece)
    }

    /// Whether the step may be left.
    pub(super) fn may_go_on(&self) -> bool {
        self.step().is_done() || matches!(self.step().task(), Task::Read)
    }

    /// Leaves the step for the next one, or the lesson for its stars.
    fn go_on(&mut self, progress: &mut Progress) {
        if !self.may_go_on() {
            return;
        }
        if !self.step().is_done() {
            let _ = self.lesson.answer(&Answer::Read, progress);
        }
        if self.lesson.advance() {
            self.set_out();
        } else {
            self.finished = true;
        }
    }

    /// The lesson from its beginning.
    fn again(&mut self) {
        self.lesson = self.lesson.lesson().map_or_else(LessonSession::first_minutes, LessonSession::new);
        self.finished = false;
        self.set_out();
    }

    /// How many choices there are.
    fn choices(&self) -> usize {
        match self.step().task() {
            Task::SpotWhyRefused { choices, .. } => choices.len(),
            Task::Choose { options, .. } => *options,
            _ => 0,
        }
    }

    fn choose(&mut self, index: usize, progress: &mut Progress) {
        if index >= self.choices() {
            return;
        }
        self.choice = index;
        let answer = match self.step().task() {
            Task::SpotWhyRefused { .. } => Answer::Reason(index),
            _ => Answer::Option(index),
        };
        self.answer(&answer, progress);
    }

    /// Lets something happen on the board.
    fn act(&mut self, action: Action, progress: &mut Progress) {
        let intent = update(&mut self.table, action);
        // Lessons speak of White and Black, never of "your queen".
        let speaker = Speaker { language: self.language, you: None, orientation: self.table.orientation() };
        for announcement in self.table.take_announcements() {
            match announcement {
                Announcement::Refused(_) => self.remark = Some((speaker.announcement(&announcement), true)),
                Announcement::Selected { piece, .. } => {
                    self.remark = Some((creature(self.language, piece.bug()).to_owned(), false));
                }
                Announcement::Deselected => self.remark = None,
                Announcement::Peeked(_) => self.remark = Some((speaker.announcement(&announcement), false)),
                _ => {}
            }
        }
        match intent {
            Some(Intent::Play(mv)) => self.answer(&Answer::Play(mv), progress),
            Some(Intent::Picked(hex)) if self.uses_board() => self.answer(&Answer::Tap(hex), progress),
            Some(Intent::Hint) => {
                // First the hint, then, by the same key, the answer.
                let answer = if self.step().tally().hint { Answer::Solution } else { Answer::Hint };
                self.answer(&answer, progress);
            }
            _ => {}
        }
    }

    pub(super) fn key(&mut self, key: KeyEvent, progress: &mut Progress) -> Way {
        if self.finished {
            return match key.code {
                KeyCode::Enter | KeyCode::Char(' ' | 'c' | 'C') => Way::Next,
                KeyCode::Char('r' | 'R') => {
                    self.again();
                    Way::Stay
                }
                KeyCode::Esc | KeyCode::Char('q' | 'Q') => Way::List,
                _ => Way::Stay,
            };
        }
        let choices = self.choices();
        let open = choices > 0 && !self.step().is_done();
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ') if self.may_go_on() => self.go_on(progress),
            KeyCode::Enter | KeyCode::Char(' ') if open => self.choose(self.choice, progress),
            KeyCode::Char('c' | 'C') => self.go_on(progress),
            KeyCode::Char('v' | 'V') => self.answer(&Answer::Path, progress),
            KeyCode::Char(digit @ '1'..='9') if open => self.choose(digit as usize - '1' as usize, progress),
            KeyCode::Up if open => self.choice = (self.choice + choices - 1) % choices,
            KeyCode::Down if open => self.choice = (self.choice + 1) % choices,
            KeyCode::Esc if self.table.selection().is_none() => return Way::List,
            _ => return self.board_key(key, progress),
        }
        Way::Stay
    }

    fn board_key(&mut self, key: KeyEvent, progress: &mut Progress) -> Way {
        match wish(key) {
            None | Some(Wish::Save | Wish::Open | Wish::Type) => {}
            Some(Wish::Leave) => return Way::List,
            Some(step @ (Wish::Up | Wish::Down | Wish::Left | Wish::Right)) => {
                self.steps.take(&mut self.table, step);
                self.table.take_announcements();
            }
            Some(Wish::Command(command)) => {
                self.act(Action::Command(command), progress);
                if reach_for_target(&self.table, command) {
                    self.act(Action::Command(Command::NextTarget), progress);
                }
            }
        }
        Way::Stay
    }
}

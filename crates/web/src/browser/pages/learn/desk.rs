//! A learner at a lesson: the step, its board, and what was last said. Screens read its signals and call its methods;
//! every answer goes through [`Desk::answer`].

use leptos::prelude::*;
use skep_course::{Answer, Feedback, LessonSession, Solution, StepSession, Task, Why};
use skep_rules::{Bug, Color, Game, Hex, Move, Piece};
use skep_tabletop::{
    Action, Announcement, Capabilities, Insets, Intent, LessonMark, PinnedTiles, Preferences, Scene, State,
    update,
};
use skep_words::{Key, Speaker, say, tr};
use wasm_bindgen::JsCast as _;

use super::adorn;
use crate::browser::app::App;
use crate::browser::board::showcase;
use crate::browser::device::document;
use crate::browser::hands::{AtBoard, Hands};
use crate::browser::sound::Sound;
use crate::route::Route;

/// Handles to a lesson's signals.
#[derive(Clone, Copy)]
pub(crate) struct Desk {
    app: App,
    pub(super) lesson: RwSignal<LessonSession>,
    table: RwSignal<State>,
    hands: Hands,
    /// The answer to the last answer.
    pub(super) said: RwSignal<Option<Feedback>>,
    /// The cells that prove what was said.
    proof: RwSignal<Vec<Hex>>,
    /// The choices that were wrong, by number.
    pub(super) tried: RwSignal<Vec<usize>>,
    /// Whether the last step has been left.
    pub(super) finished: RwSignal<bool>,
}

impl Desk {
    pub(super) fn sit_down(app: App, lesson: LessonSession) -> Desk {
        let table = State::new(showcase(), Capabilities::picture());
        let desk = Desk {
            app,
            lesson: RwSignal::new(lesson),
            table: RwSignal::new(table),
            hands: Hands::new(),
            said: RwSignal::new(None),
            proof: RwSignal::new(Vec::new()),
            tried: RwSignal::new(Vec::new()),
            finished: RwSignal::new(false),
        };
        desk.set_out();
        desk
    }

    /// Something about the current step; follows a change.
    pub(super) fn step<T>(self, ask: impl FnOnce(&StepSession) -> T) -> T {
        self.lesson.with(|lesson| ask(lesson.current()))
    }

    /// Sets the board out for the current step.
    fn set_out(self) {
        self.said.set(None);
        self.proof.set(Vec::new());
        self.tried.set(Vec::new());
        let (game, task, id) = self.lesson.with_untracked(|lesson| {
            (lesson.current().step().game(), lesson.current().task().clone(), lesson.id())
        });
        let game = game.unwrap_or_else(|| Game::from_position(showcase()));
        let (start, moves) = (Box::new(game.start().clone()), game.moves().to_vec());
        let capabilities = match task {
            Task::MakeMove { .. } => Capabilities::lesson(),
            // Elsewhere too a tap is only reported: a lesson has nothing to refuse then.
            _ => Capabilities::lesson_cells(),
        };
        let settings = self.app.settings.get_untracked();
        let preferences = Preferences {
            targets: settings.targets,
            confirm: settings.confirm,
            reduced_motion: self.app.reduced_motion(),
            pinned: PinnedTiles::Never,
            // What moved last matters where a pillbug may not throw it; elsewhere it would only draw the eye.
            last_move: id == "pillbug-limits",
            ..Preferences::default()
        };
        self.table.update(|table| {
            update(table, Action::SetPreferences(preferences));
            update(table, Action::SetCapabilities(capabilities));
            update(table, Action::Show { start, moves, ply: None });
            update(table, Action::Spotlight(adorn::spotlight(&task)));
            update(table, Action::Frame(adorn::attempted(&task).into_iter().collect()));
            table.take_announcements();
        });
    }

    /// Takes an answer: judges it, shows on the board what was said, and says it aloud.
    pub(super) fn answer(self, answer: &Answer) {
        let feedback = self.app.course.answer(self.lesson, answer);
        if feedback == Feedback::NotAsked {
            return;
        }
        if let (Feedback::Wrong(_), Answer::Reason(index) | Answer::Option(index)) = (&feedback, answer) {
            self.tried.update(|tried| tried.push(*index));
        }
        self.paint(&feedback, answer);
        self.app.announce(self.words(&feedback));
        match &feedback {
            Feedback::Wrong(_) => self.app.play_sound(Sound::Refused),
            Feedback::Done { .. } => {
                // A move makes its own sound.
                self.app.play_sound(if self.completes() { Sound::Win } else { Sound::Place });
                focus("#go-on");
            }
            Feedback::Progress { .. } => self.app.play_sound(Sound::Place),
            _ => {}
        }
        self.said.set(Some(feedback));
    }

    /// Whether the last step of the lesson is done.
    fn completes(self) -> bool {
        self.lesson.with_untracked(|lesson| lesson.index() + 1 == lesson.steps().len())
    }

    /// Shows on the board what an answer led to.
    fn paint(self, feedback: &Feedback, answer: &Answer) {
        let mut marks: Vec<(Hex, LessonMark)> = Vec::new();
        self.lesson.with_untracked(|lesson| {
            marks.extend(lesson.current().found().iter().map(|hex| (*hex, LessonMark::Found)));
            marks.extend(lesson.current().missed().map(|hex| (hex, LessonMark::Wrong)));
        });
        let mut walk = None;
        let mut proof = Vec::new();
        match feedback {
            Feedback::Wrong(wrong) => proof.clone_from(&wrong.cells),
            Feedback::Done { cells } => proof.clone_from(cells),
            Feedback::Path(path) => walk = Some(path.turn),
            Feedback::Solution(Solution::Turn(turn)) => walk = Some(*turn),
            Feedback::Solution(Solution::Cells(cells)) => {
                let open = |hex: &&Hex| {
                    !marks.iter().any(|(marked, mark)| marked == *hex && *mark == LessonMark::Found)
                };
                let rest: Vec<_> = cells.iter().filter(open).map(|hex| (*hex, LessonMark::Shown)).collect();
                marks.extend(rest);
            }
            _ => {}
        }
        self.proof.set(proof);
        self.table.update(|table| {
            update(table, Action::ShowRefusal(None));
            update(table, Action::MarkCells(marks));
            update(table, Action::Demonstrate(walk));
            if let (Feedback::Done { .. }, Answer::Play(mv)) = (feedback, answer) {
                update(table, Action::Played(*mv));
            }
            table.take_announcements();
        });
    }

    /// What was said, in words: a lead and a sentence.
    pub(super) fn lead(self, feedback: &Feedback) -> &'static str {
        let taps = self.step(|step| matches!(step.task(), Task::TapAllTargets { .. }));
        self.app.tr(match feedback {
            Feedback::Done { .. } if taps => Key::LearnAllFound,
            Feedback::Done { .. } | Feedback::Progress { .. } | Feedback::Again => Key::LearnRight,
            Feedback::Hint => Key::LearnHint,
            Feedback::Path(_) => Key::LearnShowPath,
            Feedback::Solution(_) => Key::LearnShowAnswer,
            Feedback::Wrong(_) | Feedback::NotAsked => Key::LearnNotYet,
        })
    }

    pub(super) fn sentence(self, feedback: &Feedback) -> String {
        let language = self.app.language.get();
        match feedback {
            Feedback::Progress { found, of } => say!(language, LearnFound, n = *found, total = *of),
            Feedback::Again => tr(language, Key::LearnFoundBefore).to_owned(),
            Feedback::Path(_) => tr(language, Key::LearnPathShown).to_owned(),
            Feedback::Solution(_) => tr(language, Key::LearnAnswerShown).to_owned(),
            _ => self.step(|step| step.sentence(feedback, language)),
        }
    }

    fn words(self, feedback: &Feedback) -> String {
        untrack(|| format!("{} {}", self.lead(feedback), self.sentence(feedback)))
    }

    /// Where the rules page explains what was refused.
    pub(super) fn anchor(self, feedback: &Feedback) -> Option<&'static str> {
        let refused = matches!(feedback, Feedback::Wrong(wrong) if matches!(wrong.why, Why::Refused(_)));
        refused.then(|| self.step(|step| step.anchor(feedback)))
    }

    /// Whether the step may be left.
    pub(super) fn may_go_on(self) -> bool {
        self.step(|step| step.is_done() || matches!(step.task(), Task::Read))
    }

    /// Leaves the step for the next one, or the lesson for its stars.
    pub(super) fn go_on(self) {
        if !untrack(move || self.may_go_on()) || self.finished.get_untracked() {
            return;
        }
        if self.step_is_read() {
            let _ = self.app.course.answer(self.lesson, &Answer::Read);
        }
        if self.lesson.try_update(LessonSession::advance) == Some(true) {
            self.set_out();
            focus("#step");
        } else {
            self.finished.set(true);
            focus("#after");
        }
    }

    fn step_is_read(self) -> bool {
        untrack(move || self.step(|step| matches!(step.task(), Task::Read) && !step.is_done()))
    }

    /// The lesson from its beginning.
    pub(super) fn again(self) {
        self.lesson.update(|lesson| {
            *lesson = lesson.lesson().map_or_else(LessonSession::first_minutes, LessonSession::new);
        });
        self.finished.set(false);
        self.set_out();
        focus("#step");
    }

    /// The tile that the step asks to place, or shows being placed.
    pub(super) fn in_hand(self) -> Option<Piece> {
        self.step(|step| {
            let piece = match step.task() {
                Task::TapAllTargets { piece, .. } => *piece,
                Task::SpotWhyRefused { turn: Move::Place { piece, .. }, .. } => *piece,
                _ => return None,
            };
            let board = step.position()?.board();
            board.find(piece).is_none().then_some(piece)
        })
    }

    /// Whether the step wants a pass.
    pub(super) fn must_pass(self) -> bool {
        self.table.with(|table| table.must_pass() && table.can_act())
            && self.step(|step| matches!(step.task(), Task::MakeMove { .. }))
    }

    pub(super) fn board_refusal(self) -> Option<(String, Option<&'static str>)> {
        self.app.language.track();
        let refusal = self.table.with(State::refusal)?;
        let anchor = crate::browser::names::refusal_anchor(&refusal);
        Some((self.speaker().refused(&refusal), anchor))
    }

    /// The insect in the hand.
    pub(super) fn held(self) -> Option<Bug> {
        self.table.with(|table| table.selection().map(|held| held.piece().bug()))
    }

    /// Whether somebody has moved the camera and may want it back.
    pub(super) fn is_astray(self) -> bool {
        self.table.with(|table| table.framing() == skep_tabletop::Framing::Player)
    }
}

impl AtBoard for Desk {
    fn app(self) -> App {
        self.app
    }

    fn table(self) -> RwSignal<State> {
        self.table
    }

    fn hands(self) -> Hands {
        self.hands
    }

    fn act(self, action: Action) {
        let mut intent = None;
        let mut said = Vec::new();
        self.table.update(|table| {
            intent = update(table, action);
            said = table.take_announcements();
        });
        for announcement in said {
            if matches!(announcement, Announcement::Refused(_)) {
                self.app.play_sound(Sound::Refused);
            }
            self.app.announce(self.speaker().announcement(&announcement));
        }
        match intent {
            Some(Intent::Play(mv)) => self.answer(&Answer::Play(mv)),
            Some(Intent::Picked(hex)) => self.answer(&Answer::Tap(hex)),
            Some(Intent::Hint) => self.answer(&Answer::Hint),
            Some(Intent::Help) => self.app.go(&Route::Keys),
            Some(_) | None => {}
        }
    }

    /// Lessons speak of White and Black, never of "your queen".
    fn speaker(self) -> Speaker {
        Speaker {
            language: self.app.language.get_untracked(),
            you: None,
            orientation: self.table.with_untracked(State::orientation),
        }
    }

    fn insets(self, _width: f64) -> Insets {
        Insets { top: 6.0, right: 0.0, bottom: 6.0, left: 0.0 }
    }

    fn may_move(self, color: Color) -> bool {
        self.table.with(|table| table.can_act() && table.position().turn() == color)
            && !self.step(StepSession::is_done)
    }

    fn plies(self) -> usize {
        self.table.with(|table| table.moves().len())
    }

    fn decorate(self, table: &State, scene: &mut Scene) {
        let proof = self.proof.get();
        adorn::prove(&proof, table, scene);
        self.step(|step| {
            if let Task::SpotWhyRefused { turn, .. } = step.task() {
                adorn::attempt(*turn, table, scene);
            }
        });
    }
}

/// Moves the keyboard's focus once the page has been drawn anew.
pub(super) fn focus(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = document().query_selector(selector).ok().flatten() {
            let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}

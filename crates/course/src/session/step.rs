//! One step, from the question to the answer.

use skep_rules::{Hex, IllegalMove, Move, Piece, Position};

use super::task::retold;
use super::{Answer, Feedback, Path, Solution, Task, Why, Wrong};
use crate::lesson::Step;
use crate::turn::read_turn;

/// Somebody at a step.
///
/// ```
/// use skep_course::{Answer, Feedback, StepSession, step};
/// use skep_rules::Hex;
///
/// // "Tap every cell where White may place an ant": there are three.
/// let mut session = StepSession::new(step("placing-2").expect("a step"));
/// let Feedback::Wrong(wrong) = session.answer(&Answer::Tap(Hex::new(1, -1))) else { panic!() };
/// assert_eq!(wrong.cells, [Hex::new(1, 0)], "the black spider is too near");
/// assert_eq!(session.answer(&Answer::Tap(Hex::new(-1, 0))), Feedback::Progress { found: 1, of: 3 });
/// ```
#[derive(Clone, Debug)]
pub struct StepSession {
    step: &'static Step,
    position: Option<Position>,
    task: Task,
    found: Vec<Hex>,
    /// Wrong answers so far: the same mistake twice is one mistake.
    tried: Vec<Answer>,
    tally: Tally,
    is_done: bool,
}

/// How a step went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Different wrong answers.
    pub mistakes: u16,
    /// Whether the hint was shown.
    pub hint: bool,
    /// Whether a path was shown.
    pub path: bool,
    /// Whether the answer was shown.
    pub solution: bool,
}

impl Tally {
    /// All that went wrong or needed help, as one number. Seeing the answer counts twice.
    #[must_use]
    pub fn faults(&self) -> u16 {
        self.mistakes
            .saturating_add(u16::from(self.hint))
            .saturating_add(u16::from(self.path))
            .saturating_add(2 * u16::from(self.solution))
    }
}

impl StepSession {
    /// Starts a step.
    #[must_use]
    pub fn new(step: &'static Step) -> StepSession {
        let position = step.shown();
        let task = Task::new(step, position.as_ref());
        StepSession {
            step,
            position,
            task,
            found: Vec::new(),
            tried: Vec::new(),
            tally: Tally::default(),
            is_done: false,
        }
    }

    /// The step.
    #[must_use]
    pub fn step(&self) -> &'static Step {
        self.step
    }

    /// The position shown.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// What is asked for.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The cells that were found, in the order in which they were.
    #[must_use]
    pub fn found(&self) -> &[Hex] {
        &self.found
    }

    /// The cells that were tapped and were not right.
    pub fn missed(&self) -> impl Iterator<Item = Hex> {
        self.tried.iter().filter_map(|answer| match answer {
            Answer::Tap(hex) => Some(*hex),
            _ => None,
        })
    }

    /// How it went so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Whether the step is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Takes an answer.
    pub fn answer(&mut self, answer: &Answer) -> Feedback {
        let feedback = self.judge(answer);
        match &feedback {
            Feedback::Done { .. } => self.is_done = true,
            Feedback::Progress { .. } => {}
            Feedback::Wrong(_) if !self.tried.contains(answer) => {
                self.tried.push(answer.clone());
                self.tally.mistakes = self.tally.mistakes.saturating_add(1);
            }
            // Looking back at a step that is done costs nothing.
            Feedback::Hint => self.tally.hint |= !self.is_done,
            Feedback::Path(_) => self.tally.path |= !self.is_done,
            Feedback::Solution(_) => self.tally.solution |= !self.is_done,
            Feedback::Wrong(_) | Feedback::Again | Feedback::NotAsked => {}
        }
        feedback
    }

    fn judge(&mut self, answer: &Answer) -> Feedback {
        match answer {
            Answer::Hint if self.step.texts.0[0].hint.is_empty() => return Feedback::NotAsked,
            Answer::Hint => return Feedback::Hint,
            Answer::Path => return self.path().map_or(Feedback::NotAsked, Feedback::Path),
            Answer::Solution => return self.solution().map_or(Feedback::NotAsked, Feedback::Solution),
            _ if self.is_done => return Feedback::NotAsked,
            _ => {}
        }
        match (&self.task, answer) {
            (Task::Read, Answer::Read) => Feedback::Done { cells: Vec::new() },
            (Task::TapAllTargets { piece, .. }, Answer::Tap(hex)) => self.tap(*piece, *hex),
            (Task::MakeMove { answers, about }, Answer::Play(turn)) => self.play(answers, *about, *turn),
            (Task::SpotWhyRefused { because, correct, choices, .. }, Answer::Reason(index)) => {
                match choices.get(*index) {
                    None => Feedback::NotAsked,
                    Some(_) if index == correct => Feedback::Done { cells: because.cells() },
                    Some(key) => wrong(Why::NotThisReason(key), Vec::new()),
                }
            }
            (Task::Choose { options, correct }, Answer::Option(index)) => {
                if index >= options {
                    Feedback::NotAsked
                } else if index == correct {
                    Feedback::Done { cells: Vec::new() }
                } else {
                    wrong(Why::NotThisOption(*index), Vec::new())
                }
            }
            _ => Feedback::NotAsked,
        }
    }

    fn tap(&mut self, piece: Piece, hex: Hex) -> Feedback {
        let Task::TapAllTargets { targets, .. } = &self.task else { return Feedback::NotAsked };
        if self.found.contains(&hex) {
            return Feedback::Again;
        }
        if targets.contains(&hex) {
            self.found.push(hex);
            let (found, of) = (self.found.len(), targets.len());
            return if found == of {
                Feedback::Done { cells: Vec::new() }
            } else {
                Feedback::Progress { found, of }
            };
        }
        match self.turn_to(piece, hex).and_then(|turn| self.refusal(turn)) {
            Some(reason) => refused(reason),
            None => wrong(Why::Misses, Vec::new()),
        }
    }

    fn play(&self, answers: &[Move], about: Option<Piece>, turn: Move) -> Feedback {
        if answers.contains(&turn) {
            return Feedback::Done { cells: Vec::new() };
        }
        match self.refusal(turn) {
            Some(reason) => refused(reason),
            None => wrong(Why::Misses, about.and_then(|piece| self.cell_of(piece)).into_iter().collect()),
        }
    }

    /// Why the turn is refused, in the words that the lesson has for it.
    fn refusal(&self, turn: Move) -> Option<IllegalMove> {
        let position = self.position.as_ref()?;
        let reason = position.check(turn).err()?;
        let listed = self.step.wrong.iter().find(|(text, _)| read_turn(position, text) == Some(turn));
        Some(listed.map_or(reason, |(_, key)| retold(reason, key, Some(position))))
    }

    fn cell_of(&self, piece: Piece) -> Option<Hex> {
        Some(self.position.as_ref()?.board().find(piece)?.0)
    }

    fn turn_to(&self, piece: Piece, to: Hex) -> Option<Move> {
        self.position.as_ref()?;
        Some(match self.cell_of(piece) {
            Some(from) => Move::Relocate { piece, from, to },
            None => Move::Place { piece, to },
        })
    }

    /// A way to an answer that has not been given yet.
    fn path(&self) -> Option<Path> {
        let turn = match &self.task {
            Task::TapAllTargets { piece, targets } => {
                let open = targets.iter().find(|hex| !self.found.contains(hex)).or(targets.first())?;
                self.turn_to(*piece, *open)?
            }
            Task::MakeMove { answers, .. } => *answers.first()?,
            _ => return None,
        };
        let trace = self.position.as_ref()?.trace(turn).ok()?;
        Some(Path { turn, trace })
    }

    fn solution(&self) -> Option<Solution> {
        Some(match &self.task {
            Task::Read => return None,
            Task::TapAllTargets { targets, .. } => Solution::Cells(targets.clone()),
            Task::MakeMove { answers, .. } => Solution::Turn(*answers.first()?),
            Task::SpotWhyRefused { correct, .. } => Solution::Reason(*correct),
            Task::Choose { correct, .. } => Solution::Option(*correct),
        })
    }
}

fn wrong(why: Why, cells: Vec<Hex>) -> Feedback {
    Feedback::Wrong(Wrong { why, cells })
}

fn refused(reason: IllegalMove) -> Feedback {
    wrong(Why::Refused(reason), reason.cells())
}

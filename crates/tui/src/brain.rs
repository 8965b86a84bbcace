//! The engine in a thread of its own, so that keys are heard while it thinks.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use skep_engine::{Engine, Level, Limits, Options, StopToken};
use skep_rules::{Game, Move};

const TABLE_MIB: usize = 16;

struct Question {
    number: u64,
    game: Game,
    limits: Limits,
    stop: StopToken,
}

/// A thread that answers questions about games, the newest only.
#[derive(Debug)]
pub(crate) struct Brain {
    questions: Sender<Question>,
    answers: Receiver<(u64, Option<Move>)>,
    /// The question that is open, and how to end it.
    open: Option<(u64, StopToken)>,
    asked: u64,
}

impl Brain {
    pub(crate) fn new() -> Brain {
        let (questions, inbox) = channel::<Question>();
        let (outbox, answers) = channel();
        thread::spawn(move || {
            let mut engine = Engine::new(Options { table_mib: TABLE_MIB, ..Options::default() });
            for question in inbox {
                let found = engine.search(&question.game, &question.limits, &question.stop, &mut |_| {});
                if outbox.send((question.number, found.map(|found| found.best))).is_err() {
                    break;
                }
            }
        });
        Brain { questions, answers, open: None, asked: 0 }
    }

    /// Asks for a turn; a question that was open is forgotten.
    pub(crate) fn ask(&mut self, game: &Game, limits: Limits) {
        self.cancel();
        self.asked += 1;
        let stop = StopToken::new();
        let question = Question { number: self.asked, game: game.clone(), limits, stop: stop.clone() };
        // The thread lives as long as this does.
        if self.questions.send(question).is_ok() {
            self.open = Some((self.asked, stop));
        }
    }

    /// Forgets the open question.
    pub(crate) fn cancel(&mut self) {
        if let Some((_, stop)) = self.open.take() {
            stop.stop();
        }
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.open.is_some()
    }

    /// The answer to the open question, if it is there.
    pub(crate) fn answer(&mut self) -> Option<Move> {
        loop {
            match self.answers.try_recv() {
                Ok((number, found)) if self.close(number) => return found,
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    // The thread is gone; nobody should wait for it.
                    self.open = None;
                    return None;
                }
            }
        }
    }

    /// Waits for the answer to the open question.
    pub(crate) fn wait(&mut self) -> Option<Move> {
        while self.is_thinking() {
            let (number, found) = self.answers.recv().ok()?;
            if self.close(number) {
                return found;
            }
        }
        None
    }

    fn close(&mut self, number: u64) -> bool {
        let ours = self.open.as_ref().is_some_and(|(open, _)| *open == number);
        if ours {
            self.open = None;
        }
        ours
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// How long a level may think about a turn: as in the browser.
pub(crate) fn patience(level: Level) -> Duration {
    Duration::from_millis(match level.number() {
        1..=3 => 300,
        4..=6 => 800,
        7..=8 => 1500,
        9 => 3000,
        _ => 5000,
    })
}

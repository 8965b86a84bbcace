//! The engine's side of the conversation.

mod explain;
mod help;
mod perft;
mod record;
mod think;

use std::fmt;
use std::io::{self, Write};

use skep_engine::StopToken;
use skep_rules::notation::uhp::GameString;
use skep_rules::{GameType, RuleSet};

use crate::brain::Brain;
use crate::command::{Command, Effort};
use crate::options::{OptionName, Settings};
use crate::reply::Reply;
use record::{Record, RecordError};

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// The other side said goodbye.
    Exit,
}

/// A conversation in the Universal Hive Protocol: lines in, answers out.
///
/// A session reads no input by itself and starts no threads. [`serve`](crate::serve) does, for programs; a
/// web worker or a test calls [`Session::handle`] for each line it gets.
///
/// ```
/// use skep_engine::{Engine, Options, StopToken};
/// use skep_uhp::Session;
/// let mut session = Session::new(Vec::new(), Engine::new(Options::default()), "Example 1.0");
/// session.handle("newgame Base", &StopToken::new())?;
/// session.handle("play wS1", &StopToken::new())?;
/// let answers = String::from_utf8(session.into_output()).unwrap();
/// assert_eq!(answers, "Base;NotStarted;White[1]\nok\nBase;InProgress;Black[1];wS1\nok\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Session<W, B> {
    out: W,
    brain: B,
    id: String,
    settings: Settings,
    record: Option<Record>,
    /// Whether the brain remembers something of the game that a new game must not know.
    has_thought: bool,
    /// Takes notes that are no part of the conversation.
    log: Box<dyn FnMut(&str) + Send>,
}

const NO_GAME: &str = "there is no game, start one with newgame";
const GAME_OVER: &str = "the game is over";

impl<W: Write, B: Brain> Session<W, B> {
    /// A session without a game. `id` is the engine's name and version.
    pub fn new(out: W, brain: B, id: impl Into<String>) -> Session<W, B> {
        let mut session = Session {
            out,
            brain,
            id: id.into(),
            settings: Settings::default(),
            record: None,
            has_thought: false,
            log: Box::new(|_| {}),
        };
        session.configure_brain();
        session
    }

    /// Sends notes for the operator somewhere, such as standard error.
    pub fn set_log(&mut self, log: impl FnMut(&str) + Send + 'static) {
        self.log = Box::new(log);
    }

    /// Changes settings before the conversation begins, as `options set` would.
    ///
    /// # Errors
    ///
    /// When the value does not suit the option; nothing changes then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match self.try_set_option(name, value) {
            Reply::Error(reason) | Reply::InvalidMove(reason) => Err(reason),
            Reply::Lines(_) => Ok(()),
        }
    }

    /// What has been set.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The output, with all that was written to it.
    pub fn into_output(self) -> W {
        self.out
    }

    /// Says who this is, as every engine does unasked when it starts.
    ///
    /// # Errors
    ///
    /// When the output is closed.
    pub fn greet(&mut self) -> io::Result<()> {
        self.info().write(&mut self.out)
    }

    /// Carries out one line and writes the answer. Pulling `stop` from elsewhere ends a `bestmove` or `perft`
    /// early.
    ///
    /// # Errors
    ///
    /// When the output is closed.
    pub fn handle(&mut self, line: &str, stop: &StopToken) -> io::Result<Flow> {
        match Command::parse(line) {
            Ok(Some(command)) => self.obey(command, stop),
            Ok(None) => Ok(Flow::Continue),
            Err(error) => self.refuse(error),
        }
    }

    /// Answers a line that could not be understood.
    pub(crate) fn refuse(&mut self, error: impl fmt::Display) -> io::Result<Flow> {
        Reply::error(error).write(&mut self.out)?;
        Ok(Flow::Continue)
    }

    /// Carries out one command and writes the answer.
    ///
    /// # Errors
    ///
    /// When the output is closed.
    pub fn obey(&mut self, command: Command, stop: &StopToken) -> io::Result<Flow> {
        let reply = match command {
            Command::Exit => return Ok(Flow::Exit),
            Command::Info => self.info(),
            Command::NewGame(text) => self.new_game(&text),
            Command::Play(text) => self.play(&text),
            Command::Pass => self.play("pass"),
            Command::ValidMoves => self.valid_moves(),
            Command::BestMove(effort) => self.best_move(effort, stop)?,
            Command::Undo(plies) => self.undo(plies),
            Command::Options => {
                Reply::Lines(OptionName::ALL.map(|name| self.settings.line(name)).into_iter().collect())
            }
            Command::GetOption(name) => match OptionName::find(&name) {
                Ok(name) => Reply::line(self.settings.line(name)),
                Err(error) => Reply::error(error),
            },
            Command::SetOption { name, value } => self.try_set_option(&name, &value),
            // Whatever was running has been stopped by whoever read this line.
            Command::Stop => Reply::nothing(),
            Command::Explain(text) => self.explain(text.as_deref(), stop),
            Command::Perft(depth) => self.perft(depth, stop)?,
            Command::Help(topic) => help::help(topic.as_deref()),
        };
        reply.write(&mut self.out)?;
        Ok(Flow::Continue)
    }

    fn info(&self) -> Reply {
        Reply::Lines(vec![format!("id {}", self.id), "Mosquito;Ladybug;Pillbug".into()])
    }

    fn rules(&self, game_type: GameType) -> RuleSet {
        let Settings { queen_first, repetition_draw, .. } = self.settings;
        RuleSet { queen_first, repetition_draw, ..RuleSet::new(game_type) }
    }

    fn new_game(&mut self, text: &str) -> Reply {
        let written = match GameString::parse(if text.is_empty() { "Base" } else { text }) {
            Ok(written) => written,
            Err(error) => return Reply::error(error),
        };
        match Record::load(&written, self.rules(written.game_type)) {
            Ok(record) => {
                self.forget_unless_related(&record);
                self.record = Some(record);
                self.game_string()
            }
            Err(error) => Reply::error(error),
        }
    }

    /// Viewers step through a game by loading it again and again: what was thought about it remains true.
    fn forget_unless_related(&mut self, next: &Record) {
        let rules = |record: &Record| record.game().position().rules();
        let is_related = !next.game().moves().is_empty()
            && self.record.as_ref().is_some_and(|record| rules(record) == rules(next));
        if self.has_thought && !is_related {
            self.brain.clear();
            self.has_thought = false;
        }
    }

    fn game_string(&self) -> Reply {
        match &self.record {
            Some(record) => Reply::line(record.to_string()),
            None => Reply::error(NO_GAME),
        }
    }

    fn play(&mut self, text: &str) -> Reply {
        let Some(record) = &mut self.record else { return Reply::error(NO_GAME) };
        match record.play(text) {
            Ok(()) => self.game_string(),
            Err(RecordError::GameOver) => Reply::error(GAME_OVER),
            Err(error) => Reply::invalid_move(error),
        }
    }

    fn undo(&mut self, plies: usize) -> Reply {
        let Some(record) = &mut self.record else { return Reply::error(NO_GAME) };
        match record.game().moves().len() {
            0 => Reply::error("there is nothing to undo"),
            played if !(1..=played).contains(&plies) => {
                Reply::error(format!("only 1 to {played} turns can be undone"))
            }
            _ => {
                record.undo(plies);
                self.game_string()
            }
        }
    }

    fn valid_moves(&self) -> Reply {
        match &self.record {
            None => Reply::error(NO_GAME),
            Some(record) if record.game().result().is_some() => Reply::error(GAME_OVER),
            Some(record) => Reply::line(record.valid_moves()),
        }
    }

    fn best_move(&mut self, effort: Effort, stop: &StopToken) -> io::Result<Reply> {
        let Some(record) = &self.record else { return Ok(Reply::error(NO_GAME)) };
        self.has_thought = true;
        let task = think::Task { game: record.game(), settings: &self.settings, effort };
        match task.run(&mut self.brain, stop, &mut self.out)? {
            Some(best) => Ok(Reply::line(best)),
            None => Ok(Reply::error(GAME_OVER)),
        }
    }

    fn explain(&mut self, text: Option<&str>, stop: &StopToken) -> Reply {
        let Some(record) = &self.record else { return Reply::error(NO_GAME) };
        if record.game().result().is_some() {
            return Reply::error(GAME_OVER);
        }
        self.has_thought = true;
        match text {
            None => explain::position(record.game(), &mut self.brain, stop),
            Some(text) => match record.find(text) {
                Ok(mv) => explain::turn(record.game(), mv, &mut self.brain, stop),
                Err(error) => Reply::invalid_move(error),
            },
        }
    }

    fn perft(&mut self, depth: u32, stop: &StopToken) -> io::Result<Reply> {
        let Some(record) = &self.record else { return Ok(Reply::error(NO_GAME)) };
        perft::perft(record.game().position(), depth, stop, &mut self.out)?;
        Ok(Reply::nothing())
    }

    fn try_set_option(&mut self, name: &str, value: &str) -> Reply {
        let changed =
            OptionName::find(name).and_then(|name| Ok((name, self.settings.with(name, value.trim())?)));
        let (name, settings) = match changed {
            Ok(changed) => changed,
            Err(error) => return Reply::error(error),
        };
        let before = std::mem::replace(&mut self.settings, settings);
        let rules = (before.queen_first, before.repetition_draw);
        if rules != (self.settings.queen_first, self.settings.repetition_draw)
            && let Some(record) = &self.record
        {
            match record.under(self.rules(record.game().position().game_type())) {
                Ok(record) => self.record = Some(record),
                Err(error) => {
                    self.settings = before;
                    return Reply::error(format!("the present game would not be possible: {error}"));
                }
            }
        }
        if (before.threads, before.hash_mib) != (self.settings.threads, self.settings.hash_mib) {
            self.configure_brain();
        }
        Reply::line(self.settings.line(name))
    }

    fn configure_brain(&mut self) {
        let wanted = self.settings.hash_mib;
        let had = self.brain.configure(self.settings.threads, wanted);
        if had < wanted {
            (self.log)(&format!("{wanted} MiB of memory cannot be had, HashMiB is {had}"));
            self.settings.hash_mib = had;
        }
    }
}

impl<W, B> fmt::Debug for Session<W, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("id", &self.id)
            .field("settings", &self.settings)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;

//! The other side of the conversation: drives any engine that speaks the protocol.

mod answer;
mod error;
mod process;

use std::time::{Duration, Instant};

use skep_engine::StopToken;
use skep_rules::notation::uhp::{GameState, GameString, UhpMove, game_state};
use skep_rules::{Game, Move};

pub use answer::{BestMove, EngineOption, OptionKind, Preview, PreviewScore};
pub use error::ClientError;
pub use process::CommandLine;

use crate::command::Effort;
use crate::time::format_time;
use process::Process;

/// How long an engine may take for what takes no thought.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For its banner: some load tables or networks first.
    pub start: Duration,
    /// For any command but `bestmove`.
    pub command: Duration,
    /// For `bestmove` without a limit of time.
    pub best_move: Duration,
    /// How much later than the limit of time an answer may come before the engine counts as dead. An answer
    /// that comes late but comes is for the caller to judge.
    pub grace: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { start: seconds(30), command: seconds(10), best_move: seconds(600), grace: seconds(10) }
    }
}

/// An engine in a process of its own.
///
/// Nothing the engine does can hang or crash the caller: every answer has a deadline, and an engine that misses
/// one is killed, as it is when the client is dropped. Moves are compared by tile and place, never by text:
/// a hex has several names, and engines differ in which they use.
///
/// After an error of which [`ClientError::is_fatal`] is true the process is gone, and every further call says
/// so.
#[derive(Debug)]
pub struct Client {
    process: Process,
    patience: Patience,
    id: String,
    capabilities: Vec<String>,
    /// The game as the engine has been told it.
    game: Option<Game>,
    /// Which of the spellings of a time limit the engine has understood.
    time_form: Option<TimeForm>,
}

/// Three ways to ask for a best move in less than whole seconds, none of which all engines understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimeForm {
    /// `time 00:00:00.050`.
    Fraction,
    /// `seconds 0.05`.
    Seconds,
    /// `time 00:00:01`, rounded up.
    Whole,
}

impl Client {
    /// Starts an engine and reads its banner.
    ///
    /// # Errors
    ///
    /// When the program cannot be started, ends, or does not introduce itself in time.
    pub fn start(command: &CommandLine, patience: Patience) -> Result<Client, ClientError> {
        let mut process = Process::start(command)?;
        let banner = process.read_answer("start", Instant::now() + patience.start, &StopToken::new())?;
        let id = banner.iter().find_map(|line| line.strip_prefix("id ")).unwrap_or("Unknown").trim();
        let id = id.to_owned();
        let last = banner.last().filter(|line| !line.starts_with("id "));
        let capabilities = last.map(|line| line.split(';').map(|word| word.trim().to_owned()).collect());
        let capabilities = capabilities.unwrap_or_default();
        Ok(Client { process, patience, id, capabilities, game: None, time_form: None })
    }

    /// The engine's name and version.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The expansions that the engine plays, by its own account.
    #[must_use]
    pub fn capabilities(&self) -> &[String] {
        &self.capabilities
    }

    /// The game as the engine has been told it.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The number of the engine's process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// What the engine last wrote to its standard error.
    #[must_use]
    pub fn complaints(&self) -> String {
        self.process.complaints()
    }

    /// Sends a command and gives the lines of the answer, without the `ok`.
    ///
    /// # Errors
    ///
    /// When the engine refuses it, or does not answer as engines do.
    pub fn command(&mut self, text: &str) -> Result<Vec<String>, ClientError> {
        self.command_within(text, self.patience.command, &StopToken::new())
    }

    fn command_within(
        &mut self,
        text: &str,
        limit: Duration,
        stop: &StopToken,
    ) -> Result<Vec<String>, ClientError> {
        let deadline = Instant::now() + limit;
        self.process.send(text)?;
        let lines = self.process.read_answer(text, deadline, stop)?;
        if let Some(reason) = lines.iter().find_map(|line| answer::after_word(line, "invalidmove")) {
            return Err(ClientError::InvalidMove { command: text.to_owned(), reason });
        }
        if let Some(reason) = lines.iter().find_map(|line| answer::after_word(line, "err")) {
            return Err(ClientError::Refused { command: text.to_owned(), reason });
        }
        Ok(lines)
    }

    /// Tells the engine of a game, with all moves that were played.
    ///
    /// # Errors
    ///
    /// When the engine does not accept it. A game that did not begin with an empty table cannot be told.
    pub fn new_game(&mut self, game: &Game) -> Result<(), ClientError> {
        if !game.start().board().is_empty() {
            return Err(ClientError::NotFromStart);
        }
        let text = match game.moves() {
            [] => game.position().game_type().to_string(),
            _ => game.to_uhp(),
        };
        let command = format!("newgame {text}");
        let lines = self.command(&command)?;
        self.game = None;
        let line = self.last_line(&command, &lines)?;
        let written = GameString::parse(&line).map_err(|_| nonsense(&command, &line))?;
        let told = written.play(game.start().rules()).map_err(|_| nonsense(&command, &line))?;
        if told.moves() != game.moves() {
            return Err(ClientError::OtherGame { command, line });
        }
        self.game = Some(game.clone());
        Ok(())
    }

    /// Plays a turn on both sides, and gives the state that the engine sees.
    ///
    /// # Errors
    ///
    /// When there is no game, the rules forbid the turn, or the engine does not accept it or ends up with
    /// another one.
    pub fn play(&mut self, mv: Move) -> Result<GameState, ClientError> {
        let game = self.game.as_ref().ok_or(ClientError::NoGame)?;
        let before = game.position().clone();
        let mut after = game.clone();
        after.play(mv).map_err(ClientError::Illegal)?;
        let command = match mv {
            Move::Pass => "pass".to_owned(),
            _ => format!("play {}", mv.to_uhp(&before)),
        };
        let lines = self.command(&command)?;
        let line = self.last_line(&command, &lines)?;
        let written = GameString::parse(&line).map_err(|_| nonsense(&command, &line))?;
        // Only the last turn is new; the others were compared when they were played.
        let last = written.moves.last().and_then(|text| UhpMove::parse(text).ok()?.resolve(&before).ok());
        if last != Some(mv) || written.moves.len() != after.moves().len() {
            return Err(ClientError::OtherGame { command, line });
        }
        let state = written.state.unwrap_or_else(|| game_state(&after));
        self.game = Some(after);
        Ok(state)
    }

    /// Takes back turns on both sides.
    ///
    /// # Errors
    ///
    /// When there are not so many, or the engine refuses.
    pub fn undo(&mut self, plies: usize) -> Result<(), ClientError> {
        let game = self.game.as_ref().ok_or(ClientError::NoGame)?;
        if plies == 0 || plies > game.moves().len() {
            return Err(ClientError::NothingToUndo);
        }
        let mut before = game.clone();
        for _ in 0..plies {
            before.undo();
        }
        let command = format!("undo {plies}");
        let lines = self.command(&command)?;
        let line = self.last_line(&command, &lines)?;
        let written = GameString::parse(&line).map_err(|_| nonsense(&command, &line))?;
        if written.moves.len() != before.moves().len() {
            return Err(ClientError::OtherGame { command, line });
        }
        self.game = Some(before);
        Ok(())
    }

    /// The legal turns by the engine's account, in its order.
    ///
    /// # Errors
    ///
    /// When the engine refuses, or names something that is no turn.
    pub fn valid_moves(&mut self) -> Result<Vec<Move>, ClientError> {
        let lines = self.command("validmoves")?;
        let line = self.last_line("validmoves", &lines)?;
        let game = self.game.as_ref().ok_or(ClientError::NoGame)?;
        let resolve = |text| answer::resolve(text, game).ok_or_else(|| nonsense("validmoves", text));
        line.split(';').filter(|text| !text.trim().is_empty()).map(resolve).collect()
    }

    /// Asks for the best move. Pulling `stop` abandons the question, and with it the engine.
    ///
    /// The move names a tile and a place in the present position; whether it is legal is not checked.
    ///
    /// # Errors
    ///
    /// When there is no game, the limit is not understood, or the answer is no move.
    pub fn best_move(&mut self, effort: Effort, stop: &StopToken) -> Result<BestMove, ClientError> {
        if self.game.is_none() {
            return Err(ClientError::NoGame);
        }
        let lines = match effort {
            Effort::Time(time) => self.ask_within_time(time, stop)?,
            Effort::Depth(depth) => self.ask(&format!("depth {depth}"), self.patience.best_move, stop)?,
            Effort::Nodes(nodes) => self.ask(&format!("nodes {nodes}"), self.patience.best_move, stop)?,
            Effort::Clock { remaining, increment } => {
                let clock = format!("clock {} {}", format_time(remaining), format_time(increment));
                match self.ask(&clock, remaining + self.patience.grace, stop) {
                    // Most engines know no clock: a steady share of what is left will do.
                    Err(ClientError::Refused { .. }) => {
                        self.ask_within_time(share_of_clock(remaining, increment), stop)?
                    }
                    result => result?,
                }
            }
            Effort::Unlimited => return Err(ClientError::NoLimit),
        };
        let game = self.game.as_ref().ok_or(ClientError::NoGame)?;
        answer::best_move(&lines, game)
    }

    fn ask(&mut self, limit: &str, patience: Duration, stop: &StopToken) -> Result<Vec<String>, ClientError> {
        self.command_within(&format!("bestmove {limit}"), patience, stop)
    }

    fn ask_within_time(&mut self, time: Duration, stop: &StopToken) -> Result<Vec<String>, ClientError> {
        let forms = match self.time_form {
            Some(form) => vec![form],
            None if time.subsec_nanos() == 0 => vec![TimeForm::Whole],
            None => vec![TimeForm::Fraction, TimeForm::Seconds, TimeForm::Whole],
        };
        let mut result = Err(ClientError::NoLimit);
        for form in forms {
            let limit = match form {
                TimeForm::Fraction => format!("time {}", format_time(time)),
                TimeForm::Seconds => format!("seconds {}", time.as_secs_f64()),
                TimeForm::Whole => {
                    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
                    format!("time {}", format_time(Duration::from_secs(seconds)))
                }
            };
            result = self.ask(&limit, time + self.patience.grace, stop);
            match result {
                Err(ClientError::Refused { .. }) => {}
                Ok(_) if time.subsec_nanos() > 0 => {
                    self.time_form = Some(form);
                    break;
                }
                _ => break,
            }
        }
        result
    }

    /// The options of the engine. Lines that are none are left out.
    ///
    /// # Errors
    ///
    /// When the engine does not answer as engines do.
    pub fn options(&mut self) -> Result<Vec<EngineOption>, ClientError> {
        let lines = self.command("options")?;
        Ok(lines.iter().filter_map(|line| EngineOption::parse(line)).collect())
    }

    /// Sets an option. Gives the value that the engine reports, which may be another one.
    ///
    /// # Errors
    ///
    /// When the engine refuses, or name or value have blanks in them.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, ClientError> {
        let is_word =
            |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == ';');
        if !is_word(name) || !is_word(value) {
            return Err(ClientError::NotAWord);
        }
        let lines = self.command(&format!("options set {name} {value}"))?;
        let mut options = lines.iter().filter_map(|line| EngineOption::parse(line));
        Ok(options.find(|option| option.name == name).map(|option| option.value))
    }

    /// The last line of an answer that must have one.
    fn last_line(&self, command: &str, lines: &[String]) -> Result<String, ClientError> {
        lines.last().cloned().ok_or_else(|| nonsense(command, ""))
    }
}

fn nonsense(command: &str, line: &str) -> ClientError {
    let line = crate::command::excerpt(line);
    ClientError::Nonsense { command: command.to_owned(), line }
}

/// Time for one turn of a game with a clock, for engines that know none.
fn share_of_clock(remaining: Duration, increment: Duration) -> Duration {
    let share = remaining / 25 + increment.mul_f64(0.8);
    // Never all that is left: the answer needs some time to travel.
    share.min(remaining.mul_f64(0.8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_used_up_at_once() {
        for (remaining, increment) in [(0.0, 0.0), (0.1, 1.0), (60.0, 0.0), (60.0, 0.6), (1.0, 100.0)] {
            let remaining = Duration::from_secs_f64(remaining);
            let share = share_of_clock(remaining, Duration::from_secs_f64(increment));
            assert!(share <= remaining);
        }
    }
}

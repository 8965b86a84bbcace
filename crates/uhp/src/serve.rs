//! A session fed from a stream: input is read while the engine thinks, so that it can be stopped.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use skep_engine::StopToken;

use crate::brain::Brain;
use crate::command::{Command, Effort, ParseCommandError};
use crate::session::{Flow, Session};

/// Longer lines are refused: ten thousand turns take less.
const MAX_LINE: usize = 1 << 20;

/// How many lines may wait while the engine thinks.
const MAX_WAITING: usize = 1024;

/// Knows what is running or waiting to run, and stops it.
///
/// Give a clone to a signal handler.
#[derive(Clone, Debug, Default)]
pub struct Switchboard {
    /// A token for each long command that was read and is not finished, the oldest first.
    pending: Arc<Mutex<Vec<(StopToken, bool)>>>,
}

impl Switchboard {
    /// With nothing running.
    #[must_use]
    pub fn new() -> Switchboard {
        Switchboard::default()
    }

    /// Stops what is running and what has been read so far. Says whether there was anything.
    pub fn stop(&self) -> bool {
        let pending = self.lock();
        pending.iter().for_each(|(token, _)| token.stop());
        !pending.is_empty()
    }

    /// Stops what would run for ever: nobody is left to stop it later.
    fn stop_endless(&self) {
        let pending = self.lock();
        pending.iter().filter(|(_, is_endless)| *is_endless).for_each(|(token, _)| token.stop());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(StopToken, bool)>> {
        // Nothing in here can be left half done.
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, command: &Command) -> StopToken {
        let token = StopToken::new();
        if command.is_long() {
            let is_endless = matches!(command, Command::BestMove(Effort::Unlimited));
            self.lock().push((token.clone(), is_endless));
        }
        token
    }

    fn end_oldest(&self) {
        let mut pending = self.lock();
        if !pending.is_empty() {
            pending.remove(0);
        }
    }
}

/// What the reading thread hands over.
enum Input {
    Command(Command, StopToken),
    Nonsense(ParseCommandError),
    TooLong,
    Failed(io::Error),
}

/// Greets, then answers each line until `exit` or the end of the input.
///
/// While one command runs the next lines are read: `stop` ends a search at once, everything else waits its
/// turn. At the end of the input a search with a limit is finished, one without is stopped.
///
/// The reading thread cannot be woken: after `exit` it lingers until the input ends or the program does.
///
/// # Errors
///
/// When input or output fail. A closed output counts as a goodbye, not as an error.
pub fn serve<W: Write, B: Brain>(
    input: impl BufRead + Send + 'static,
    session: &mut Session<W, B>,
    switchboard: &Switchboard,
) -> io::Result<()> {
    match converse(input, session, switchboard) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn converse<W: Write, B: Brain>(
    input: impl BufRead + Send + 'static,
    session: &mut Session<W, B>,
    switchboard: &Switchboard,
) -> io::Result<()> {
    session.greet()?;
    let (sender, receiver) = sync_channel(MAX_WAITING);
    let reading = switchboard.clone();
    thread::Builder::new().name("uhp-input".into()).spawn(move || read(input, &sender, &reading))?;
    answer(&receiver, session, switchboard)
}

fn answer<W: Write, B: Brain>(
    receiver: &Receiver<Input>,
    session: &mut Session<W, B>,
    switchboard: &Switchboard,
) -> io::Result<()> {
    for input in receiver {
        let flow = match input {
            Input::Command(command, stop) => {
                let is_long = command.is_long();
                let flow = session.obey(command, &stop);
                if is_long {
                    switchboard.end_oldest();
                }
                flow?
            }
            Input::Nonsense(error) => session.refuse(error)?,
            Input::TooLong => session.refuse(format!("the line has more than {MAX_LINE} bytes"))?,
            Input::Failed(error) => return Err(error),
        };
        if flow == Flow::Exit {
            break;
        }
    }
    Ok(())
}

fn read(mut input: impl BufRead, sender: &SyncSender<Input>, switchboard: &Switchboard) {
    loop {
        let next = match read_line(&mut input) {
            Ok(None) => break,
            Ok(Some(Line::TooLong)) => Input::TooLong,
            Ok(Some(Line::Text(line))) => match Command::parse(&line) {
                Ok(None) => continue,
                Ok(Some(command)) => {
                    match command {
                        Command::Stop => drop(switchboard.stop()),
                        Command::Exit => switchboard.stop_endless(),
                        _ => {}
                    }
                    let token = switchboard.begin(&command);
                    Input::Command(command, token)
                }
                Err(error) => Input::Nonsense(error),
            },
            Err(error) => Input::Failed(error),
        };
        let is_last = matches!(next, Input::Command(Command::Exit, _) | Input::Failed(_));
        if sender.send(next).is_err() || is_last {
            break;
        }
    }
    switchboard.stop_endless();
}

enum Line {
    Text(String),
    TooLong,
}

/// The next line, or `None` at the end. What is not UTF-8 becomes replacement characters, which no command
/// has.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() < MAX_LINE || bytes.ends_with(b"\n") {
        return Ok(Some(Line::Text(String::from_utf8_lossy(&bytes).into_owned())));
    }
    input.skip_until(b'\n')?;
    Ok(Some(Line::TooLong))
}

#[cfg(test)]
mod tests;

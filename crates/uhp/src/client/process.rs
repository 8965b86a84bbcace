//! A child process that is talked to in lines, and never waited for longer than allowed.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use skep_engine::StopToken;

use super::ClientError;

/// A longer line is cut: no answer of an engine needs as much.
const MAX_LINE: u64 = 1 << 20;
/// An answer with more lines than this never ends.
const MAX_LINES: usize = 100_000;
/// An answer with more bytes than this never ends.
const MAX_BYTES: usize = 64 << 20;
/// Lines that wait to be read. A chatty engine then has to wait too, and uses no memory.
const MAX_WAITING: usize = 1024;
/// How many lines of its standard error are remembered.
const COMPLAINTS: usize = 8;
/// How often a waiting client looks whether it shall stop.
const LOOK_UP: Duration = Duration::from_millis(20);
/// How long an engine may take to say goodbye.
const GOODBYE: Duration = Duration::from_millis(500);

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path, or a name to be found as shells find it.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl FromStr for CommandLine {
    type Err = ClientError;

    /// Splits a text at blanks. Quotes, single or double, keep blanks together; there are no other special
    /// characters, so that backslashes in paths need no care.
    fn from_str(text: &str) -> Result<CommandLine, ClientError> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for c in text.chars() {
            match quote {
                Some(open) if c == open => quote = None,
                Some(_) => word.get_or_insert_default().push(c),
                None if c == '"' || c == '\'' => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                None if c.is_whitespace() => words.extend(word.take()),
                None => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        let mut words = words.into_iter();
        match (words.next(), quote) {
            (Some(program), None) if !program.is_empty() => {
                Ok(CommandLine { program, arguments: words.collect() })
            }
            _ => Err(ClientError::CommandLine(text.to_owned())),
        }
    }
}

/// The running child.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// To the thread that writes: the child may not read.
    input: Option<Sender<String>>,
    /// From the thread that reads. It ends when the child closes its output.
    output: Receiver<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Closed when all that the child complained about has been read.
    heard_out: Receiver<()>,
    is_dead: bool,
}

impl Process {
    pub(super) fn start(command: &CommandLine) -> Result<Process, ClientError> {
        let mut child = spawn(command)?;
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let (input, to_write) = channel();
        let (lines, output) = sync_channel(MAX_WAITING);
        // The handles are there because they were asked for just now; without them nothing will be heard.
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &lines));
        }
        let (hearing, heard_out) = channel();
        if let Some(stderr) = child.stderr.take() {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || {
                remember_lines(stderr, &complaints);
                drop(hearing);
            });
        }
        Ok(Process { child, input: Some(input), output, complaints, heard_out, is_dead: false })
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), ClientError> {
        // What is left of an earlier answer, such as a second `ok`, must not be taken for this one. An
        // engine that never falls silent is found out by the answer that never ends.
        for _ in 0..MAX_WAITING {
            if self.output.try_recv().is_err() {
                break;
            }
        }
        // A line break would make two commands of it.
        let line = line.replace(['\r', '\n'], " ");
        match &self.input {
            Some(input) if !self.is_dead && input.send(line.clone()).is_ok() => Ok(()),
            _ => Err(self.ended(&line)),
        }
    }

    /// Reads until `ok`.
    pub(super) fn read_answer(
        &mut self,
        command: &str,
        deadline: Instant,
        stop: &StopToken,
    ) -> Result<Vec<String>, ClientError> {
        let start = Instant::now();
        let mut lines = Vec::new();
        let mut bytes = 0;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK_UP)) {
                Ok(line) if line == "ok" => return Ok(lines),
                Ok(line) => {
                    bytes += line.len();
                    if lines.len() >= MAX_LINES || bytes > MAX_BYTES {
                        self.kill();
                        return Err(ClientError::Flood { command: command.to_owned() });
                    }
                    if !line.is_empty() {
                        lines.push(line);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(command)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Looked at even while lines come in: chatter is no answer.
            if stop.is_stopped() {
                self.kill();
                return Err(ClientError::Stopped);
            }
            if Instant::now() >= deadline {
                self.kill();
                return Err(ClientError::Timeout { command: command.to_owned(), after: start.elapsed() });
            }
        }
    }

    /// What the engine wrote to its standard error last.
    pub(super) fn complaints(&self) -> String {
        let lines = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect::<Vec<_>>().join("\n")
    }

    /// The error for a process that is gone. If it only closed its output, it is made to go.
    fn ended(&mut self, command: &str) -> ClientError {
        let status = match wait(&mut self.child, GOODBYE) {
            Some(status) => status,
            None => {
                self.kill();
                "closed its output".to_owned()
            }
        };
        self.is_dead = true;
        // Its last words may still be on their way. A grandchild that keeps the stream open is not waited for.
        let _ = self.heard_out.recv_timeout(GOODBYE);
        let complaints = self.complaints();
        let complaints = complaints.lines().next_back().map(|line| format!(": {line}")).unwrap_or_default();
        ClientError::Ended { command: command.to_owned(), status, complaints }
    }

    /// Ends the process, by force, and waits for it, so that no zombie stays.
    fn kill(&mut self) {
        self.is_dead = true;
        self.input = None;
        kill_group(&mut self.child);
        // Killing fails only if the process has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_dead {
            if let Some(input) = self.input.take() {
                // Dropping the sender closes the child's input, which is a goodbye too.
                let _ = input.send("exit".to_owned());
            }
            let deadline = Instant::now() + GOODBYE;
            // Its output closes when it ends.
            while let Some(left) = deadline.checked_duration_since(Instant::now()) {
                if matches!(self.output.recv_timeout(left), Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
            }
            if wait(&mut self.child, deadline.saturating_duration_since(Instant::now())).is_none() {
                self.kill();
            }
        }
    }
}

fn spawn(command: &CommandLine) -> Result<Child, ClientError> {
    let mut builder = Command::new(&command.program);
    builder.args(&command.arguments);
    builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    own_group(&mut builder);
    let error = |error| ClientError::Start { program: command.program.clone(), error };
    builder.spawn().map_err(error)
}

/// On Unix an engine gets a process group of its own: Ctrl-C is for us to deal with, and if the engine is a
/// script, those whom it started are ended with it.
#[cfg(unix)]
fn own_group(builder: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    builder.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // Once the process has been waited for, its number may belong to somebody else.
    if let (Ok(None), Ok(id)) = (child.try_wait(), i32::try_from(child.id())) {
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &mut Child) {}

/// Waits for the end of a process, but not for long.
fn wait(child: &mut Child, patience: Duration) -> Option<String> {
    let deadline = Instant::now() + patience;
    let (_keep, never) = channel::<()>();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.to_string()),
            Ok(None) if Instant::now() < deadline => {
                // There is no portable way to wait for a process with a time limit.
                let _ = never.recv_timeout(Duration::from_millis(2));
            }
            _ => return None,
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<String>) {
    each_line(stdout, |line| lines.send(line).is_ok());
}

fn remember_lines(stderr: impl Read, complaints: &Mutex<VecDeque<String>>) {
    each_line(stderr, |line| {
        let mut complaints = complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if complaints.len() >= COMPLAINTS {
            complaints.pop_front();
        }
        complaints.push_back(crate::command::excerpt(&line));
        true
    });
}

/// Calls `take` for each line until it says no, or the stream ends.
fn each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stream.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if !take(String::from_utf8_lossy(&bytes).trim().to_owned()) {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let line: CommandLine = text.parse().unwrap();
        [vec![line.program], line.arguments].concat()
    }

    #[test]
    fn command_lines_are_split_as_people_expect() {
        assert_eq!(words("nokamute --num-threads=1  uhp"), ["nokamute", "--num-threads=1", "uhp"]);
        assert_eq!(words("'my engine' \"a b\" c''"), ["my engine", "a b", "c"]);
        assert_eq!(words(r"C:\Hive\engine.exe uhp"), [r"C:\Hive\engine.exe", "uhp"]);
        assert_eq!(words("sh -c 'echo \"hi\"'"), ["sh", "-c", "echo \"hi\""]);
        for text in ["", "  ", "'open", "''"] {
            assert!(text.parse::<CommandLine>().is_err(), "{text}");
        }
    }
}

//! The program itself, held to the checklist of the protocol.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// A conversation with the program.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the program and reads its banner.
    fn start() -> Engine {
        let mut engine = Engine::start_silently(&["uhp", "--option", "HashMiB=1"]);
        let banner = engine.read_answer();
        assert!(banner[0].starts_with("id Skep v"), "{banner:?}");
        assert_eq!(banner[1..], ["Mosquito;Ladybug;Pillbug"]);
        engine
    }

    fn start_silently(arguments: &[&str]) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skep"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn read_line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the program has ended");
        assert!(line.ends_with('\n') && !line.ends_with("\r\n"));
        line.trim_end().to_owned()
    }

    /// All lines up to the `ok`.
    fn read_answer(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.read_line() {
                line if line == "ok" => return lines,
                line => lines.push(line),
            }
        }
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(&format!("{line}\n"));
        self.read_answer()
    }

    /// An answer of one line.
    fn line(&mut self, line: &str) -> String {
        let lines = self.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines[0].clone()
    }

    /// A command that fails and leaves the game alone.
    fn fails(&mut self, line: &str, word: &str, game: &str) {
        let answer = self.line(line);
        assert!(answer.starts_with(&format!("{word} ")), "{line}: {answer}");
        assert_eq!(self.line(&format!("newgame {game}")), game);
    }

    /// Closes the input and waits for the end.
    fn finish(mut self) -> (String, Option<i32>) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

fn run(input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skep"));
    command.arg("uhp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

const GAME: &str = "Base+MLP;InProgress;White[4];wM;bL wM-;wQ -wM;bQ bL/;wB1 \\wQ;bB1 bQ-";

#[test]
fn every_command_ends_in_ok_and_errors_change_nothing() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("info").len(), 2);
    assert!(engine.line("play wS1").starts_with("err "), "no game yet");
    assert_eq!(engine.line(&format!("newgame {GAME}")), GAME);
    for line in
        ["dance", "newgame Chess", "newgame Base;;;wS1;wS2", "bestmove time x", "undo 9", "undo 0", "play"]
    {
        engine.fails(line, "err", GAME);
    }
    for line in ["play wM wM-", "play bQ wM-", "play x", "play wQ bB1-", "pass", "play pass"] {
        engine.fails(line, "invalidmove", GAME);
    }
    for line in ["options set Level 0", "options set Nothing 1", "options get Nothing", "options dance"] {
        engine.fails(line, "err", GAME);
    }
    assert_eq!(engine.line("options set Level 4"), "Level;int;4;10;1;10");
    assert_eq!(engine.line("options get Level"), "Level;int;4;10;1;10");
    assert!(engine.ask("options").contains(&"Level;int;4;10;1;10".to_owned()));
    assert_eq!(engine.line("newgame base+ml"), "Base+ML;NotStarted;White[1]");
    assert_eq!(engine.line("newgame"), "Base;NotStarted;White[1]");
    assert_eq!(engine.finish(), (String::new(), Some(0)));
}

#[test]
fn moves_are_listed_played_and_taken_back() {
    let mut engine = Engine::start();
    assert_eq!(engine.line(&format!("newgame {GAME}")), GAME);
    let moves = engine.line("validmoves");
    for mv in moves.split(';') {
        let answer = engine.line(&format!("play {mv}"));
        assert!(answer.starts_with("Base+MLP;InProgress;Black[4];") && answer.ends_with(mv), "{answer}");
        assert_eq!(engine.line("undo"), GAME);
    }
    // All names of one hex.
    for alias in ["wG1 -wQ", "wG1 /wB1", "WG1   -wq", "wG1\t/wB1"] {
        let answer = engine.line(&format!("play {alias}"));
        assert!(answer.starts_with("Base+MLP;InProgress;Black[4];"), "{alias}: {answer}");
        assert_eq!(engine.line("undo 1"), GAME);
    }
    assert_eq!(engine.line("undo 6"), "Base+MLP;NotStarted;White[1]");
    assert!(engine.line("undo").starts_with("err "));
}

#[test]
fn best_moves_are_legal_for_every_limit() {
    let mut engine = Engine::start();
    engine.line(&format!("newgame {GAME}"));
    let moves = engine.line("validmoves");
    for limit in
        ["depth 0", "depth 2", "time 00:00:00", "time 00:00:00.02", "nodes 500", "clock 00:00:01 00:00:00.1"]
    {
        let best = engine.line(&format!("bestmove {limit}"));
        assert!(moves.split(';').any(|mv| mv == best), "{limit}: {best}");
    }
    engine.line("options set ReportIntermediate True");
    let lines = engine.ask("bestmove depth 3");
    let (last, before) = lines.split_last().unwrap();
    assert_eq!(before.len(), 3, "one line a depth: {lines:?}");
    assert!(!last.contains(';') && before[2].starts_with(&format!("{last};3;")), "{lines:?}");
    assert_eq!(engine.line("undo 6"), "Base+MLP;NotStarted;White[1]", "the game did not change");
}

#[test]
fn blank_lines_are_ignored_and_line_ends_do_not_matter() {
    let output = run(b"\n\r\n   \nnewgame\r\nplay wS1\r\n\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = text.lines().skip(3).collect();
    assert_eq!(answers, ["Base;NotStarted;White[1]", "ok", "Base;InProgress;Black[1];wS1", "ok"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn exit_is_not_answered() {
    let output = run(b"exit\nnewgame\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3, "the banner only");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_script_gets_all_its_answers() {
    let output = run(b"newgame Base\nbestmove depth 3\nbestmove\nexit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().filter(|line| *line == "ok").count(), 4, "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn stop_ends_a_search() {
    let mut engine = Engine::start();
    engine.line("newgame Base+MLP");
    engine.line("options set ReportIntermediate True");
    engine.send("bestmove\n");
    assert!(engine.read_line().contains(";1;"), "it has begun");
    engine.send("stop\n");
    let lines = engine.read_answer();
    assert!(lines.last().unwrap().starts_with('w'), "{lines:?}");
    assert!(engine.read_answer().is_empty(), "the answer to stop");
    assert!(engine.line("play wS1").starts_with("Base+MLP;InProgress"));
}

#[test]
fn nonsense_on_the_command_line_is_refused() {
    for option in ["Level", "Level=99", "Colour=red"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skep"));
        let output = command.args(["uhp", "--option", option]).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("skep: ") && text.lines().count() == 1, "{text}");
    }
}

#[cfg(unix)]
mod interrupts {
    use super::*;

    fn interrupt(engine: &Engine) {
        let mut kill = Command::new("kill");
        assert!(kill.args(["-INT", &engine.child.id().to_string()]).status().unwrap().success());
    }

    #[test]
    fn an_interrupted_search_answers_and_the_engine_lives() {
        let mut engine = Engine::start();
        engine.line("newgame Base+MLP");
        engine.line("options set ReportIntermediate True");
        for command in ["bestmove", "bestmove time 01:00:00"] {
            engine.send(&format!("{command}\n"));
            assert!(engine.read_line().contains(";1;"), "it has begun");
            interrupt(&engine);
            let lines = engine.read_answer();
            assert!(lines.last().unwrap().starts_with('w'), "{lines:?}");
        }
        assert!(engine.line("validmoves").contains("wS1"));
        assert_eq!(engine.finish().1, Some(0));
    }

    #[test]
    fn an_interrupt_ends_an_idle_engine() {
        let engine = Engine::start();
        interrupt(&engine);
        let mut engine = engine;
        assert_eq!(engine.child.wait().unwrap().code(), Some(130));
    }
}

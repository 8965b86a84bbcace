//! Conversations over streams.

use super::*;
use crate::brain::RandomBrain;
use std::io::{BufReader, Cursor};
use std::sync::mpsc;

fn talk(input: impl Into<Vec<u8>>) -> String {
    let mut session = Session::new(Vec::new(), RandomBrain::new(1), "Test");
    serve(Cursor::new(input.into()), &mut session, &Switchboard::new()).unwrap();
    String::from_utf8(session.into_output()).unwrap()
}

const BANNER: &str = "id Test\nMosquito;Ladybug;Pillbug\nok\n";

#[test]
fn the_end_of_the_input_is_a_goodbye() {
    assert_eq!(talk(""), BANNER);
    assert_eq!(talk("newgame"), format!("{BANNER}Base;NotStarted;White[1]\nok\n"), "no line end");
    assert_eq!(talk("exit\nnewgame\n"), BANNER, "nothing after exit");
}

#[test]
fn line_ends_of_all_kinds_and_bytes_that_are_no_text() {
    let answer = format!("{BANNER}Base;NotStarted;White[1]\nok\n");
    assert_eq!(talk("newgame\r\n\r\n\n"), answer);
    let output = talk(b"\xff\xfe\nnewgame\n".to_vec());
    assert!(output.contains("\nerr unknown command"), "{output}");
    assert!(output.ends_with("ok\nBase;NotStarted;White[1]\nok\n"));
}

#[test]
fn a_line_without_end_is_refused_and_the_next_one_read() {
    let mut input = vec![b'x'; 3 * MAX_LINE];
    input.extend(b"\nnewgame\n");
    let output = talk(input);
    assert!(output.contains("err the line has more than"), "{output}");
    assert!(output.ends_with("ok\nBase;NotStarted;White[1]\nok\n"));
}

#[test]
fn a_search_without_limit_ends_with_the_input() {
    for input in ["newgame\nbestmove\n", "newgame\nbestmove\nexit\n", "newgame\nbestmove\nstop\n"] {
        let output = talk(input);
        let best = output.lines().nth(5).unwrap();
        assert!(best.starts_with('w'), "{output}");
    }
}

/// A pipe whose ends are in the hands of the test.
struct Pipe(Receiver<Vec<u8>>);

impl io::Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(bytes) = self.0.recv() else { return Ok(0) };
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

/// Sends each write to the test.
struct Wire(mpsc::Sender<String>);

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_running_search_is_stopped_by_command_or_from_outside() {
    let (to_engine, pipe) = mpsc::channel();
    let (wire, from_engine) = mpsc::channel();
    let switchboard = Switchboard::new();
    let outside = switchboard.clone();
    let engine = thread::spawn(move || {
        let mut session = Session::new(Wire(wire), RandomBrain::new(1), "Test");
        serve(BufReader::new(Pipe(pipe)), &mut session, &switchboard)
    });
    let send = |line: &str| to_engine.send(format!("{line}\n").into_bytes()).unwrap();
    let receive = || from_engine.recv().unwrap();
    assert_eq!(receive(), BANNER);
    assert!(!outside.stop(), "nothing is running");
    send("newgame");
    receive();
    send("options set ReportIntermediate True");
    receive();

    send("bestmove");
    // The first report shows that the search is on.
    assert!(receive().contains(";1;"));
    send("stop");
    assert!(receive().ends_with("\nok\n"), "the best move");
    assert_eq!(receive(), "ok\n", "the answer to stop");

    send("bestmove");
    assert!(receive().contains(";1;"));
    assert!(outside.stop(), "a signal finds the search");
    assert!(receive().ends_with("\nok\n"));

    send("undo");
    assert!(receive().starts_with("err "), "the session lives on");
    drop(to_engine);
    engine.join().unwrap().unwrap();
}

#[test]
fn a_closed_output_is_no_error() {
    let (wire, from_engine) = mpsc::channel();
    drop(from_engine);
    let mut session = Session::new(Wire(wire), RandomBrain::new(1), "Test");
    serve(Cursor::new("info\n"), &mut session, &Switchboard::new()).unwrap();
}

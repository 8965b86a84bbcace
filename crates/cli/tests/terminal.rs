//! The commands for people, started by a program.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::process::{Command, Stdio};

/// What the program complains about when nobody sits at it.
fn complaint(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skep"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(!output.status.success(), "{arguments:?}");
    assert!(output.stdout.is_empty(), "nothing is drawn where nobody looks");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_screen_needs_a_terminal() {
    assert!(complaint(&["play"]).contains("`skep play` needs a terminal"));
    assert!(complaint(&["play", "Base;wS1", "--level", "3"]).contains("needs a terminal"));
    assert!(complaint(&["learn", "object"]).contains("`skep learn` needs a terminal"));
}

#[test]
fn what_cannot_be_is_said_before_anything_is_drawn() {
    assert!(complaint(&["play", "chess"]).contains("no game and no file"));
    assert!(complaint(&["play", "--level", "11"]).contains("from 1 to 10"));
    assert!(complaint(&["play", "--language", "de"]).contains("en, fr and nl"));
    assert!(complaint(&["learn", "chess"]).contains("there is no lesson"));
}

/// `skep play` in a terminal of its own, which `script` makes.
#[cfg(target_os = "linux")]
struct Terminal {
    script: std::process::Child,
    /// What it shows.
    output: std::process::ChildStdout,
}

#[cfg(target_os = "linux")]
impl Terminal {
    /// Waits until the whole screen is drawn; gives what was drawn, too.
    fn open() -> (Terminal, String) {
        use std::io::Read as _;

        let skep = env!("CARGO_BIN_EXE_skep");
        let line = format!("stty cols 80 rows 24 && exec {skep} play --no-color --language en 'Base;wS1'");
        let mut script = Command::new("script")
            .args(["-q", "-f", "-c", &line, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` belongs to every Linux; Debian has it in bsdutils");
        let mut output = script.stdout.take().unwrap();
        let mut seen = String::new();
        while !seen.contains("Moves") {
            let mut bytes = [0; 4096];
            let length = output.read(&mut bytes).unwrap();
            assert_ne!(length, 0, "it ended before it had drawn its screen: {seen}");
            seen += &String::from_utf8_lossy(&bytes[..length]);
        }
        (Terminal { script, output }, seen)
    }

    /// The process of `skep play`.
    fn player(&self) -> String {
        let parent = self.script.id();
        let children = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap();
        children.trim().to_owned()
    }
}

#[cfg(target_os = "linux")]
fn send(signal: &str, process: &str) {
    let sent = Command::new("kill").args([signal, process]).status().unwrap();
    assert!(sent.success(), "{signal} {process}");
}

#[cfg(target_os = "linux")]
#[test]
fn who_is_asked_to_end_gives_the_terminal_back_and_prints_the_game() {
    use std::io::Read as _;

    let (mut terminal, seen) = Terminal::open();
    let (enter, leave) = ("\u{1b}[?1049h", "\u{1b}[?1049l");
    assert!(seen.contains(enter) && !seen.contains(leave), "{seen:?}");
    send("-TERM", &terminal.player());
    let mut rest = String::new();
    terminal.output.read_to_string(&mut rest).unwrap();
    let (_, after) = rest.split_once(leave).unwrap_or_else(|| panic!("the screen stays: {rest:?}"));
    assert!(rest.contains("\u{1b}[?25h"), "the cursor stays hidden: {rest:?}");
    assert!(after.contains("Base;InProgress;Black[1];wS1"), "{rest:?}");
    terminal.script.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_terminal_ends_the_program() {
    let (mut terminal, _) = Terminal::open();
    let player = terminal.player();
    // The end of `script` closes the terminal, as closing a window does.
    send("-KILL", &terminal.script.id().to_string());
    terminal.script.wait().unwrap();
    let process = std::path::PathBuf::from(format!("/proc/{player}"));
    let state = || std::fs::read_to_string(process.join("stat")).unwrap_or_default();
    // Gone, or ended and only not yet asked for by its new parent.
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while process.exists() && !state().contains(") Z ") {
        if std::time::Instant::now() > patience {
            send("-KILL", &player);
            panic!("it stayed behind");
        }
        std::thread::yield_now();
    }
}

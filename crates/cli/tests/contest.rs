//! Small matches with the program itself.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let small = ["match", "--max-plies", "30", "--concurrency", "2"];
    Command::new(env!("CARGO_BIN_EXE_skep")).args(small).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("skep-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn read(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn our_engine_plays_itself_and_every_game_is_recorded() {
    let (pgn, strings, json) = (Scratch::new("a.pgn"), Scratch::new("a.txt"), Scratch::new("a.json"));
    let output = run(&[
        "-g",
        "6",
        "--nodes",
        "50",
        "--pgn",
        pgn.path(),
        "--strings",
        strings.path(),
        "--json",
        json.path(),
    ]);
    let text = stdout(&output);
    assert!(text.contains("Base+MLP, 6 games") && text.contains("openings: 3 (4 random plies"), "{text}");
    assert_eq!(strings.read().lines().filter(|line| line.starts_with("Base+MLP;")).count(), 6);
    let records: Vec<_> = skep_rules::notation::pgn::read_all(&pgn.read()).collect();
    assert_eq!(records.len(), 6);
    assert!(records.iter().all(|record| record.as_ref().is_ok_and(|record| record.result().is_some())));
    assert!(json.read().contains("\"games\": 6,"), "{}", json.read());
}

#[test]
fn programs_play_too() {
    let program = format!("'{}' uhp -o HashMiB=1", env!("CARGO_BIN_EXE_skep"));
    let output = run(&[
        "--a",
        "skep hash=1 level=2",
        "--b",
        &program,
        "--nodes",
        "40",
        "-g",
        "2",
        "--strict",
        "-t",
        "Base",
    ]);
    let text = stdout(&output);
    assert!(text.contains("B: Skep v") && text.contains("Base, 2 games"), "{text}");
    assert!(!text.contains("forfeit"), "{text}");
}

#[test]
fn openings_come_from_files() {
    let file = Scratch::new("openings.txt");
    std::fs::write(&file.0, "wS1;bS1 wS1-\nBase+M;;;wM\nplies\tline\n2\twA1;bA1 wA1-\n").unwrap();
    let output = run(&["-t", "Base", "-o", file.path(), "--nodes", "30", "-g", "4"]);
    assert!(stdout(&output).contains("openings: 2 (from "));
    std::fs::write(&file.0, "wS1;bS1 wS1-\nwS1;bQ wS1-\n").unwrap();
    let output = run(&["-t", "Base", "-o", file.path()]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("line 2") && !output.status.success(), "{error}");
}

#[test]
fn a_match_that_cannot_be_is_refused() {
    for (arguments, word) in [
        (&["--b", "/no/such/program"][..], "player B"),
        (&["--a", "skep level=11"], "player A"),
        (&["--nodes", "5", "--depth", "5"], "only one"),
        (&["--time=-1"], "seconds"),
        (&["--sprt", "5,0"], "elo0"),
        (&["--openings", "/no/such/file"], "/no/such/file"),
        (&["--option-b", "Level=1"], "player B"),
        (&["--type", "Chess"], "Chess"),
    ] {
        let output = run(&[arguments, &["-g", "2"]].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(word), "{arguments:?}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn forfeits_are_told_and_counted() {
    // It greets, takes the game, and then claims to win.
    let script = "sh -c 'echo id Liar; echo ok; while read -r line; do case $line in newgame*) echo ${line#newgame };; \
        bestmove*) echo I win;; esac; echo ok; done'";
    let output = run(&["--b", script, "--nodes", "30", "-g", "2", "--strict"]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("+2 =0 -0") && text.contains("forfeits B:  nonsense 2"), "{text}");
}

//! `skep tune` as it is called.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn tune(folder: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skep"))
        .current_dir(folder)
        .arg("tune")
        .args(["--selfplay", "24", "--nodes", "30", "--epochs", "2", "--network-epochs", "1"])
        .args(more)
        .output()
        .expect("skep starts")
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = ["base.txt", "base.net", "no-pillbug.txt", "no-pillbug.net", "pillbug.txt", "pillbug.net"];
    names
        .iter()
        .map(|name| (name.to_string(), std::fs::read(folder.join(name)).expect("it was written")))
        .collect()
}

#[test]
fn rounds_from_nothing_give_the_same_weights_again() {
    let folder = folder("tune-rounds");
    let rounds = ["--rounds", "2", "--from-nothing", "--seed", "5"];
    for (out, threads) in [("one", "1"), ("other", "2")] {
        let done = tune(&folder, &[&rounds[..], &["--out", out, "--threads", threads]].concat());
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    assert_eq!(files(&folder.join("one")), files(&folder.join("other")));
    let done = tune(&folder, &["--rounds", "1", "--from-nothing", "--seed", "5", "--out", "short"]);
    assert!(done.status.success());
    assert_ne!(
        files(&folder.join("short")),
        files(&folder.join("one")),
        "the second round learned from other games than the first"
    );
}

#[test]
fn rounds_without_a_place_for_what_they_learn_are_refused() {
    let folder = folder("tune-refused");
    let done = tune(&folder, &["--rounds", "2"]);
    assert!(!done.status.success());
    assert!(String::from_utf8_lossy(&done.stderr).contains("--out"));
}

#[test]
fn weights_for_types_that_were_not_asked_for_are_left_alone() {
    let folder = folder("tune-types");
    let saved = tune(&folder, &["--save-games", "games.txt", "--seed", "7"]);
    assert!(saved.status.success(), "{}", String::from_utf8_lossy(&saved.stderr));
    let only = ["--types", "Base+ML", "--games", "games.txt", "--out", "weights"];
    let done = tune(&folder, &only);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut names: Vec<_> = std::fs::read_dir(folder.join("weights"))
        .expect("the folder was made")
        .map(|entry| entry.expect("it can be read").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["no-pillbug.net", "no-pillbug.txt"]);
}

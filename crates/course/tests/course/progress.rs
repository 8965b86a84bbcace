//! Progress as text: what is written can be read, and nothing is lost.

use skep_course::{ParseProgressError, Progress};

fn read(text: &str) -> Result<Progress, ParseProgressError> {
    text.parse()
}

const FULL: &str = "skep course 1\nstreak 4 17\nstep object-1 0\nstep object-2 2\nlesson object 2\n";

#[test]
fn what_is_written_can_be_read() {
    let progress = read(FULL).expect("progress");
    assert_eq!(progress.to_string(), FULL);
    assert_eq!((progress.streak(), progress.best_streak()), (4, 17));
    assert_eq!((progress.faults("object-2"), progress.faults("object-3")), (Some(2), None));
    assert_eq!((progress.stars("object"), progress.stars("placing")), (Some(2), None));
    assert_eq!(read(&Progress::new().to_string()), Ok(Progress::new()));
    assert!(Progress::new().is_empty() && !progress.is_empty());
}

#[test]
fn blank_lines_remarks_and_strange_line_ends_do_not_matter() {
    let text = "\u{feff}\r\n  skep course 1 \r\n# my tablet\r\n\r\nstep object-1 0\r\n lesson object 3";
    let progress = read(text).expect("progress");
    assert_eq!((progress.faults("object-1"), progress.stars("object")), (Some(0), Some(3)));
}

#[test]
fn what_a_later_version_knows_is_kept() {
    let text =
        "skep course 1\nstreak 0 0\nstep dragonfly-1 1\nlesson dragonfly 3\nbadge first-win 2026-11-15 äöü\n";
    let progress = read(text).expect("progress");
    assert_eq!(progress.to_string(), text);
    let mut merged = Progress::new();
    merged.merge(&progress);
    merged.merge(&progress);
    assert_eq!(merged.to_string(), text);
}

#[test]
fn garbage_is_an_error_that_names_the_line() {
    for text in [
        "",
        "\n\n",
        "hello",
        "{\"version\":1}",
        "skep course",
        "skep course x",
        "skep course 0",
        "skep course -1",
    ] {
        assert_eq!(read(text), Err(ParseProgressError::NotProgress), "{text:?}");
    }
    assert_eq!(read("skep course 2\nwhatever"), Err(ParseProgressError::Newer(2)));
    for line in [
        "step",
        "step object-1",
        "step object-1 many",
        "step object-1 0 0",
        "step Object 0",
        "step object-1 70000",
        "lesson object 0",
        "lesson object 4",
        "lesson object",
        "streak 1",
        "streak a b",
        "streak -1 0",
        "\u{1}\u{2}\u{3}",
        "<html>",
    ] {
        let error = read(&format!("skep course 1\nstep object-1 0\n{line}\n")).expect_err(line);
        assert!(matches!(error, ParseProgressError::Line { line: 3, .. }), "{line}: {error}");
    }
    let id = "a".repeat(65);
    assert!(read(&format!("skep course 1\nstep {id} 0")).is_err());
    assert_eq!(read(&"x".repeat(1 << 20)), Err(ParseProgressError::TooLong));
}

#[test]
fn merging_keeps_the_better_of_both() {
    let mut here =
        read("skep course 1\nstreak 2 5\nstep a-1 3\nstep b-1 0\nlesson a 1\nlesson b 3\n").expect("one");
    let there =
        read("skep course 1\nstreak 1 9\nstep a-1 1\nstep c-1 2\nlesson a 2\nlesson c 1\n").expect("two");
    here.merge(&there);
    let expected =
        "skep course 1\nstreak 2 9\nstep a-1 1\nstep b-1 0\nstep c-1 2\nlesson a 2\nlesson b 3\nlesson c 1\n";
    assert_eq!(here.to_string(), expected);
}

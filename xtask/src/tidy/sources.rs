//! House rules for every Rust file, wherever it lies.

use super::Fault;
use super::view::{Source, has_word};

const LONGEST: usize = 800;

/// Words that may not stand in code, tests included, and what to do instead.
const FORBIDDEN: [(&str, &str, &str); 4] = [
    ("todo!", "unfinished", "finish it, or leave the function out"),
    ("unimplemented!", "unfinished", "finish it, or return an error that says what is not supported"),
    (
        "#[ignore",
        "ignored-test",
        "a test that does not run is not a test: repair it, or assert today's answer with a FIXME",
    ),
    ("thread::sleep", "sleep", "wait for the event itself, not for time to pass"),
];

pub(super) fn check(source: &Source<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !opens_with_a_doc_line(source) {
        faults.push(source.fault(1, "doc-line", "the first line says what the file is for: `//! ...`"));
    }
    if source.path.ends_with("/mod.rs") {
        faults.push(source.fault(
            0,
            "mod-rs",
            "name it after its folder: `foo.rs` beside `foo/`, not `foo/mod.rs`",
        ));
    }
    let length = source.before_tests;
    if length > LONGEST && !source.is_test() && !source.waived_for_file("long-file") {
        faults.push(source.fault(
            0,
            "long-file",
            format!("{length} lines without tests, over {LONGEST}: split it, or give the reason in a `// tidy: allow(long-file): ...` line"),
        ));
    }
    for (number, code) in source.all() {
        for (word, rule, cure) in FORBIDDEN {
            if has_word(code, word) && !source.waived(rule, number) {
                faults.push(source.fault(number, rule, format!("`{word}`: {cure}")));
            }
        }
    }
    faults
}

/// `//!`, or the README that stands in for it at the root of a library.
fn opens_with_a_doc_line(source: &Source<'_>) -> bool {
    source.lines.first().is_some_and(|line| {
        line.strip_prefix("//!").is_some_and(|text| !text.trim().is_empty())
            || line.starts_with("#![doc = include_str!(")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(path: &str, text: &str) -> Vec<&'static str> {
        check(&Source::new(path, text)).iter().map(|fault| fault.rule).collect()
    }

    #[test]
    fn the_first_line_says_what_the_file_is_for() {
        assert_eq!(rules("a.rs", "//! The board.\nfn a() {}\n"), [""; 0]);
        assert_eq!(rules("a.rs", "#![doc = include_str!(\"../README.md\")]\n"), [""; 0]);
        assert_eq!(rules("a.rs", "//!\n"), ["doc-line"]);
        assert_eq!(rules("a.rs", "fn a() {}\n"), ["doc-line"]);
        assert_eq!(rules("a.rs", ""), ["doc-line"]);
    }

    #[test]
    fn unfinished_code_is_found_in_code_only() {
        assert_eq!(rules("a.rs", "//! x\nfn a() { todo!() }\n"), ["unfinished"]);
        assert_eq!(rules("a.rs", "//! x\nfn a() { unimplemented!(\"x\") }\n"), ["unfinished"]);
        assert_eq!(rules("a.rs", "//! x\n// todo!() is forbidden\nconst A: &str = \"todo!()\";\n"), [""; 0]);
    }

    #[test]
    fn no_test_is_ignored() {
        assert_eq!(
            rules("tests/a.rs", "//! x\n#[test]\n#[ignore = \"slow\"]\nfn a() {}\n"),
            ["ignored-test"]
        );
        assert_eq!(rules("tests/a.rs", "//! x\n#[test]\n#[ignore]\nfn a() {}\n"), ["ignored-test"]);
    }

    #[test]
    fn sleeping_needs_a_reason() {
        assert_eq!(rules("a.rs", "//! x\nfn a() { std::thread::sleep(d) }\n"), ["sleep"]);
        let waived = "//! x\n// tidy: allow(sleep): the engine under test is the one that sleeps\nfn a() { std::thread::sleep(d) }\n";
        assert_eq!(rules("a.rs", waived), [""; 0]);
    }

    #[test]
    fn modules_are_named_after_their_folder() {
        assert_eq!(rules("crates/rules/src/board/mod.rs", "//! x\n"), ["mod-rs"]);
    }

    #[test]
    fn a_long_file_needs_a_reason_and_tests_do_not_count() {
        let long = format!("//! x\n{}", "fn a() {}\n".repeat(800));
        assert_eq!(rules("src/a.rs", &long), ["long-file"]);
        assert_eq!(
            rules("src/a.rs", &format!("{long}// tidy: allow(long-file): one table of known results\n")),
            [""; 0]
        );
        assert_eq!(rules("tests/a.rs", &long), [""; 0]);
        let tests = format!("//! x\n#[cfg(test)]\nmod tests {{\n{}}}\n", "    fn a() {}\n".repeat(900));
        assert_eq!(rules("src/a.rs", &tests), [""; 0]);
    }
}

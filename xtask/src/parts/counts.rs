//! Reads the closing lines of the test runners, so that the summary can say how many tests ran.

/// Tests by how they ended.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
}

impl Counts {
    pub(crate) fn total(&self) -> u64 {
        self.passed + self.failed
    }

    /// Adds up every closing line: `test result: ok. 3 passed; ...` of cargo test (one for each
    /// binary), `Summary [...] 3 tests run: ...` of nextest, and the list `# pass 3` of node.
    pub(crate) fn read(output: &str) -> Counts {
        let mut counts = Counts::default();
        for line in output.lines() {
            let line = without_colors(line);
            let line = line.trim();
            let tail = if let Some(tail) = line.strip_prefix("test result: ") {
                tail.split_once(". ").map(|(_, tail)| tail)
            } else if line.starts_with("Summary [") {
                // nextest repeats what a failed test's own process printed; its summary has counted that.
                counts = Counts::default();
                line.split_once("run: ").map(|(_, tail)| tail)
            } else {
                None
            };
            let node =
                line.strip_prefix("# ").or(line.strip_prefix("ℹ ")).and_then(|line| line.split_once(' '));
            if let Some((word, number)) =
                node.and_then(|(word, number)| Some((word, number.parse::<u64>().ok()?)))
            {
                match word {
                    "pass" => counts.passed += number,
                    "fail" | "cancelled" => counts.failed += number,
                    "skipped" | "todo" => counts.ignored += number,
                    _ => {}
                }
            }
            for field in tail.unwrap_or_default().split([';', ',']) {
                let mut words = field.split_whitespace();
                let (Some(Ok(number)), Some(word)) = (words.next().map(str::parse::<u64>), words.next())
                else {
                    continue;
                };
                match word {
                    "passed" => counts.passed += number,
                    "failed" | "timed" | "exec" => counts.failed += number,
                    "ignored" | "skipped" => counts.ignored += number,
                    _ => {}
                }
            }
        }
        counts
    }
}

/// The line without terminal escapes (`ESC [ ... letter`).
fn without_colors(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            for escaped in characters.by_ref() {
                if escaped.is_ascii_alphabetic() {
                    break;
                }
            }
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_test_prints_one_line_for_each_binary() {
        let output = "running 2 tests\n\
            test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
            test result: FAILED. 3 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
        assert_eq!(Counts::read(output), Counts { passed: 5, failed: 1, ignored: 1 });
    }

    #[test]
    fn node_prints_a_list() {
        for mark in ["#", "ℹ"] {
            let lines = ["tests 9", "suites 2", "pass 6", "fail 1", "cancelled 1", "skipped 1", "todo 0"];
            let output: String = lines.iter().map(|line| format!("{mark} {line}\n")).collect();
            assert_eq!(Counts::read(&output), Counts { passed: 6, failed: 2, ignored: 1 });
        }
    }

    #[test]
    fn nextest_prints_a_summary_with_or_without_colors() {
        let plain = "     Summary [   0.014s] 31 tests run: 30 passed (1 slow), 1 failed, 2 skipped";
        let colored = "\u{1b}[32;1m     Summary\u{1b}[0m [   0.014s] \u{1b}[1m31\u{1b}[0m tests run: \
                       \u{1b}[1m30\u{1b}[0m \u{1b}[32;1mpassed\u{1b}[0m, \u{1b}[1m1\u{1b}[0m failed, 2 skipped";
        let expected = Counts { passed: 30, failed: 1, ignored: 2 };
        let repeated =
            format!("    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured\n{plain}\n");
        assert_eq!(Counts::read(&repeated), expected);
        assert_eq!(Counts::read(plain), expected);
        assert_eq!(Counts::read(colored), expected);
    }
}

//! A Rust source as the checks see it: code apart from comments and texts, tests apart from the rest.

use super::Fault;

/// One `.rs` file.
pub(super) struct Source<'a> {
    pub(super) path: &'a str,
    /// The lines as written.
    pub(super) lines: Vec<&'a str>,
    /// The same lines with comments and the contents of literals blanked out.
    pub(super) code: Vec<String>,
    /// How many lines come before the unit tests at the end of the file.
    pub(super) before_tests: usize,
}

impl<'a> Source<'a> {
    pub(super) fn new(path: &'a str, text: &'a str) -> Source<'a> {
        let lines: Vec<&str> = text.lines().collect();
        let code: Vec<String> = blank(text).lines().map(str::to_owned).collect();
        let before_tests = code
            .iter()
            .enumerate()
            .position(|(index, line)| {
                // Only a module with its body here: `mod tests;` is followed by more code.
                line.trim() == "#[cfg(test)]"
                    && code.get(index + 1).is_some_and(|next| next.starts_with("mod ") && next.ends_with('{'))
            })
            .unwrap_or(lines.len());
        Source { path, lines, code, before_tests }
    }

    /// Whether the whole file is a test, a bench or an example.
    pub(super) fn is_test(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(self.path);
        name == "tests.rs"
            || name == "build.rs"
            || self
                .path
                .split('/')
                .any(|folder| matches!(folder, "tests" | "benches" | "examples" | "fuzz_targets"))
    }

    /// The number (from 1) and code of each line outside tests.
    pub(super) fn production(&self) -> impl Iterator<Item = (usize, &str)> {
        let end = if self.is_test() { 0 } else { self.before_tests };
        self.all().take(end)
    }

    /// The number (from 1) and code of each line.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.iter().enumerate().map(|(index, line)| (index + 1, line.as_str()))
    }

    /// Whether the rule is waived with a reason on this line or in the comment just above it.
    pub(super) fn waived(&self, rule: &str, line: usize) -> bool {
        let above =
            self.lines[..line - 1].iter().rev().take_while(|text| text.trim_start().starts_with("//"));
        above.chain(self.lines.get(line - 1)).any(|text| waives(text, rule))
    }

    /// Whether the rule is waived anywhere in the file.
    pub(super) fn waived_for_file(&self, rule: &str) -> bool {
        self.lines.iter().any(|text| waives(text, rule))
    }

    pub(super) fn fault(&self, line: usize, rule: &'static str, message: impl Into<String>) -> Fault {
        Fault { path: self.path.to_owned(), line, rule, message: message.into() }
    }
}

/// A waiver without a reason of a few words is none.
fn waives(text: &str, rule: &str) -> bool {
    let reason = text
        .split_once("// tidy: allow(")
        .and_then(|(_, tail)| tail.strip_prefix(rule))
        .and_then(|tail| tail.strip_prefix("):"));
    reason.is_some_and(|reason| reason.split_whitespace().count() >= 3)
}

/// Whether `word` stands in `code` by itself, not as a piece of a longer name.
pub(super) fn has_word(code: &str, word: &str) -> bool {
    let part_of_name = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(word).any(|(start, _)| {
        let before = code[..start].chars().next_back();
        let after = code[start + word.len()..].chars().next();
        let open_end = !word.ends_with(part_of_name);
        !before.is_some_and(part_of_name) && (open_end || !after.is_some_and(part_of_name))
    })
}

/// The text with comments and the insides of literals replaced by blanks, line by line.
fn blank(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < characters.len() {
        let length = match characters[at] {
            '/' if characters.get(at + 1) == Some(&'/') => line_comment(&characters[at..]),
            '/' if characters.get(at + 1) == Some(&'*') => block_comment(&characters[at..]),
            '"' => string(&characters[at..]),
            'r' | 'b' | 'c' if !name_before(&characters[..at]) => raw_string(&characters[at..]),
            '\'' => character(&characters[at..]),
            _ => 0,
        };
        if length == 0 {
            out.push(characters[at]);
            at += 1;
        } else {
            for &hidden in &characters[at..at + length] {
                out.push(if hidden == '\n' { '\n' } else { ' ' });
            }
            at += length;
        }
    }
    out
}

fn name_before(before: &[char]) -> bool {
    before.last().is_some_and(|&c| c.is_alphanumeric() || c == '_')
}

fn line_comment(rest: &[char]) -> usize {
    rest.iter().position(|&c| c == '\n').unwrap_or(rest.len())
}

/// Block comments nest in Rust.
fn block_comment(rest: &[char]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        match (rest[at], rest.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at.min(rest.len())
}

fn string(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// `r"..."`, `r#"..."#`, with `b` or `c` in front; 0 if it is not one.
fn raw_string(rest: &[char]) -> usize {
    let mut at = usize::from(matches!(rest[0], 'b' | 'c'));
    if rest.get(at) != Some(&'r') {
        return 0;
    }
    at += 1;
    let hashes = rest[at..].iter().take_while(|&&c| c == '#').count();
    at += hashes;
    if rest.get(at) != Some(&'"') {
        return 0;
    }
    at += 1;
    while at < rest.len() {
        if rest[at] == '"' && rest[at + 1..].iter().take_while(|&&c| c == '#').count() >= hashes {
            return at + 1 + hashes;
        }
        at += 1;
    }
    rest.len()
}

/// `'x'` or `'\n'`; 0 for a lifetime.
fn character(rest: &[char]) -> usize {
    match (rest.get(1), rest.get(2)) {
        (Some('\\'), _) => rest.iter().skip(3).position(|&c| c == '\'').map_or(0, |end| end + 4),
        (Some(_), Some('\'')) => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked_and_lines_kept() {
        let text = "let a = \"todo!()\"; // todo!()\nlet b = r#\"x \" todo!()\"#;\nlet c = '\"';\n/* todo!() /* \n */ todo */ f::<'a>(b'\\'', '\\u{1F600}')\n";
        let blanked = blank(text);
        assert_eq!(blanked.lines().count(), text.lines().count());
        assert!(!blanked.contains("todo"), "{blanked}");
        assert!(blanked.contains("let c =") && blanked.contains("f::<'a>(b"), "{blanked}");
    }

    #[test]
    fn an_unclosed_literal_reaches_to_the_end_without_a_panic() {
        for text in ["\"abc", "r#\"abc\"", "/* abc", "'\\", "b", "\"\\", "r#", "'"] {
            assert_eq!(blank(text).chars().count(), text.chars().count(), "{text}");
        }
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("x; print!(", "print!"));
        assert!(!has_word("eprint!(", "print!"));
        assert!(has_word("use sqlx::Pool;", "sqlx"));
        assert!(!has_word("use my_sqlx::Pool;", "sqlx"));
        assert!(!has_word("use sqlx_core::Pool;", "sqlx"));
    }

    #[test]
    fn tests_at_the_end_are_told_apart() {
        let text = "//! x\nfn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n";
        let source = Source::new("crates/rules/src/a.rs", text);
        assert_eq!(source.before_tests, 2);
        assert_eq!(source.production().count(), 2);
        assert_eq!(Source::new("crates/rules/tests/a.rs", text).production().count(), 0);
        let only_named = "#[cfg(test)]\nmod tests;\nfn a() {}\n";
        assert_eq!(Source::new("a.rs", only_named).before_tests, 3);
    }

    #[test]
    fn a_waiver_needs_a_reason() {
        let with = "// tidy: allow(print): nobody else listens\nprint!();";
        let without = "// tidy: allow(print): ok\nprint!();";
        let elsewhere = "// tidy: allow(print): nobody else listens\nlet x = 1;\nprint!();";
        assert!(Source::new("a.rs", with).waived("print", 2));
        assert!(!Source::new("a.rs", with).waived("sleep", 2));
        assert!(!Source::new("a.rs", without).waived("print", 2));
        assert!(!Source::new("a.rs", elsewhere).waived("print", 3));
    }
}

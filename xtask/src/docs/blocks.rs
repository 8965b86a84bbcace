//! Finds the fenced blocks of a Markdown text that hold commands.

/// What is to be done with a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// `sh`: executed from the root of the repository, must succeed.
    Run,
    /// `sh skip: ...`: left alone.
    Skip { reason: &'a str },
    /// `console`: executed, and the output compared.
    Console,
}

/// A fenced block with commands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block<'a> {
    pub(super) kind: Kind<'a>,
    /// The number of the opening fence, from 1.
    pub(super) line: usize,
    pub(super) lines: Vec<&'a str>,
}

impl Block<'_> {
    /// The commands with the number of the line on which each starts; a backslash at the end of a
    /// line continues it, `#` starts a comment.
    pub(super) fn commands(&self) -> Vec<(usize, String)> {
        let mut commands = Vec::new();
        let mut open: Option<(usize, String)> = None;
        for (index, text) in self.lines.iter().enumerate() {
            let text = match (self.kind, &open) {
                (Kind::Console, None) => match text.strip_prefix("$ ") {
                    Some(text) => text,
                    None => continue,
                },
                _ => text,
            };
            let (start, mut command) = open.take().unwrap_or((self.line + 1 + index, String::new()));
            match text.strip_suffix('\\') {
                Some(begun) => {
                    command.push_str(begun);
                    open = Some((start, command));
                }
                None => {
                    command.push_str(text);
                    commands.push((start, command));
                }
            }
        }
        commands.extend(open);
        commands.retain(|(_, command)| !command.trim().is_empty() && !command.trim_start().starts_with('#'));
        commands
    }
}

/// All blocks with commands; a fence that is not understood, with its line and why.
pub(super) fn find(text: &str) -> Vec<Result<Block<'_>, (usize, String)>> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let fence = line.trim_start();
        let Some(info) = fence.strip_prefix("```") else { continue };
        let indent = line.len() - fence.len();
        let body: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| line.trim() != "```")
            .map(|line| line.get(indent..).unwrap_or(line.trim_start()))
            .collect();
        match kind(info.trim()) {
            Ok(None) => {
                // A command in another kind of block would escape the check.
                let hidden = body.iter().position(|line| {
                    let line = line.trim_start_matches("$ ");
                    ["cargo ", "skep ", "npm ", "target/release/", "target/engine/"]
                        .iter()
                        .any(|start| line.starts_with(start))
                });
                if let Some(at) = hidden {
                    found.push(Err((index + 2 + at, "a command stands in a block marked `sh`".to_owned())));
                }
            }
            Ok(Some(kind)) => found.push(Ok(Block { kind, line: index + 1, lines: body })),
            Err(message) => found.push(Err((index + 1, message))),
        }
    }
    found
}

/// `None` for a block in another language.
fn kind(info: &str) -> Result<Option<Kind<'_>>, String> {
    let (language, rest) = info.split_once(' ').unwrap_or((info, ""));
    let reason = rest.strip_prefix("skip:").map(str::trim);
    match (language, rest.trim(), reason) {
        ("sh", "", _) => Ok(Some(Kind::Run)),
        ("sh", _, Some(reason)) if !reason.is_empty() => Ok(Some(Kind::Skip { reason })),
        ("console", "", _) => Ok(Some(Kind::Console)),
        ("sh" | "console", ..) => Err(format!("```{info}: write `sh`, `sh skip: REASON` or `console`")),
        ("bash" | "shell" | "zsh" | "shell-session", ..) => {
            Err(format!("```{info}: write `sh`, so that it is checked"))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_with_their_kind() {
        let text = "# x\n```sh\na\n```\n```rust\nb\n```\n  ```sh\n  c\n  ```\n```sh skip: needs a phone\nd\n```\n```console\n$ e\nout\n```\n";
        let blocks: Vec<Block<'_>> = find(text).into_iter().map(Result::unwrap).collect();
        let kinds: Vec<Kind<'_>> = blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, [Kind::Run, Kind::Run, Kind::Skip { reason: "needs a phone" }, Kind::Console]);
        assert_eq!(blocks[1].lines, ["c"]);
        assert_eq!(blocks[3].commands(), [(15, "e".to_owned())]);
    }

    #[test]
    fn fences_that_would_escape_the_check_are_refused() {
        for fence in ["```bash", "```sh norun", "```sh skip:", "```shell"] {
            assert!(find(&format!("{fence}\nx\n```\n"))[0].is_err(), "{fence}");
        }
        assert_eq!(find("```text\nx\nskep serve\n```\n")[0].as_ref().map_err(|(line, _)| *line), Err(3));
        assert!(find("```text\nthe skep\n```\n").is_empty());
    }

    #[test]
    fn commands_may_span_lines() {
        let text = "```sh\n# first\ncargo run \\\n  --release\n\ncargo test\n```\n";
        let blocks = find(text);
        let block = blocks[0].as_ref().unwrap();
        assert_eq!(block.commands(), [(3, "cargo run   --release".to_owned()), (6, "cargo test".to_owned())]);
    }
}

//! As much of the shell's grammar as the documents use: words, quotes, comments, lists and pipes.

/// The simple commands of a line, each as its words. `a && b | c` are three commands.
///
/// # Errors
/// When a quote is not closed, or the line uses what this reader does not know.
pub(super) fn split(line: &str) -> Result<Vec<Vec<String>>, String> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\'' => {
                let text = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('\'') => break,
                        Some(inside) => text.push(inside),
                        None => return Err("a quote is not closed".into()),
                    }
                }
            }
            '"' => {
                let text = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('"') => break,
                        Some('\\') => text.extend(characters.next()),
                        Some(inside) => text.push(inside),
                        None => return Err("a quote is not closed".into()),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(characters.next()),
            '#' if word.is_none() => break,
            ' ' | '\t' => finish(&mut commands, &mut word),
            '|' | '&' | ';' => {
                if characters.peek() == Some(&character) {
                    characters.next();
                } else if character == '&' {
                    return Err(
                        "`&` leaves a process behind; use a block of its own and say so in words".into()
                    );
                }
                finish(&mut commands, &mut word);
                commands.push(Vec::new());
            }
            '`' => return Err("backticks are hard to read; write the command apart".into()),
            other => word.get_or_insert_default().push(other),
        }
    }
    finish(&mut commands, &mut word);
    commands.retain(|words| !words.is_empty());
    Ok(commands)
}

fn finish(commands: &mut [Vec<String>], word: &mut Option<String>) {
    if let (Some(words), Some(word)) = (commands.last_mut(), word.take()) {
        words.push(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_quotes_and_comments() {
        assert_eq!(split("a 'b c' \"d \\\"e\" f\\ g # h").unwrap(), [["a", "b c", "d \"e", "f g"]]);
        assert_eq!(split("skep perft 'Base;InProgress;White[2];wS1;bS1 wS1-'").unwrap()[0].len(), 3);
        assert_eq!(split("a ''").unwrap(), [["a", ""]]);
    }

    #[test]
    fn lists_and_pipes_are_several_commands() {
        assert_eq!(split("a b && c | d; e").unwrap(), [vec!["a", "b"], vec!["c"], vec!["d"], vec!["e"]]);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for line in ["a 'b", "a \"b", "server &", "a `b`"] {
            assert!(split(line).is_err(), "{line}");
        }
    }
}

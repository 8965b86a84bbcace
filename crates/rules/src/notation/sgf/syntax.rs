//! The syntax of SGF: names with values in brackets.

use super::SgfErrorKind;

/// One value of a property.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Property<'a> {
    /// Such as `SU` or `P0`. A property with several values comes several times.
    pub(super) name: &'a str,
    /// The value, its escapes undone.
    pub(super) value: String,
    /// The byte where the value begins.
    pub(super) at: usize,
}

/// The properties of the main line of the first game, in order.
pub(super) struct Properties<'a> {
    text: &'a str,
    at: usize,
    name: &'a str,
}

impl<'a> Properties<'a> {
    /// Begins behind the parenthesis that opens the game.
    pub(super) fn new(text: &'a str) -> Result<Properties<'a>, (usize, SgfErrorKind)> {
        let mut from = 0;
        // Something may stand before the game, such as the header of a mail.
        while let Some(open) = text[from..].find('(').map(|open| from + open) {
            from = open + 1;
            if text[from..].trim_start().starts_with(';') {
                return Ok(Properties { text, at: from, name: "" });
            }
        }
        Err((0, SgfErrorKind::NoGame))
    }

    fn property(&mut self) -> Result<Option<Property<'a>>, (usize, SgfErrorKind)> {
        loop {
            let rest = &self.text[self.at..];
            let Some(next) = rest.chars().next() else { return Ok(None) };
            match next {
                // The first branch is the main line: all that comes after its end is another one.
                ')' => return Ok(None),
                ';' | '(' => {
                    self.name = "";
                    self.at += 1;
                }
                '[' if self.name.is_empty() => return Err((self.at, SgfErrorKind::NoValue)),
                '[' => {
                    let at = self.at + 1;
                    let value = self.value()?;
                    return Ok(Some(Property { name: self.name, value, at }));
                }
                _ if next.is_whitespace() => self.at += next.len_utf8(),
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "()[];".contains(c));
                    let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
                    if !after.trim_start().starts_with('[') {
                        return Err((self.at, SgfErrorKind::NoValue));
                    }
                    self.name = name;
                    self.at += name.len();
                }
            }
        }
    }

    /// Reads the value that opens here: a backslash takes the meaning from the character after it.
    fn value(&mut self) -> Result<String, (usize, SgfErrorKind)> {
        let mut value = String::new();
        let mut escaped = false;
        for (offset, character) in self.text[self.at + 1..].char_indices() {
            match character {
                _ if escaped => escaped = false,
                '\\' => {
                    escaped = true;
                    continue;
                }
                ']' => {
                    self.at += 1 + offset + 1;
                    return Ok(value);
                }
                _ => {}
            }
            value.push(character);
        }
        Err((self.at, SgfErrorKind::OpenValue))
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Result<Property<'a>, (usize, SgfErrorKind)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.property().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Result<Vec<(&str, String)>, (usize, SgfErrorKind)> {
        Properties::new(text)?.map(|property| property.map(|it| (it.name, it.value))).collect()
    }

    #[test]
    fn properties_come_in_order_with_escapes_undone() {
        let text = "mail (not this)\n ( ;\nGM[27]VV [1]\n; P0[2 dropb wA1 N 13 \\\\wS1]TM[5] ; C[a\\]b][c])";
        let expected = [
            ("GM", "27"),
            ("VV", "1"),
            ("P0", "2 dropb wA1 N 13 \\wS1"),
            ("TM", "5"),
            ("C", "a]b"),
            ("C", "c"),
        ];
        let expected: Vec<(&str, String)> = expected.map(|(name, value)| (name, value.to_owned())).into();
        assert_eq!(pairs(text), Ok(expected));
    }

    #[test]
    fn only_the_first_branch_is_read() {
        let read = pairs("(;A[1](;B[2];C[3])(;D[4]))(;E[5])").unwrap();
        assert_eq!(read.iter().map(|(name, _)| *name).collect::<String>(), "ABC");
    }

    #[test]
    fn broken_texts_say_where() {
        assert_eq!(pairs("").unwrap_err(), (0, SgfErrorKind::NoGame));
        assert_eq!(pairs("(no) (game").unwrap_err(), (0, SgfErrorKind::NoGame));
        assert_eq!(pairs("(;A[open").unwrap_err(), (3, SgfErrorKind::OpenValue));
        assert_eq!(pairs("(;A[open\\").unwrap_err(), (3, SgfErrorKind::OpenValue));
        assert_eq!(pairs("(;A B[1])").unwrap_err(), (2, SgfErrorKind::NoValue));
        assert_eq!(pairs("(; [1])").unwrap_err(), (3, SgfErrorKind::NoValue));
        assert_eq!(pairs("(;A]").unwrap_err(), (2, SgfErrorKind::NoValue));
        assert_eq!(pairs("(;"), Ok(vec![]));
    }
}

//! A line to type in.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Longer than any path or game string that a person pastes.
const LONGEST: usize = 20_000;

/// What is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) text: String,
}

/// What became of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// There is more to come.
    More,
    /// Escape.
    Given,
    /// Enter.
    Done(String),
}

impl Prompt {
    pub(crate) fn with(text: impl Into<String>) -> Prompt {
        Prompt { text: text.into() }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Typed::Given,
            KeyCode::Char('c') if control => return Typed::Given,
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Enter => return Typed::Done(self.text.trim().to_owned()),
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Char(letter) if !control && !letter.is_control() && self.text.len() < LONGEST => {
                self.text.push(letter);
            }
            _ => {}
        }
        Typed::More
    }

    /// The end of the text, as much as there is room for.
    pub(crate) fn tail(&self, room: usize) -> String {
        let length = self.text.chars().count();
        self.text.chars().skip(length.saturating_sub(room)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_and_giving_up() {
        let mut prompt = Prompt::with("a");
        let mut press = |code, modifiers| prompt.key(KeyEvent::new(code, modifiers));
        for code in [KeyCode::Char('é'), KeyCode::Char('x'), KeyCode::Backspace, KeyCode::Up] {
            assert_eq!(press(code, KeyModifiers::NONE), Typed::More);
        }
        assert_eq!(press(KeyCode::Enter, KeyModifiers::NONE), Typed::Done("aé".into()));
        assert_eq!(press(KeyCode::Char('u'), KeyModifiers::CONTROL), Typed::More);
        assert_eq!(press(KeyCode::Enter, KeyModifiers::NONE), Typed::Done(String::new()));
        assert_eq!(press(KeyCode::Esc, KeyModifiers::NONE), Typed::Given);
        assert_eq!(Prompt::with("abc").tail(2), "bc");
    }
}

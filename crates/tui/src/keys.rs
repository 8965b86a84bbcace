//! Keys of a terminal and what they mean. A terminal names keys by what they type and not by their place, so the arrow
//! keys go about the board; everything else is the browser's list of keys.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use skep_rules::{Direction, Hex};
use skep_tabletop::{Action, Chord, Command, Intent, Keymap, State, update};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Something the table knows.
    Command(Command),
    /// Up or down, between the two keys of the hexagon.
    Up,
    Down,
    Left,
    Right,
    Save,
    Open,
    Type,
    Leave,
}

/// The way up and down: it lies between two directions of a hexagon, which take turns so that several steps go straight.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    leaned_west: bool,
}

impl Steps {
    /// Goes a step over the board, if the wish is one.
    pub(crate) fn take(&mut self, table: &mut State, wish: Wish) -> Option<Intent> {
        let (west, east) = match wish {
            Wish::Up => (Direction::NorthWest, Direction::NorthEast),
            Wish::Down => (Direction::SouthWest, Direction::SouthEast),
            Wish::Left => return go(table, Direction::West),
            Wish::Right => return go(table, Direction::East),
            _ => return None,
        };
        let before: Option<Hex> = table.focus();
        let (first, second) = if self.leaned_west { (east, west) } else { (west, east) };
        let intent = go(table, first);
        if table.focus() == before {
            return go(table, second);
        }
        self.leaned_west = !self.leaned_west;
        intent
    }
}

/// Whether a tile has just been taken from the reserve and the keyboard is not where it could go: one key less then.
pub(crate) fn reach_for_target(table: &State, command: Command) -> bool {
    matches!(command, Command::Reserve(_))
        && table.selection().is_some_and(|selection| selection.at().is_none())
        && table.focus().is_none_or(|hex| table.target_move(hex).is_none())
}

fn go(table: &mut State, direction: Direction) -> Option<Intent> {
    update(table, Action::Command(Command::Go(direction)))
}

/// The meaning of a key at a board.
pub(crate) fn wish(key: KeyEvent) -> Option<Wish> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('s') => Some(Wish::Save),
            KeyCode::Char('o') => Some(Wish::Open),
            KeyCode::Char('c' | 'q' | 'd') => Some(Wish::Leave),
            _ => None,
        };
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    Some(match key.code {
        KeyCode::Up => Wish::Up,
        KeyCode::Down => Wish::Down,
        KeyCode::Left => Wish::Left,
        KeyCode::Right => Wish::Right,
        KeyCode::Tab => Wish::Command(Command::NextTarget),
        KeyCode::BackTab => Wish::Command(Command::PreviousTarget),
        KeyCode::PageUp | KeyCode::Char(',' | '<') => Wish::Command(Command::Back),
        KeyCode::PageDown | KeyCode::Char('.' | '>') => Wish::Command(Command::Forward),
        KeyCode::Char(':' | '/') => Wish::Type,
        KeyCode::Char('q' | 'Q') => Wish::Leave,
        _ => return chord(key.code).and_then(|chord| Keymap::default().command(&chord)).map(Wish::Command),
    })
}

/// A key by its place on a keyboard, as far as what it types tells that.
fn chord(code: KeyCode) -> Option<Chord> {
    Some(match code {
        KeyCode::Enter => Chord::plain("Enter"),
        KeyCode::Esc => Chord::plain("Escape"),
        KeyCode::Home => Chord::plain("Home"),
        KeyCode::End => Chord::plain("End"),
        KeyCode::Char(' ') => Chord::plain("Space"),
        KeyCode::Char('+' | '=') => Chord::plain("Equal"),
        KeyCode::Char('-') => Chord::plain("Minus"),
        KeyCode::Char('?') => Chord::shifted("Slash"),
        KeyCode::Char(digit @ '0'..='9') => Chord::plain(&format!("Digit{digit}")),
        KeyCode::Char(letter) if letter.is_ascii_lowercase() => {
            Chord::plain(&format!("Key{}", letter.to_ascii_uppercase()))
        }
        KeyCode::Char(letter) if letter.is_ascii_uppercase() => Chord::shifted(&format!("Key{letter}")),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_browser_but_for_the_arrows() {
        let plain = |code| wish(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(plain(KeyCode::Char('h')), Some(Wish::Command(Command::Hint)));
        assert_eq!(plain(KeyCode::Char('T')), Some(Wish::Command(Command::Redo)));
        assert_eq!(plain(KeyCode::Char('3')), Some(Wish::Command(Command::Reserve(3))));
        assert_eq!(plain(KeyCode::Char('?')), Some(Wish::Command(Command::Help)));
        assert_eq!(plain(KeyCode::Left), Some(Wish::Left));
        assert_eq!(plain(KeyCode::F(5)), None);
        assert_eq!(wish(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Some(Wish::Leave));
    }

    #[test]
    fn every_command_can_be_reached() {
        let codes = (' '..='~').map(KeyCode::Char).chain([
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::PageUp,
            KeyCode::PageDown,
        ]);
        let wishes: Vec<Wish> =
            codes.filter_map(|code| wish(KeyEvent::new(code, KeyModifiers::NONE))).collect();
        for command in Command::all() {
            assert!(wishes.contains(&Wish::Command(command)), "{command:?} has no key");
        }
    }
}

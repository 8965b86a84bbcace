//! Hands that press keys, and eyes that read the screen.

use std::collections::{BTreeSet, VecDeque};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use skep_rules::{Bug, Direction, Hex};
use skep_tabletop::{Action, Command, State, update};
use skep_tui::{Flow, Screen};

pub(crate) fn press(screen: &mut dyn Screen, code: KeyCode) -> Flow {
    screen.key(KeyEvent::new(code, KeyModifiers::NONE))
}

pub(crate) fn control(screen: &mut dyn Screen, letter: char) -> Flow {
    screen.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

pub(crate) fn type_text(screen: &mut dyn Screen, text: &str) {
    for letter in text.chars() {
        press(screen, KeyCode::Char(letter));
    }
}

/// The screen in a window of this size.
pub(crate) fn cells(screen: &mut dyn Screen, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// Its lines as text.
pub(crate) fn look(screen: &mut dyn Screen, width: u16, height: u16) -> String {
    let buffer = cells(screen, width, height);
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

/// All the words on the screen, whatever lines they are broken into.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The keys that bring the focus to a cell: the shortest way, found by trying on a copy of the board.
pub(crate) fn way(table: &State, to: Hex) -> Vec<KeyCode> {
    const KEYS: [(char, Direction); 6] = [
        ('w', Direction::NorthWest),
        ('e', Direction::NorthEast),
        ('a', Direction::West),
        ('d', Direction::East),
        ('z', Direction::SouthWest),
        ('x', Direction::SouthEast),
    ];
    let mut seen: BTreeSet<Hex> = table.focus().into_iter().collect();
    let mut open = VecDeque::from([(table.clone(), Vec::new())]);
    while let Some((state, keys)) = open.pop_front() {
        if state.focus() == Some(to) {
            return keys;
        }
        for (key, direction) in KEYS {
            let mut next = state.clone();
            update(&mut next, Action::Command(Command::Go(direction)));
            if next.focus().is_some_and(|hex| seen.insert(hex)) {
                open.push_back((next, [keys.as_slice(), &[KeyCode::Char(key)]].concat()));
            }
        }
    }
    panic!("no keys lead to {to:?}");
}

/// The key of a kind of tile in the reserve.
pub(crate) fn slot(bug: Bug) -> KeyCode {
    let index = Bug::ALL.iter().position(|other| *other == bug).unwrap();
    KeyCode::Char(char::from(b'1' + index as u8))
}

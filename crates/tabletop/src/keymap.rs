//! Which key does what. Keys are named by their place on the keyboard (`KeyboardEvent.code`), so
//! that the six direction keys form a hexagon on every keyboard.

use core::fmt;

use skep_rules::Direction;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Go to the next tile or legal cell in a direction, as seen on the screen.
    Go(Direction),
    /// Select the focused tile, or play on the focused cell.
    Activate,
    /// Deselect, close.
    Cancel,
    /// Go to the next legal cell.
    NextTarget,
    /// Go to the previous legal cell.
    PreviousTarget,
    /// Pick from the reserve of the side to move, by slot from 1 to 8.
    Reserve(u8),
    /// Look into the focused stack, or stop looking.
    Peek,
    /// Say once more where the focus is.
    Where,
    /// Pass, when nothing else is possible.
    Pass,
    /// One turn back.
    Back,
    /// One turn forward.
    Forward,
    /// The first position.
    First,
    /// The latest position.
    Last,
    /// Turn the board upside down.
    Flip,
    /// Turn the board by 60 degrees.
    Rotate,
    /// Zoom in.
    ZoomIn,
    /// Zoom out.
    ZoomOut,
    /// Fit the hive.
    Fit,
    /// Show a hint.
    Hint,
    /// Take a move back.
    TakeBack,
    /// Play again what was taken back.
    Redo,
    /// Show the list of keys.
    Help,
}

/// The commands with names that do not change, for storing a person's keys.
const NAMES: [(&str, Command); 34] = [
    ("north-west", Command::Go(Direction::NorthWest)),
    ("north-east", Command::Go(Direction::NorthEast)),
    ("west", Command::Go(Direction::West)),
    ("east", Command::Go(Direction::East)),
    ("south-west", Command::Go(Direction::SouthWest)),
    ("south-east", Command::Go(Direction::SouthEast)),
    ("activate", Command::Activate),
    ("cancel", Command::Cancel),
    ("next-target", Command::NextTarget),
    ("previous-target", Command::PreviousTarget),
    ("reserve-1", Command::Reserve(1)),
    ("reserve-2", Command::Reserve(2)),
    ("reserve-3", Command::Reserve(3)),
    ("reserve-4", Command::Reserve(4)),
    ("reserve-5", Command::Reserve(5)),
    ("reserve-6", Command::Reserve(6)),
    ("reserve-7", Command::Reserve(7)),
    ("reserve-8", Command::Reserve(8)),
    ("peek", Command::Peek),
    ("where", Command::Where),
    ("pass", Command::Pass),
    ("back", Command::Back),
    ("forward", Command::Forward),
    ("first", Command::First),
    ("last", Command::Last),
    ("flip", Command::Flip),
    ("rotate", Command::Rotate),
    ("zoom-in", Command::ZoomIn),
    ("zoom-out", Command::ZoomOut),
    ("fit", Command::Fit),
    ("hint", Command::Hint),
    ("take-back", Command::TakeBack),
    ("redo", Command::Redo),
    ("help", Command::Help),
];

impl Command {
    /// All commands, in the order of a list of keys.
    pub fn all() -> impl Iterator<Item = Command> {
        NAMES.into_iter().map(|(_, command)| command)
    }

    /// A name that does not change, for storing.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, command)| *command == self).map_or("", |(name, _)| name)
    }

    /// The command with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Command> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
    }
}

/// A key, with or without Shift.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// The key's place, such as `KeyW` or `ArrowLeft`.
    pub code: String,
    /// Whether Shift is held.
    pub shift: bool,
}

impl Chord {
    /// A key without Shift.
    #[must_use]
    pub fn plain(code: &str) -> Chord {
        Chord { code: code.to_string(), shift: false }
    }

    /// A key with Shift.
    #[must_use]
    pub fn shifted(code: &str) -> Chord {
        Chord { code: code.to_string(), shift: true }
    }

    /// Whether the key may be given to a command: Tab must go on leaving the board, Escape leaves whatever asks for a
    /// key, and keys that only modify others do nothing alone.
    #[must_use]
    pub fn is_assignable(&self) -> bool {
        let modifies = ["Shift", "Control", "Alt", "Meta", "OS", "CapsLock", "Fn", "Dead", "Unidentified"];
        let plain = !self.code.is_empty() && self.code.chars().all(|letter| letter.is_ascii_alphanumeric());
        plain
            && !["Tab", "Escape"].contains(&self.code.as_str())
            && !modifies.iter().any(|name| self.code.starts_with(name))
    }

    /// Whether the key types a single character, so that people who dictate may want it off.
    #[must_use]
    pub fn is_character(&self) -> bool {
        ["Key", "Digit", "Minus", "Equal", "Slash", "Numpad"].iter().any(|kind| self.code.starts_with(kind))
            && self.code != "NumpadEnter"
    }
}

/// As it is stored: `Shift+KeyN`.
impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.shift { "Shift+" } else { "" }, self.code)
    }
}

/// The keys and their commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    keys: Vec<(Chord, Command)>,
    /// Whether keys that type a single character work.
    pub characters: bool,
}

impl Default for Keymap {
    fn default() -> Keymap {
        use Command::*;
        let plain = [
            ("KeyW", Go(Direction::NorthWest)),
            ("KeyE", Go(Direction::NorthEast)),
            ("KeyA", Go(Direction::West)),
            ("KeyD", Go(Direction::East)),
            ("KeyZ", Go(Direction::SouthWest)),
            ("KeyX", Go(Direction::SouthEast)),
            ("Enter", Activate),
            ("NumpadEnter", Activate),
            ("Space", Activate),
            ("Escape", Cancel),
            ("KeyN", NextTarget),
            ("KeyP", Peek),
            ("KeyS", Where),
            ("KeyO", Pass),
            ("ArrowLeft", Back),
            ("ArrowRight", Forward),
            ("Home", First),
            ("End", Last),
            ("KeyF", Flip),
            ("KeyR", Rotate),
            ("Equal", ZoomIn),
            ("NumpadAdd", ZoomIn),
            ("Minus", ZoomOut),
            ("NumpadSubtract", ZoomOut),
            ("Digit0", Fit),
            ("KeyH", Hint),
            ("KeyT", TakeBack),
        ];
        let shifted = [("KeyN", PreviousTarget), ("KeyT", Redo), ("Equal", ZoomIn), ("Slash", Help)];
        let digits = (1..=8).map(|slot| (Chord::plain(&format!("Digit{slot}")), Reserve(slot)));
        let keys = plain
            .into_iter()
            .map(|(code, command)| (Chord::plain(code), command))
            .chain(shifted.into_iter().map(|(code, command)| (Chord::shifted(code), command)))
            .chain(digits)
            .collect();
        Keymap { keys, characters: true }
    }
}

impl Keymap {
    /// What a key does.
    #[must_use]
    pub fn command(&self, chord: &Chord) -> Option<Command> {
        if !self.characters && chord.is_character() {
            return None;
        }
        self.keys.iter().find(|(key, _)| key == chord).map(|(_, command)| *command)
    }

    /// The keys of a command, the customary one first.
    pub fn keys(&self, command: Command) -> impl Iterator<Item = &Chord> {
        self.keys.iter().filter(move |(_, other)| *other == command).map(|(chord, _)| chord)
    }

    /// All keys with their commands.
    pub fn iter(&self) -> impl Iterator<Item = (&Chord, Command)> {
        self.keys.iter().map(|(chord, command)| (chord, *command))
    }

    /// Gives a command one new key instead of its old ones.
    ///
    /// # Errors
    ///
    /// The command that has the key already; nothing changes then.
    pub fn assign(&mut self, command: Command, chord: Chord) -> Result<(), Command> {
        if let Some((_, taken)) = self.keys.iter().find(|(key, other)| *key == chord && *other != command) {
            return Err(*taken);
        }
        let at = self.keys.iter().position(|(_, other)| *other == command).unwrap_or(self.keys.len());
        self.keys.retain(|(_, other)| *other != command);
        self.keys.insert(at.min(self.keys.len()), (chord, command));
        Ok(())
    }

    /// The customary keys with a person's changes, as [`Keymap::changes`] wrote them. A change that cannot be read,
    /// or whose key is taken, costs itself alone.
    #[must_use]
    pub fn with_changes(text: &str) -> Keymap {
        let mut keymap = Keymap::default();
        let mut changes: Vec<(Command, Chord)> = Vec::new();
        for (name, key) in text.split_whitespace().filter_map(|change| change.split_once(':')) {
            let (shift, code) = key.strip_prefix("Shift+").map_or((false, key), |code| (true, code));
            let chord = Chord { code: code.to_string(), shift };
            if let Some(command) = Command::from_name(name).filter(|_| chord.is_assignable()) {
                changes.push((command, chord));
            }
        }
        // Two commands may have exchanged their keys: take all the old ones away before giving out the new.
        keymap.keys.retain(|(_, command)| !changes.iter().any(|(changed, _)| changed == command));
        for (command, chord) in changes {
            let _ = keymap.assign(command, chord);
        }
        // Whoever came away empty-handed gets the old keys back, as far as they are free.
        for (chord, command) in Keymap::default().keys {
            let lost = keymap.keys(command).next().is_none();
            if lost && keymap.keys.iter().all(|(key, _)| *key != chord) {
                keymap.keys.push((chord, command));
            }
        }
        keymap
    }

    /// How this map differs from the customary one, as text to store.
    #[must_use]
    pub fn changes(&self) -> String {
        let customary = Keymap::default();
        let changed = Command::all().filter(|command| !self.keys(*command).eq(customary.keys(*command)));
        let written = changed.filter_map(|command| {
            self.keys(command).next().map(|chord| format!("{}:{chord}", command.name()))
        });
        written.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        let keymap = Keymap::default();
        for (chord, command) in keymap.iter() {
            assert_eq!(keymap.command(chord), Some(command), "{chord:?}");
        }
    }

    #[test]
    fn every_command_has_a_name() {
        for (_, command) in Keymap::default().iter() {
            assert_eq!(Command::from_name(command.name()), Some(command), "{command:?}");
        }
        for command in Command::all() {
            assert!(Keymap::default().keys(command).next().is_some(), "{command:?} has no key");
        }
        assert_eq!(Command::from_name(""), None);
    }

    #[test]
    fn keys_can_be_changed_but_not_taken_from_another() {
        let mut keymap = Keymap::default();
        assert_eq!(keymap.assign(Command::Hint, Chord::plain("KeyF")), Err(Command::Flip));
        assert_eq!(keymap.command(&Chord::plain("KeyH")), Some(Command::Hint));
        assert_eq!(keymap.assign(Command::Hint, Chord::plain("KeyI")), Ok(()));
        assert_eq!(keymap.command(&Chord::plain("KeyH")), None);
        assert_eq!(keymap.command(&Chord::plain("KeyI")), Some(Command::Hint));
    }

    #[test]
    fn changed_keys_read_back_as_written() {
        let mut keymap = Keymap::default();
        assert_eq!(keymap.changes(), "");
        keymap.assign(Command::Hint, Chord::shifted("KeyI")).unwrap();
        keymap.assign(Command::Flip, Chord::plain("KeyH")).unwrap();
        keymap.assign(Command::Rotate, Chord::plain("KeyF")).unwrap();
        let written = keymap.changes();
        assert_eq!(written, "flip:KeyH rotate:KeyF hint:Shift+KeyI");
        let read = Keymap::with_changes(&written);
        for command in Command::all() {
            assert!(read.keys(command).eq(keymap.keys(command)), "{command:?}");
        }
        assert_eq!(read.changes(), written);
    }

    #[test]
    fn a_damaged_change_costs_only_itself() {
        let read = Keymap::with_changes("flip:Tab hint:KeyI nonsense: fly:KeyQ rotate:KeyI :KeyU peek:<b>");
        assert_eq!(read.command(&Chord::plain("KeyI")), Some(Command::Hint));
        assert_eq!(read.command(&Chord::plain("KeyF")), Some(Command::Flip));
        assert_eq!(read.command(&Chord::plain("KeyR")), Some(Command::Rotate));
        for command in Command::all() {
            assert!(read.keys(command).next().is_some(), "{command:?} has no key");
        }
    }

    #[test]
    fn single_characters_can_be_turned_off() {
        let keymap = Keymap { characters: false, ..Keymap::default() };
        assert_eq!(keymap.command(&Chord::plain("KeyF")), None);
        assert_eq!(keymap.command(&Chord::plain("Digit3")), None);
        assert_eq!(keymap.command(&Chord::plain("ArrowLeft")), Some(Command::Back));
        assert_eq!(keymap.command(&Chord::plain("NumpadEnter")), Some(Command::Activate));
    }
}

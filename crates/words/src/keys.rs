//! Keys and what they do, for the list of keys.

use skep_rules::Direction;
use skep_tabletop::{Chord, Command};

use crate::text::{Key, tr};
use crate::{Language, say};

/// What a command does, in a few words.
#[must_use]
pub fn command_name(language: Language, command: Command) -> String {
    let key = match command {
        Command::Reserve(slot) => return say!(language, KeysReserve, n = slot),
        Command::Go(Direction::NorthEast) => Key::KeysNorthEast,
        Command::Go(Direction::East) => Key::KeysEast,
        Command::Go(Direction::SouthEast) => Key::KeysSouthEast,
        Command::Go(Direction::SouthWest) => Key::KeysSouthWest,
        Command::Go(Direction::West) => Key::KeysWest,
        Command::Go(Direction::NorthWest) => Key::KeysNorthWest,
        Command::Activate => Key::KeysActivate,
        Command::Cancel => Key::KeysCancel,
        Command::NextTarget => Key::KeysNextTarget,
        Command::PreviousTarget => Key::KeysPreviousTarget,
        Command::Peek => Key::KeysPeek,
        Command::Where => Key::KeysWhere,
        Command::Pass => Key::KeysPass,
        Command::Back => Key::KeysBack,
        Command::Forward => Key::KeysForward,
        Command::First => Key::KeysFirst,
        Command::Last => Key::KeysLast,
        Command::Flip => Key::KeysFlip,
        Command::Rotate => Key::KeysRotate,
        Command::ZoomIn => Key::KeysZoomIn,
        Command::ZoomOut => Key::KeysZoomOut,
        Command::Fit => Key::KeysFit,
        Command::Hint => Key::KeysHint,
        Command::TakeBack => Key::KeysTakeback,
        Command::Redo => Key::KeysRedo,
        Command::Help => Key::KeysHelp,
    };
    tr(language, key).to_string()
}

/// A key's name. Letters are named as on a QWERTY keyboard; a browser that knows the layout can do better.
#[must_use]
pub fn chord_name(language: Language, chord: &Chord) -> String {
    let code = chord.code.as_str();
    // What people know as one sign is one sign, whatever it takes to type it.
    if chord.shift && code == "Slash" {
        return "?".to_string();
    }
    if code == "Equal" || code == "NumpadAdd" {
        return "+".to_string();
    }
    let key = match code {
        "Enter" | "NumpadEnter" => tr(language, Key::KeysKeyEnter),
        "Escape" => tr(language, Key::KeysKeyEscape),
        "Space" => tr(language, Key::KeysKeySpace),
        "Tab" => tr(language, Key::KeysKeyTab),
        "ArrowLeft" => tr(language, Key::KeysKeyLeft),
        "ArrowRight" => tr(language, Key::KeysKeyRight),
        "ArrowUp" => tr(language, Key::KeysKeyUp),
        "ArrowDown" => tr(language, Key::KeysKeyDown),
        "Home" => tr(language, Key::KeysKeyHome),
        "End" => tr(language, Key::KeysKeyEnd),
        "Minus" | "NumpadSubtract" => "−",
        "Slash" => "/",
        _ => code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit")).unwrap_or(code),
    };
    if chord.shift {
        say!(language, KeysChord, first = tr(language, Key::KeysKeyShift), key = key)
    } else {
        key.to_string()
    }
}

#[cfg(test)]
mod tests {
    use skep_tabletop::Keymap;

    use super::*;

    #[test]
    fn every_key_of_the_map_has_a_name_and_a_meaning() {
        for language in Language::ALL {
            for (chord, command) in Keymap::default().iter() {
                assert!(!command_name(language, command).is_empty());
                let name = chord_name(language, chord);
                assert!(
                    !name.contains("Key") && !name.contains("Digit") && !name.contains("Arrow"),
                    "{name}"
                );
            }
        }
        assert_eq!(chord_name(Language::Fr, &Chord::shifted("KeyN")), "Maj + N");
        assert_eq!(chord_name(Language::En, &Chord::shifted("Slash")), "?");
    }
}

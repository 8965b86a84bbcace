//! What things are called: game types, players, results, dates.

use skep_rules::{Bug, Color};
use skep_tabletop::{Reason, Refusal};
use skep_words::{Civil, Key, Language, say, tr};

use super::device::wall_clock;
use crate::clock::Millis;
use crate::players::Seat;
use crate::saved::{Ending, Outcome, Saved};

/// The insect, its first letter a capital.
pub(crate) fn bug(language: Language, bug: Bug) -> String {
    skep_words::capitalized(skep_words::bug_name(language, bug))
}

/// Who sits there. With one person at the table that is "you"; with two or none, the color tells.
pub(crate) fn player(language: Language, saved: &Saved, color: Color) -> String {
    if let Some(names) = &saved.names {
        return names[color].clone();
    }
    match (saved.seats[color], saved.seats[!color]) {
        (Seat::Computer(level), _) => say!(language, PlayerComputerLevel, n = level.number()),
        (Seat::Human, Seat::Computer(_) | Seat::Remote) => tr(language, Key::PlayerYou).to_owned(),
        (Seat::Human, Seat::Human) | (Seat::Remote, _) => skep_words::color_name(language, color).to_owned(),
    }
}

/// The color of the only person at the table.
pub(crate) fn only_human(saved: &Saved) -> Option<Color> {
    let mut people = Color::ALL.into_iter().filter(|&color| saved.seats[color] == Seat::Human);
    match (people.next(), people.next()) {
        (Some(color), None) => Some(color),
        _ => None,
    }
}

/// `You win`, `White wins`, `Draw`.
pub(crate) fn result(language: Language, saved: &Saved, outcome: Outcome) -> &'static str {
    skep_words::outcome(language, outcome.result(), only_human(saved))
}

/// Why it ended.
pub(crate) fn reason(language: Language, saved: &Saved, outcome: Outcome) -> &'static str {
    let me = only_human(saved);
    let key = match outcome {
        Outcome::Board(reason) => return skep_words::outcome_reason(language, reason, me),
        Outcome::Other(Ending::Resigned(color)) if me == Some(color) => Key::ResultResignedYou,
        Outcome::Other(Ending::Resigned(Color::White)) => Key::ResultResignedWhite,
        Outcome::Other(Ending::Resigned(Color::Black)) => Key::ResultResignedBlack,
        Outcome::Other(Ending::OutOfTime(color)) if me == Some(color) => Key::ResultTimeoutYou,
        Outcome::Other(Ending::OutOfTime(Color::White)) => Key::ResultTimeoutWhite,
        Outcome::Other(Ending::OutOfTime(Color::Black)) => Key::ResultTimeoutBlack,
        Outcome::Other(Ending::Agreed) => Key::ResultAgreed,
        Outcome::Other(Ending::Stated(_)) => Key::ResultOver,
    };
    tr(language, key)
}

/// Where the rules page explains a refusal.
pub(crate) fn refusal_anchor(refusal: &Refusal) -> Option<&'static str> {
    match refusal.reason {
        Reason::Rules(reason) => Some(skep_words::refusal_anchor(reason)).filter(|anchor| !anchor.is_empty()),
        Reason::NotYourTurn => Some("turns"),
        Reason::Nowhere => Some("sliding"),
        Reason::NotLatest => None,
    }
}

/// A moment as seen from now, in local time.
pub(crate) fn when(language: Language, millis: Millis) -> String {
    let local = |millis: Millis| {
        let date = js_sys::Date::new(&(millis as f64).into());
        Civil::from_unix_millis(millis as i64, -(date.get_timezone_offset() as i32))
    };
    skep_words::date_time(language, local(millis), local(wall_clock()))
}

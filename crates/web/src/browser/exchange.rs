//! Games out of the device and into it: PGN, game string, link.

use skep_rules::Color;
use skep_rules::notation::{self, Record, pgn};
use skep_words::{Key, Language, say, tr};

use super::device::{wall_clock, window};
use super::names;
use crate::import::{self, Import, ImportError};
use crate::route::Route;
use crate::saved::{Ending, Saved};

/// The game as PGN, players named in the reader's language.
pub(crate) fn to_pgn(language: Language, saved: &Saved) -> String {
    let mut record = Record::new(saved.game.start().rules());
    let mut last = record.start();
    for &mv in saved.game.moves() {
        // Every move of a game is legal where it stands.
        let Ok(next) = record.add(last, mv) else { break };
        last = next;
    }
    let date = js_sys::Date::new(&(saved.created as f64).into());
    let date = format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date());
    let tags = record.tags_mut();
    let _ = tags.set("White", names::player(language, saved, Color::White));
    let _ = tags.set("Black", names::player(language, saved, Color::Black));
    let _ = tags.set("Date", date);
    record.set_ending(saved.ending.map(|ending| match ending {
        Ending::Agreed => notation::Ending::Agreed,
        Ending::Resigned(color) => notation::Ending::Resigned(color),
        Ending::OutOfTime(color) => notation::Ending::OutOfTime(color),
        Ending::Stated(result) => notation::Ending::Stated(result),
    }));
    pgn::write(&record)
}

/// A link that holds the whole game.
pub(crate) fn to_link(saved: &Saved) -> String {
    let location = window().location();
    let page =
        format!("{}{}", location.origin().unwrap_or_default(), location.pathname().unwrap_or_default());
    page + &Route::Shared(saved.game.to_uhp()).href()
}

/// Reads whatever a person may paste: a link of this app, or any record of games.
pub(crate) fn read(text: &str) -> Result<Import, ImportError> {
    if let Some((_, fragment)) = text.split_once("#/shared/")
        && let Route::Shared(inner) = Route::parse(&format!("#/shared/{}", fragment.trim()))
    {
        return import::read(&inner, wall_clock());
    }
    import::read(text, wall_clock())
}

/// What is wrong with a text, as a sentence.
pub(crate) fn complaint(language: Language, error: &ImportError) -> String {
    match error {
        ImportError::TooBig => tr(language, Key::ImportTooBig).to_owned(),
        ImportError::Nothing => tr(language, Key::ImportNothing).to_owned(),
        ImportError::Move { number, text } => say!(language, ErrorFileMove, n = number, text = text),
        ImportError::File { line, reason } => say!(language, ImportAtLine, line = line, reason = reason),
    }
}

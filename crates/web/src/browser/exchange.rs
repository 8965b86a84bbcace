//! Games out of the device and into it: PGN, game string, link.

use skep_rules::notation::uhp::{GameString, GameStringError};
use skep_rules::notation::{self, Record, pgn};
use skep_rules::{ByColor, Color, Game};
use skep_words::{Key, Language, say, tr};

use super::device::{wall_clock, window};
use super::names;
use crate::players::Seat;
use crate::route::Route;
use crate::saved::{Ending, Saved};

/// Nothing a person pastes is bigger; a film dropped here by mistake is.
const MAX_BYTES: usize = 1 << 20;

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

/// Why a text holds no game, as a sentence.
pub(crate) type Complaint = String;

/// Reads whatever a person may paste: a link, a game string, PGN, or this app's own stored text.
pub(crate) fn read(language: Language, text: &str) -> Result<Saved, Complaint> {
    let text = text.trim();
    if text.len() > MAX_BYTES {
        return Err(tr(language, Key::ImportTooBig).to_owned());
    }
    if let Ok(saved) = Saved::parse(text) {
        return Ok(saved);
    }
    if let Some((_, fragment)) = text.split_once("#/shared/")
        && let Route::Shared(inner) = Route::parse(&format!("#/shared/{fragment}"))
    {
        return read_game_string(language, &inner);
    }
    if text.starts_with('[') { read_pgn(language, text) } else { read_game_string(language, text) }
}

fn read_game_string(language: Language, text: &str) -> Result<Saved, Complaint> {
    let written = GameString::parse(text).map_err(|_| tr(language, Key::ImportNothing).to_owned())?;
    match written.play(written.game_type) {
        Ok(game) => Ok(as_saved(game, None)),
        Err(GameStringError::Move { index, text, .. }) => {
            Err(say!(language, ErrorFileMove, n = index + 1, text = text))
        }
        Err(_) => Err(tr(language, Key::ImportTooBig).to_owned()),
    }
}

fn read_pgn(language: Language, text: &str) -> Result<Saved, Complaint> {
    let record = pgn::read(text)
        .map_err(|error| say!(language, ImportAtLine, line = error.place.line, reason = error.kind))?;
    let ending = match record.outcome() {
        Some(notation::Outcome::Other(ending)) => Some(match ending {
            notation::Ending::Agreed => Ending::Agreed,
            notation::Ending::Resigned(color) => Ending::Resigned(color),
            notation::Ending::OutOfTime(color) => Ending::OutOfTime(color),
            other => Ending::Stated(other.result()),
        }),
        Some(notation::Outcome::Board(_)) | None => None,
    };
    Ok(as_saved(record.game(), ending))
}

/// An imported game belongs to two people at this table: they can look at it, or play on.
fn as_saved(game: Game, ending: Option<Ending>) -> Saved {
    let mut saved = Saved::new(game.start().rules(), ByColor::new_with(|_| Seat::Human), None, wall_clock());
    saved.game = game;
    saved.ending = ending;
    saved
}

//! What things are called: game types, players, results, dates.

use skep_rules::{Bug, Color, EndReason, Expansion, GameResult, GameType};
use skep_words::{Civil, Key, Language, say, tr};

use super::device::wall_clock;
use crate::clock::Millis;
use crate::players::Seat;
use crate::saved::{Ending, Outcome, Saved};

/// The insect, its first letter a capital.
pub(crate) fn bug(language: Language, bug: Bug) -> String {
    let key = match bug {
        Bug::Queen => Key::PieceQueen,
        Bug::Spider => Key::PieceSpider,
        Bug::Beetle => Key::PieceBeetle,
        Bug::Grasshopper => Key::PieceGrasshopper,
        Bug::Ant => Key::PieceAnt,
        Bug::Mosquito => Key::PieceMosquito,
        Bug::Ladybug => Key::PieceLadybug,
        Bug::Pillbug => Key::PiecePillbug,
    };
    skep_words::capitalized(tr(language, key))
}

/// How it moves, in one sentence.
pub(crate) fn creature_key(bug: Bug) -> Key {
    match bug {
        Bug::Queen => Key::CreatureQueen,
        Bug::Spider => Key::CreatureSpider,
        Bug::Beetle => Key::CreatureBeetle,
        Bug::Grasshopper => Key::CreatureGrasshopper,
        Bug::Ant => Key::CreatureAnt,
        Bug::Mosquito => Key::CreatureMosquito,
        Bug::Ladybug => Key::CreatureLadybug,
        Bug::Pillbug => Key::CreaturePillbug,
    }
}

/// `Base game`, `Base game with mosquito and pillbug`, `All three expansions`.
pub(crate) fn game_type(language: Language, kind: GameType) -> String {
    let name = |expansion| match expansion {
        Expansion::Mosquito => tr(language, Key::PieceMosquito),
        Expansion::Ladybug => tr(language, Key::PieceLadybug),
        Expansion::Pillbug => tr(language, Key::PiecePillbug),
    };
    let names: Vec<&str> =
        Expansion::ALL.into_iter().filter(|&expansion| kind.includes(expansion)).map(name).collect();
    match names.as_slice() {
        [] => tr(language, Key::SetupGameTypeBase).to_owned(),
        [one] => say!(language, SetupGameTypeWith, names = one),
        [first, last] => {
            let names = say!(language, CommonListAnd, first = first, last = last);
            say!(language, SetupGameTypeWith, names = names)
        }
        _ => tr(language, Key::SetupGameTypeAll).to_owned(),
    }
}

/// Who sits there. With one person at the table that is "you"; with two or none, the color tells.
pub(crate) fn player(language: Language, saved: &Saved, color: Color) -> String {
    match (saved.seats[color], saved.seats[!color]) {
        (Seat::Computer(level), _) => say!(language, PlayerComputerLevel, n = level.number()),
        (Seat::Human, Seat::Computer(_)) => tr(language, Key::PlayerYou).to_owned(),
        (Seat::Human, Seat::Human) => color_name(language, color).to_owned(),
    }
}

pub(crate) fn color_name(language: Language, color: Color) -> &'static str {
    match color {
        Color::White => tr(language, Key::CommonWhite),
        Color::Black => tr(language, Key::CommonBlack),
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
pub(crate) fn result_key(saved: &Saved, outcome: Outcome) -> Key {
    match (outcome.result(), only_human(saved)) {
        (GameResult::Draw, _) => Key::ResultDraw,
        (GameResult::Win(winner), Some(me)) if winner == me => Key::ResultYouWon,
        (GameResult::Win(_), Some(_)) => Key::ResultYouLost,
        (GameResult::Win(Color::White), None) => Key::ResultWhiteWins,
        (GameResult::Win(Color::Black), None) => Key::ResultBlackWins,
    }
}

/// Why it ended.
pub(crate) fn reason_key(saved: &Saved, outcome: Outcome) -> Key {
    let me = only_human(saved);
    match outcome {
        Outcome::Board(EndReason::QueenSurrounded(color)) if me == Some(color) => Key::ResultQueenYours,
        Outcome::Board(EndReason::QueenSurrounded(Color::White)) => Key::ResultQueenWhite,
        Outcome::Board(EndReason::QueenSurrounded(Color::Black)) => Key::ResultQueenBlack,
        Outcome::Board(EndReason::BothQueensSurrounded) => Key::ResultBothQueens,
        Outcome::Board(EndReason::Repetition) => Key::ResultRepetition,
        Outcome::Other(Ending::Resigned(color)) if me == Some(color) => Key::ResultResignedYou,
        Outcome::Other(Ending::Resigned(Color::White)) => Key::ResultResignedWhite,
        Outcome::Other(Ending::Resigned(Color::Black)) => Key::ResultResignedBlack,
        Outcome::Other(Ending::OutOfTime(color)) if me == Some(color) => Key::ResultTimeoutYou,
        Outcome::Other(Ending::OutOfTime(Color::White)) => Key::ResultTimeoutWhite,
        Outcome::Other(Ending::OutOfTime(Color::Black)) => Key::ResultTimeoutBlack,
        Outcome::Other(Ending::Agreed) => Key::ResultAgreed,
        Outcome::Other(Ending::Stated(_)) => Key::ResultOver,
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

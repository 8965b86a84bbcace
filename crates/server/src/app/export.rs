//! Games as PGN, and everything that is kept about a person.

use serde_json::{Value, json};
use skep_rules::notation::pgn;
use skep_rules::notation::uhp::UhpMove;
use skep_rules::notation::{Ending, Record};
use skep_rules::{Color, Game, GameResult};

use super::sessions::Scopes;
use super::view::{self, Names};
use crate::domain::game::{Outcome, Reason, Score, Status};
use crate::domain::terms::Clock;
use crate::domain::time::{Ms, Speed};
use crate::store::games::{GameFilter, GameRecord, Page};
use crate::store::users::User;
use crate::store::{Store, StoreError};

/// A game whose moves cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("turn {ply} of this record is not possible")]
pub struct BadRecord {
    /// From 0.
    pub ply: usize,
}

/// How many games are read at once.
pub const PAGE: i64 = 100;
/// More lines than anybody has said.
const MOST_CHAT: i64 = 100_000;

/// A game as PGN.
///
/// # Errors
/// If the record cannot be played, which no release of this program writes.
pub fn pgn(record: &GameRecord, names: &Names, site: &str) -> Result<String, BadRecord> {
    let mut game = Game::new(record.terms.rules);
    let mut file = Record::new(record.terms.rules);
    let times: Vec<&str> = record.times.split(',').collect();
    let mut at = file.start();
    for (ply, text) in record.moves.split(';').filter(|text| !text.is_empty()).enumerate() {
        let mv = UhpMove::parse(text).ok().and_then(|mv| mv.resolve(game.position()).ok());
        let mv = mv.ok_or(BadRecord { ply })?;
        game.play(mv).map_err(|_| BadRecord { ply })?;
        at = file.add(at, mv).map_err(|_| BadRecord { ply })?;
        if let Some(used) = times.get(ply).and_then(|text| text.parse::<u32>().ok()) {
            file.set_comment(at, format!("{}.{:02} s", used / 100, used % 100));
        }
    }
    for (tag, value) in tags(record, names, site) {
        // Names and times have no character that a tag could not hold.
        let _ = file.tags_mut().set(tag, value);
    }
    if let Status::Ended(outcome) = record.status {
        file.set_ending(ending(outcome));
    }
    Ok(pgn::write(&file))
}

fn tags(record: &GameRecord, names: &Names, site: &str) -> Vec<(&'static str, String)> {
    let name = |color: Color| view::brief_of(names, record.players[color].user).name;
    let mut tags = vec![
        ("Event", if record.terms.rated { "rated game" } else { "casual game" }.to_owned()),
        ("Site", format!("{site}/#/game/{}", record.id)),
        ("Date", date(record.created_at)),
        ("Round", "-".to_owned()),
        ("White", name(Color::White)),
        ("Black", name(Color::Black)),
        ("TimeControl", time_control(record.terms.clock)),
    ];
    for (tag, color) in [("WhiteElo", Color::White), ("BlackElo", Color::Black)] {
        if let Some(rating) = record.players[color].rating {
            tags.push((tag, rating.to_string()));
        }
    }
    tags
}

fn time_control(clock: Clock) -> String {
    match clock {
        Clock::Fischer { base, increment } => format!("{}+{}", base.0 / 1000, increment.0 / 1000),
        Clock::Correspondence { per_move } => format!("1/{}", per_move.0 / 1000),
        Clock::Untimed => "-".to_owned(),
    }
}

/// What the board does not show. A game that the board ended needs none.
fn ending(outcome: Outcome) -> Option<Ending> {
    let loser = match outcome.score {
        Score::Win(color) => Some(!color),
        Score::Draw | Score::None => None,
    };
    match (outcome.reason, loser) {
        (Reason::Queen | Reason::BothQueens | Reason::Repetition, _) => None,
        (Reason::Agreement, _) => Some(Ending::Agreed),
        (Reason::Resignation, Some(loser)) => Some(Ending::Resigned(loser)),
        (Reason::Timeout, Some(loser)) => Some(Ending::OutOfTime(loser)),
        (Reason::Abandonment, Some(loser)) => Some(Ending::Abandoned(loser)),
        (Reason::Moderator, Some(loser)) => Some(Ending::Adjudicated(GameResult::Win(!loser))),
        (Reason::Moderator, None) if outcome.score == Score::Draw => {
            Some(Ending::Adjudicated(GameResult::Draw))
        }
        (_, _) if outcome.score == Score::Draw => Some(Ending::Stated(GameResult::Draw)),
        _ => None,
    }
}

/// The day of an instant, as PGN writes it.
#[must_use]
pub fn date(at: Ms) -> String {
    // Days since 1970 to a date of the Gregorian calendar, counting years from March so that the leap day is the last.
    let days = at.0.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Everything that is kept about somebody, for their own eyes. Games are named; their records are public or can be
/// asked for one by one.
///
/// # Errors
/// When the database does not answer.
pub async fn person(store: &dyn Store, user: &User, now: Ms) -> Result<Value, StoreError> {
    let sessions = store.sessions(user.id, now).await?;
    let tokens = store.api_tokens(user.id).await?;
    let ratings = store.ratings(user.id).await?;
    let mut history = Vec::new();
    for speed in Speed::ALL {
        for point in store.rating_history(user.id, speed, Ms::ZERO).await? {
            history.push(json!({
                "speed": view::speed(speed), "game": point.game.0, "at": point.at.0,
                "before": point.before, "after": point.after,
            }));
        }
    }
    let blocked = store.users(store.blocked(user.id).await?).await?;
    Ok(json!({
        "account": {
            "id": user.id.to_string(), "name": user.name, "kind": view::kind(user.kind),
            "email": user.email, "email_verified_at": user.email_verified_at.map(|at| at.0),
            "country": user.country, "bio": user.bio, "created_at": user.created_at.0, "seen_at": user.seen_at.0,
            "prefs": serde_json::from_str::<Value>(&user.prefs).unwrap_or_default(),
        },
        "sessions": sessions.iter().map(|session| json!({
            "created_at": session.created_at.0, "used_at": session.used_at.0, "agent": session.user_agent,
            "network": session.ip_prefix,
        })).collect::<Vec<_>>(),
        "tokens": tokens.iter().map(|token| json!({
            "label": token.label, "scopes": Scopes(token.scopes).0, "created_at": token.created_at.0,
            "used_at": token.used_at.map(|at| at.0),
        })).collect::<Vec<_>>(),
        "ratings": ratings.iter().map(|row| json!({
            "speed": view::speed(row.speed), "rating": row.rating, "deviation": row.deviation, "games": row.games,
            "wins": row.wins, "losses": row.losses,
        })).collect::<Vec<_>>(),
        "rating_history": history,
        "games": games(store, user).await?,
        "chat": store.chat_by(user.id, MOST_CHAT).await?.iter().map(|line| json!({
            "room": line.room, "body": line.body, "at": line.at.0,
        })).collect::<Vec<_>>(),
        "blocked": blocked.iter().map(|other| other.name.as_str()).collect::<Vec<_>>(),
    }))
}

async fn games(store: &dyn Store, user: &User) -> Result<Vec<String>, StoreError> {
    let mut names: Vec<String> = store.open_games(user.id).await?.into_iter().map(|game| game.id.0).collect();
    let filter = GameFilter { player: Some(user.id), hidden: true, ..GameFilter::default() };
    let mut after = None;
    loop {
        let page = store.ended_games(filter.clone(), after, PAGE).await?;
        after = page.last().and_then(next_page);
        let complete = page.len() < usize::try_from(PAGE).unwrap_or(usize::MAX);
        names.extend(page.into_iter().map(|game| game.id.0));
        if complete || after.is_none() {
            return Ok(names);
        }
    }
}

/// Where the page after this game begins.
#[must_use]
pub fn next_page(last: &GameRecord) -> Option<Page> {
    Some(Page { ended_at: last.ended_at?, id: last.id.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(Ms(0)), "1970.01.01");
        assert_eq!(date(Ms(951_782_400_000)), "2000.02.29");
        assert_eq!(date(Ms(1_794_770_642_123)), "2026.11.15");
        assert_eq!(date(Ms(-1)), "1969.12.31");
    }

    #[test]
    fn endings_that_the_board_shows_are_not_stated() {
        let of = |score, reason| ending(Outcome { score, reason });
        assert_eq!(of(Score::Win(Color::White), Reason::Queen), None);
        assert_eq!(of(Score::Win(Color::White), Reason::Timeout), Some(Ending::OutOfTime(Color::Black)));
        assert_eq!(of(Score::None, Reason::Aborted), None);
        assert_eq!(of(Score::Draw, Reason::Stuck), Some(Ending::Stated(GameResult::Draw)));
    }
}

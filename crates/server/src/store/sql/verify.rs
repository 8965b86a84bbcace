//! The check of everything that must be true of a database, whenever it was stopped.

use sqlx::Row as _;

use super::{Connection, games};
use crate::domain::game::{EventKind, GameState, Line, Reason, Score, Status};
use crate::domain::ids::{GameId, Version};
use crate::domain::terms::Clock;
use crate::store::StoreError;
use crate::store::codec::GameRow;
use crate::store::upkeep::Verified;

/// How many games are read at once.
const PAGE: i64 = 500;

pub(super) async fn verify(connection: &mut Connection) -> Result<Verified, StoreError> {
    let mut found = Verified::default();
    let mut after = String::new();
    loop {
        let rows = games::page_by_id(connection, &after, PAGE).await?;
        let Some(last) = rows.last() else { break };
        after.clone_from(&last.id);
        for row in rows {
            found.games += 1;
            verify_game(connection, row, &mut found).await?;
        }
    }
    verify_ratings(connection, &mut found).await?;
    verify_jobs(connection, &mut found).await?;
    Ok(found)
}

async fn verify_game(
    connection: &mut Connection,
    row: GameRow,
    found: &mut Verified,
) -> Result<(), StoreError> {
    let (id, snapshot) = (row.id.clone(), row.snapshot.clone());
    let state = match row.state() {
        Ok(state) => state,
        Err(error) => {
            found.fault(format!("game {id}: {error}"));
            return Ok(());
        }
    };
    let mut wrong = |text: String| found.fault(format!("game {id}: {text}"));
    match Line::replay(state.terms.rules, state.line.moves(), state.line.times()) {
        Ok(line) => {
            if line != state.line {
                wrong("the snapshot is not where the moves lead".into());
            }
            let running = state.outcome().is_none();
            if running && !snapshot.is_empty() && line.snapshot() != snapshot {
                wrong("the snapshot is not the one of the moves".into());
            }
        }
        Err(error) => wrong(format!("the moves cannot be played: {error}")),
    }
    verify_state(&state, &mut wrong);
    verify_events(connection, &state, found).await?;
    verify_rated(connection, &state, found).await
}

fn verify_state(state: &GameState, wrong: &mut impl FnMut(String)) {
    let ended = state.outcome().is_some();
    if ended != state.ended_at.is_some() {
        wrong("its end has no time, or the other way round".into());
    }
    if ended == state.deadline_at.is_some() {
        wrong(if ended {
            "it is over and has a deadline".into()
        } else {
            "it runs without a deadline".into()
        });
    }
    if ended && (state.draw_offer.is_some() || state.takeback_offer.is_some()) {
        wrong("it is over and has an offer".into());
    }
    if (state.status == Status::Opening) && state.ply() >= 2 {
        wrong("both have moved and it has not begun".into());
    }
    if let Clock::Fischer { base, increment } = state.terms.clock {
        for color in skep_rules::Color::ALL {
            let left = state.left[color];
            // Taken-back moves have given their increment too, so all events count, not the moves that stand.
            if left.0 < 0 || left.0 > base.0 + increment.0 * state.version.0 {
                wrong(format!("{color:?} has {} ms left", left.0));
            }
        }
    }
}

/// The events are numbered without a gap, end at the game's version, and lead to its moves. Those of old games may be
/// gone altogether.
async fn verify_events(
    connection: &mut Connection,
    state: &GameState,
    found: &mut Verified,
) -> Result<(), StoreError> {
    let events = games::all_events(connection, &state.id).await?;
    if events.is_empty() && state.outcome().is_some() {
        return Ok(());
    }
    found.events += events.len() as u64;
    let id = &state.id;
    for (place, event) in events.iter().enumerate() {
        if event.version != Version(place as i64 + 1) {
            found.fault(format!("game {id}: event {} stands at place {}", event.version.0, place + 1));
            return Ok(());
        }
    }
    if events.len() as i64 != state.version.0 {
        found.fault(format!("game {id}: version {} and {} events", state.version.0, events.len()));
    }
    let mut moves: Vec<&str> = Vec::new();
    for event in &events {
        match &event.kind {
            EventKind::Moved { text, .. } => moves.push(text),
            EventKind::Passed { .. } => moves.push("pass"),
            EventKind::TakenBack { ply, .. } => moves.truncate(usize::from(*ply)),
            _ => {}
        }
    }
    if !moves.iter().copied().eq(state.line.move_texts()) {
        found.fault(format!("game {id}: the events lead to other moves"));
    }
    let told = events.iter().any(|event| matches!(event.kind, EventKind::Ended { .. }));
    if told != state.outcome().is_some() {
        found.fault(format!("game {id}: its end and its events disagree"));
    }
    Ok(())
}

/// A rated game with a result has changed two ratings, any other none.
async fn verify_rated(
    connection: &mut Connection,
    state: &GameState,
    found: &mut Verified,
) -> Result<(), StoreError> {
    let GameId(id) = &state.id;
    let changes: i64 = sqlx::query("select count(*) from rating_changes where game_id = $1")
        .bind(id)
        .fetch_one(connection)
        .await?
        .try_get(0)?;
    let counts = state.terms.rated
        && state.outcome().is_some_and(|it| it.score != Score::None && it.reason != Reason::Moderator);
    // A moderator may have changed a result after the game was rated.
    let decided = state.outcome().is_some_and(|it| it.reason == Reason::Moderator);
    if !decided && changes != if counts { 2 } else { 0 } {
        found.fault(format!("game {id}: {changes} changes of ratings"));
    }
    Ok(())
}

async fn verify_ratings(connection: &mut Connection, found: &mut Verified) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "select r.user_id, r.games, (select count(*) from rating_changes c where c.user_id = r.user_id \
         and c.speed = r.speed) from ratings r where r.games <> (select count(*) from rating_changes c \
         where c.user_id = r.user_id and c.speed = r.speed) limit 100",
    )
    .fetch_all(connection)
    .await?;
    for row in &rows {
        let (user, games, changes): (i64, i32, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        found.fault(format!("user {user}: {games} rated games and {changes} changes"));
    }
    Ok(())
}

async fn verify_jobs(connection: &mut Connection, found: &mut Verified) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "select j.game_id from engine_jobs j join games g on g.id = j.game_id where g.status = 2 limit 100",
    )
    .fetch_all(connection)
    .await?;
    for row in &rows {
        let id: String = row.try_get(0)?;
        found.fault(format!("game {id}: it is over and the computer is to move"));
    }
    Ok(())
}

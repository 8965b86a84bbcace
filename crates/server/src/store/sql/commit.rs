//! Writing a change of a game: all of it or nothing, and only on the version from which it was computed.

use skep_rules::{ByColor, Color};

use super::games::find_command;
use super::{Connection, Query, lock_game, lock_ratings, ratings};
use crate::domain::game::event::RatingStep;
use crate::domain::game::{Change, Event, EventKind, GameState, NewGame, Score};
use crate::domain::ids::Level;
use crate::domain::rating::{self, Rating};
use crate::domain::time::{Ms, Speed};
use crate::store::StoreError;
use crate::store::codec::{EventRow, GameRow, version_code};
use crate::store::games::{Commit, Created};
use crate::store::ratings::RatingRow;

/// A game, its first event and perhaps work for the computer.
pub(super) async fn insert_game(connection: &mut Connection, game: &NewGame) -> Result<Created, StoreError> {
    let row = GameRow::new(&game.state)?;
    let done = sqlx::query(
        "insert into games (id, version, ply, status, result, reason, white_id, black_id, game_type, rules, rated, \
         speed, mode, base_ms, inc_ms, white_ms, black_ms, white_lag_ms, black_lag_ms, turn_at, deadline_at, \
         draw_offer, takeback_offer, white_offer_ply, black_offer_ply, rematch_offer, rematch_id, moves, times, \
         snapshot, white_rating, black_rating, visibility, source, created_at, updated_at, ended_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, \
         $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37) on conflict (id) do nothing",
    )
    .bind(&row.id)
    .bind(row.version)
    .bind(row.ply)
    .bind(row.status)
    .bind(row.result)
    .bind(row.reason)
    .bind(row.white_id)
    .bind(row.black_id)
    .bind(row.game_type)
    .bind(row.rules)
    .bind(row.rated)
    .bind(row.speed)
    .bind(row.mode)
    .bind(row.base_ms)
    .bind(row.inc_ms)
    .bind(row.white_ms)
    .bind(row.black_ms)
    .bind(row.white_lag_ms)
    .bind(row.black_lag_ms)
    .bind(row.turn_at)
    .bind(row.deadline_at)
    .bind(row.draw_offer)
    .bind(row.takeback_offer)
    .bind(row.white_offer_ply)
    .bind(row.black_offer_ply)
    .bind(row.rematch_offer)
    .bind(&row.rematch_id)
    .bind(&row.moves)
    .bind(&row.times)
    .bind(&row.snapshot)
    .bind(row.white_rating)
    .bind(row.black_rating)
    .bind(row.visibility)
    .bind(row.source)
    .bind(row.created_at)
    .bind(row.updated_at)
    .bind(row.ended_at)
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(Created::IdTaken);
    }
    insert_event(connection, &row.id, &game.event).await?;
    if let Some(level) = game.engine {
        put_job(connection, &game.state, level).await?;
    }
    Ok(Created::Done)
}

/// Binds what `update_game!` needs.
pub(super) fn bind_update<'q>(query: Query<'q>, row: &'q GameRow, expected: i32) -> Query<'q> {
    query
        .bind(&row.id)
        .bind(expected)
        .bind(row.version)
        .bind(row.ply)
        .bind(row.status)
        .bind(row.result)
        .bind(row.reason)
        .bind(row.white_ms)
        .bind(row.black_ms)
        .bind(row.white_lag_ms)
        .bind(row.black_lag_ms)
        .bind(row.turn_at)
        .bind(row.deadline_at)
        .bind(row.draw_offer)
        .bind(row.takeback_offer)
        .bind(row.white_offer_ply)
        .bind(row.black_offer_ply)
        .bind(row.rematch_offer)
        .bind(&row.rematch_id)
        .bind(&row.moves)
        .bind(&row.times)
        .bind(&row.snapshot)
        .bind(row.updated_at)
        .bind(row.ended_at)
}

/// A change inside a transaction. Where more is written than the game, its row is locked first, so that what is looked
/// at stays true; otherwise the guard of the update is enough, and a statement is saved.
pub(super) async fn commit(connection: &mut Connection, mut change: Change) -> Result<Commit, StoreError> {
    let row = GameRow::new(&change.next)?;
    let expected = version_code(change.expected)?;
    let present = if change.finish.is_some() || change.rematch.is_some() {
        lock_game(connection, &row.id).await?
    } else {
        Some(expected)
    };
    for event in &change.events {
        let event = EventRow::new(event)?;
        if let Some(cmd) = &event.cmd
            && let Some(version) = find_command(connection, &row.id, event.seat, cmd).await?
        {
            return Ok(Commit::Duplicate(version));
        }
    }
    if present != Some(expected) {
        return Ok(Commit::Conflict);
    }
    if let Some(rematch) = &change.rematch
        && insert_game(connection, rematch).await? == Created::IdTaken
    {
        return Err(StoreError::Unavailable("the name of the rematch is taken".into()));
    }
    let done =
        bind_update(sqlx::query(update_game!("", "")), &row, expected).execute(&mut *connection).await?;
    if done.rows_affected() != 1 {
        return Ok(Commit::Conflict);
    }
    if let Some(finish) = change.finish
        && let Some(speed) = finish.rated
    {
        let steps = rate(connection, &change.next, speed, finish.outcome.score).await?;
        for event in &mut change.events {
            if let EventKind::Ended { ratings, .. } = &mut event.kind {
                *ratings = steps;
            }
        }
    }
    for event in &change.events {
        insert_event(connection, &row.id, event).await?;
    }
    match change.engine {
        Some(level) => put_job(connection, &change.next, level).await?,
        None if has_computer(&change.next) => drop_job(connection, &row.id).await?,
        None => {}
    }
    Ok(Commit::Done { events: change.events })
}

/// Only such games have work for the computer, so only they are asked about it.
pub(super) fn has_computer(state: &GameState) -> bool {
    Color::ALL.into_iter().any(|color| state.players[color].user.computer_level().is_some())
}

/// A computer answers like somebody who looks at the move first; the spread comes from the version.
pub(super) fn due(state: &GameState) -> Ms {
    state.updated_at + Ms(300 + state.version.0.wrapping_mul(7919).rem_euclid(700))
}

async fn insert_event(connection: &mut Connection, game: &str, event: &Event) -> Result<(), StoreError> {
    let row = EventRow::new(event)?;
    sqlx::query(
        "insert into game_events (game_id, version, kind, seat, cmd_id, data, at) \
         values ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(game)
    .bind(row.version)
    .bind(row.kind)
    .bind(row.seat)
    .bind(row.cmd)
    .bind(row.data)
    .bind(row.at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn put_job(connection: &mut Connection, state: &GameState, level: Level) -> Result<(), StoreError> {
    sqlx::query(
        "insert into engine_jobs (game_id, version, level, due_at) values ($1, $2, $3, $4) \
         on conflict (game_id) do update set version = excluded.version, level = excluded.level, \
         due_at = excluded.due_at, claimed_by = null, claimed_until = null, attempts = 0",
    )
    .bind(&state.id.0)
    .bind(version_code(state.version)?)
    .bind(i16::from(level.number()))
    .bind(due(state).0)
    .execute(connection)
    .await?;
    Ok(())
}

async fn drop_job(connection: &mut Connection, game: &str) -> Result<(), StoreError> {
    sqlx::query("delete from engine_jobs where game_id = $1").bind(game).execute(connection).await?;
    Ok(())
}

/// Counts the game for both players. Their rows are locked in the order of their numbers, so that two games that end
/// together cannot wait for each other.
async fn rate(
    connection: &mut Connection,
    state: &GameState,
    speed: Speed,
    score: Score,
) -> Result<Option<ByColor<RatingStep>>, StoreError> {
    if score == Score::None {
        return Ok(None);
    }
    let at = state.ended_at.unwrap_or(state.updated_at);
    let (white, black) = (state.players[Color::White].user, state.players[Color::Black].user);
    let start = Rating::default();
    for user in [white.min(black), white.max(black)] {
        sqlx::query(
            "insert into ratings (user_id, speed, rating, deviation, volatility, games, wins, losses, rated_at) \
             values ($1, $2, $3, $4, $5, 0, 0, 0, $6) on conflict (user_id, speed) do nothing",
        )
        .bind(user.0)
        .bind(speed as i16)
        .bind(start.rating)
        .bind(start.deviation)
        .bind(start.volatility)
        .bind(at.0)
        .execute(&mut *connection)
        .await?;
    }
    let rows = lock_ratings(connection, white.0, black.0, speed as i16).await?;
    let rows: Vec<RatingRow> = rows.iter().map(ratings::read).collect::<Result<_, _>>()?;
    let of = |user| {
        let row = rows.iter().find(|row| row.user == user).copied();
        row.ok_or_else(|| StoreError::Corrupt("a rating is gone".into()))
    };
    let before = ByColor { white: of(white)?, black: of(black)? };
    let idle = |row: &RatingRow| {
        let rating = Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility };
        rating.idle(at - row.rated_at)
    };
    let aged = ByColor::new_with(|color| idle(&before[color]));
    let after = rating::rate(&aged, score);
    for color in Color::ALL {
        let (old, new) = (&before[color], &after[color]);
        let won = score == Score::Win(color);
        let lost = score == Score::Win(!color);
        sqlx::query(
            "update ratings set rating = $3, deviation = $4, volatility = $5, games = games + 1, wins = wins + $6, \
             losses = losses + $7, rated_at = $8 where user_id = $1 and speed = $2",
        )
        .bind(old.user.0)
        .bind(speed as i16)
        .bind(new.rating)
        .bind(new.deviation)
        .bind(new.volatility)
        .bind(i32::from(won))
        .bind(i32::from(lost))
        .bind(at.0)
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "insert into rating_changes (game_id, user_id, speed, at, rating_before, rating_after, deviation) \
             values ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&state.id.0)
        .bind(old.user.0)
        .bind(speed as i16)
        .bind(at.0)
        .bind(old.rating)
        .bind(new.rating)
        .bind(new.deviation)
        .execute(&mut *connection)
        .await?;
    }
    Ok(Some(ByColor::new_with(|color| RatingStep {
        before: before[color].rating.round() as i32,
        after: after[color].rating.round() as i32,
    })))
}

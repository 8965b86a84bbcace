//! A move on PostgreSQL: one statement, which is its own transaction.

use sqlx::Row as _;

use super::Connection;
use super::commit::{bind_update, due, has_computer};
use super::games::find_command;
use crate::domain::game::Change;
use crate::store::StoreError;
use crate::store::codec::{EventRow, GameRow, version_code};
use crate::store::games::Commit;

/// The guarded update; from the row it gives back come the events and the work for the computer, so that without
/// the row there is neither.
const COMMIT: &str = update_game!(
    "with g as (",
    " returning id, version), \
     e as (insert into game_events (game_id, version, kind, seat, cmd_id, data, at) \
       select g.id, x.version, x.kind, x.seat, x.cmd_id, x.data, x.at from g, \
       unnest($25::int4[], $26::int2[], $27::int2[], $28::text[], $29::text[], $30::int8[]) \
       as x(version, kind, seat, cmd_id, data, at)), \
     j as (insert into engine_jobs (game_id, version, level, due_at) \
       select g.id, g.version, $31::int2, $32::int8 from g where $31::int2 is not null \
       on conflict (game_id) do update set version = excluded.version, level = excluded.level, \
       due_at = excluded.due_at, claimed_by = null, claimed_until = null, attempts = 0), \
     d as (delete from engine_jobs where $33 and game_id in (select id from g)) \
     select count(*) from g"
);

pub(super) async fn commit(connection: &mut Connection, change: Change) -> Result<Commit, StoreError> {
    let row = GameRow::new(&change.next)?;
    let events: Vec<EventRow> = change.events.iter().map(EventRow::new).collect::<Result<_, _>>()?;
    let command = events.iter().find_map(|event| event.cmd.clone().map(|cmd| (event.seat, cmd)));
    let result = bind_update(sqlx::query(COMMIT), &row, version_code(change.expected)?)
        .bind(events.iter().map(|event| event.version).collect::<Vec<i32>>())
        .bind(events.iter().map(|event| event.kind).collect::<Vec<i16>>())
        .bind(events.iter().map(|event| event.seat).collect::<Vec<Option<i16>>>())
        .bind(events.iter().map(|event| event.cmd.clone()).collect::<Vec<Option<String>>>())
        .bind(events.iter().map(|event| event.data.clone()).collect::<Vec<String>>())
        .bind(events.iter().map(|event| event.at).collect::<Vec<i64>>())
        .bind(change.engine.map(|level| i16::from(level.number())))
        .bind(due(&change.next).0)
        .bind(change.engine.is_none() && has_computer(&change.next))
        .fetch_one(&mut *connection)
        .await;
    let refused = match result {
        Ok(counted) if counted.try_get::<i64, _>(0)? == 1 => {
            return Ok(Commit::Done { events: change.events });
        }
        Ok(_) => None,
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
            Some(StoreError::from(error))
        }
        Err(error) => return Err(error.into()),
    };
    // Nothing was written: because the command was done before, or because the game has moved on.
    if let Some((seat, cmd)) = command
        && let Some(version) = find_command(connection, &row.id, seat, &cmd).await?
    {
        return Ok(Commit::Duplicate(version));
    }
    refused.map_or(Ok(Commit::Conflict), Err)
}

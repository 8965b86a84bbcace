//! A move on SQLite: one call to the thread of the connection.
//!
//! Each call wakes that thread and then the writer again. On a busy machine both wait for their turn, so that the
//! number of calls, more than their work, decides how long a full batch takes.

use super::commit::{bind_update, has_computer};
use super::games::find_command;
use super::{Connection, GameRow};
use crate::domain::game::Change;
use crate::store::StoreError;
use crate::store::codec::{EventRow, version_code};
use crate::store::games::Commit;

/// The guarded update, and the event if there was something to update. A command that is there already is no update;
/// there is one writer, so that it cannot come between.
const COMMIT: &str = update_game!(
    "",
    " and not exists (select 1 from game_events where game_id = $1 and seat = $27 and cmd_id = $28); \
     insert into game_events (game_id, version, kind, seat, cmd_id, data, at) \
     select $1, $25, $26, $27, $28, $29, $30 where changes() = 1"
);

/// Whether a change is of the usual kind: one event, and nothing beside the game.
pub(super) fn is_plain(change: &Change) -> bool {
    change.events.len() == 1
        && change.finish.is_none()
        && change.rematch.is_none()
        && change.engine.is_none()
        && !has_computer(&change.next)
}

/// Writes a [plain](is_plain) change.
pub(super) async fn commit(connection: &mut Connection, change: Change) -> Result<Commit, StoreError> {
    let row = GameRow::new(&change.next)?;
    let [event] = change.events.as_slice() else {
        return Err(StoreError::Refused("a plain change has one event".into()));
    };
    let event = EventRow::new(event)?;
    let done = bind_update(sqlx::query(COMMIT), &row, version_code(change.expected)?)
        .bind(event.version)
        .bind(event.kind)
        .bind(event.seat)
        .bind(&event.cmd)
        .bind(&event.data)
        .bind(event.at)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() > 0 {
        return Ok(Commit::Done { events: change.events });
    }
    if let Some(cmd) = &event.cmd
        && let Some(version) = find_command(connection, &row.id, event.seat, cmd).await?
    {
        return Ok(Commit::Duplicate(version));
    }
    Ok(Commit::Conflict)
}

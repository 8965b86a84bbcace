//! Games and their events: statements for both databases.

use async_trait::async_trait;
use skep_rules::Color;
use sqlx::Row as _;

use super::{Connection, Database, Row, commit};
use crate::domain::game::{Change, Event, GameState, NewGame};
use crate::domain::ids::{CmdId, GameId, UserId, Version};
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::codec::{EventRow, GameRow, seat_code, version_code};
use crate::store::games::{Commit, Created, GameFilter, GameRecord, Games, Page};

macro_rules! game {
    ($rest:literal) => {
        concat!(
            "select id, version, ply, status, result, reason, white_id, black_id, game_type, rules, rated, speed, ",
            "mode, base_ms, inc_ms, white_ms, black_ms, white_lag_ms, black_lag_ms, turn_at, deadline_at, ",
            "draw_offer, takeback_offer, white_offer_ply, black_offer_ply, rematch_offer, rematch_id, moves, times, ",
            "snapshot, white_rating, black_rating, visibility, source, created_at, updated_at, ended_at from games ",
            $rest
        )
    };
}

fn read(row: &Row) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        id: row.try_get("id")?,
        version: row.try_get("version")?,
        ply: row.try_get("ply")?,
        status: row.try_get("status")?,
        result: row.try_get("result")?,
        reason: row.try_get("reason")?,
        white_id: row.try_get("white_id")?,
        black_id: row.try_get("black_id")?,
        game_type: row.try_get("game_type")?,
        rules: row.try_get("rules")?,
        rated: row.try_get("rated")?,
        speed: row.try_get("speed")?,
        mode: row.try_get("mode")?,
        base_ms: row.try_get("base_ms")?,
        inc_ms: row.try_get("inc_ms")?,
        white_ms: row.try_get("white_ms")?,
        black_ms: row.try_get("black_ms")?,
        white_lag_ms: row.try_get("white_lag_ms")?,
        black_lag_ms: row.try_get("black_lag_ms")?,
        turn_at: row.try_get("turn_at")?,
        deadline_at: row.try_get("deadline_at")?,
        draw_offer: row.try_get("draw_offer")?,
        takeback_offer: row.try_get("takeback_offer")?,
        white_offer_ply: row.try_get("white_offer_ply")?,
        black_offer_ply: row.try_get("black_offer_ply")?,
        rematch_offer: row.try_get("rematch_offer")?,
        rematch_id: row.try_get("rematch_id")?,
        moves: row.try_get("moves")?,
        times: row.try_get("times")?,
        snapshot: row.try_get("snapshot")?,
        white_rating: row.try_get("white_rating")?,
        black_rating: row.try_get("black_rating")?,
        visibility: row.try_get("visibility")?,
        source: row.try_get("source")?,
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
        ended_at: row.try_get("ended_at")?,
    })
}

fn record(row: &Row) -> Result<GameRecord, StoreError> {
    read(row)?.record()
}

fn read_event(row: &Row) -> Result<Event, StoreError> {
    EventRow {
        version: row.try_get("version")?,
        kind: row.try_get("kind")?,
        seat: row.try_get("seat")?,
        cmd: row.try_get("cmd_id")?,
        data: row.try_get("data")?,
        at: row.try_get("at")?,
    }
    .event()
}

async fn find(connection: &mut Connection, id: &GameId) -> Result<Option<GameRow>, StoreError> {
    let row = sqlx::query(game!("where id = $1")).bind(&id.0).fetch_optional(connection).await?;
    row.as_ref().map(read).transpose()
}

/// Games in the order of their names, for checks that look at all.
pub(super) async fn page_by_id(
    connection: &mut Connection,
    after: &str,
    limit: i64,
) -> Result<Vec<GameRow>, StoreError> {
    let query = sqlx::query(game!("where id > $1 order by id limit $2"));
    let rows = query.bind(after).bind(limit).fetch_all(connection).await?;
    rows.iter().map(read).collect()
}

/// Everything that happened in a game.
pub(super) async fn all_events(connection: &mut Connection, game: &GameId) -> Result<Vec<Event>, StoreError> {
    let rows = sqlx::query(
        "select version, kind, seat, cmd_id, data, at from game_events where game_id = $1 order by version",
    )
    .bind(&game.0)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read_event).collect()
}

/// The version of the event that carries a command.
pub(super) async fn find_command(
    connection: &mut Connection,
    game: &str,
    seat: Option<i16>,
    cmd: &str,
) -> Result<Option<Version>, StoreError> {
    let row = sqlx::query("select version from game_events where game_id = $1 and seat = $2 and cmd_id = $3")
        .bind(game)
        .bind(seat)
        .bind(cmd)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get::<i32, _>(0)).transpose()?.map(|version| Version(version.into())))
}

#[async_trait]
impl Games for Database {
    async fn create_game(&self, game: NewGame) -> Result<Created, StoreError> {
        self.write(job!(|connection| { commit::insert_game(connection, &game).await })).await
    }

    async fn game(&self, id: &GameId) -> Result<Option<GameState>, StoreError> {
        let row = find(&mut *self.read().await?, id).await?;
        row.map(GameRow::state).transpose()
    }

    async fn game_record(&self, id: &GameId) -> Result<Option<GameRecord>, StoreError> {
        let row = find(&mut *self.read().await?, id).await?;
        row.map(GameRow::record).transpose()
    }

    async fn commit_game(&self, change: Change) -> Result<Commit, StoreError> {
        if change.events.is_empty() {
            return Ok(Commit::Done { events: Vec::new() });
        }
        self.commit(change).await
    }

    async fn find_command(
        &self,
        game: &GameId,
        seat: Color,
        cmd: &CmdId,
    ) -> Result<Option<Version>, StoreError> {
        find_command(&mut *self.read().await?, &game.0, Some(seat_code(seat)), cmd.as_str()).await
    }

    async fn events_after(
        &self,
        game: &GameId,
        after: Version,
        limit: i64,
    ) -> Result<Vec<Event>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(
            "select version, kind, seat, cmd_id, data, at from game_events \
             where game_id = $1 and version > $2 order by version limit $3",
        )
        .bind(&game.0)
        .bind(version_code(after)?)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(read_event).collect()
    }

    async fn versions(&self, games: Vec<GameId>) -> Result<Vec<(GameId, Version)>, StoreError> {
        self.read_versions(games).await
    }

    async fn overdue(&self, before: Ms, limit: i64) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query("select id from games where deadline_at < $1 order by deadline_at limit $2")
            .bind(before.0)
            .bind(limit)
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().map(|row| Ok(GameId(row.try_get(0)?))).collect()
    }

    async fn next_deadline(&self) -> Result<Option<Ms>, StoreError> {
        let mut connection = self.read().await?;
        let row = sqlx::query(
            "select deadline_at from games where deadline_at is not null order by deadline_at limit 1",
        )
        .fetch_optional(&mut *connection)
        .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.map(Ms))
    }

    async fn open_games(&self, user: UserId) -> Result<Vec<GameRecord>, StoreError> {
        let mut connection = self.read().await?;
        let rows = sqlx::query(game!(
            "where (white_id = $1 and status < 2) or (black_id = $1 and status < 2) order by updated_at desc, id"
        ))
        .bind(user.0)
        .fetch_all(&mut *connection)
        .await?;
        rows.iter().map(record).collect()
    }

    async fn live_games(&self, limit: i64) -> Result<Vec<GameRecord>, StoreError> {
        let mut connection = self.read().await?;
        let rows =
            sqlx::query(game!("where status < 2 and visibility = 0 order by updated_at desc, id limit $1"))
                .bind(limit)
                .fetch_all(&mut *connection)
                .await?;
        rows.iter().map(record).collect()
    }

    async fn count_live_games(&self) -> Result<i64, StoreError> {
        let mut connection = self.read().await?;
        let row =
            sqlx::query("select count(*) from games where status < 2").fetch_one(&mut *connection).await?;
        Ok(row.try_get(0)?)
    }

    async fn ended_games(
        &self,
        filter: GameFilter,
        after: Option<Page>,
        limit: i64,
    ) -> Result<Vec<GameRecord>, StoreError> {
        let mut connection = self.read().await?;
        let player = filter.player.map(|user| user.0);
        let (at, id) = match after {
            Some(page) => (page.ended_at.0, page.id.0),
            None => (i64::MAX, String::new()),
        };
        // Two statements, because one for both would hide from the planner which index serves it.
        let query = match player {
            Some(_) => sqlx::query(game!(
                "where status = 2 and (white_id = $1 or black_id = $1) \
                 and ($2 is null or white_id = $2 or black_id = $2) \
                 and ($3 is null or (white_id = $1 and $3 = 0) or (black_id = $1 and $3 = 1)) \
                 and ($4 is null or game_type = $4) and ($5 is null or speed = $5) \
                 and ($6 is null or rated = $6) and ($7 is null or result = $7) \
                 and ended_at >= $8 and ended_at < $9 and visibility <= $10 \
                 and (ended_at < $11 or (ended_at = $11 and id > $12)) \
                 order by ended_at desc, id limit $13"
            )),
            None => sqlx::query(game!(
                "where status = 2 and $1 is null and $2 is null and $3 is null \
                 and ($4 is null or game_type = $4) and ($5 is null or speed = $5) \
                 and ($6 is null or rated = $6) and ($7 is null or result = $7) \
                 and ended_at >= $8 and ended_at < $9 and visibility <= $10 \
                 and (ended_at < $11 or (ended_at = $11 and id > $12)) \
                 order by ended_at desc, id limit $13"
            )),
        };
        let rows = query
            .bind(player)
            .bind(filter.opponent.filter(|_| player.is_some()).map(|user| user.0))
            .bind(filter.color.filter(|_| player.is_some()).map(seat_code))
            .bind(filter.game_type)
            .bind(filter.speed.map(|speed| speed as i16))
            .bind(filter.rated.map(i16::from))
            .bind(filter.score.map(|score| score.code()))
            .bind(filter.since.map_or(i64::MIN, |at| at.0))
            .bind(filter.until.map_or(i64::MAX, |at| at.0))
            .bind(if filter.hidden { 2_i16 } else { 0 })
            .bind(at)
            .bind(id)
            .bind(limit)
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().map(record).collect()
    }

    async fn trim_events(&self, from: Ms, until: Ms) -> Result<u64, StoreError> {
        self.write_one(job!(|connection| {
            let done = sqlx::query(
                "delete from game_events where game_id in (select g.id from games g \
                 where g.status = 2 and g.ended_at >= $1 and g.ended_at < $2 \
                 and not exists (select 1 from reports r where r.game_id = g.id) \
                 and not exists (select 1 from game_events t where t.game_id = g.id and t.kind = 6))",
            )
            .bind(from.0)
            .bind(until.0)
            .execute(connection)
            .await?;
            Ok(done.rows_affected())
        }))
        .await
    }
}

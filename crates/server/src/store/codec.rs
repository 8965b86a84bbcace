//! Between the columns of a game and its state.

mod event;

pub(super) use event::{EventRow, credit_data};

use skep_rules::{ByColor, Color};

use super::StoreError;
use super::games::GameRecord;
use crate::domain::game::{GameState, Line, Outcome, Player, Reason, Rematch, Score, Source, Status};
use crate::domain::ids::{GameId, UserId, Version};
use crate::domain::terms::{
    Clock, Terms, Visibility, game_type_bits, game_type_from_bits, rule_bits, rules_from_bits,
};
use crate::domain::time::{Ms, Speed};

/// The speed of a code.
pub(super) fn speed(code: i16) -> Result<Speed, StoreError> {
    let found = Speed::ALL.into_iter().find(|speed| *speed as i16 == code);
    found.ok_or(StoreError::code("speed", code.into()))
}

/// A side of the board as a number.
pub(super) fn seat_code(seat: Color) -> i16 {
    seat as i16
}

/// The side of a number.
pub(super) fn seat(code: i16) -> Result<Color, StoreError> {
    let found = Color::ALL.into_iter().find(|color| seat_code(*color) == code);
    found.ok_or(StoreError::code("seat", code.into()))
}

fn source(code: i16) -> Result<Source, StoreError> {
    let all = [
        Source::Seek,
        Source::Challenge,
        Source::Rematch,
        Source::Computer,
        Source::Import,
        Source::Tournament,
    ];
    let found = all.into_iter().find(|source| *source as i16 == code);
    found.ok_or(StoreError::code("source", code.into()))
}

fn visibility(code: i16) -> Result<Visibility, StoreError> {
    let all = [Visibility::Public, Visibility::ByLink, Visibility::Players];
    let found = all.into_iter().find(|visibility| *visibility as i16 == code);
    found.ok_or(StoreError::code("visibility", code.into()))
}

/// One row of the table `games`, column by column.
#[derive(Clone, Debug)]
pub(super) struct GameRow {
    pub(super) id: String,
    pub(super) version: i32,
    pub(super) ply: i32,
    pub(super) status: i16,
    pub(super) result: Option<i16>,
    pub(super) reason: Option<i16>,
    pub(super) white_id: i64,
    pub(super) black_id: i64,
    pub(super) game_type: i16,
    pub(super) rules: i16,
    pub(super) rated: i16,
    pub(super) speed: i16,
    pub(super) mode: i16,
    pub(super) base_ms: i64,
    pub(super) inc_ms: i64,
    pub(super) white_ms: i64,
    pub(super) black_ms: i64,
    pub(super) white_lag_ms: i32,
    pub(super) black_lag_ms: i32,
    pub(super) turn_at: i64,
    pub(super) deadline_at: Option<i64>,
    pub(super) draw_offer: Option<i16>,
    pub(super) takeback_offer: Option<i16>,
    pub(super) white_offer_ply: i32,
    pub(super) black_offer_ply: i32,
    pub(super) rematch_offer: Option<i16>,
    pub(super) rematch_id: Option<String>,
    pub(super) moves: String,
    pub(super) times: String,
    pub(super) snapshot: String,
    pub(super) white_rating: Option<i32>,
    pub(super) black_rating: Option<i32>,
    pub(super) visibility: i16,
    pub(super) source: i16,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    pub(super) ended_at: Option<i64>,
}

/// A version as its column holds it.
pub(super) fn version_code(version: Version) -> Result<i32, StoreError> {
    i32::try_from(version.0).map_err(|_| StoreError::Refused(format!("version {} is too high", version.0)))
}

fn lag_code(lag: Ms) -> i32 {
    i32::try_from(lag.0).unwrap_or(i32::MAX)
}

impl GameRow {
    /// The columns of a state.
    pub(super) fn new(state: &GameState) -> Result<GameRow, StoreError> {
        let (status, outcome) = match state.status {
            Status::Opening => (0, None),
            Status::Playing => (1, None),
            Status::Ended(outcome) => (2, Some(outcome)),
        };
        let mode = match state.terms.clock {
            Clock::Fischer { .. } => 0,
            Clock::Correspondence { .. } => 1,
            Clock::Untimed => 2,
        };
        let (rematch_offer, rematch_id) = match &state.rematch {
            Rematch::None => (None, None),
            Rematch::Offered(by) => (Some(seat_code(*by)), None),
            Rematch::Game(id) => (None, Some(id.0.clone())),
        };
        let (white, black) = (&state.players[Color::White], &state.players[Color::Black]);
        Ok(GameRow {
            id: state.id.0.clone(),
            version: version_code(state.version)?,
            ply: i32::from(state.ply()),
            status,
            result: outcome.map(|outcome| outcome.score.code()),
            reason: outcome.map(|outcome| outcome.reason as i16),
            white_id: white.user.0,
            black_id: black.user.0,
            game_type: game_type_bits(state.terms.rules.game_type),
            rules: rule_bits(state.terms.rules),
            rated: i16::from(state.terms.rated),
            speed: state.terms.clock.speed() as i16,
            mode,
            base_ms: state.terms.clock.base().0,
            inc_ms: state.terms.clock.increment().0,
            white_ms: state.left[Color::White].0,
            black_ms: state.left[Color::Black].0,
            white_lag_ms: lag_code(state.lag_quota[Color::White]),
            black_lag_ms: lag_code(state.lag_quota[Color::Black]),
            turn_at: state.turn_at.0,
            deadline_at: state.deadline_at.map(|at| at.0),
            draw_offer: state.draw_offer.map(seat_code),
            takeback_offer: state.takeback_offer.map(seat_code),
            white_offer_ply: state.offer_ply[Color::White],
            black_offer_ply: state.offer_ply[Color::Black],
            rematch_offer,
            rematch_id,
            moves: state.line.moves().to_owned(),
            times: state.line.times().to_owned(),
            // Nothing is played after the end, so nothing is kept for it.
            snapshot: if outcome.is_some() { String::new() } else { state.line.snapshot() },
            white_rating: white.rating,
            black_rating: black.rating,
            visibility: state.terms.visibility as i16,
            source: state.source as i16,
            created_at: state.created_at.0,
            updated_at: state.updated_at.0,
            ended_at: state.ended_at.map(|at| at.0),
        })
    }

    fn terms(&self) -> Result<Terms, StoreError> {
        let clock = match self.mode {
            0 => Clock::Fischer { base: Ms(self.base_ms), increment: Ms(self.inc_ms) },
            1 => Clock::Correspondence { per_move: Ms(self.base_ms) },
            2 => Clock::Untimed,
            other => return Err(StoreError::code("mode", other.into())),
        };
        let game_type = game_type_from_bits(self.game_type)
            .ok_or(StoreError::code("game type", self.game_type.into()))?;
        let rules =
            rules_from_bits(game_type, self.rules).ok_or(StoreError::code("rules", self.rules.into()))?;
        Ok(Terms { clock, rules, rated: self.rated != 0, visibility: visibility(self.visibility)? })
    }

    fn status(&self) -> Result<Status, StoreError> {
        match (self.status, self.result, self.reason) {
            (0, None, None) => Ok(Status::Opening),
            (1, None, None) => Ok(Status::Playing),
            (2, Some(result), Some(reason)) => Ok(Status::Ended(Outcome {
                score: Score::from_code(result).ok_or(StoreError::code("result", result.into()))?,
                reason: Reason::from_code(reason).ok_or(StoreError::code("reason", reason.into()))?,
            })),
            (status, ..) => Err(StoreError::code("status", status.into())),
        }
    }

    fn rematch(&self) -> Result<Rematch, StoreError> {
        Ok(match (&self.rematch_id, self.rematch_offer) {
            (Some(id), _) => Rematch::Game(GameId(id.clone())),
            (None, Some(by)) => Rematch::Offered(seat(by)?),
            (None, None) => Rematch::None,
        })
    }

    fn players(&self) -> ByColor<Player> {
        ByColor::new_with(|color| match color {
            Color::White => Player { user: UserId(self.white_id), rating: self.white_rating },
            Color::Black => Player { user: UserId(self.black_id), rating: self.black_rating },
        })
    }

    fn left(&self) -> ByColor<Ms> {
        ByColor::new_with(|color| Ms(if color == Color::White { self.white_ms } else { self.black_ms }))
    }

    /// The state of the columns. The position comes from the snapshot, or by playing the moves again.
    pub(super) fn state(self) -> Result<GameState, StoreError> {
        let terms = self.terms()?;
        let line = Line::restore(terms.rules, &self.moves, &self.times, &self.snapshot)
            .map_err(|error| StoreError::Corrupt(format!("game {}: {error}", self.id)))?;
        let lag =
            |color| Ms(if color == Color::White { self.white_lag_ms } else { self.black_lag_ms }.into());
        Ok(GameState {
            version: Version(self.version.into()),
            status: self.status()?,
            players: self.players(),
            terms,
            source: source(self.source)?,
            left: self.left(),
            lag_quota: ByColor::new_with(lag),
            turn_at: Ms(self.turn_at),
            deadline_at: self.deadline_at.map(Ms),
            draw_offer: self.draw_offer.map(seat).transpose()?,
            takeback_offer: self.takeback_offer.map(seat).transpose()?,
            offer_ply: ByColor::new_with(|color| match color {
                Color::White => self.white_offer_ply,
                Color::Black => self.black_offer_ply,
            }),
            rematch: self.rematch()?,
            line,
            created_at: Ms(self.created_at),
            updated_at: Ms(self.updated_at),
            ended_at: self.ended_at.map(Ms),
            id: GameId(self.id),
        })
    }

    /// The record of the columns, without a position.
    pub(super) fn record(self) -> Result<GameRecord, StoreError> {
        Ok(GameRecord {
            version: Version(self.version.into()),
            ply: self.ply,
            status: self.status()?,
            players: self.players(),
            terms: self.terms()?,
            source: source(self.source)?,
            left: self.left(),
            turn_at: Ms(self.turn_at),
            deadline_at: self.deadline_at.map(Ms),
            rematch: self.rematch()?,
            moves: self.moves,
            times: self.times,
            created_at: Ms(self.created_at),
            updated_at: Ms(self.updated_at),
            ended_at: self.ended_at.map(Ms),
            id: GameId(self.id),
        })
    }
}

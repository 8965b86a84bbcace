//! Events as rows: a kind, a seat, and the rest as JSON that no statement looks into.
//!
//! The JSON is a format of its own, not that of the wire: rows written by an old release are read by a new one.

use serde::{Deserialize, Serialize};
use skep_rules::{ByColor, Color};

use super::{seat, seat_code, version_code};
use crate::domain::game::event::{RatingStep, RematchStep};
use crate::domain::game::{Event, EventKind, Offer, OfferEnd, Outcome, Reason, Score};
use crate::domain::ids::{CmdId, GameId, Version};
use crate::domain::time::Ms;
use crate::store::StoreError;

/// One row of the table `game_events`, without the game.
#[derive(Clone, Debug)]
pub(in crate::store) struct EventRow {
    pub(in crate::store) version: i32,
    pub(in crate::store) kind: i16,
    pub(in crate::store) seat: Option<i16>,
    pub(in crate::store) cmd: Option<String>,
    pub(in crate::store) data: String,
    pub(in crate::store) at: i64,
}

#[derive(Serialize, Deserialize)]
struct Nothing {}

#[derive(Serialize, Deserialize)]
struct Turn {
    ply: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<String>,
    w: i64,
    b: i64,
    #[serde(default, skip_serializing_if = "is_zero")]
    used: i64,
}

#[derive(Serialize, Deserialize)]
struct Offered {
    what: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<i16>,
}

#[derive(Serialize, Deserialize)]
struct Credit {
    credit: i64,
}

#[derive(Serialize, Deserialize)]
struct Ended {
    result: i16,
    reason: i16,
    /// White's rating before and after, then Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratings: Option<[i32; 4]>,
}

#[derive(Serialize, Deserialize)]
struct Rematch {
    /// 0 offered, 1 declined, 2 there is a game.
    state: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers and short texts always become JSON")
}

fn parse<'a, T: Deserialize<'a>>(data: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(data).map_err(|error| StoreError::Corrupt(format!("event data {data}: {error}")))
}

fn turn(ply: u16, m: Option<&str>, left: &ByColor<Ms>, used: Ms) -> String {
    let (w, b) = (left[Color::White].0, left[Color::Black].0);
    json(&Turn { ply, m: m.map(str::to_owned), w, b, used: used.0 })
}

/// The data of an event that gives time back; for the statement that does so for all games at once.
pub(in crate::store) fn credit_data(credit: Ms) -> String {
    json(&Credit { credit: credit.0 })
}

fn left(turn: &Turn) -> ByColor<Ms> {
    ByColor::new_with(|color| Ms(if color == Color::White { turn.w } else { turn.b }))
}

fn offer(code: i16) -> Result<Offer, StoreError> {
    let found = [Offer::Draw, Offer::Takeback].into_iter().find(|offer| *offer as i16 == code);
    found.ok_or(StoreError::code("offer", code.into()))
}

fn offer_end(code: i16) -> Result<OfferEnd, StoreError> {
    let all = [OfferEnd::Declined, OfferEnd::Withdrawn, OfferEnd::Lapsed];
    all.into_iter().find(|end| *end as i16 == code).ok_or(StoreError::code("end of an offer", code.into()))
}

fn data(kind: &EventKind) -> String {
    match kind {
        EventKind::Created => json(&Nothing {}),
        EventKind::Moved { ply, text, left, used } => turn(*ply, Some(text), left, *used),
        EventKind::Passed { ply, left } | EventKind::TakenBack { ply, left } => turn(*ply, None, left, Ms(0)),
        EventKind::Offered(what) => json(&Offered { what: *what as i16, how: None }),
        EventKind::OfferEnded(what, how) => json(&Offered { what: *what as i16, how: Some(*how as i16) }),
        EventKind::Clock { credit } => credit_data(*credit),
        EventKind::Ended { outcome, ratings } => json(&Ended {
            result: outcome.score.code(),
            reason: outcome.reason as i16,
            ratings: ratings.as_ref().map(|steps| {
                let (white, black) = (&steps[Color::White], &steps[Color::Black]);
                [white.before, white.after, black.before, black.after]
            }),
        }),
        EventKind::Rematch(step) => json(&match step {
            RematchStep::Offered => Rematch { state: 0, game: None },
            RematchStep::Declined => Rematch { state: 1, game: None },
            RematchStep::Game(id) => Rematch { state: 2, game: Some(id.0.clone()) },
        }),
    }
}

fn kind(code: i16, data: &str) -> Result<EventKind, StoreError> {
    Ok(match code {
        1 => EventKind::Created,
        2 => {
            let turn: Turn = parse(data)?;
            let (left, ply, used) = (left(&turn), turn.ply, Ms(turn.used));
            let text = turn.m.ok_or_else(|| StoreError::Corrupt("a move without a text".into()))?;
            EventKind::Moved { ply, text, left, used }
        }
        3 => {
            let turn: Turn = parse(data)?;
            EventKind::Passed { ply: turn.ply, left: left(&turn) }
        }
        4 => EventKind::Offered(offer(parse::<Offered>(data)?.what)?),
        5 => {
            let ended: Offered = parse(data)?;
            EventKind::OfferEnded(offer(ended.what)?, offer_end(ended.how.unwrap_or(-1))?)
        }
        6 => {
            let turn: Turn = parse(data)?;
            EventKind::TakenBack { ply: turn.ply, left: left(&turn) }
        }
        7 => EventKind::Clock { credit: Ms(parse::<Credit>(data)?.credit) },
        8 => {
            let ended: Ended = parse(data)?;
            let outcome = Outcome {
                score: Score::from_code(ended.result)
                    .ok_or(StoreError::code("result", ended.result.into()))?,
                reason: Reason::from_code(ended.reason)
                    .ok_or(StoreError::code("reason", ended.reason.into()))?,
            };
            let ratings = ended.ratings.map(|[white, white_after, black, black_after]| {
                ByColor::new_with(|color| match color {
                    Color::White => RatingStep { before: white, after: white_after },
                    Color::Black => RatingStep { before: black, after: black_after },
                })
            });
            EventKind::Ended { outcome, ratings }
        }
        9 => {
            let rematch: Rematch = parse(data)?;
            EventKind::Rematch(match (rematch.state, rematch.game) {
                (0, _) => RematchStep::Offered,
                (1, _) => RematchStep::Declined,
                (2, Some(game)) => RematchStep::Game(GameId(game)),
                (state, _) => return Err(StoreError::code("rematch", state.into())),
            })
        }
        other => return Err(StoreError::code("event", other.into())),
    })
}

impl EventRow {
    /// The columns of an event.
    pub(in crate::store) fn new(event: &Event) -> Result<EventRow, StoreError> {
        Ok(EventRow {
            version: version_code(event.version)?,
            kind: event.kind.code(),
            seat: event.seat.map(seat_code),
            cmd: event.cmd.as_ref().map(|cmd| cmd.as_str().to_owned()),
            data: data(&event.kind),
            at: event.at.0,
        })
    }

    /// The event of the columns.
    pub(in crate::store) fn event(self) -> Result<Event, StoreError> {
        let cmd = self.cmd.as_deref().map(CmdId::parse).transpose();
        Ok(Event {
            version: Version(self.version.into()),
            seat: self.seat.map(seat).transpose()?,
            cmd: cmd.map_err(|_| StoreError::Corrupt("an event has no readable command".into()))?,
            at: Ms(self.at),
            kind: kind(self.kind, &self.data)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_event_comes_back() {
        let left = ByColor::new_with(|color| Ms(1000 + color as i64));
        let outcome = Outcome { score: Score::Win(Color::Black), reason: Reason::Timeout };
        let ratings = ByColor::new_with(|color| RatingStep { before: 1500, after: 1490 + 20 * color as i32 });
        let kinds = [
            EventKind::Created,
            EventKind::Moved { ply: 3, text: "wA1 bQ/".into(), left, used: Ms(470) },
            EventKind::Passed { ply: 4, left },
            EventKind::Offered(Offer::Takeback),
            EventKind::OfferEnded(Offer::Draw, OfferEnd::Lapsed),
            EventKind::TakenBack { ply: 2, left },
            EventKind::Clock { credit: Ms(-12_000) },
            EventKind::Ended { outcome, ratings: None },
            EventKind::Ended { outcome, ratings: Some(ratings) },
            EventKind::Rematch(RematchStep::Offered),
            EventKind::Rematch(RematchStep::Declined),
            EventKind::Rematch(RematchStep::Game(GameId("k3Xw9TqBzP".into()))),
        ];
        for (number, kind) in kinds.into_iter().enumerate() {
            let event = Event {
                version: Version(number as i64 + 1),
                seat: (number % 2 == 0).then_some(Color::Black),
                cmd: (number % 3 == 0).then(|| CmdId::engine(Version(7))),
                at: Ms(1_794_770_642_123),
                kind,
            };
            let row = EventRow::new(&event).expect("a small version");
            assert_eq!(row.event().expect("what was written"), event);
        }
    }

    #[test]
    fn foreign_rows_are_errors() {
        let row =
            |kind, data: &str| EventRow { version: 1, kind, seat: None, cmd: None, data: data.into(), at: 0 };
        for (kind, data) in
            [(10, "{}"), (2, "{}"), (2, "nonsense"), (4, r#"{"what":7}"#), (9, r#"{"state":2}"#)]
        {
            assert!(matches!(row(kind, data).event(), Err(StoreError::Corrupt(_))), "{kind} {data}");
        }
        assert!(EventRow { seat: Some(5), ..row(1, "{}") }.event().is_err());
    }
}

//! Lists of ended games: pages for people, whole streams for tools.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body as Stream;
use axum::extract::State;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;
use skep_rules::GameType;
use skep_wire::game::{Score as WireScore, Side, Speed as WireSpeed};
use skep_wire::rest;

use super::super::api::{Access, Api, about};
use super::super::error::ApiError;
use super::super::extract::{Client, Path, Query, Visitor};
use super::super::{convert, users};
use super::PGN;
use crate::app::export;
use crate::app::sessions::Viewer;
use crate::app::view;
use crate::domain::game::Score;
use crate::domain::ids::{GameId, UserId};
use crate::domain::terms::game_type_bits;
use crate::domain::time::Ms;
use crate::site::{BulkPlace, Site};
use crate::store::games::{GameFilter, GameRecord, Page};

const NDJSON: &str = "application/x-ndjson";
const PAGE: i64 = 50;
/// Between pages of a stream: 20 games a second for visitors, 60 with a token.
const PAUSE: Duration = Duration::from_millis(5000);
const PAUSE_TOKEN: Duration = Duration::from_millis(1700);

const FILTERS: &[(&str, &str)] = &[
    ("player", "a name"),
    ("opponent", "another name"),
    ("color", "white or black: of the player"),
    ("type", "such as Base+MLP"),
    ("speed", "bullet, blitz, rapid, classical, correspondence or untimed"),
    ("rated", "true or false"),
    ("result", "white, black, draw or none"),
    ("since", "ended at or after, milliseconds since 1970"),
    ("until", "ended before"),
    ("after", "`next` of the page before"),
];

pub(super) fn routes(api: Api) -> Api {
    let describe = |summary| {
        about(summary, Access::Anyone)
            .query(FILTERS)
            .answers::<rest::GameList>()
            .answers_as(PGN)
            .answers_as(NDJSON)
            .refuses(&[404])
    };
    api.add(
        &Method::GET,
        "/games",
        all,
        describe("Ended games; all of them with Accept: application/x-chess-pgn or application/x-ndjson"),
    )
    .add(
        &Method::GET,
        "/users/{name}/games",
        of_one,
        describe("Somebody's ended games; all of them with Accept: application/x-chess-pgn or application/x-ndjson"),
    )
}

#[derive(Deserialize)]
struct Wanted {
    player: Option<String>,
    opponent: Option<String>,
    color: Option<Side>,
    #[serde(rename = "type")]
    game_type: Option<String>,
    speed: Option<WireSpeed>,
    rated: Option<bool>,
    result: Option<WireScore>,
    since: Option<i64>,
    until: Option<i64>,
    after: Option<String>,
}

async fn all(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Client(device): Client,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    answer(site, viewer, device.address, wanted, &headers).await
}

async fn of_one(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Client(device): Client,
    Path(name): Path<String>,
    Query(mut wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    wanted.player = Some(name);
    answer(site, viewer, device.address, wanted, &headers).await
}

async fn answer(
    site: Arc<Site>,
    viewer: Option<Viewer>,
    address: std::net::IpAddr,
    wanted: Wanted,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let filter = filter(&site, viewer.as_ref(), &wanted).await?;
    let after = wanted.after.as_deref().map(cursor).transpose()?;
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    for (kind, pgn) in [(PGN, true), (NDJSON, false)] {
        if accept.contains(kind) {
            let pause = if viewer.is_some() { PAUSE_TOKEN } else { PAUSE };
            let place = site.bulk.enter(address).ok_or_else(|| ApiError::limited(Ms::seconds(5)))?;
            let walk = Walk { site, filter, after, pgn, pause, first: true, over: false, place };
            let body = Stream::from_stream(stream::try_unfold(walk, step));
            return Ok(([(header::CONTENT_TYPE, kind)], body).into_response());
        }
    }
    let mut games = site.store.ended_games(filter, after, PAGE + 1).await?;
    let more = games.len() > usize::try_from(PAGE).unwrap_or(usize::MAX);
    games.truncate(usize::try_from(PAGE).unwrap_or(usize::MAX));
    let next = games.last().filter(|_| more).and_then(export::next_page);
    let next = next.map(|page| format!("{}.{}", page.ended_at.0, page.id));
    let people = games.iter().flat_map(|game| [game.players.white.user, game.players.black.user]);
    let names = view::names(site.store.as_ref(), people.collect::<Vec<_>>()).await?;
    let games = games.iter().map(|game| view::game_brief(game, &names)).collect();
    Ok(Json(rest::GameList { games, next }).into_response())
}

async fn filter(site: &Site, viewer: Option<&Viewer>, wanted: &Wanted) -> Result<GameFilter, ApiError> {
    let mut filter = GameFilter {
        color: wanted.color.map(view::color),
        speed: wanted.speed.map(convert::speed_from),
        rated: wanted.rated,
        score: wanted.result.map(score),
        since: wanted.since.map(Ms),
        until: wanted.until.map(Ms),
        ..GameFilter::default()
    };
    if let Some(text) = &wanted.game_type {
        let game_type: GameType =
            text.parse().map_err(|_| ApiError::bad_request("there is no such game type"))?;
        filter.game_type = Some(game_type_bits(game_type));
    }
    if let Some(name) = &wanted.player {
        let player: UserId = users::find(site, name).await?.id;
        filter.player = Some(player);
        filter.hidden = viewer.is_some_and(|viewer| viewer.user == player);
    }
    if let Some(name) = &wanted.opponent {
        if filter.player.is_none() {
            return Err(ApiError::bad_request("an opponent needs a player"));
        }
        filter.opponent = Some(users::find(site, name).await?.id);
    }
    Ok(filter)
}

fn score(score: WireScore) -> Score {
    match score {
        WireScore::White => Score::Win(skep_rules::Color::White),
        WireScore::Black => Score::Win(skep_rules::Color::Black),
        WireScore::Draw => Score::Draw,
        WireScore::None => Score::None,
    }
}

fn cursor(text: &str) -> Result<Page, ApiError> {
    let bad = || ApiError::bad_request("`after` is not the `next` of a page");
    let (at, id) = text.split_once('.').ok_or_else(bad)?;
    Ok(Page { ended_at: Ms(at.parse().map_err(|_| bad())?), id: GameId::parse(id).map_err(|_| bad())? })
}

/// A long way through the archive, page by page, for as long as the reader stays.
struct Walk {
    site: Arc<Site>,
    filter: GameFilter,
    after: Option<Page>,
    pgn: bool,
    pause: Duration,
    first: bool,
    over: bool,
    place: BulkPlace,
}

type Step = Result<Option<(Bytes, Walk)>, std::io::Error>;

async fn step(mut walk: Walk) -> Step {
    if walk.over {
        drop(walk.place);
        return Ok(None);
    }
    if !std::mem::take(&mut walk.first) {
        tokio::time::sleep(walk.pause).await;
    }
    let games = walk.site.store.ended_games(walk.filter.clone(), walk.after.take(), export::PAGE).await;
    let games = games.map_err(std::io::Error::other)?;
    walk.after = games.last().and_then(export::next_page);
    walk.over = games.len() < usize::try_from(export::PAGE).unwrap_or(usize::MAX) || walk.after.is_none();
    let text = write(&walk, &games).await.map_err(std::io::Error::other)?;
    Ok(Some((Bytes::from(text), walk)))
}

async fn write(walk: &Walk, games: &[GameRecord]) -> Result<String, crate::store::StoreError> {
    let people = games.iter().flat_map(|game| [game.players.white.user, game.players.black.user]);
    let names = view::names(walk.site.store.as_ref(), people.collect::<Vec<_>>()).await?;
    let mut text = String::new();
    for game in games {
        if walk.pgn {
            match export::pgn(game, &names, &walk.site.config.public_url.origin) {
                Ok(record) => {
                    text += &record;
                    text += "\n";
                }
                // One damaged game must not hide all the others.
                Err(error) => tracing::error!(game = %game.id, %error, "a stored game cannot be played"),
            }
        } else {
            let mut value = serde_json::to_value(view::game_brief(game, &names)).unwrap_or_default();
            value["moves"] = game.moves.split(';').filter(|text| !text.is_empty()).collect();
            text += &value.to_string();
            text += "\n";
        }
    }
    Ok(text)
}

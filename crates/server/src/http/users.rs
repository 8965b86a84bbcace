//! Other people: profiles, ratings, leaderboards, blocks and reports.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{Method, StatusCode};
use serde::Deserialize;
use skep_wire::game::Speed as WireSpeed;
use skep_wire::rest;

use super::api::{Access, Api, about};
use super::convert;
use super::error::ApiError;
use super::extract::{Body, Owner, Path, Query, Scoped, Visitor};
use crate::app::moderation::ModerationError;
use crate::app::view;
use crate::domain::account::UserState;
use crate::domain::ids::GameId;
use crate::domain::terms::Visibility;
use crate::domain::time::{Ms, Speed};
use crate::domain::user::{UserKind, name_key};
use crate::site::Site;
use crate::store::users::User;

/// Who is less sure than this stands on no leaderboard.
const LEADERBOARD_DEVIATION: f64 = 110.0;
/// Who has not played for so long stands on none either.
const LEADERBOARD_RECENT: Ms = Ms::days(90);
const LEADERBOARD_ROWS: i64 = 100;
const MOST_BLOCKS: usize = 500;

pub(super) fn routes(api: Api) -> Api {
    api.add(
        &Method::GET,
        "/users/{name}",
        profile,
        about("Somebody's profile, with ratings", Access::Anyone).answers::<rest::Profile>(),
    )
    .add(
        &Method::GET,
        "/users/{name}/ratings",
        ratings,
        about("How somebody's rating went", Access::Anyone)
            .query(&[
                ("speed", "bullet, blitz, rapid, classical or correspondence"),
                ("since", "milliseconds since 1970"),
            ])
            .answers::<rest::RatingHistory>(),
    )
    .add(
        &Method::GET,
        "/leaderboard/{speed}",
        leaderboard,
        about("The best of a speed", Access::Anyone)
            .query(&[("bots", "true: programs among themselves")])
            .answers::<rest::Leaderboard>(),
    )
    .add(
        &Method::GET,
        "/blocks",
        blocks,
        about("Whom one does not want to meet", Access::Scope("account")).answers::<rest::BlockList>(),
    )
    .add(
        &Method::POST,
        "/blocks/{name}",
        block,
        about("Not to meet somebody again: no pairing, challenge, chat or rematch", Access::Scope("account"))
            .refuses(&[400])
            .answers_nothing(),
    )
    .add(
        &Method::DELETE,
        "/blocks/{name}",
        unblock,
        about("To meet somebody again", Access::Scope("account")).answers_nothing(),
    )
    .add(
        &Method::POST,
        "/reports",
        report,
        about("Tell the moderators about somebody", Access::Scope("account"))
            .body::<rest::NewReport>()
            .refuses(&[404])
            .answers_nothing(),
    )
}

/// Somebody by name; who closed the account is nobody.
pub(super) async fn find(site: &Site, name: &str) -> Result<User, ApiError> {
    let found = site.store.user_by_name(&name_key(name)).await?;
    found.filter(|user| user.state != UserState::Closed).ok_or_else(ApiError::not_found)
}

async fn profile(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Path(name): Path<String>,
) -> Result<Json<rest::Profile>, ApiError> {
    let user = find(&site, &name).await?;
    let rows = site.store.ratings(user.id).await?;
    let open = site.store.open_games(user.id).await?;
    let public: Vec<_> = open.iter().filter(|game| game.terms.visibility == Visibility::Public).collect();
    let people = public.iter().flat_map(|game| [game.players.white.user, game.players.black.user]);
    let names = view::names(site.store.as_ref(), people.collect::<Vec<_>>()).await?;
    let blocked = match &viewer {
        Some(viewer) => site.store.blocked(viewer.user).await?.contains(&user.id),
        None => false,
    };
    let banned = user.state == UserState::Banned;
    Ok(Json(rest::Profile {
        user: view::brief(&user),
        created: user.created_at.0,
        seen: user.seen_at.0 / 3_600_000 * 3_600_000,
        bio: user.bio.filter(|_| !banned),
        country: user.country,
        ratings: rows.iter().map(convert::rating).collect(),
        banned,
        blocked,
        playing: public.into_iter().map(|game| view::game_brief(game, &names)).collect(),
    }))
}

#[derive(Deserialize)]
struct HistoryQuery {
    speed: Option<WireSpeed>,
    since: Option<i64>,
}

async fn ratings(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<rest::RatingHistory>, ApiError> {
    let user = find(&site, &name).await?;
    let speed = query.speed.map_or(Speed::Rapid, convert::speed_from);
    let points = site.store.rating_history(user.id, speed, Ms(query.since.unwrap_or(0))).await?;
    let points = points.into_iter().map(|point| rest::RatingPoint {
        at: point.at.0,
        rating: convert::points(point.after),
        game: view::game_id(&point.game),
    });
    Ok(Json(rest::RatingHistory { speed: view::speed(speed), points: points.collect() }))
}

#[derive(Deserialize)]
struct BoardQuery {
    #[serde(default)]
    bots: bool,
}

async fn leaderboard(
    State(site): State<Arc<Site>>,
    Path(speed): Path<WireSpeed>,
    Query(query): Query<BoardQuery>,
) -> Result<Json<rest::Leaderboard>, ApiError> {
    let since = site.time.now() - LEADERBOARD_RECENT;
    let rows = site
        .store
        .leaderboard(convert::speed_from(speed), query.bots, LEADERBOARD_DEVIATION, since, LEADERBOARD_ROWS)
        .await?;
    let players = rows.into_iter().zip(1..).map(|(row, rank)| rest::LeaderboardRow {
        rank,
        name: row.name,
        rating: convert::points(row.rating.rating),
        games: row.rating.games,
    });
    Ok(Json(rest::Leaderboard { speed, players: players.collect() }))
}

async fn blocks(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
) -> Result<Json<rest::BlockList>, ApiError> {
    let users = site.store.users(site.store.blocked(viewer.user).await?).await?;
    let mut names: Vec<String> = users.into_iter().map(|user| user.name).collect();
    names.sort();
    Ok(Json(rest::BlockList { names }))
}

async fn block(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let user = find(&site, &name).await?;
    if user.id == viewer.user || user.kind == UserKind::Computer {
        return Err(ApiError::bad_request("nobody blocks oneself or the computer"));
    }
    if site.store.blocked(viewer.user).await?.len() >= MOST_BLOCKS {
        return Err(ApiError::bad_request("too many people are blocked already"));
    }
    site.store.block(viewer.user, user.id, site.time.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unblock(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let user = find(&site, &name).await?;
    site.store.unblock(viewer.user, user.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn report(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
    Body(body): Body<rest::NewReport>,
) -> Result<StatusCode, ApiError> {
    let game = match &body.game {
        Some(id) => Some(GameId::parse(&id.0).map_err(|_| ApiError::not_found())?),
        None => None,
    };
    let reason = convert::report_reason(body.reason);
    // A guest sees opponents only, and reports only them.
    if viewer.kind == UserKind::Guest {
        let game =
            game.as_ref().ok_or_else(|| ApiError::forbidden("guests report opponents, with the game"))?;
        let record = site.store.game_record(game).await?.ok_or_else(ApiError::not_found)?;
        let suspect = find(&site, &body.name).await?;
        let seats = [record.players.white.user, record.players.black.user];
        if !seats.contains(&viewer.user) || !seats.contains(&suspect.id) {
            return Err(ApiError::forbidden("guests report opponents, with the game"));
        }
    }
    site.moderation.report(viewer.user, &body.name, reason, game, &body.text).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<ModerationError> for ApiError {
    fn from(error: ModerationError) -> ApiError {
        match error {
            ModerationError::NobodyThere | ModerationError::NotFound => ApiError::not_found(),
            ModerationError::NotAllowed => ApiError::forbidden(error.to_string()),
            ModerationError::TooLong => ApiError::bad_request(error.to_string()),
            ModerationError::Limited { wait } => ApiError::limited(wait),
            ModerationError::Store(error) => error.into(),
        }
    }
}

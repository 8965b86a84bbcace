//! For moderators: reports, bans, lines of chat. Every act is written down.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{Method, StatusCode};
use skep_wire::rest;

use super::api::{Access, Api, about};
use super::convert;
use super::error::ApiError;
use super::extract::{Body, Moderator, Path};
use crate::app::view;
use crate::site::Site;

const MOST_SHOWN: i64 = 200;

pub(super) fn routes(api: Api) -> Api {
    api.add(
        &Method::GET,
        "/moderation/reports",
        reports,
        about("Reports that wait, the oldest first", Access::Moderator).answers::<rest::ReportList>(),
    )
    .add(
        &Method::POST,
        "/moderation/reports/{id}",
        decide,
        about("Decide a report", Access::Moderator).body::<rest::Decision>().answers_nothing(),
    )
    .add(
        &Method::POST,
        "/moderation/users/{name}/ban",
        ban,
        about("Shut an account", Access::Moderator).body::<rest::Ban>().answers_nothing(),
    )
    .add(
        &Method::DELETE,
        "/moderation/users/{name}/ban",
        unban,
        about("Open an account again", Access::Moderator).answers_nothing(),
    )
    .add(
        &Method::DELETE,
        "/moderation/chat/{id}",
        hide,
        about("Hide a line of chat", Access::Moderator).answers_nothing(),
    )
}

async fn reports(
    State(site): State<Arc<Site>>,
    Moderator(_): Moderator,
) -> Result<Json<rest::ReportList>, ApiError> {
    let rows = site.store.open_reports(MOST_SHOWN).await?;
    let people = rows.iter().flat_map(|row| [row.reporter, row.suspect]).collect::<Vec<_>>();
    let names = view::names(site.store.as_ref(), people).await?;
    let show = |row: crate::store::social::Report| rest::ReportView {
        id: row.id.to_string(),
        by: view::brief_of(&names, row.reporter),
        about: view::brief_of(&names, row.suspect),
        reason: convert::report_reason_from(row.reason),
        game: row.game.as_ref().map(view::game_id),
        text: row.text,
        at: row.created_at.0,
    };
    Ok(Json(rest::ReportList { reports: rows.into_iter().map(show).collect() }))
}

fn number(id: &str) -> Result<i64, ApiError> {
    id.parse().map_err(|_| ApiError::not_found())
}

async fn decide(
    State(site): State<Arc<Site>>,
    Moderator(viewer): Moderator,
    Path(id): Path<String>,
    Body(body): Body<rest::Decision>,
) -> Result<StatusCode, ApiError> {
    site.moderation.handle_report(viewer.user, number(&id)?, body.upheld).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn ban(
    State(site): State<Arc<Site>>,
    Moderator(viewer): Moderator,
    Path(name): Path<String>,
    Body(body): Body<rest::Ban>,
) -> Result<StatusCode, ApiError> {
    let why: String = body.why.chars().take(500).collect();
    site.moderation.ban(viewer.user, &name, &why).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unban(
    State(site): State<Arc<Site>>,
    Moderator(viewer): Moderator,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    site.moderation.unban(viewer.user, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn hide(
    State(site): State<Arc<Site>>,
    Moderator(viewer): Moderator,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    site.moderation.hide_chat(viewer.user, number(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

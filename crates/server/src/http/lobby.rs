//! Before a game: the lobby, seeks and challenges.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;
use skep_wire::Code;
use skep_wire::lobby::{ChallengeView, Wish};
use skep_wire::rest;

use super::api::{Access, Api, about};
use super::error::ApiError;
use super::extract::{Body, Challenger, Path, Query, Scoped, Visitor};
use crate::app::challenges::{Challenged, Target};
use crate::app::lobby::LobbyError;
use crate::app::view;
use crate::domain::ids::{ChallengeId, Level, UserId};
use crate::site::Site;

/// Nobody has this number; visitors without a name see what everybody sees.
const NOBODY: UserId = UserId(0);

pub(super) fn routes(api: Api) -> Api {
    api.add(
        &Method::GET,
        "/lobby",
        lobby,
        about("Who looks for a game", Access::Anyone).answers::<rest::LobbyView>(),
    )
    .add(
        &Method::POST,
        "/seeks",
        seek,
        about("Look for an opponent with the same terms", Access::Scope("challenge"))
            .body::<Wish>()
            .answers::<rest::SeekMade>(),
    )
    .add(
        &Method::DELETE,
        "/seeks/{id}",
        unseek,
        about("Look no more", Access::Scope("challenge")).answers_nothing(),
    )
    .add(
        &Method::POST,
        "/challenges",
        challenge,
        about(
            "Challenge somebody by name, whoever has a link, whoever comes to the lobby, or the computer",
            Access::Scope("challenge"),
        )
        .body::<rest::NewChallenge>()
        .refuses(&[404, 409])
        .answers::<rest::ChallengeMade>(),
    )
    .add(
        &Method::GET,
        "/challenges/{id}",
        show,
        about("A challenge", Access::Anyone).query(&[("secret", "of the link")]).answers::<ChallengeView>(),
    )
    .add(
        &Method::GET,
        "/challenges/{id}/qr.svg",
        picture,
        about("The link of a challenge as a picture for phones", Access::Anyone)
            .query(&[("secret", "of the link")])
            .answers_as("image/svg+xml"),
    )
    .add(
        &Method::POST,
        "/challenges/{id}/accept",
        accept,
        about("Accept a challenge: the game begins", Access::Scope("challenge"))
            .body::<rest::AcceptChallenge>()
            .refuses(&[409])
            .answers::<rest::GameStarted>(),
    )
    .add(
        &Method::POST,
        "/challenges/{id}/decline",
        close,
        about("Decline a challenge", Access::Scope("challenge")).refuses(&[409]).answers_nothing(),
    )
    .add(
        &Method::DELETE,
        "/challenges/{id}",
        close,
        about("Withdraw a challenge", Access::Scope("challenge")).refuses(&[409]).answers_nothing(),
    )
}

async fn lobby(State(site): State<Arc<Site>>) -> Result<Json<rest::LobbyView>, ApiError> {
    let (seeks, challenges) = site.lobby.view().await?;
    Ok(Json(rest::LobbyView { seeks, challenges }))
}

fn read(wish: &Wish) -> Result<crate::domain::terms::Wish, ApiError> {
    view::read_wish(wish).map_err(|error| ApiError::bad_request(error.to_string()))
}

async fn seek(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Challenger,
    Body(wish): Body<Wish>,
) -> Result<Json<rest::SeekMade>, ApiError> {
    site.limit_challenges(viewer.user)?;
    let sought = site.lobby.seek(viewer.user, viewer.kind, read(&wish)?).await?;
    let game = sought.game.as_ref().map(view::game_id);
    Ok(Json(rest::SeekMade { id: game.is_none().then(|| sought.id.to_string()), game }))
}

async fn unseek(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Challenger,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id = id.parse().map_err(|_| ApiError::not_found())?;
    match site.lobby.unseek(viewer.user, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

async fn challenge(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Challenger,
    Body(body): Body<rest::NewChallenge>,
) -> Result<Json<rest::ChallengeMade>, ApiError> {
    site.limit_challenges(viewer.user)?;
    let target = match (body.to, body.computer, body.open) {
        (Some(name), None, false) => Target::Name(name),
        (None, Some(level), false) => {
            let level = Level::new(level).ok_or_else(|| ApiError::bad_request("there are levels 1 to 8"))?;
            Target::Computer(level)
        }
        (None, None, true) => Target::Anybody,
        (None, None, false) => Target::Link,
        _ => return Err(ApiError::bad_request("a challenge is to a name, to the computer or to everybody")),
    };
    let made = site.challenges.create(viewer.user, viewer.kind, target, read(&body.terms)?).await?;
    let nothing = rest::ChallengeMade { id: None, secret: None, url: None, game: None };
    Ok(Json(match made {
        Challenged::Game(game) => rest::ChallengeMade { game: Some(view::game_id(&game)), ..nothing },
        Challenged::Open { id, secret } => rest::ChallengeMade {
            url: Some(link(&site, &id, secret.as_deref())),
            id: Some(skep_wire::ChallengeId(id.0)),
            secret,
            ..nothing
        },
    }))
}

/// The address to hand on. The secret stands behind the `#`, so that no proxy on the way writes it down.
fn link(site: &Site, id: &ChallengeId, secret: Option<&str>) -> String {
    let origin = &site.config.public_url.origin;
    match secret {
        Some(secret) => format!("{origin}/#/challenge/{}/{secret}", id.0),
        None => format!("{origin}/#/challenge/{}", id.0),
    }
}

#[derive(Deserialize)]
struct SecretQuery {
    secret: Option<String>,
}

async fn show(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Path(id): Path<String>,
    Query(query): Query<SecretQuery>,
) -> Result<Json<ChallengeView>, ApiError> {
    let user = viewer.map_or(NOBODY, |viewer| viewer.user);
    let found = site.challenges.visible(user, &ChallengeId(id), query.secret.as_deref()).await?;
    let people = [Some(found.from), found.to].into_iter().flatten().collect::<Vec<_>>();
    let names = view::names(site.store.as_ref(), people).await?;
    view::challenge(&found, &names).map(Json).ok_or_else(ApiError::not_found)
}

async fn picture(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Path(id): Path<String>,
    Query(query): Query<SecretQuery>,
) -> Result<Response, ApiError> {
    let user = viewer.map_or(NOBODY, |viewer| viewer.user);
    let id = ChallengeId(id);
    let secret = query.secret.as_deref();
    site.challenges.visible(user, &id, secret).await?;
    let code = QrCode::new(link(&site, &id, secret))
        .map_err(|_| ApiError::bad_request("this link is too long for a picture"))?;
    let image = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], image).into_response())
}

async fn accept(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Challenger,
    Path(id): Path<String>,
    Body(body): Body<rest::AcceptChallenge>,
) -> Result<Json<rest::GameStarted>, ApiError> {
    site.limit_challenges(viewer.user)?;
    let id = ChallengeId(id);
    let game = site.challenges.accept(viewer.user, viewer.kind, &id, body.secret.as_deref()).await?;
    Ok(Json(rest::GameStarted { game: view::game_id(&game) }))
}

async fn close(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Challenger,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    site.challenges.close(viewer.user, &ChallengeId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<LobbyError> for ApiError {
    fn from(error: LobbyError) -> ApiError {
        let message = error.to_string();
        match error {
            LobbyError::NotAllowed(_) => ApiError::new(StatusCode::FORBIDDEN, Code::NotAllowed, message),
            LobbyError::NotFound => ApiError::not_found(),
            LobbyError::Closed => ApiError::new(StatusCode::CONFLICT, Code::Conflict, message),
            LobbyError::Blocked => ApiError::new(StatusCode::FORBIDDEN, Code::Blocked, message),
            LobbyError::Busy => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, message),
            LobbyError::TooMany => ApiError::new(StatusCode::CONFLICT, Code::Conflict, message),
            LobbyError::Store(error) => error.into(),
        }
    }
}

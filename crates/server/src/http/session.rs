//! Signing in and out, and the list of devices and tokens.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use skep_wire::rest;

use super::api::{Access, Api, about};
use super::convert;
use super::error::ApiError;
use super::extract::{Body, Client, Owner, Path, Person, Reader, Scoped, Visitor};
use crate::app::accounts::entry::Entry;
use crate::app::sessions::{Scopes, TokenWish};
use crate::domain::ids::UserId;
use crate::domain::time::Ms;
use crate::site::Site;
use crate::store::sessions::Session;

pub(super) fn routes(api: Api) -> Api {
    api.add(
        &Method::GET,
        "/session",
        current,
        about("Who one is", Access::Anyone).answers::<rest::SessionView>(),
    )
    .add(
        &Method::POST,
        "/session",
        sign_in,
        about("Sign in", Access::Anyone).body::<rest::SignIn>().answers::<rest::SignedIn>(),
    )
    .add(
        &Method::DELETE,
        "/session",
        sign_out,
        about("Sign out on this device", Access::Scope("read")).answers_nothing(),
    )
    .add(
        &Method::POST,
        "/session/guest",
        guest,
        about("Play without an account", Access::Anyone)
            .body::<rest::GuestRequest>()
            .answers::<rest::SignedIn>(),
    )
    .add(
        &Method::POST,
        "/session/confirm",
        confirm,
        about("Type the password again, to act as a moderator", Access::Owner)
            .body::<rest::CloseAccount>()
            .answers_nothing(),
    )
    .add(
        &Method::GET,
        "/sessions",
        list,
        about("All devices that are signed in", Access::Scope("account")).answers::<rest::SessionList>(),
    )
    .add(
        &Method::DELETE,
        "/sessions",
        sign_out_others,
        about("Sign out on all other devices", Access::Scope("account")).answers_nothing(),
    )
    .add(
        &Method::DELETE,
        "/sessions/{id}",
        sign_out_one,
        about("Sign out on one device", Access::Scope("account")).answers_nothing(),
    )
    .add(
        &Method::GET,
        "/tokens",
        tokens,
        about("Tokens for programs", Access::Owner).answers::<rest::TokenList>(),
    )
    .add(
        &Method::POST,
        "/tokens",
        make_token,
        about("Make a token for a program; it is shown once", Access::Owner)
            .body::<rest::NewToken>()
            .answers::<rest::CreatedToken>(),
    )
    .add(
        &Method::DELETE,
        "/tokens/{id}",
        drop_token,
        about("Take a token back", Access::Owner).answers_nothing(),
    )
}

/// The answer to whoever has come in: a cookie for browsers, a token for programs.
pub(super) fn welcome(site: &Site, entry: &Entry, bearer: bool) -> Response {
    let token = bearer.then(|| entry.token.expose().to_owned());
    let mut response = Json(rest::SignedIn { me: convert::me(&entry.user), token }).into_response();
    if !bearer {
        set_cookie(site, &mut response, entry.token.expose(), site.config.session.idle);
    }
    response
}

/// The cookie: not for scripts, not for other sites, and only over https where the site has it.
pub(super) fn set_cookie(site: &Site, response: &mut Response, value: &str, lifetime: Ms) {
    let secure = if site.config.public_url.secure { "; Secure" } else { "" };
    let cookie = format!(
        "{}={value}; Path=/{secure}; HttpOnly; SameSite=Lax; Max-Age={}",
        site.cookie_name(),
        lifetime.0 / 1000
    );
    let cookie = HeaderValue::try_from(cookie).expect("tokens and names are plain characters");
    response.headers_mut().append(header::SET_COOKIE, cookie);
}

fn without_cookie(site: &Site) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(site, &mut response, "", Ms::ZERO);
    response
}

async fn current(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
) -> Result<Json<rest::SessionView>, ApiError> {
    let me = match &viewer {
        Some(viewer) => Some(convert::me(&site.accounts.account(viewer).await?)),
        None => None,
    };
    Ok(Json(rest::SessionView { me }))
}

async fn sign_in(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Client(device): Client,
    Body(body): Body<rest::SignIn>,
) -> Result<Response, ApiError> {
    let now = site.time.now();
    let entry = site.accounts.sign_in(&body.name, &body.password, viewer.as_ref(), &device, now).await?;
    Ok(welcome(&site, &entry, body.bearer))
}

async fn guest(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Client(device): Client,
    Body(body): Body<rest::GuestRequest>,
) -> Result<Response, ApiError> {
    // Whoever is somebody already stays so: two tabs that open at once must not make two people.
    if let Some(viewer) = viewer.filter(|_| !body.bearer) {
        let me = convert::me(&site.accounts.account(&viewer).await?);
        return Ok(Json(rest::SignedIn { me, token: None }).into_response());
    }
    let entry = site.accounts.guest(&device, site.time.now()).await?;
    Ok(welcome(&site, &entry, body.bearer))
}

async fn sign_out(State(site): State<Arc<Site>>, Scoped(viewer): Reader) -> Result<Response, ApiError> {
    if viewer.is_session() {
        site.accounts.sessions.close(viewer.hash()).await?;
    }
    Ok(without_cookie(&site))
}

async fn confirm(
    State(site): State<Arc<Site>>,
    Person(viewer): Person,
    Client(device): Client,
    Body(body): Body<rest::CloseAccount>,
) -> Result<StatusCode, ApiError> {
    site.accounts.confirm_again(&viewer, &body.password, &device, site.time.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn list(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
) -> Result<Json<rest::SessionList>, ApiError> {
    let found = site.accounts.sessions.list(viewer.user, site.time.now()).await?;
    let show = |(id, session): (String, Session)| rest::SessionInfo {
        id,
        current: session.token_hash == viewer.hash(),
        created: session.created_at.0,
        used: session.used_at.0,
        agent: session.user_agent,
        network: session.ip_prefix,
    };
    Ok(Json(rest::SessionList { sessions: found.into_iter().map(show).collect() }))
}

async fn sign_out_others(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
) -> Result<StatusCode, ApiError> {
    site.accounts.sessions.close_all(viewer.user, Some(viewer.hash())).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn sign_out_one(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    match site.accounts.sessions.close_named(viewer.user, &id, site.time.now()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

async fn tokens(
    State(site): State<Arc<Site>>,
    Person(viewer): Person,
) -> Result<Json<rest::TokenList>, ApiError> {
    let rows = site.store.api_tokens(viewer.user).await?;
    Ok(Json(rest::TokenList { tokens: rows.iter().map(convert::token).collect() }))
}

async fn make_token(
    State(site): State<Arc<Site>>,
    Person(viewer): Person,
    Body(body): Body<rest::NewToken>,
) -> Result<Json<rest::CreatedToken>, ApiError> {
    let wish = TokenWish {
        label: body.label,
        scopes: convert::scopes_from(&body.scopes),
        lifetime: body.days.map(|days| Ms::days(i64::from(days.clamp(1, 3650)))),
    };
    let (token, row) = grant(&site, viewer.user, wish).await?;
    Ok(Json(rest::CreatedToken { token, info: convert::token(&row) }))
}

async fn grant(
    site: &Site,
    user: UserId,
    wish: TokenWish,
) -> Result<(String, crate::store::sessions::ApiToken), ApiError> {
    let wish = TokenWish { scopes: Scopes(wish.scopes.0 & Scopes::ALL.0), ..wish };
    let (token, row) = site.accounts.sessions.grant(user, wish, site.time.now()).await?;
    Ok((token.expose().to_owned(), row))
}

async fn drop_token(
    State(site): State<Arc<Site>>,
    Person(viewer): Person,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id = id.parse().map_err(|_| ApiError::not_found())?;
    match site.accounts.sessions.revoke_token(viewer.user, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

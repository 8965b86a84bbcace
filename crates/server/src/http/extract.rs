//! What handlers take out of a request: who asks, from where, and a body of bounded size in bounded time.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt as _, Limited};
use serde::de::DeserializeOwned;
use skep_wire::Code;

use super::address;
use super::error::ApiError;
use super::guard;
use crate::app::sessions::{CONFIRMED_FOR, Device, Proof, Scopes, Viewer};
use crate::domain::account::Roles;
use crate::domain::user::UserKind;
use crate::site::Site;

/// The longest body of a request.
pub const LONGEST_BODY: usize = 16 * 1024;

/// Where a request comes from.
#[derive(Clone, Debug)]
pub struct Client(pub Device);

impl FromRequestParts<Arc<Site>> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Client, ApiError> {
        let address = guard::client_address(site, &parts.headers, &parts.extensions);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Client(Device { agent: agent.map(str::to_owned), address, network: address::shortened(address) }))
    }
}

/// Who asks, if it is known. A token in the header goes before a cookie; a bad one is an error, an old cookie is not.
#[derive(Clone, Debug)]
pub struct Visitor(pub Option<Viewer>);

impl FromRequestParts<Arc<Site>> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Visitor, ApiError> {
        let address = guard::client_address(site, &parts.headers, &parts.extensions);
        let now = site.time.now();
        let sessions = &site.accounts.sessions;
        if let Some(token) = bearer(&parts.headers) {
            let found = sessions.find(token, address, now).await?;
            return found.map(|viewer| Visitor(Some(viewer))).ok_or_else(ApiError::unauthorized);
        }
        match cookie(&parts.headers, site.cookie_name()) {
            Some(token) => Ok(Visitor(sessions.find(token, address, now).await?)),
            None => Ok(Visitor(None)),
        }
    }
}

/// Somebody who is signed in, as a guest or with an account, and whose token may do `SCOPE`.
#[derive(Clone, Debug)]
pub struct Scoped<const SCOPE: i32>(pub Viewer);

/// Somebody who may read, play, challenge, speak, or change the account.
pub type Reader = Scoped<{ Scopes::READ.0 }>;
pub type Mover = Scoped<{ Scopes::PLAY.0 }>;
pub type Challenger = Scoped<{ Scopes::CHALLENGE.0 }>;
pub type Speaker = Scoped<{ Scopes::CHAT.0 }>;
pub type Owner = Scoped<{ Scopes::ACCOUNT.0 }>;

impl<const SCOPE: i32> FromRequestParts<Arc<Site>> for Scoped<SCOPE> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Scoped<SCOPE>, ApiError> {
        let Visitor(viewer) = Visitor::from_request_parts(parts, site).await?;
        let viewer = viewer.ok_or_else(ApiError::unauthorized)?;
        if !viewer.scopes.has(Scopes(SCOPE)) {
            return Err(ApiError::forbidden("this token may not do that"));
        }
        Ok(Scoped(viewer))
    }
}

/// Somebody with an account who sits at a browser or terminal: what no program with a token may do.
#[derive(Clone, Debug)]
pub struct Person(pub Viewer);

impl FromRequestParts<Arc<Site>> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Person, ApiError> {
        let Scoped(viewer) = Owner::from_request_parts(parts, site).await?;
        if !viewer.is_session() {
            return Err(ApiError::forbidden("only the owner may do that, not a program with a token"));
        }
        if viewer.kind == UserKind::Guest {
            return Err(ApiError::forbidden("guests have no account"));
        }
        Ok(Person(viewer))
    }
}

/// A moderator who typed the password not long ago. To everybody else these routes do not exist.
#[derive(Clone, Debug)]
pub struct Moderator(pub Viewer);

impl FromRequestParts<Arc<Site>> for Moderator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Moderator, ApiError> {
        let Visitor(viewer) = Visitor::from_request_parts(parts, site).await?;
        let is_one = |viewer: &Viewer| viewer.roles.has(Roles::MODERATOR) || viewer.roles.has(Roles::ADMIN);
        let viewer = viewer.filter(is_one).ok_or_else(ApiError::not_found)?;
        let Proof::Session { confirmed_at, .. } = viewer.proof else { return Err(ApiError::not_found()) };
        if confirmed_at.is_none_or(|at| site.time.now() - at > CONFIRMED_FOR) {
            return Err(ApiError::forbidden("type your password again: POST /api/v1/session/confirm"));
        }
        Ok(Moderator(viewer))
    }
}

/// A body of JSON.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Site>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, site: &Arc<Site>) -> Result<Body<T>, ApiError> {
        let bytes = read_body(request, site).await?;
        // Nothing at all stands for an object without fields.
        let bytes = if bytes.is_empty() { Bytes::from_static(b"{}") } else { bytes };
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| ApiError::bad_request(format!("the body cannot be read: {error}")))
    }
}

async fn read_body(request: Request, site: &Arc<Site>) -> Result<Bytes, ApiError> {
    let limited = Limited::new(request.into_body(), LONGEST_BODY).collect();
    match tokio::time::timeout(site.config.limits.body, limited).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(_)) => Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Code::BadRequest,
            format!("a body has at most {LONGEST_BODY} bytes"),
        )),
        Err(_) => {
            Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, Code::BadRequest, "the body came too slowly"))
        }
    }
}

/// Words after the question mark.
#[derive(Clone, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Site>> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Site>) -> Result<Query<T>, ApiError> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(value)| Query(value))
            .map_err(|error| {
                ApiError::bad_request(format!("the question cannot be read: {}", error.body_text()))
            })
    }
}

/// Names in the path. One that cannot be read names nothing.
#[derive(Clone, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<Site>> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Path<T>, ApiError> {
        let found = axum::extract::Path::<T>::from_request_parts(parts, site).await;
        found.map(|axum::extract::Path(value)| Path(value)).map_err(|_| ApiError::not_found())
    }
}

/// The token after `Authorization: Bearer`.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The value of a cookie.
pub(super) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| {
        let (found, value) = pair.trim().split_once('=')?;
        (found == name).then_some(value)
    })
}

/// The peer of the connection, as the accept loop noted it.
pub(super) fn peer(extensions: &axum::http::Extensions) -> Option<SocketAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0)
}

//! What stands before every handler: limits by address, the rules against forged requests, headers, metrics.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use skep_wire::Code;

use super::error::ApiError;
use super::{address, extract};
use crate::metrics;
use crate::site::Site;

/// The client's address behind our proxies.
pub fn client_address(site: &Site, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    // Only tests that call the router without a connection have no peer.
    let peer = extract::peer(extensions).map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.ip());
    address::client(peer, headers, &site.config.trusted_proxies)
}

/// Around everything: numbers and headers.
pub(super) async fn observe(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    // A client may make up methods; numbers have no room for them.
    let method = match request.method().as_str() {
        method @ ("GET" | "HEAD" | "POST" | "PATCH" | "DELETE" | "OPTIONS") => method.to_owned(),
        _ => "other".to_owned(),
    };
    let mut response = next.run(request).await;
    site.headers.dress(&mut response);
    let status = response.status().as_u16();
    metrics::REQUESTS.add(&format!("{method} {} {status}", route.as_deref().unwrap_or("other")), 1);
    metrics::REQUEST_SECONDS.record(started.elapsed());
    response
}

/// Around the interface for programs.
pub(super) async fn protect(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    if request.method() == Method::OPTIONS {
        return allow_origins(StatusCode::NO_CONTENT.into_response());
    }
    let address = client_address(&site, request.headers(), request.extensions());
    let checked = check_rate(&site, address).and_then(|()| check_origin(&site, &request));
    let mut response = match checked.and_then(|()| check_type(&request)) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let cache = HeaderValue::from_static("no-store");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(cache);
    allow_origins(response)
}

/// Pages of others may use the interface with a token. Their browsers never add our cookie: it is `SameSite`, and an
/// answer that allows every origin allows none to use credentials.
fn allow_origins(mut response: Response) -> Response {
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PATCH, DELETE"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, last-event-id"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check_rate(site: &Site, address: IpAddr) -> Result<(), ApiError> {
    site.requests.take(address::prefix(address), site.time.now()).map_err(|wait| {
        metrics::LIMITED.add("requests", 1);
        ApiError::limited(wait)
    })
}

/// A write that could be driven by somebody else's page is refused. A token in the header cannot be added by such a
/// page, so that it needs no further proof; a browser says truthfully where a request comes from; and a program that
/// sends neither cookie nor origin acts for itself.
fn check_origin(site: &Site, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    if matches!(*request.method(), Method::GET | Method::HEAD) || extract::bearer(headers).is_some() {
        return Ok(());
    }
    let with_cookie = extract::cookie(headers, site.cookie_name()).is_some();
    if is_same_origin(site, headers, with_cookie) {
        return Ok(());
    }
    Err(ApiError::forbidden("requests that change something must come from the site itself"))
}

/// Whether a request comes from our own pages, as far as its browser says; `strict`: it must say so.
pub fn is_same_origin(site: &Site, headers: &HeaderMap, strict: bool) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    match (text("origin"), text("sec-fetch-site")) {
        (Some(origin), _) => site.is_own_origin(origin, text("host").unwrap_or_default()),
        (None, Some(site)) => site == "same-origin",
        (None, None) => !strict,
    }
}

/// A form can send other types across origins without asking; JSON it cannot.
fn check_type(request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let has_body =
        headers.contains_key(header::TRANSFER_ENCODING) || length.is_some_and(|length| length != "0");
    if matches!(*request.method(), Method::GET | Method::HEAD) || !has_body {
        return Ok(());
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Code::BadRequest,
        "a body must be application/json",
    ))
}

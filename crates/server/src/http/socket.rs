//! The door to the sockets: who asks, and from which page.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use skep_wire::Code;

use super::error::ApiError;
use super::extract::{Client, Visitor, bearer, cookie};
use super::guard;
use crate::site::Site;

/// Opens a socket. A browser sends its cookie with a request from any page, so that the page must be ours; a token in the
/// header no page can send.
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    Client(device): Client,
    headers: HeaderMap,
    Visitor(viewer): Visitor,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let with_cookie = cookie(&headers, site.cookie_name()).is_some();
    if bearer(&headers).is_none() && !guard::is_same_origin(&site, &headers, with_cookie) {
        return ApiError::forbidden("sockets are opened by our own pages, or with a token").into_response();
    }
    match upgrade {
        Ok(upgrade) => site.sockets.upgrade(viewer, device.address, upgrade),
        Err(_) => ApiError::new(StatusCode::UPGRADE_REQUIRED, Code::BadRequest, "this is a WebSocket")
            .into_response(),
    }
}

//! Routes, extractors, status codes, and the loop that accepts connections.

mod account;
pub mod address;
pub mod api;
pub mod assets;
mod convert;
pub mod error;
pub mod extract;
mod games;
pub mod guard;
pub mod health;
mod lobby;
mod moderation;
pub mod security;
pub mod serve;
mod session;
mod socket;
mod stream;
mod users;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use skep_wire::rest::ServerInfo;

use crate::site::Site;
use error::ApiError;

/// What this program calls itself.
pub const BUILD: &str = env!("CARGO_PKG_VERSION");

/// The whole outside of a site.
pub fn router(site: Arc<Site>) -> Router {
    let (routes, document) = operations();
    let document: &'static str = Box::leak(document.to_string().into_boxed_str());
    let api = routes
        .route(
            "/openapi.json",
            get(move || async move { ([(header::CONTENT_TYPE, "application/json")], document) }),
        )
        .fallback(|| async { ApiError::not_found() })
        .method_not_allowed_fallback(|| async { ApiError::not_found() })
        .layer(from_fn_with_state(Arc::clone(&site), guard::protect));
    Router::new()
        .nest(api::PREFIX, api)
        .route("/server.json", get(server_info))
        .route(skep_wire::version::SOCKET_PATH, get(socket::open))
        .merge(health::router())
        .fallback(asset)
        .layer(from_fn_with_state(Arc::clone(&site), guard::observe))
        .with_state(site)
}

/// All operations under [`api::PREFIX`], and their description.
fn operations() -> (Router<Arc<Site>>, Value) {
    let api = api::Api::default();
    let api = session::routes(api);
    let api = account::routes(api);
    let api = users::routes(api);
    let api = lobby::routes(api);
    let api = games::routes(api);
    let api = stream::routes(api);
    let api = moderation::routes(api);
    api.finish()
}

/// The description of the interface for programs.
#[must_use]
pub fn openapi() -> Value {
    operations().1
}

/// How the app learns that there is a server behind it.
async fn server_info() -> Response {
    let info = ServerInfo { online: true, build: BUILD.to_owned() };
    let mut response = Json(info).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn asset(State(site): State<Arc<Site>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found().into_response();
    }
    let found = site.assets.answer(request.uri().path(), request.headers());
    found.unwrap_or_else(|| ApiError::not_found().into_response())
}

//! Whether the process lives, whether it should get visitors, and its numbers for Prometheus.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;

use crate::metrics;
use crate::site::{Phase, Site};

/// How long the database may take for the question.
const PATIENCE: Duration = Duration::from_secs(3);

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/health", get(|| async { "ok\n" })).route("/ready", get(ready))
}

/// Numbers, and the same two questions: for the port that only the operator reaches.
pub fn operator_router(site: Arc<Site>) -> Router {
    router().route("/metrics", get(numbers)).with_state(site)
}

async fn numbers(State(site): State<Arc<Site>>) -> impl IntoResponse {
    // Read when somebody looks; a database that is away must not hide the other numbers.
    if let Ok(Ok(waiting)) = tokio::time::timeout(PATIENCE, site.store.count_jobs()).await {
        metrics::ENGINE_QUEUE.set(waiting);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::render())
}

async fn ready(State(site): State<Arc<Site>>) -> impl IntoResponse {
    if *site.phase.borrow() != Phase::Running {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n");
    }
    if !site.pulse.is_fresh() {
        return (StatusCode::SERVICE_UNAVAILABLE, "no write lately\n");
    }
    match tokio::time::timeout(PATIENCE, site.store.count_live_games()).await {
        Ok(Ok(_)) => (StatusCode::OK, "ok\n"),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "database\n")
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "database slow\n"),
    }
}

//! Streams for bots: the same events as over the socket, as lines of JSON or as server-sent events.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body as Stream;
use axum::extract::State;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;
use tokio::time::Instant;

use super::api::{Access, Api, about};
use super::error::ApiError;
use super::extract::{Client, Path, Query, Reader, Scoped, Visitor};
use super::games::game_id;
use crate::app::sessions::Viewer;
use crate::domain::ids::{GameId, UserId, Version};
use crate::domain::time::Ms;
use crate::site::Site;
use crate::ws::hub::Ticket;
use crate::ws::queue::{Item, Topic};

const NDJSON: &str = "application/x-ndjson";
const SSE: &str = "text/event-stream";
/// An empty line this often tells both ends that the other one is there.
const HEARTBEAT: Duration = Duration::from_secs(7);
/// How often it is looked at whether the session or token is still good.
const RECHECK: Duration = Duration::from_secs(60);

pub(super) fn routes(api: Api) -> Api {
    api.add(
        &Method::GET,
        "/stream/events",
        own,
        about(
            "What concerns oneself: games, challenges, turns; one line for each event",
            Access::Scope("read"),
        )
        .answers_as(NDJSON)
        .answers_as(SSE),
    )
    .add(
        &Method::GET,
        "/games/{id}/stream",
        game,
        about(
            "A game as it is played: first the whole, or what was missed since v; then each event",
            Access::Anyone,
        )
        .query(&[("v", "the last version that was seen; Last-Event-ID says the same")])
        .answers_as(NDJSON)
        .answers_as(SSE),
    )
}

async fn own(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Reader,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let ticket = enter(&site, Some(&viewer), viewer.address)?;
    let user = viewer.user;
    site.sockets.hub.follow_user(&ticket, user).await?;
    Ok(answer(Feed::new(site, ticket, Some(viewer), &headers)))
}

#[derive(Deserialize)]
struct VersionQuery {
    v: Option<i64>,
}

async fn game(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Client(device): Client,
    Path(id): Path<String>,
    Query(query): Query<VersionQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = game_id(&id)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let seen = query.v.or(last).map(Version);
    let ticket = enter(&site, viewer.as_ref(), device.address)?;
    let user = viewer.as_ref().map(|viewer| viewer.user);
    site.sockets.hub.follow(&ticket, user, &id, seen).await?;
    Ok(answer(Feed::new(site, ticket, viewer, &headers)))
}

/// A place among the connections that live long; they are counted together with the sockets.
fn enter(site: &Site, viewer: Option<&Viewer>, address: std::net::IpAddr) -> Result<Ticket, ApiError> {
    let user = viewer.map(|viewer| viewer.user);
    let session = viewer.map(|viewer| viewer.hash().to_owned());
    let ticket = site.sockets.hub.open(user, session, address, &site.config.limits);
    ticket.ok_or_else(|| ApiError::limited(Ms::seconds(10)))
}

/// One open stream.
struct Feed {
    site: Arc<Site>,
    ticket: Ticket,
    viewer: Option<Viewer>,
    events: bool,
    checked: Instant,
}

impl Feed {
    fn new(site: Arc<Site>, ticket: Ticket, viewer: Option<Viewer>, headers: &HeaderMap) -> Feed {
        let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Feed { site, ticket, viewer, events: accept.contains(SSE), checked: Instant::now() }
    }

    fn user(&self) -> Option<UserId> {
        self.viewer.as_ref().map(|viewer| viewer.user)
    }

    /// The next bytes to send; none at the end.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let item = tokio::time::timeout(HEARTBEAT, self.ticket.outbox.next()).await;
            if self.checked.elapsed() >= RECHECK && !self.is_welcome().await {
                return None;
            }
            match item {
                Err(_) => return Some(Bytes::from_static(if self.events { b":\n\n" } else { b"\n" })),
                Ok(Item::Frame(frame)) => return Some(self.dress(frame.as_str())),
                Ok(Item::Refresh(Topic::Game(game))) => self.afresh(&game).await?,
                Ok(Item::Refresh(Topic::Lobby)) => self.ticket.outbox.caught_up(&Topic::Lobby),
                Ok(Item::Close(_)) => return None,
            }
        }
    }

    async fn afresh(&self, game: &GameId) -> Option<()> {
        self.site.sockets.hub.follow(&self.ticket, self.user(), game, None).await.ok().map(drop)
    }

    async fn is_welcome(&mut self) -> bool {
        self.checked = Instant::now();
        match &self.viewer {
            // A database that does not answer is no reason to send anybody away.
            Some(viewer) => {
                let good = self.site.accounts.sessions.still_good(viewer, self.site.time.now()).await;
                good.unwrap_or(true)
            }
            None => true,
        }
    }

    fn dress(&self, frame: &str) -> Bytes {
        if !self.events {
            return Bytes::from(format!("{frame}\n"));
        }
        let version = version(frame).map_or_else(String::new, |version| format!("id: {version}\n"));
        Bytes::from(format!("{version}data: {frame}\n\n"))
    }
}

/// The version of an event, for clients that resume by themselves.
fn version(frame: &str) -> Option<i64> {
    #[derive(Deserialize)]
    struct Versioned {
        v: Option<i64>,
    }
    serde_json::from_str::<Versioned>(frame).ok()?.v
}

fn answer(feed: Feed) -> Response {
    let kind = if feed.events { SSE } else { NDJSON };
    let body = stream::unfold(feed, |mut feed| async move {
        let bytes = feed.next().await?;
        Some((Ok::<_, std::convert::Infallible>(bytes), feed))
    });
    // nginx would otherwise wait until it has a whole buffer.
    let headers = [(header::CONTENT_TYPE.as_str(), kind), ("x-accel-buffering", "no")];
    (headers, Stream::from_stream(body)).into_response()
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn events_of_games_have_versions_and_others_have_none() {
        assert_eq!(version(r#"{"t":"moved","g":"k3Xw9TqBzP","v":37}"#), Some(37));
        assert_eq!(version(r#"{"t":"user","games":[]}"#), None);
    }
}

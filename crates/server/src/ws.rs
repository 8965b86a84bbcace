//! Sockets: one task for each, their limits, and the fan-out of events.
//!
//! `docs/wire.md` describes the protocol. [`Hub`] knows who listens to what; [`session`] is one connection.

pub mod hub;
pub mod limits;
pub mod queue;
pub mod session;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::response::{IntoResponse as _, Response};

pub use hub::Hub;
pub use queue::{Close, Outbox};

use crate::app::challenges::ChallengeService;
use crate::app::chat::ChatService;
use crate::app::games::GameService;
use crate::app::lobby::LobbyService;
use crate::app::sessions::{Sessions, Viewer};
use crate::app::time::TimeSource;
use crate::config;

/// What sockets work with.
#[derive(Debug)]
pub struct Sockets {
    /// Who listens to what.
    pub hub: Arc<Hub>,
    /// Commands to games.
    pub games: Arc<GameService>,
    /// Quick pairing.
    pub lobby: Arc<LobbyService>,
    /// Challenges.
    pub challenges: Arc<ChallengeService>,
    /// Talk.
    pub chat: Arc<ChatService>,
    /// Whether somebody is still signed in.
    pub sessions: Sessions,
    /// The time.
    pub time: Arc<dyn TimeSource>,
    /// What one client may do.
    pub limits: config::Limits,
}

/// The buffer for reading: the default of 128 KiB would be nine tenths of what a socket costs.
const READ_BUFFER: usize = 4096;
/// What a slow client may leave unread in the socket's own buffer.
const WRITE_BUFFER: usize = 64 * 1024;

impl Sockets {
    /// Answers a request for a socket. Who asks, and from which page, was checked before.
    pub fn upgrade(
        self: &Arc<Sockets>,
        viewer: Option<Viewer>,
        address: IpAddr,
        upgrade: WebSocketUpgrade,
    ) -> Response {
        let user = viewer.as_ref().map(|viewer| viewer.user);
        let session = viewer.as_ref().map(|viewer| viewer.hash().to_owned());
        let Some(ticket) = self.hub.open(user, session, address, &self.limits) else {
            return axum::http::StatusCode::TOO_MANY_REQUESTS.into_response();
        };
        let sockets = Arc::clone(self);
        // Twice the limit is still read, so that whoever goes a little over it is told so.
        let most = self.limits.frame_bytes * 2;
        upgrade
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(WRITE_BUFFER)
            .max_message_size(most)
            .max_frame_size(most)
            .on_upgrade(move |socket| session::run(sockets, viewer, ticket, socket))
    }
}

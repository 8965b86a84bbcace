//! The loop that accepts connections, and the deadlines that a silent or slow client meets.
//!
//! `axum::serve` sets no timer, so hyper's own limit on the head of a request would never fire; this loop sets
//! one. It also bounds how many connections there are, in all and from one address.

mod census;
mod linger;
mod patient;

use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::connect_info::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tower::ServiceExt as _;

use crate::config::{Limits, Network};
use crate::metrics;
use census::Census;
use linger::Stay;
use patient::Patient;

/// The longest head of a request, with all its headers.
const LONGEST_HEAD: usize = 16 * 1024;
const MOST_HEADERS: usize = 64;
/// How long a client may refuse to take bytes before it is given up.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);
/// How long running requests may take once the loop has stopped.
const LAST_REQUESTS: Duration = Duration::from_secs(10);

/// What the loop allows.
#[derive(Clone, Debug)]
pub struct Doorkeeper {
    /// Until the first byte, and until the end of a request's head.
    pub header: Duration,
    pub connections: usize,
    pub connections_per_address: usize,
    /// Addresses that stand for many people: counted in all, not one by one.
    pub trusted: Vec<Network>,
}

impl Doorkeeper {
    #[must_use]
    pub fn new(limits: &Limits, trusted: &[Network]) -> Doorkeeper {
        Doorkeeper {
            header: limits.header,
            connections: limits.connections,
            connections_per_address: limits.connections_per_ip,
            trusted: trusted.to_vec(),
        }
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }
}

/// Serves until `stop` becomes true, then lets running requests end.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    doorkeeper: Doorkeeper,
    mut stop: watch::Receiver<bool>,
) {
    let census = Arc::new(Census::default());
    // Every connection holds a sender: when the last one is dropped, all are done.
    let (running, mut done) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, peer) = match accepted {
            Ok(pair) => pair,
            Err(error) => {
                // Out of file descriptors, mostly: the ones in use will be given back.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let of_one =
            if doorkeeper.is_trusted(peer.ip()) { usize::MAX } else { doorkeeper.connections_per_address };
        let Some(place) = census.enter(peer.ip(), doorkeeper.connections, of_one) else {
            metrics::CONNECTIONS_REFUSED.add(1);
            continue;
        };
        let (running, stop) = (running.clone(), stop.clone());
        // A request holds the end of the server up; a socket does not, but for its last word.
        let stay = Stay { place, stop: stop.clone(), running: running.downgrade() };
        let router = router.clone();
        let header = doorkeeper.header;
        tokio::spawn(async move {
            let _held = running;
            // Most mistakes here are the client's: gone, late, or no HTTP at all.
            if let Err(error) = converse(stream, peer, router, header, stop, stay).await {
                tracing::debug!(%error, "a connection ended");
            }
        });
    }
    drop((listener, running));
    if timeout(LAST_REQUESTS, done.recv()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    header: Duration,
    mut stop: watch::Receiver<bool>,
    stay: Stay,
) -> Result<(), hyper::Error> {
    let mut first = [0];
    match timeout(header, stream.peek(&mut first)).await {
        Ok(Ok(1..)) => {}
        Ok(_) | Err(_) => return Ok(()),
    }
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(
            TokioIo::new(Patient::new(stream, WRITE_PATIENCE, stay)),
            TowerToHyperService::new(service),
        )
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        _ = stop.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    connection.await
}

#[cfg(test)]
mod tests;

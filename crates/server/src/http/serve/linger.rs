//! The end of a connection, so that the client hears the last word.
//!
//! A connection that is closed while bytes of the client wait unread is reset by the system, and a reset throws away
//! what was on its way to the client: the reason why it was closed. So the server says that it has nothing more to say,
//! and goes on reading and throwing away for a while; how long and how much is bounded.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};

use super::census::Place;

/// How long a client may go on sending after the last word.
const TIME: Duration = Duration::from_secs(5);
/// The same when the whole server ends.
const TIME_AT_THE_END: Duration = Duration::from_millis(500);
/// How much of it is read.
const MOST: usize = 1024 * 1024;

/// What lasts as long as a connection, with the time after its last word.
#[derive(Debug)]
pub(super) struct Stay {
    /// Its place among all connections.
    pub(super) place: Place,
    /// Becomes true when the server ends.
    pub(super) stop: watch::Receiver<bool>,
    /// While one of these is alive, the server waits.
    pub(super) running: mpsc::WeakSender<()>,
}

/// Reads until the client ends the connection, or was given enough time.
pub(super) async fn linger(mut stream: TcpStream, stay: Stay) {
    let Stay { place, mut stop, running } = stay;
    let _held = (place, running.upgrade());
    if stream.shutdown().await.is_err() {
        return;
    }
    let stopped = async {
        // An error is the end of the server as well.
        let _ = stop.wait_for(|stop| *stop).await;
        sleep(TIME_AT_THE_END).await;
    };
    tokio::select! {
        _ = timeout(TIME, throw_away(&mut stream)) => {}
        () = stopped => {}
    }
}

async fn throw_away(stream: &mut TcpStream) {
    let mut bytes = [0; 4096];
    let mut read = 0;
    while read < MOST {
        match stream.read(&mut bytes).await {
            Ok(0) | Err(_) => return,
            Ok(some) => read += some,
        }
    }
}

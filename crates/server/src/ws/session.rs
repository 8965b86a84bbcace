//! One connection: reads messages, answers them, and sends what waits.
//!
//! Two tasks share it. One reads and does what is asked, message by message; the other writes what is in the queue, so
//! that a client hears of its game while a command of its own is being saved.

mod handle;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use skep_wire as wire;
use tokio::sync::oneshot;
use wire::{ClientMsg, Code, ServerMsg};

use super::Sockets;
use super::hub::{Ticket, encode};
use super::limits::{Buckets, Kind, Verdict};
use super::queue::{Close, Item, Topic};
use crate::app::sessions::Viewer;
use crate::app::view;
use crate::domain::ids::UserId;
use crate::domain::time::Ms;
use crate::http::address::shortened;
use crate::metrics;

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// How often the way to the client is measured.
const PING: Duration = Duration::from_secs(15);
/// After how long without any frame a client is gone.
const SILENCE: Duration = Duration::from_secs(30);
/// How long one frame may take to be sent.
const WRITE: Duration = Duration::from_secs(10);
/// Every so many pings the session is looked at again, in case a notice was lost.
const RECHECK_EVERY: u32 = 4;
/// How many games one connection may follow.
pub(super) const MOST_GAMES: usize = 12;

/// A connection as both tasks see it.
pub(super) struct Shared {
    pub(super) sockets: Arc<Sockets>,
    pub(super) viewer: Option<Viewer>,
    pub(super) ticket: Ticket,
    /// The way to the client and back in milliseconds; negative while it is not known.
    rtt: AtomicI64,
    opened: Instant,
}

impl Shared {
    pub(super) fn user(&self) -> Option<UserId> {
        self.viewer.as_ref().map(|viewer| viewer.user)
    }

    pub(super) fn send(&self, message: &ServerMsg) {
        if let ServerMsg::Err { code, .. } = message {
            metrics::ERRORS.add(&format!("{code:?}"), 1);
        }
        self.ticket.outbox.push(encode(message));
    }

    /// The way to the client and back. Programs with a token get no time for it.
    pub(super) fn rtt(&self) -> Option<Ms> {
        let by_person = self.viewer.as_ref().is_some_and(Viewer::is_session);
        let rtt = self.rtt.load(Ordering::Relaxed);
        (by_person && rtt >= 0).then_some(Ms(rtt))
    }

    /// A ping came back that was sent at this time after the opening.
    fn measured(&self, payload: &[u8]) {
        let Ok(bytes) = <[u8; 8]>::try_from(payload) else { return };
        let sent = u64::from_le_bytes(bytes);
        let now = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        // A client may answer what it was never asked.
        let Some(rtt) = now.checked_sub(sent).and_then(|it| i64::try_from(it).ok()) else { return };
        let before = self.rtt.load(Ordering::Relaxed);
        let average = if before < 0 { rtt } else { (before * 4 + rtt) / 5 };
        self.rtt.store(average.min(10_000), Ordering::Relaxed);
    }
}

/// Serves one connection to its end.
pub(super) async fn run(sockets: Arc<Sockets>, viewer: Option<Viewer>, ticket: Ticket, socket: WebSocket) {
    let shared =
        Arc::new(Shared { sockets, viewer, ticket, rtt: AtomicI64::new(-1), opened: Instant::now() });
    let (sink, stream) = socket.split();
    // Dropped by the writer when it has said the last word: nothing is read from then on, whatever the client sends.
    let (speaking, silent) = oneshot::channel::<()>();
    let writer = tokio::spawn({
        let shared = Arc::clone(&shared);
        async move {
            let _speaking = speaking;
            write(shared, sink).await;
        }
    });
    let mut seeks = Vec::new();
    let why = read(&shared, stream, silent, &mut seeks).await;
    if let Some(why) = why {
        shared.ticket.outbox.close(why);
    } else {
        writer.abort();
    }
    for seek in seeks {
        if let Some(user) = shared.user() {
            // A seek that stays behind ends with its time, and nobody is waiting for the answer.
            let _ = shared.sockets.lobby.unseek(user, seek).await;
        }
    }
    let _ = writer.await;
}

/// Reads until the end, or until there is a reason to end it.
async fn read(
    shared: &Arc<Shared>,
    mut stream: SplitStream<WebSocket>,
    mut silent: oneshot::Receiver<()>,
    seeks: &mut Vec<i64>,
) -> Option<Close> {
    let limits = &shared.sockets.limits;
    let greeting = tokio::select! {
        _ = &mut silent => return None,
        greeting = hello(shared, &mut stream) => greeting,
    };
    match greeting {
        Ok(()) => {}
        Err(why) => return why,
    }
    let mut buckets = Buckets::new(limits.burst, limits.messages_per_second, shared.sockets.time.now());
    loop {
        let heard = tokio::select! {
            _ = &mut silent => return None,
            heard = tokio::time::timeout(SILENCE, stream.next()) => heard,
        };
        let message = match heard {
            Err(_) => return Some(Close::Silent),
            Ok(None) => return None,
            Ok(Some(Err(error))) => return broken(&error),
            Ok(Some(Ok(message))) => message,
        };
        if shared.ticket.outbox.is_closing() {
            // Whoever is being sent away, because the session has ended for one, has nothing more to say here.
            continue;
        }
        let received_at = shared.sockets.time.now();
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Some(Close::BadFrame),
            Message::Ping(_) => continue,
            Message::Pong(payload) => {
                shared.measured(&payload);
                continue;
            }
            Message::Close(_) => return None,
        };
        metrics::MESSAGES.add(1);
        if text.len() > limits.frame_bytes {
            return Some(Close::TooLarge);
        }
        let parsed = parse(&text);
        match buckets.judge(kind(&parsed), received_at) {
            Verdict::Pass => {}
            Verdict::Refuse => {
                metrics::LIMITED.add("messages", 1);
                let n = parsed.as_ref().map_or_else(|bad| bad.n, number);
                shared.send(&refusal(n, Code::Rate, "too many messages"));
                continue;
            }
            Verdict::Close => return Some(Close::Flood),
        }
        match parsed {
            Ok(message) => handle::handle(shared, message, received_at, seeks).await,
            Err(bad) if bad.is_object => {
                let (code, text) = if bad.unknown {
                    (Code::Unknown, "this kind of message is not known")
                } else {
                    (Code::BadRequest, "this message makes no sense")
                };
                shared.send(&refusal(bad.n, code, text));
            }
            Err(_) => return Some(Close::BadFrame),
        }
    }
}

/// The first message must be a greeting, soon.
async fn hello(shared: &Arc<Shared>, stream: &mut SplitStream<WebSocket>) -> Result<(), Option<Close>> {
    let greeting = async {
        loop {
            match stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_))) => return Err(Some(Close::BadFrame)),
                Some(Ok(Message::Close(_))) | None => return Err(None),
                Some(Err(error)) => return Err(broken(&error)),
            }
        }
    };
    let text = tokio::time::timeout(HELLO, greeting).await.map_err(|_| Some(Close::Silent))??;
    if text.len() > shared.sockets.limits.frame_bytes {
        return Err(Some(Close::TooLarge));
    }
    match parse(&text) {
        Ok(ClientMsg::Hello { proto, .. }) if proto == wire::PROTO => {}
        Ok(ClientMsg::Hello { .. }) => return Err(Some(Close::Protocol)),
        _ => return Err(Some(Close::BadFrame)),
    }
    let limits = &shared.sockets.limits;
    let me = shared.viewer.as_ref().map(|viewer| wire::account::UserBrief {
        id: view::user_id(viewer.user),
        name: viewer.name.clone(),
        kind: view::kind(viewer.kind),
    });
    let told = wire::server::Limits {
        frame: u32::try_from(limits.frame_bytes).unwrap_or(u32::MAX),
        games: MOST_GAMES as u32,
        rate: limits.messages_per_second,
        burst: limits.burst,
    };
    shared.send(&view::welcome(me, shared.sockets.time.as_ref(), told));
    Ok(())
}

/// Why reading failed.
fn broken(error: &axum::Error) -> Option<Close> {
    // The library does not give its errors by type here.
    let text = error.to_string();
    if text.contains("too long") || text.contains("limit exceeded") {
        return Some(Close::TooLarge);
    }
    // What is no WebSocket, and text that is none; the rest is the end of the connection.
    let gone = text.contains("without closing") || text.contains("closed");
    let nonsense = text.contains("protocol error") || text.contains("encoding error");
    (nonsense && !gone).then_some(Close::BadFrame)
}

/// A message that cannot be used.
struct BadMessage {
    n: Option<u32>,
    unknown: bool,
    is_object: bool,
}

fn parse(text: &str) -> Result<ClientMsg, BadMessage> {
    match serde_json::from_str(text) {
        Ok(ClientMsg::Unknown) | Err(_) => {}
        Ok(message) => return Ok(message),
    }
    let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let n = value.get("n").and_then(serde_json::Value::as_u64).and_then(|n| u32::try_from(n).ok());
    let unknown = matches!(serde_json::from_str(text), Ok(ClientMsg::Unknown));
    Err(BadMessage { n, unknown, is_object: value.is_object() })
}

fn kind(message: &Result<ClientMsg, BadMessage>) -> Kind {
    match message {
        Ok(ClientMsg::Move { .. }) => Kind::Move,
        Ok(ClientMsg::Chat { .. }) => Kind::Chat,
        Ok(ClientMsg::Seek { .. } | ClientMsg::Challenge { .. }) => Kind::Offer,
        _ => Kind::General,
    }
}

fn number(message: &ClientMsg) -> Option<u32> {
    match message {
        ClientMsg::Sub { n, .. }
        | ClientMsg::Unsub { n, .. }
        | ClientMsg::Move { n, .. }
        | ClientMsg::Act { n, .. }
        | ClientMsg::Seek { n, .. }
        | ClientMsg::Unseek { n, .. }
        | ClientMsg::Challenge { n, .. }
        | ClientMsg::Reply { n, .. }
        | ClientMsg::Chat { n, .. } => Some(*n),
        ClientMsg::Hello { .. }
        | ClientMsg::Flag { .. }
        | ClientMsg::Bye { .. }
        | ClientMsg::Ping { .. }
        | ClientMsg::Unknown => None,
    }
}

/// A refusal that is not about a game.
pub(super) fn refusal(n: Option<u32>, code: Code, text: &str) -> ServerMsg {
    ServerMsg::Err { n, g: None, code, msg: text.to_owned(), retry: false, v: None }
}

/// Sends what waits, and asks now and then whether the client is still there.
async fn write(shared: Arc<Shared>, mut sink: SplitSink<WebSocket, Message>) {
    // The first ping goes out at once: the first move already knows the way.
    let mut pings = tokio::time::interval(PING);
    pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut count = 0_u32;
    loop {
        let message = tokio::select! {
            item = shared.ticket.outbox.next() => match item {
                Item::Frame(frame) => Message::Text(frame),
                Item::Refresh(Topic::Game(game)) => {
                    let hub = &shared.sockets.hub;
                    hub.refresh_game(&shared.ticket, shared.user(), &game).await;
                    continue;
                }
                Item::Refresh(Topic::Lobby) => {
                    shared.sockets.hub.refresh_lobby(&shared.ticket).await;
                    continue;
                }
                Item::Close(why) => {
                    metrics::CLOSES.add(why.reason(), 1);
                    let user = shared.user().map(|user| user.0);
                    let (reason, from) = (why.reason(), shortened(shared.ticket.address));
                    tracing::info!(reason, user, from, "a socket is closed");
                    if why == Close::Slow {
                        metrics::SLOW_CLOSED.add(1);
                    }
                    let frame = CloseFrame { code: why as u16, reason: why.reason().into() };
                    let farewell = async {
                        let _ = sink.send(Message::Close(Some(frame))).await;
                        let _ = sink.close().await;
                    };
                    let _ = tokio::time::timeout(Duration::from_secs(1), farewell).await;
                    return;
                }
            },
            _ = pings.tick() => {
                count += 1;
                if count.is_multiple_of(RECHECK_EVERY) && !still_good(&shared).await {
                    shared.ticket.outbox.close(Close::SessionGone);
                    continue;
                }
                let sent = u64::try_from(shared.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
                Message::Ping(sent.to_le_bytes().to_vec().into())
            }
        };
        match tokio::time::timeout(WRITE, sink.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return,
            Err(_) => {
                metrics::SLOW_CLOSED.add(1);
                return;
            }
        }
    }
}

async fn still_good(shared: &Shared) -> bool {
    let Some(viewer) = &shared.viewer else { return true };
    // While the database is away, nobody is thrown out for it.
    shared.sockets.sessions.still_good(viewer, shared.sockets.time.now()).await.unwrap_or(true)
}

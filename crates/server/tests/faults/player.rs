//! Players who come back: each keeps its unanswered command and sends it again under the same name.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Color, Game, GameType};
use skep_testkit::Random;
use skep_wire::client::Channel;
use skep_wire::game::Side;
use skep_wire::lobby::{Mode, Rules, Terms, Visibility, Wish};
use skep_wire::rest::SignedIn;
use skep_wire::{ChallengeId, ClientMsg, Code, CommandId, GameId, ServerMsg};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The connection is gone.
#[derive(Debug)]
struct Gone;

/// What one player sent and what was confirmed.
#[derive(Debug)]
pub(crate) struct Journal {
    pub(crate) game: GameId,
    pub(crate) color: Color,
    /// Command and move.
    pub(crate) sent: HashMap<String, String>,
    /// Command and version.
    pub(crate) confirmed: Vec<(String, i64)>,
    pub(crate) longest_gap: Duration,
}

/// Two players and their game.
#[derive(Debug)]
pub(crate) struct Table {
    number: u64,
    game: GameId,
    tokens: [String; 2],
    addresses: Vec<SocketAddr>,
}

impl Table {
    /// Two guests meet by a link.
    pub(crate) async fn open(number: u64, addresses: Vec<SocketAddr>) -> Table {
        let address = addresses[number as usize % addresses.len()];
        let tokens = [guest(address).await, guest(address).await];
        let mut white = connect(address, &tokens[0]).await.expect("the server is there");
        let mut black = connect(address, &tokens[1]).await.expect("the server is there");
        let terms = Terms {
            mode: Mode::Fischer,
            base: 3600,
            inc: 0,
            game_type: "Base+MLP".to_owned(),
            rules: Rules::default(),
            rated: false,
            visibility: Visibility::Public,
        };
        let terms = Wish { terms, color: Some(Side::White), min: None, max: None };
        say(&mut white, &ClientMsg::Challenge { n: 1, to: None, computer: None, open: false, terms })
            .await
            .expect("said");
        let made = answer(&mut white, 1).await.expect("an answer");
        let ServerMsg::Ok { id: Some(id), secret, .. } = made else { panic!("{made:?}") };
        say(&mut black, &ClientMsg::Reply { n: 1, id: ChallengeId(id), accept: true, secret })
            .await
            .expect("said");
        let accepted = answer(&mut black, 1).await.expect("an answer");
        let ServerMsg::Ok { g: Some(game), .. } = accepted else { panic!("{accepted:?}") };
        Table { number, game, tokens, addresses }
    }

    pub(crate) async fn play(self, over: Arc<AtomicBool>) -> Vec<Journal> {
        let player = |seat: usize, color: Color| Player {
            token: self.tokens[seat].clone(),
            addresses: self.addresses.clone(),
            random: Random::new(self.number * 2 + seat as u64 + 1),
            color,
            version: 0,
            moves: Vec::new(),
            ended: false,
            open: None,
            counter: 0,
            journal: Journal {
                game: self.game.clone(),
                color,
                sent: HashMap::new(),
                confirmed: Vec::new(),
                longest_gap: Duration::ZERO,
            },
        };
        let white = tokio::spawn(player(0, Color::White).run(Arc::clone(&over)));
        let black = tokio::spawn(player(1, Color::Black).run(over));
        vec![white.await.expect("White ends well"), black.await.expect("Black ends well")]
    }
}

struct Player {
    token: String,
    addresses: Vec<SocketAddr>,
    random: Random,
    color: Color,
    version: i64,
    moves: Vec<String>,
    ended: bool,
    /// A command without an answer: name, ply and move.
    open: Option<(String, u16, String)>,
    counter: u32,
    journal: Journal,
}

impl Player {
    async fn run(mut self, over: Arc<AtomicBool>) -> Journal {
        let mut lost_at = Instant::now();
        while !self.done(&over) {
            let address = self.addresses[self.random.next_u64() as usize % self.addresses.len()];
            if let Ok(mut socket) = connect(address, &self.token).await
                && self.sub(&mut socket).await.is_ok()
            {
                if self.version > 0 {
                    self.journal.longest_gap = self.journal.longest_gap.max(lost_at.elapsed());
                }
                // Only a lost connection leads out of it before the end.
                let _ = self.stay(&mut socket, &over).await;
                lost_at = Instant::now();
            }
            sleep(Duration::from_millis(20 + self.random.next_u64() % 80)).await;
        }
        self.journal
    }

    /// Nothing is left unanswered, so that what was confirmed is known.
    fn done(&self, over: &AtomicBool) -> bool {
        self.open.is_none() && (self.ended || over.load(Ordering::Relaxed))
    }

    async fn sub(&mut self, socket: &mut Socket) -> Result<(), Gone> {
        let v = (self.version > 0).then_some(self.version);
        let game = Some(self.journal.game.clone());
        say(socket, &ClientMsg::Sub { n: 0, ch: Channel::Game, g: game, v }).await
    }

    async fn stay(&mut self, socket: &mut Socket, over: &AtomicBool) -> Result<(), Gone> {
        if let Some((id, ply, m)) = self.open.clone() {
            self.send(socket, id, ply, m).await?;
        }
        while !self.done(over) {
            self.think(socket, over).await?;
            // A short look, so that the end of the test is noticed.
            let Ok(heard) = timeout(Duration::from_millis(200), hear(socket)).await else { continue };
            self.take(socket, heard?).await?;
        }
        Ok(())
    }

    /// Makes a move if it is time for one.
    async fn think(&mut self, socket: &mut Socket, over: &AtomicBool) -> Result<(), Gone> {
        let turn = if self.moves.len().is_multiple_of(2) { Color::White } else { Color::Black };
        let busy = self.open.is_some() || self.ended || self.version == 0 || over.load(Ordering::Relaxed);
        if busy || turn != self.color {
            return Ok(());
        }
        sleep(Duration::from_millis(self.random.next_u64() % 40)).await;
        let mut game = Game::new(GameType::BASE_MLP);
        for text in &self.moves {
            let mv = UhpMove::parse(text).expect("a move").resolve(game.position()).expect("a possible one");
            game.play(mv).expect("a legal one");
        }
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.result().is_some() {
            return Ok(());
        }
        let text = moves[self.random.next_u64() as usize % moves.len()].to_uhp(game.position());
        self.counter += 1;
        let id = format!("c{:05}", self.counter);
        let ply = u16::try_from(self.moves.len()).expect("a short game");
        // Written down before it is sent.
        self.journal.sent.insert(id.clone(), text.clone());
        self.open = Some((id.clone(), ply, text.clone()));
        self.send(socket, id, ply, text).await
    }

    async fn send(&mut self, socket: &mut Socket, id: String, ply: u16, m: String) -> Result<(), Gone> {
        let g = self.journal.game.clone();
        say(socket, &ClientMsg::Move { n: self.counter, g, id: CommandId(id), ply, m, think: Some(1) }).await
    }

    async fn take(&mut self, socket: &mut Socket, message: ServerMsg) -> Result<(), Gone> {
        match message {
            ServerMsg::Ok { n, v: Some(v), .. } if n == self.counter && n > 0 => {
                if let Some((id, ..)) = self.open.take() {
                    self.journal.confirmed.push((id, v));
                }
            }
            ServerMsg::Err { n: Some(n), code, retry, msg, .. } if n == self.counter && n > 0 => {
                if retry || code == Code::Unavailable {
                    // The same command again, a little later, under the same name.
                    sleep(Duration::from_millis(100)).await;
                    if let Some((id, ply, m)) = self.open.clone() {
                        return self.send(socket, id, ply, m).await;
                    }
                } else {
                    assert!(matches!(code, Code::GameOver | Code::Stale), "{code:?}: {msg}");
                    self.open = None;
                }
            }
            ServerMsg::Err { code: Code::Unavailable, .. } => return Err(Gone),
            ServerMsg::Game(view) => {
                assert!(view.v >= self.version, "version {} after {}", view.v, self.version);
                self.version = view.v;
                self.moves = view.moves;
                self.ended = view.outcome.is_some();
            }
            ServerMsg::Moved { v, ply, m, .. } => {
                self.next(v);
                assert_eq!(usize::from(ply), self.moves.len());
                self.moves.push(m);
            }
            ServerMsg::Passed { v, .. } => {
                self.next(v);
                self.moves.push("pass".to_owned());
            }
            ServerMsg::Clock { v, .. } => self.next(v),
            ServerMsg::Ended { v, .. } => {
                self.next(v);
                self.ended = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn next(&mut self, version: i64) {
        assert_eq!(version, self.version + 1, "each event once and in order");
        self.version = version;
    }
}

async fn connect(address: SocketAddr, token: &str) -> Result<Socket, Gone> {
    let mut request = format!("ws://{address}/ws/v1").into_client_request().expect("an address");
    let value = format!("Bearer {token}").parse().expect("a header");
    request.headers_mut().insert("authorization", value);
    let opened = timeout(Duration::from_secs(5), tokio_tungstenite::connect_async(request)).await;
    let (mut socket, _) = opened.map_err(|_| Gone)?.map_err(|_| Gone)?;
    say(&mut socket, &ClientMsg::Hello { proto: 1, client: "faults/1".to_owned() }).await?;
    loop {
        if let ServerMsg::Welcome { .. } =
            timeout(Duration::from_secs(5), hear(&mut socket)).await.map_err(|_| Gone)??
        {
            return Ok(socket);
        }
    }
}

async fn say(socket: &mut Socket, message: &ClientMsg) -> Result<(), Gone> {
    let text = serde_json::to_string(message).expect("a message");
    socket.send(Message::text(text)).await.map_err(|_| Gone)
}

async fn hear(socket: &mut Socket) -> Result<ServerMsg, Gone> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                return Ok(serde_json::from_str(&text).expect("a message of the protocol"));
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
            Some(Ok(_)) => {}
        }
    }
}

async fn answer(socket: &mut Socket, number: u32) -> Result<ServerMsg, Gone> {
    loop {
        let message = hear(socket).await?;
        if matches!(&message, ServerMsg::Ok { n, .. } if *n == number)
            || matches!(&message, ServerMsg::Err { n: Some(n), .. } if *n == number)
        {
            return Ok(message);
        }
    }
}

async fn guest(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    let body = r#"{"bearer":true}"#;
    let request = format!(
        "POST /api/v1/session/guest HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("written");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("read");
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let signed: SignedIn = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}"));
    signed.token.expect("a token was asked for")
}

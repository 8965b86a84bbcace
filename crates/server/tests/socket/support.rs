//! A real server on a real socket, and clients that talk to it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use skep_server::config::{Config, Sources};
use skep_server::run::{self, Running};
use skep_wire::rest::SignedIn;
use skep_wire::{ClientMsg, ServerMsg};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Nothing here takes long; a test that waits in vain fails after this.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with its own database.
pub(crate) struct Server {
    pub running: Running,
    pub folder: PathBuf,
}

impl Server {
    pub(crate) async fn start(settings: &[(&str, &str)]) -> Server {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("skep-socket-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let running = Server::run_in(&folder, settings).await;
        Server { running, folder }
    }

    async fn run_in(folder: &std::path::Path, settings: &[(&str, &str)]) -> Running {
        let mut flags = vec![
            ("listen".to_owned(), "127.0.0.1:0".to_owned()),
            ("db.url".to_owned(), format!("sqlite://{}/skep.db", folder.display())),
            ("metrics.listen".to_owned(), "off".to_owned()),
            ("limits.guests_per_ip_hour".to_owned(), "1000".to_owned()),
            ("drain.notice_s".to_owned(), "0".to_owned()),
        ];
        flags.extend(settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
        let config = Config::load(Sources { flags, ..Sources::default() }).expect("a good configuration");
        run::start(config).await.expect("the server starts")
    }

    /// Ends the server and starts another on the same database.
    pub(crate) async fn restart(self, settings: &[(&str, &str)]) -> Server {
        let Server { running, folder } = self;
        running.stop(Duration::ZERO).await;
        let running = Server::run_in(&folder, settings).await;
        Server { running, folder }
    }

    pub(crate) async fn stop(self) {
        self.running.stop(Duration::ZERO).await;
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    /// A guest's token.
    pub(crate) async fn guest(&self) -> String {
        let body = r#"{"bearer":true}"#;
        let (status, answer) = self.post("/api/v1/session/guest", body).await;
        assert_eq!(status, 200, "{answer}");
        let signed: SignedIn = serde_json::from_str(&answer).expect("an answer");
        signed.token.expect("a token was asked for")
    }

    /// A plain request.
    pub(crate) async fn post(&self, path: &str, body: &str) -> (u16, String) {
        self.request("POST", path, None, body).await
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> (u16, String) {
        let bearer = token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
        let mut stream = TcpStream::connect(self.running.address).await.expect("the server listens");
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             {bearer}connection: close\r\n\r\n{body}",
            self.running.address
        );
        stream.write_all(request.as_bytes()).await.expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("read");
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, body.to_owned())
    }

    /// A socket that has said hello.
    pub(crate) async fn client(&self, token: Option<&str>) -> Client {
        let mut client = self.raw(token).await;
        client.say(&ClientMsg::Hello { proto: 1, client: "test/1".to_owned() }).await;
        let welcome = client.hear().await;
        assert!(matches!(welcome, ServerMsg::Welcome { proto: 1, .. }), "{welcome:?}");
        client
    }

    /// A socket that has said nothing.
    pub(crate) async fn raw(&self, token: Option<&str>) -> Client {
        let mut request =
            format!("ws://{}/ws/v1", self.running.address).into_client_request().expect("an address");
        if let Some(token) = token {
            let value = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", value);
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await.expect("a socket");
        Client { socket, n: 0, kept: Vec::new() }
    }
}

/// One connection.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n: u32,
    /// Messages that came while an answer was waited for.
    kept: Vec<ServerMsg>,
}

impl Client {
    pub(crate) async fn say(&mut self, message: &ClientMsg) {
        self.say_text(&serde_json::to_string(message).expect("a message")).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("sent");
    }

    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.expect("sent");
    }

    pub(crate) fn number(&mut self) -> u32 {
        self.n += 1;
        self.n
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> ServerMsg {
        if !self.kept.is_empty() {
            return self.kept.remove(0);
        }
        self.hear_new().await.expect("the socket is open")
    }

    /// The next message that came just now; or how the connection was closed.
    async fn hear_new(&mut self) -> Result<ServerMsg, Option<u16>> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("not in vain");
            match message {
                Some(Ok(Message::Text(text))) => {
                    return Ok(serde_json::from_str(&text).expect("a message of the protocol"));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map(|frame| match frame.code {
                        CloseCode::Library(code) => code,
                        code => code.into(),
                    }));
                }
                Some(Ok(_)) => {}
                Some(Err(Error::ConnectionClosed | Error::AlreadyClosed)) | None => return Err(None),
                Some(Err(_)) => return Err(None),
            }
        }
    }

    /// How the connection is closed.
    pub(crate) async fn closed(mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.hear_new().await {
                return code;
            }
        }
    }

    /// The answer to a message; what comes in between is kept.
    pub(crate) async fn answer(&mut self, n: u32) -> ServerMsg {
        loop {
            let message = self.hear_new().await.expect("the socket is open");
            match &message {
                ServerMsg::Ok { n: of, .. } if *of == n => return message,
                ServerMsg::Err { n: Some(of), .. } if *of == n => return message,
                _ => self.kept.push(message),
            }
        }
    }

    /// Says something and waits for the answer. `make` is given the number.
    pub(crate) async fn ask(&mut self, make: impl FnOnce(u32) -> ClientMsg) -> ServerMsg {
        let n = self.number();
        let message = make(n);
        self.say(&message).await;
        self.answer(n).await
    }

    /// Waits for a message of a kind; what comes before is dropped.
    pub(crate) async fn find(&mut self, wanted: impl Fn(&ServerMsg) -> bool) -> ServerMsg {
        loop {
            let message = self.hear().await;
            if wanted(&message) {
                return message;
            }
        }
    }
}

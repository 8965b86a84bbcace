//! A server of one's own, and a client that says exactly what it is told to say.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use skep_server::config::{Config, Sources};
use skep_server::run::{self, Running};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

pub(crate) const PASSWORD: &str = "tulip-anvil-sandals";

/// A server with a database in a folder of its own.
pub(crate) struct Server {
    pub(crate) running: Running,
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A fresh folder.
pub(crate) fn folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("skep-api-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::with(&[]).await
    }

    /// With more settings.
    pub(crate) async fn with(settings: &[(&str, &str)]) -> Server {
        Server::on(folder(), settings).await
    }

    pub(crate) async fn on(folder: PathBuf, settings: &[(&str, &str)]) -> Server {
        let data = folder.display().to_string();
        let usual = [
            ("listen", "127.0.0.1:0"),
            ("metrics.listen", "off"),
            ("data", data.as_str()),
            // Passwords are slow on purpose; here they need not be.
            ("password.m_kib", "16"),
            ("password.t", "1"),
            ("limits.requests_per_minute", "100000"),
            ("limits.registrations_per_ip_hour", "1000"),
            ("limits.guests_per_ip_hour", "1000"),
            ("limits.connections_per_ip", "1000"),
            ("drain.notice_s", "0"),
        ];
        let flags = usual.iter().chain(settings).map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let config = Config::load(Sources { flags: flags.collect(), ..Sources::default() }).unwrap();
        let running = run::start(config).await.unwrap();
        let address = running.address;
        Server { running, address, folder }
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://localhost:{}", self.address.port())
    }

    /// A browser on the site's own page.
    pub(crate) fn browser(&self) -> Client {
        Client {
            address: self.address,
            origin: Some(self.origin()),
            cookie: None,
            bearer: None,
            extra: Vec::new(),
        }
    }

    /// A program without cookies.
    pub(crate) fn program(&self, token: Option<&str>) -> Client {
        Client {
            address: self.address,
            origin: None,
            cookie: None,
            bearer: token.map(str::to_owned),
            extra: Vec::new(),
        }
    }

    /// Somebody who has just registered, at a browser.
    pub(crate) async fn person(&self, name: &str) -> Client {
        let mut client = self.browser();
        let answer = client.post("/account", json!({ "name": name, "password": PASSWORD })).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        client.keep_cookie(&answer);
        client
    }

    pub(crate) async fn guest(&self) -> Client {
        let mut client = self.browser();
        let answer = client.post("/session/guest", json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        client.keep_cookie(&answer);
        client
    }

    /// Two guests in a game; White's client first.
    pub(crate) async fn game(&self) -> (String, Client, Client) {
        let (white, black) = (self.guest().await, self.guest().await);
        let game = pair(&white, &black, &terms()).await;
        (game, white, black)
    }
}

/// Terms that everybody may play.
pub(crate) fn terms() -> Value {
    json!({ "mode": "fischer", "base": 300, "inc": 4, "type": "Base+MLP", "color": "white" })
}

/// One challenges, the other accepts.
pub(crate) async fn pair(white: &Client, black: &Client, terms: &Value) -> String {
    let made = white.post("/challenges", json!({ "terms": terms })).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let (id, secret) = (made.word("id"), made.word("secret"));
    let accepted = black.post(&format!("/challenges/{id}/accept"), json!({ "secret": secret })).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
    accepted.word("game")
}

#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) origin: Option<String>,
    pub(crate) cookie: Option<String>,
    pub(crate) bearer: Option<String>,
    /// Further header lines.
    pub(crate) extra: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    pub(crate) fn word(&self, key: &str) -> String {
        self.json()[key].as_str().unwrap_or_else(|| panic!("no {key} in {}", self.text)).to_owned()
    }

    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

impl Client {
    pub(crate) fn keep_cookie(&mut self, answer: &Answer) {
        let cookie = answer.header("set-cookie").unwrap_or_else(|| panic!("no cookie in {answer:?}"));
        self.cookie = Some(cookie.split(';').next().unwrap_or_default().to_owned());
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call("GET", &format!("/api/v1{path}"), None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.call("POST", &format!("/api/v1{path}"), Some(body.to_string())).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        self.call(method, &format!("/api/v1{path}"), body.map(|body| body.to_string())).await
    }

    /// One request on a connection of its own.
    pub(crate) async fn call(&self, method: &str, path: &str, body: Option<String>) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: localhost:{}\r\n", self.address.port());
        head += "connection: close\r\n";
        if let Some(origin) = &self.origin {
            head += &format!("origin: {origin}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            head += &format!("cookie: {cookie}\r\n");
        }
        if let Some(token) = &self.bearer {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        for line in &self.extra {
            head += &format!("{line}\r\n");
        }
        let has_type = self.extra.iter().any(|line| line.to_lowercase().starts_with("content-type:"));
        if body.is_some() && !has_type {
            head += "content-type: application/json\r\n";
        }
        if let Some(body) = &body {
            head += &format!("content-length: {}\r\n", body.len());
        }
        let request = format!("{head}\r\n{}", body.unwrap_or_default());
        raw(self.address, request.as_bytes()).await
    }

    /// The first bytes of an answer that goes on.
    pub(crate) async fn open(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut head = format!("GET {path} HTTP/1.1\r\nhost: localhost:{}\r\n", self.address.port());
        if let Some(cookie) = &self.cookie {
            head += &format!("cookie: {cookie}\r\n");
        }
        if let Some(token) = &self.bearer {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        for line in &self.extra {
            head += &format!("{line}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
        stream
    }
}

/// Sends bytes and reads everything that comes back until the server closes.
pub(crate) async fn raw(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may answer and close before it has read everything: that is its right.
    let _ = stream.write_all(request).await;
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|word| word.parse().ok());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let text = if chunked { unchunk(body) } else { body.to_owned() };
    Answer { status: status.unwrap_or(0), headers, text }
}

fn unchunk(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size.trim(), 16) else { break };
        if size == 0 || rest.len() < size {
            break;
        }
        text += &rest[..size];
        body = rest[size..].trim_start_matches("\r\n");
    }
    text
}

/// Reads from an open answer until a piece of text has come.
pub(crate) async fn read_until(stream: &mut TcpStream, seen: &mut String, wanted: &str) {
    let mut buffer = [0; 4096];
    while !seen.contains(wanted) {
        let count = stream.read(&mut buffer).await.unwrap();
        assert!(count > 0, "the server closed; until then it said {seen}");
        *seen += &String::from_utf8_lossy(&buffer[..count]);
    }
}

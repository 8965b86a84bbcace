//! A socket that says exactly what it is told to say.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::client::{Client, Server};

pub(crate) struct Socket {
    inner: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n: u64,
}

/// Tries to open a socket; the status when it is refused.
pub(crate) async fn dial(server: &Server, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
    let mut request =
        format!("ws://localhost:{}/ws/v1", server.address.port()).into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    match tokio_tungstenite::connect_async(request).await {
        Ok((inner, _)) => Ok(Socket { inner, n: 0 }),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

impl Socket {
    /// The socket of a browser on our page, after the greeting.
    pub(crate) async fn of(server: &Server, client: &Client) -> Socket {
        let origin = server.origin();
        let mut headers = vec![("origin", origin.as_str())];
        if let Some(cookie) = &client.cookie {
            headers.push(("cookie", cookie));
        }
        let mut socket = dial(server, &headers).await.unwrap();
        socket.greet().await;
        socket
    }

    pub(crate) async fn greet(&mut self) {
        self.send_text(&json!({ "t": "hello", "proto": 1, "client": "test/1" }).to_string()).await;
        let welcome = self.hear().await.unwrap();
        assert_eq!(welcome["t"], "welcome", "{welcome}");
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        // A server that has had enough may have closed already.
        let _ = self.inner.send(Message::text(text)).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.inner.send(Message::binary(bytes)).await;
    }

    /// Asks something; the answer with the same number, ok or err.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        self.n += 1;
        message["n"] = json!(self.n);
        self.send_text(&message.to_string()).await;
        loop {
            let heard = self.hear().await.unwrap_or_else(|code| panic!("closed with {code}"));
            if matches!(heard["t"].as_str(), Some("ok" | "err")) && heard["n"] == self.n {
                return heard;
            }
        }
    }

    /// The next message, or the code with which the server closed.
    pub(crate) async fn hear(&mut self) -> Result<Value, u16> {
        loop {
            match self.inner.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| u16::from(frame.code)));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// Everything that comes, until the server closes; the code.
    pub(crate) async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.hear().await {
                return code;
            }
        }
    }

    pub(crate) async fn play(&mut self, game: &str, id: &str, ply: u16, text: &str) -> Value {
        self.ask(json!({ "t": "move", "g": game, "id": id, "ply": ply, "m": text })).await
    }
}

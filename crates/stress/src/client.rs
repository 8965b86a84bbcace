//! One connection to a server, and the few requests that a player needs before it.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use skep_wire::rest::SignedIn;
use skep_wire::{ClientMsg, PROTO, ServerMsg};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A server that does not answer within this is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// The token of a new guest.
pub(crate) async fn guest(server: &str) -> Result<String> {
    let body = r#"{"bearer":true}"#;
    let request = format!(
        "POST /api/v1/session/guest HTTP/1.1\r\nhost: {server}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let exchange = async {
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        anyhow::Ok(answer)
    };
    let answer = tokio::time::timeout(PATIENCE, exchange).await.context("no answer")??;
    let (head, body) = answer.split_once("\r\n\r\n").context("half an answer")?;
    if !head.starts_with("HTTP/1.1 200") {
        bail!("no guest: {head}: {body}");
    }
    let signed: SignedIn = serde_json::from_str(body)?;
    signed.token.context("no token")
}

/// A connection that has said hello.
#[derive(Debug)]
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    pub(crate) async fn connect(server: &str, token: Option<&str>) -> Result<Client> {
        let mut request = format!("ws://{server}/ws/v1").into_client_request()?;
        if let Some(token) = token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        // Thousands of these live in one process.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let greet = async {
            let connecting = tokio_tungstenite::connect_async_with_config(request, Some(config), true);
            let (socket, _) = connecting.await?;
            let mut client = Client { socket };
            client.say(&ClientMsg::Hello { proto: PROTO, client: "stress/1".to_owned() }).await?;
            match client.hear().await? {
                ServerMsg::Welcome { .. } => Ok(client),
                other => bail!("not a welcome: {other:?}"),
            }
        };
        tokio::time::timeout(PATIENCE, greet).await.context("no welcome")?
    }

    pub(crate) async fn say(&mut self, message: &ClientMsg) -> Result<()> {
        let text = serde_json::to_string(message)?;
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// The next message. May be given up and called again without losing one.
    pub(crate) async fn hear(&mut self) -> Result<ServerMsg> {
        loop {
            match self.socket.next().await.context("the connection has ended")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(frame) => bail!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The answer to a message; everything else is passed over.
    pub(crate) async fn answer(&mut self, number: u32) -> Result<ServerMsg> {
        let wait = async {
            loop {
                let message = self.hear().await?;
                match &message {
                    ServerMsg::Ok { n, .. } if *n == number => return Ok(message),
                    ServerMsg::Err { n: Some(n), .. } if *n == number => return Ok(message),
                    _ => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.context("no answer")?
    }
}

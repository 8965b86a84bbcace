//! Broken, giant and too many frames.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::client::Server;
use super::socket::{Socket, dial};

#[tokio::test]
async fn sockets_open_from_our_pages_only() {
    let server = Server::start().await;
    let ann = server.person("ann").await;
    let cookie = ann.cookie.clone().unwrap();
    let own = server.origin();
    assert!(dial(&server, &[("origin", &own), ("cookie", &cookie)]).await.is_ok());
    for origin in ["https://evil.example", "null", "http://localhost", "http://localhost.evil.example", ""] {
        let refused = dial(&server, &[("origin", origin), ("cookie", &cookie)]).await;
        assert_eq!(refused.err(), Some(403), "{origin}");
    }
    assert_eq!(dial(&server, &[("cookie", &cookie)]).await.err(), Some(403), "a cookie without an origin");
    assert_eq!(dial(&server, &[("origin", "https://evil.example")]).await.err(), Some(403));
    let token = ann.post("/tokens", json!({ "label": "x", "scopes": ["read"] })).await.word("token");
    let bearer = format!("Bearer {token}");
    assert!(dial(&server, &[("authorization", &bearer)]).await.is_ok(), "programs need none");
    let bad = format!("Bearer skp_{}", "x".repeat(43));
    assert_eq!(dial(&server, &[("authorization", &bad)]).await.err(), Some(401));
}

#[tokio::test]
async fn nonsense_ends_its_own_connection_and_no_other() {
    let server = Server::start().await;
    let (game, white, black) = server.game().await;
    let mut player = Socket::of(&server, &white).await;
    let mut opponent = Socket::of(&server, &black).await;
    assert_eq!(opponent.ask(json!({ "t": "sub", "ch": "game", "g": game })).await["t"], "ok");

    let mut binary = Socket::of(&server, &server.guest().await).await;
    binary.send_bytes(vec![0, 159, 146, 150]).await;
    assert_eq!(binary.closed().await, 4400);
    let mut giant = Socket::of(&server, &server.guest().await).await;
    giant.send_text(&"x".repeat(4097)).await;
    assert_eq!(giant.closed().await, 4413);
    for text in ["", "{", "[]", "null", "\"t\"", "{\"t\":\"ping\"", &"[".repeat(4000)] {
        let mut broken = Socket::of(&server, &server.guest().await).await;
        broken.send_text(text).await;
        assert_eq!(broken.closed().await, 4400, "{text}");
    }
    let mut rude = dial(&server, &[]).await.unwrap();
    rude.send_text("{\"t\":\"ping\",\"c\":1}").await;
    assert_eq!(rude.closed().await, 4400, "no greeting");
    let mut old = dial(&server, &[]).await.unwrap();
    old.send_text("{\"t\":\"hello\",\"proto\":0,\"client\":\"old\"}").await;
    assert_eq!(old.closed().await, 4426);

    let mut confused = Socket::of(&server, &server.guest().await).await;
    for message in
        [json!({ "t": 5 }), json!({ "t": "move" }), json!({ "t": "move", "g": 1, "id": [], "m": {} })]
    {
        assert_eq!(confused.ask(message.clone()).await["code"], "bad_request", "{message}");
    }
    let mut newer = Socket::of(&server, &server.guest().await).await;
    assert_eq!(newer.ask(json!({ "t": "teleport", "more": [1, 2] })).await["code"], "unknown");
    assert_eq!(
        newer.ask(json!({ "t": "sub", "ch": "lobby" })).await["t"],
        "ok",
        "what is unknown ends nothing"
    );

    assert_eq!(player.play(&game, "aaaa", 0, "wS1").await["t"], "ok", "the game goes on");
    loop {
        let heard = opponent.hear().await.unwrap();
        if heard["t"] == "moved" {
            assert_eq!(heard["m"], "wS1");
            break;
        }
    }
}

/// A connection on which every byte after the handshake is ours.
async fn bare(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "GET /ws/v1 HTTP/1.1\r\nhost: localhost\r\norigin: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.origin()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    stream
}

/// The code of the frame with which the server closes; 0 if there was none.
async fn close_code(mut stream: TcpStream) -> u16 {
    let mut heard = Vec::new();
    let _ = stream.read_to_end(&mut heard).await;
    let mut rest = heard.as_slice();
    while let [head, length, tail @ ..] = rest {
        let length = usize::from(*length);
        if *head == 0x88 && length >= 2 {
            return u16::from_be_bytes([tail[0], tail[1]]);
        }
        rest = tail.get(length..).unwrap_or_default();
    }
    0
}

#[tokio::test]
async fn bytes_that_are_no_frames_are_told_so() {
    let server = Server::start().await;
    let (game, white, _) = server.game().await;
    let mut player = Socket::of(&server, &white).await;
    let frames: [(&str, &[u8], u16); 7] = [
        ("not masked", &[0x81, 2, b'{', b'}'], 4400),
        ("an unknown kind", &[0x83, 0x80, 0, 0, 0, 0], 4400),
        ("reserved bits", &[0xf1, 0x80, 0, 0, 0, 0], 4400),
        ("a ping in pieces", &[0x09, 0x80, 0, 0, 0, 0], 4400),
        ("a piece of nothing", &[0x80, 0x80, 0, 0, 0, 0], 4400),
        ("text that is none", &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe], 4400),
        ("a length of eight exbibytes", &[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 4413),
    ];
    for (name, bytes, code) in frames {
        let mut stream = bare(&server).await;
        stream.write_all(bytes).await.unwrap();
        // And a little more than it is about to read.
        stream.write_all(&[0x55; 20_000]).await.unwrap();
        assert_eq!(close_code(stream).await, code, "{name}");
    }
    assert_eq!(player.play(&game, "aaaa", 0, "wS1").await["t"], "ok", "nobody else is disturbed");
}

#[tokio::test]
async fn a_flood_is_told_off_and_then_cut_off() {
    let server = Server::start().await;
    let (game, white, _) = server.game().await;
    let mut flooder = Socket::of(&server, &server.guest().await).await;
    for _ in 0..200 {
        flooder.send_text("{\"t\":\"ping\",\"c\":1}").await;
    }
    assert_eq!(flooder.closed().await, 4429, "what it sent after the end does not drown the reason");
    let mut player = Socket::of(&server, &white).await;
    assert_eq!(player.play(&game, "aaaa", 0, "wS1").await["t"], "ok");
}

#[tokio::test]
async fn one_user_and_one_address_have_so_many_sockets() {
    let server = Server::with(&[("limits.sockets_per_user", "3"), ("limits.sockets_per_ip", "5")]).await;
    let ann = server.person("ann").await;
    let (origin, cookie) = (server.origin(), ann.cookie.clone().unwrap());
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(Socket::of(&server, &ann).await);
    }
    let refused = dial(&server, &[("origin", &origin), ("cookie", &cookie)]).await;
    assert!(refused.is_err(), "the fourth of one user");
    for _ in 0..2 {
        open.push(Socket::of(&server, &server.browser()).await);
    }
    assert!(dial(&server, &[("origin", &origin)]).await.is_err(), "the sixth of one address");
}

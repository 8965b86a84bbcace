//! Silent, slow and greedy clients are closed; running requests end before the loop does.

use axum::routing::get;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::*;

async fn start(doorkeeper: Doorkeeper) -> (SocketAddr, watch::Sender<bool>, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = watch::channel(false);
    let router = Router::new().route("/", get(|| async { "hello" }));
    (address, stop, tokio::spawn(serve(listener, router, doorkeeper, stopped)))
}

fn strict() -> Doorkeeper {
    Doorkeeper {
        header: Duration::from_millis(300),
        connections: 10,
        connections_per_address: 2,
        trusted: Vec::new(),
    }
}

/// What the server says before it closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn silence_and_half_a_head_are_closed() {
    let (address, _stop, _) = start(strict()).await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    assert_eq!(rest(&mut silent).await, "", "a connection that says nothing is closed without a word");
    let mut half = TcpStream::connect(address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n").await.unwrap();
    assert!(!rest(&mut half).await.contains("200"), "half a head is never answered with the page");
}

#[tokio::test]
async fn one_byte_at_a_time_does_not_stretch_the_deadline() {
    let (address, _stop, _) = start(strict()).await;
    let (mut read, mut write) = TcpStream::connect(address).await.unwrap().into_split();
    let drip = tokio::spawn(async move {
        let mut sent = 0;
        let mut pause = tokio::time::interval(Duration::from_millis(40));
        while write.write_all(b"x").await.is_ok() && sent < 10_000 {
            sent += 1;
            pause.tick().await;
        }
        sent
    });
    let mut bytes = Vec::new();
    let _ = read.read_to_end(&mut bytes).await;
    assert!(drip.await.unwrap() < 1000, "the server closed, not the client");
}

#[tokio::test]
async fn one_address_has_so_many_connections_and_no_more() {
    let (address, _stop, _) = start(strict()).await;
    let mut places = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        places.push(stream);
    }
    let mut third = TcpStream::connect(address).await.unwrap();
    let _ = third.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert_eq!(rest(&mut third).await, "");
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let (address, _stop, _) = start(strict()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(LONGEST_HEAD));
    let _ = stream.write_all(head.as_bytes()).await;
    assert!(!rest(&mut stream).await.contains("HTTP/1.1 200"));
}

#[tokio::test]
async fn the_loop_ends_when_told() {
    let (address, stop, task) = start(strict()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    stop.send(true).unwrap();
    task.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "the port is given back");
}

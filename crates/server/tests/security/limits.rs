//! Guessing, flooding and pretending to be elsewhere; and what the log says of it.

use std::io;
use std::sync::{Arc, Mutex};

use serde_json::json;

use super::client::{Client, PASSWORD, Server, folder};
use super::socket::Socket;

#[tokio::test]
async fn failures_are_counted_over_all_processes() {
    let place = folder();
    let settings = [("limits.registrations_per_ip_hour", "100")];
    let server = Server::on(place.clone(), &settings).await;
    let ann = server.person("ann").await;
    let wrong = json!({ "name": "ann", "password": "wrong" });
    for _ in 0..10 {
        assert_eq!(server.browser().post("/session", wrong.clone()).await.status, 401);
    }
    let limited = server.browser().post("/session", wrong.clone()).await;
    assert_eq!((limited.status, limited.code().as_str()), (429, "rate"));
    assert!(limited.header("retry-after").is_some());
    assert_eq!(ann.get("/session").await.json()["me"]["name"], "ann", "who is in stays in");
    let cookie = ann.cookie.clone();
    let second = Server::on(place, &settings).await;
    let good = json!({ "name": "ann", "password": PASSWORD });
    let answer = second.browser().post("/session", good).await;
    assert_eq!(answer.status, 429, "another process counts on: {}", answer.text);
    let mut ann = second.browser();
    ann.cookie = cookie;
    assert_eq!(ann.get("/session").await.json()["me"]["name"], "ann");
}

#[tokio::test]
async fn an_address_cannot_be_pretended() {
    let server = Server::with(&[("limits.guests_per_ip_hour", "3")]).await;
    let mut statuses = Vec::new();
    for n in 0..6 {
        let client = Client { extra: vec![format!("x-forwarded-for: 9.9.9.{n}")], ..server.browser() };
        statuses.push(client.post("/session/guest", json!({})).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429, 429]);

    let behind = Server::with(&[("limits.guests_per_ip_hour", "3"), ("trusted_proxies", "127.0.0.1")]).await;
    for n in 0..6 {
        let client =
            Client { extra: vec![format!("x-forwarded-for: 1.1.1.1, 9.9.9.{n}")], ..behind.browser() };
        assert_eq!(client.post("/session/guest", json!({})).await.status, 200, "six people behind our proxy");
    }
    let client = Client { extra: vec!["x-forwarded-for: 1.2.3.4, 9.9.9.0".into()], ..behind.browser() };
    for _ in 0..2 {
        assert_eq!(client.post("/session/guest", json!({})).await.status, 200);
    }
    assert_eq!(
        client.post("/session/guest", json!({})).await.status,
        429,
        "the last hop counts, not the first"
    );
}

#[tokio::test]
async fn requests_challenges_and_words_have_a_rate() {
    let server = Server::with(&[("limits.requests_per_minute", "40")]).await;
    let client = server.browser();
    let mut refused = 0;
    for _ in 0..60 {
        refused += usize::from(client.get("/lobby").await.status == 429);
    }
    assert!(refused >= 10, "{refused}");
    assert_eq!(client.call("GET", "/health", None).await.status, 200, "the loop itself answers");

    let server = Server::start().await;
    let (game, white, _) = server.game().await;
    let path = format!("/games/{game}/chat");
    let mut answers = Vec::new();
    for n in 0..12 {
        answers.push(white.post(&path, json!({ "body": format!("line {n}") })).await.status);
    }
    assert!(answers.contains(&200) && answers.contains(&429), "{answers:?}");
    let ann = server.person("ann").await;
    let terms = json!({ "mode": "untimed", "type": "Base" });
    let mut answers = Vec::new();
    for _ in 0..14 {
        answers.push(ann.post("/challenges", json!({ "terms": terms })).await.status);
    }
    assert!(answers.contains(&200) && answers.contains(&429), "{answers:?}");
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_tells_what_happened_and_no_secrets() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter("debug")
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let server = Server::start().await;
    let ann = server.person("ann").await;
    let token = ann.post("/tokens", json!({ "label": "x", "scopes": ["read"] })).await.word("token");
    let wrong = json!({ "name": "ann", "password": "a wrong and secret one" });
    assert_eq!(server.browser().post("/session", wrong).await.status, 401);
    assert_eq!(server.program(Some(&token)).get("/session").await.status, 200);
    let (game, white, _) = server.game().await;
    let said = json!({ "body": "words between two people" });
    assert_eq!(white.post(&format!("/games/{game}/chat"), said).await.status, 200);
    for (nonsense, code) in [("nonsense", 4400), (&"x".repeat(5000), 4413)] {
        let mut socket = Socket::of(&server, &white).await;
        socket.send_text(nonsense).await;
        assert_eq!(socket.closed().await, code);
    }
    let text = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    assert!(text.contains("a sign-in failed") && text.contains("registered"), "{text}");
    for reason in ["bad frame", "too large"] {
        assert!(text.contains("a socket is closed") && text.contains(reason), "{text}");
    }
    let cookie = ann.cookie.clone().unwrap().replace("skep=", "");
    for secret in [PASSWORD, "a wrong and secret one", &token, &cookie, "words between"] {
        assert!(!text.contains(secret), "the log holds {secret}");
    }
}

#[tokio::test]
async fn whoever_is_about_to_stop_says_so() {
    let server = Server::start().await;
    let client = server.browser();
    assert_eq!(client.call("GET", "/ready", None).await.status, 200);
    server.running.site.phase.send_replace(skep_server::site::Phase::Draining);
    assert_eq!(client.call("GET", "/ready", None).await.status, 503, "load balancers look elsewhere");
    assert_eq!(client.get("/session").await.status, 200, "who is here is still served");
}

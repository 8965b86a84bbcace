//! Requests that pretend: foreign origins, wrong types, paths out of the site, bodies without end.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::client::{Client, PASSWORD, Server, raw};

/// Every operation that writes.
fn writes() -> Vec<(String, String)> {
    let document = skep_server::http::openapi();
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|method| *method != "get") {
            let path = path.replace("{id}", "k3Xw9TqBzP").replace("{name}", "ann");
            found.push((method.to_uppercase(), path));
        }
    }
    found
}

#[tokio::test]
async fn no_page_of_others_writes_with_our_cookie() {
    let server = Server::start().await;
    let ann = server.person("ann").await;
    let strange = [Some("https://evil.example"), Some("null"), Some("http://localhost"), None];
    for (method, path) in writes() {
        for origin in strange {
            let forged = Client { origin: origin.map(str::to_owned), ..ann.clone() };
            let answer = forged.send(&method, &path, Some(json!({}))).await;
            assert_eq!(answer.status, 403, "{method} {path} from {origin:?}: {}", answer.text);
        }
        let cross = Client { origin: None, extra: vec!["sec-fetch-site: cross-site".into()], ..ann.clone() };
        assert_eq!(cross.send(&method, &path, Some(json!({}))).await.status, 403, "{method} {path}");
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
            let form = Client { extra: vec![format!("content-type: {kind}")], ..ann.clone() };
            let answer = form.send(&method, &path, Some(json!({}))).await;
            assert_eq!(answer.status, 415, "{method} {path} as {kind}: {}", answer.text);
        }
    }
    assert_eq!(ann.get("/session").await.json()["me"]["name"], "ann", "nothing happened to her");
    let same = Client { origin: None, extra: vec!["sec-fetch-site: same-origin".into()], ..ann.clone() };
    assert_eq!(same.send("PATCH", "/account", Some(json!({ "bio": "hi" }))).await.status, 200);
}

#[tokio::test]
async fn a_foreign_page_cannot_sign_anybody_in() {
    let server = Server::start().await;
    server.person("ann").await;
    let foreign = Client { origin: Some("https://evil.example".into()), ..server.program(None) };
    let body = json!({ "name": "ann", "password": PASSWORD });
    assert_eq!(foreign.post("/session", body.clone()).await.status, 403);
    let answer = foreign.get("/session").await;
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-allow-credentials"), None, "so that no cookie is ever used");
    assert_eq!(server.program(None).post("/session", body).await.status, 200, "a program is no page");
}

#[tokio::test]
async fn nothing_changes_by_looking() {
    let server = Server::start().await;
    let ann = server.person("ann").await;
    for (method, path) in writes() {
        if method == "DELETE" || method == "POST" || method == "PATCH" {
            let _ = ann.get(&path).await;
        }
    }
    let me = ann.get("/session").await.json();
    assert_eq!(me["me"]["name"], "ann");
}

#[tokio::test]
async fn only_the_apps_own_files_are_served() {
    let server = Server::start().await;
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../skep.db",
        "/skep.db",
        "/data/skep.db",
        "/..\\..\\x",
        "//etc/passwd",
        "/%00",
        "/assets/%2e%2e/index.html",
        "/.git/config",
    ] {
        let answer = server.program(None).call("GET", path, None).await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.text.contains("root:"), "{path}");
    }
}

#[tokio::test]
async fn bodies_and_heads_have_an_end() {
    let server = Server::start().await;
    let client = server.browser();
    let big = json!({ "name": "x".repeat(20_000), "password": PASSWORD });
    assert_eq!(client.post("/account", big).await.status, 413);
    let claimed = format!(
        "POST /api/v1/session HTTP/1.1\r\nhost: localhost\r\norigin: {}\r\ncontent-type: application/json\r\n\
         content-length: 99999999999\r\nconnection: close\r\n\r\n{}",
        server.origin(),
        "x".repeat(17_000)
    );
    assert_eq!(raw(server.address, claimed.as_bytes()).await.status, 413);
    let head = format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(40_000));
    assert!(matches!(raw(server.address, head.as_bytes()).await.status, 0 | 400 | 431));
    let many: String = (0..200).map(|n| format!("x{n}: y\r\n")).collect();
    let head = format!("GET /health HTTP/1.1\r\nhost: x\r\n{many}\r\n");
    assert!(matches!(raw(server.address, head.as_bytes()).await.status, 0 | 400 | 431));
    for nonsense in ["\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}", "GET / HTTP/9.9\r\n\r\n"] {
        assert_ne!(raw(server.address, nonsense.as_bytes()).await.status, 200, "{nonsense:?}");
    }
    assert_eq!(client.get("/session").await.status, 200, "and life goes on");
}

#[tokio::test]
async fn slow_senders_are_not_waited_for() {
    let server = Server::with(&[("limits.header_ms", "300"), ("limits.body_ms", "300")]).await;
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n").await.unwrap();
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/v1/session HTTP/1.1\r\nhost: localhost\r\norigin: {}\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{{\"name\"",
        server.origin()
    );
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    slow.read_to_end(&mut heard).await.unwrap();
    assert!(heard.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&heard));
    heard.clear();
    silent.read_to_end(&mut heard).await.unwrap();
    assert_eq!(heard, b"");
    half.read_to_end(&mut heard).await.unwrap();
    assert!(!heard.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn quotes_reach_the_database_as_quotes() {
    let server = Server::start().await;
    let ann = server.person("ann").await;
    let nasty = "'; drop table users; --\" %_\\";
    let bio = ann.send("PATCH", "/account", Some(json!({ "bio": nasty }))).await;
    assert_eq!(bio.status, 200);
    assert_eq!(ann.get("/users/ann").await.json()["bio"], nasty);
    for body in [
        json!({ "name": nasty, "password": nasty }),
        json!({ "name": "ann' or '1'='1", "password": nasty }),
        json!({ "name": "ann@example.org' --", "password": nasty }),
    ] {
        assert_eq!(server.browser().post("/session", body).await.status, 401);
    }
    let filter = "/games?player=ann&after=1.k3Xw9TqBz'&type=Base";
    assert_eq!(ann.get(filter).await.status, 400);
    assert_eq!(ann.get("/users/ann").await.status, 200, "the table is still there");
}

#[tokio::test]
async fn answers_never_hold_what_is_secret() {
    let server = Server::start().await;
    let ann = server.person("ann").await;
    let token = ann.post("/tokens", json!({ "label": "x", "scopes": ["read"] })).await.word("token");
    let cookie = ann.cookie.clone().unwrap().replace("skep=", "");
    let site = &server.running.site;
    let hash = site.store.user_by_name("ann").await.unwrap().unwrap().password_hash.unwrap();
    let document = skep_server::http::openapi();
    for path in document["paths"].as_object().unwrap().keys().filter(|path| !path.contains("stream")) {
        let path = path.replace("{name}", "ann").replace("{speed}", "blitz");
        let text = ann.get(&path).await.text;
        for secret in [&token, &cookie, &hash, &PASSWORD.to_owned()] {
            assert!(!text.contains(secret.as_str()), "{path}");
        }
        assert!(!text.contains("$argon2"), "{path}");
    }
    let value: Value = ann.get("/account/export").await.json();
    assert_eq!(value["account"]["name"], "ann");
}

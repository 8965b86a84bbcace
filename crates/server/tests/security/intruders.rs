//! Moves and words of people who have no business in a game.

use serde_json::json;

use super::client::{PASSWORD, Server, pair, terms};
use super::socket::{Socket, dial};

async fn version(server: &Server, game: &str) -> i64 {
    server.browser().get(&format!("/games/{game}")).await.json()["v"].as_i64().unwrap()
}

#[tokio::test]
async fn nobody_moves_for_another() {
    let server = Server::start().await;
    let (game, white, black) = server.game().await;
    let stranger = server.person("eve").await;
    let body = json!({ "id": "eeee", "ply": 0, "move": "wS1" });
    let path = format!("/games/{game}/moves");
    assert_eq!(stranger.post(&path, body.clone()).await.code(), "forbidden");
    assert_eq!(server.browser().post(&path, body.clone()).await.status, 401, "a visitor");
    assert_eq!(black.post(&path, body).await.code(), "not_your_turn");
    let mut socket = Socket::of(&server, &stranger).await;
    assert_eq!(socket.play(&game, "eeef", 0, "wS1").await["code"], "forbidden");
    let act = json!({ "t": "act", "g": game, "id": "eeeg", "do": "resign" });
    assert_eq!(socket.ask(act).await["code"], "forbidden");
    let mut visitor = Socket::of(&server, &server.browser()).await;
    assert_eq!(visitor.play(&game, "eeeh", 0, "wS1").await["t"], "err");
    assert_eq!(version(&server, &game).await, 1, "nothing happened");
    assert_eq!(white.post(&path, json!({ "id": "aaaa", "ply": 0, "move": "wS1" })).await.status, 200);
}

#[tokio::test]
async fn a_frame_twice_out_of_turn_or_after_the_end_changes_nothing() {
    let server = Server::start().await;
    let (game, white, black) = server.game().await;
    let (mut first, mut second) = (Socket::of(&server, &white).await, Socket::of(&server, &black).await);
    let done = first.play(&game, "aaaa", 0, "wS1").await;
    assert_eq!(done["v"], 2, "{done}");
    assert_eq!(first.play(&game, "aaaa", 0, "wS1").await["v"], 2, "the same answer again");
    assert_eq!(first.play(&game, "aaab", 1, "wG1 wS1-").await["code"], "not_your_turn");
    let mut again = Socket::of(&server, &white).await;
    assert_eq!(again.play(&game, "aaaa", 0, "wS1").await["v"], 2, "also over another connection");
    assert_eq!(second.play(&game, "bbbb", 1, "bS1 wS1-").await["v"], 3);
    let act = json!({ "t": "act", "g": game, "id": "bbbc", "do": "resign" });
    assert_eq!(second.ask(act).await["t"], "ok");
    let ended = version(&server, &game).await;
    assert_eq!(first.play(&game, "aaac", 2, "wQ -wS1").await["code"], "game_over");
    assert_eq!(second.play(&game, "bbbd", 3, "bQ bS1-").await["code"], "game_over");
    assert_eq!(version(&server, &game).await, ended);
}

#[tokio::test]
async fn pieces_that_do_not_exist_cannot_be_played() {
    let server = Server::start().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let base = json!({ "mode": "fischer", "base": 300, "inc": 4, "type": "Base", "color": "white" });
    let game = pair(&ann, &bob, &base).await;
    let path = format!("/games/{game}/moves");
    let strange = [
        "wM",
        "wL",
        "wP",
        "wB3",
        "wQ2",
        "wS3",
        "wA4",
        "bS1",
        "wQ",
        "",
        "pass",
        "wS1 wS1-",
        "wS1 bQ/",
        "..",
        "\u{0}",
        "wS1;wQ -wS1",
        "🐝",
        "wS1 -",
        "' or 1=1 --",
    ];
    for (number, text) in strange.into_iter().enumerate() {
        let body = json!({ "id": format!("x{number:03}"), "ply": 0, "move": text });
        let answer = ann.post(&path, body).await;
        assert_eq!((answer.status, answer.code().as_str()), (422, "illegal"), "{text}: {}", answer.text);
    }
    let long = json!({ "id": "long", "ply": 0, "move": "w".repeat(10_000) });
    assert_eq!(ann.post(&path, long).await.status, 422);
    let wrong_id = json!({ "id": "x", "ply": 0, "move": "wS1" });
    assert_eq!(ann.post(&path, wrong_id).await.status, 400);
    assert_eq!(version(&server, &game).await, 1);
    assert_eq!(ann.post(&path, json!({ "id": "good", "ply": 0, "move": "wS1" })).await.status, 200);
}

#[tokio::test]
async fn private_games_and_rooms_do_not_exist_for_others() {
    let server = Server::start().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let mut hidden = terms();
    hidden["visibility"] = json!("players");
    let game = pair(&ann, &bob, &hidden).await;
    assert_eq!(ann.post(&format!("/games/{game}/chat"), json!({ "body": "secret" })).await.status, 200);
    let eve = server.person("eve").await;
    for client in [&eve, &server.browser()] {
        for ending in ["", ".pgn", ".uhp", "/chat", "/chat?spectators=true", "/stream"] {
            let answer = client.get(&format!("/games/{game}{ending}")).await;
            assert_eq!(answer.status, 404, "{ending}: {}", answer.text);
        }
    }
    assert_eq!(eve.post(&format!("/games/{game}/chat"), json!({ "body": "hi" })).await.status, 404);
    let body = json!({ "id": "eeee", "ply": 0, "move": "wS1" });
    assert_eq!(eve.post(&format!("/games/{game}/moves"), body).await.status, 404);
    let mut socket = Socket::of(&server, &eve).await;
    let heard = socket.ask(json!({ "t": "sub", "ch": "game", "g": game })).await;
    assert_eq!(heard["code"], "not_found", "{heard}");
    assert_eq!(bob.get(&format!("/games/{game}/chat")).await.json()["lines"][0]["body"], "secret");
}

#[tokio::test]
async fn markup_stays_text_and_never_becomes_a_page() {
    let server = Server::start().await;
    for name in ["<b>x</b>", "a\u{202e}b", "x y", "admin", "guest-1", "../x", ""] {
        let answer = server.browser().post("/account", json!({ "name": name, "password": PASSWORD })).await;
        assert_eq!(answer.status, 400, "{name}: {}", answer.text);
    }
    let (game, white, black) = server.game().await;
    let nasty = "<script>alert(1)</script>\u{202e}\u{0}";
    assert_eq!(white.post(&format!("/games/{game}/chat"), json!({ "body": nasty })).await.status, 200);
    let heard = black.get(&format!("/games/{game}/chat")).await;
    assert_eq!(
        heard.json()["lines"][0]["body"],
        "<script>alert(1)</script>",
        "without what turns text around"
    );
    assert_eq!(heard.header("content-type"), Some("application/json"));
    assert_eq!(heard.header("x-content-type-options"), Some("nosniff"));
    let policy = heard.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("script-src 'self' 'unsafe"),
        "{policy}"
    );
}

#[tokio::test]
async fn a_session_that_ends_takes_its_sockets_along() {
    let server = Server::start().await;
    let ann = server.person("ann").await;
    let mut phone = server.browser();
    let signed = phone.post("/session", json!({ "name": "ann", "password": PASSWORD })).await;
    phone.keep_cookie(&signed);
    let mut socket = Socket::of(&server, &phone).await;
    let mut other = Socket::of(&server, &ann).await;
    assert_eq!(ann.send("DELETE", "/sessions", None).await.status, 204);
    assert_eq!(socket.closed().await, 4401);
    let sub = other.ask(json!({ "t": "sub", "ch": "lobby" })).await;
    assert_eq!(sub["t"], "ok", "the one that stays is not disturbed: {sub}");
}

#[tokio::test]
async fn forged_cookies_are_nobody() {
    let server = Server::start().await;
    server.person("ann").await;
    let mut client = server.browser();
    for value in ["", "x", &"A".repeat(43), "' or '1'='1", "../../etc/passwd", &"9".repeat(5000)] {
        client.cookie = Some(format!("skep={value}"));
        let answer = client.get("/session").await;
        assert_eq!((answer.status, answer.json()["me"].clone()), (200, json!(null)), "{value}");
        assert_eq!(client.get("/sessions").await.status, 401);
    }
    let origin = server.origin();
    let forged = format!("skep={}", "A".repeat(43));
    let mut visitor = dial(&server, &[("origin", &origin), ("cookie", &forged)]).await.unwrap();
    visitor.send_text(&json!({ "t": "hello", "proto": 1, "client": "x" }).to_string()).await;
    assert_eq!(visitor.hear().await.unwrap().get("me"), None, "a visitor who may watch");
}

//! Games over REST: challenge, moves, records, lists and streams.

use serde_json::json;

use super::client::{Server, pair, read_until, terms};

#[tokio::test]
async fn two_programs_play_and_the_record_is_good() {
    let server = Server::start().await;
    let (ann, bob) = (server.person("ann").await, server.person("bob").await);
    let game = pair(&ann, &bob, &terms()).await;
    let path = format!("/games/{game}/moves");
    let first = json!({ "id": "aaaa", "ply": 0, "move": "wS1" });
    assert_eq!(ann.post(&path, first.clone()).await.json()["v"], 2);
    assert_eq!(ann.post(&path, first).await.json()["v"], 2, "the same command again is done once");
    let early = ann.post(&path, json!({ "id": "aaab", "ply": 1, "move": "wG1 wS1-" })).await;
    assert_eq!((early.status, early.code().as_str()), (409, "not_your_turn"));
    let stale = bob.post(&path, json!({ "id": "bbbb", "ply": 0, "move": "bS1 wS1-" })).await;
    assert_eq!((stale.status, stale.code().as_str()), (409, "stale"));
    let wrong = bob.post(&path, json!({ "id": "bbbc", "ply": 1, "move": "bQ9 wS1-" })).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "illegal"));
    assert_eq!(bob.post(&path, json!({ "id": "bbbd", "ply": 1, "move": "bG1 wS1-" })).await.status, 200);
    let uhp = server.browser().get(&format!("/games/{game}.uhp")).await;
    assert_eq!(uhp.text, "Base+MLP;InProgress;White[2];wS1;bG1 wS1-\n");
    let resign = json!({ "id": "bbbe", "do": "resign" });
    assert_eq!(bob.post(&format!("/games/{game}/actions"), resign).await.status, 200);
    let over = ann.post(&path, json!({ "id": "aaac", "ply": 2, "move": "wQ -wS1" })).await;
    assert_eq!(over.code(), "game_over");

    let pgn = server.browser().get(&format!("/games/{game}.pgn")).await;
    let record = skep_rules::notation::pgn::read(&pgn.text).unwrap();
    assert_eq!(record.tags().get("White"), Some("ann"));
    assert_eq!(record.game().position().ply(), 2);
    assert_eq!(record.result(), Some(skep_rules::GameResult::Win(skep_rules::Color::White)), "{}", pgn.text);

    let list = server.browser().get("/users/bob/games?result=white&type=Base%2BMLP").await.json();
    assert_eq!(list["games"][0]["g"], game.as_str(), "{list}");
    assert_eq!(server.browser().get("/games?result=black").await.json()["games"], json!([]));
    let mut tool = server.program(None);
    tool.extra = vec!["accept: application/x-chess-pgn".into()];
    let all = tool.get("/users/ann/games").await;
    assert_eq!(all.header("content-type"), Some("application/x-chess-pgn"));
    let records: Vec<_> = skep_rules::notation::pgn::read_all(&all.text).collect();
    assert_eq!(records.len(), 1, "{}", all.text);
    tool.extra = vec!["accept: application/x-ndjson".into()];
    let line = tool.get("/games").await.text;
    assert_eq!(serde_json::from_str::<serde_json::Value>(line.trim()).unwrap()["moves"][0], "wS1");
}

#[tokio::test]
async fn a_bot_hears_of_challenges_and_moves() {
    let server = Server::start().await;
    let (ann, bob) = (server.person("ann").await, server.person("bob").await);
    let made = bob.post("/tokens", json!({ "label": "bot", "scopes": ["read", "play", "challenge"] })).await;
    let bot = server.program(Some(&made.word("token")));
    let mut events = bot.open("/api/v1/stream/events").await;
    let mut heard = String::new();
    read_until(&mut events, &mut heard, "\"t\":\"user\"").await;
    let challenge = ann.post("/challenges", json!({ "to": "bob", "terms": terms() })).await;
    let id = challenge.word("id");
    read_until(&mut events, &mut heard, &format!("\"kind\":\"challenge\",\"challenge\":{{\"id\":\"{id}\""))
        .await;
    let accepted = bot.post(&format!("/challenges/{id}/accept"), json!({})).await;
    let game = accepted.word("game");
    read_until(&mut events, &mut heard, "\"kind\":\"game_started\"").await;

    let mut lines = bot.open(&format!("/api/v1/games/{game}/stream")).await;
    let mut said = String::new();
    read_until(&mut lines, &mut said, "\"t\":\"game\"").await;
    let body = json!({ "id": "aaaa", "ply": 0, "move": "wS1" });
    assert_eq!(ann.post(&format!("/games/{game}/moves"), body).await.status, 200);
    read_until(&mut lines, &mut said, "\"t\":\"moved\"").await;
    let body = json!({ "id": "bbbb", "ply": 1, "move": "bS1 wS1-" });
    assert_eq!(bot.post(&format!("/games/{game}/moves"), body).await.status, 200);

    let mut watcher = server.program(None);
    watcher.extra = vec!["accept: text/event-stream".into(), "last-event-id: 2".into()];
    let mut resumed = watcher.open(&format!("/api/v1/games/{game}/stream")).await;
    let mut said = String::new();
    read_until(&mut resumed, &mut said, "\"v\":3").await;
    assert!(said.contains("text/event-stream") && said.contains("id: 3\ndata: "), "{said}");
    assert!(!said.contains("\"t\":\"game\""), "only what was missed: {said}");
    made.word("id");
    let id = made.word("id");
    assert_eq!(bob.send("DELETE", &format!("/tokens/{id}"), None).await.status, 204);
    let mut end = Vec::new();
    tokio::io::AsyncReadExt::read_to_end(&mut lines, &mut end).await.unwrap();
}

#[tokio::test]
async fn a_link_challenge_has_a_picture_and_is_nobodys_without_its_secret() {
    let server = Server::start().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let made = ann.post("/challenges", json!({ "terms": terms() })).await;
    let (id, secret) = (made.word("id"), made.word("secret"));
    assert_eq!(made.word("url"), format!("{}/#/challenge/{id}/{secret}", server.origin()));
    let picture = server.browser().get(&format!("/challenges/{id}/qr.svg?secret={secret}")).await;
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    assert!(picture.text.contains("<svg"), "{}", picture.text);
    assert_eq!(bob.get(&format!("/challenges/{id}")).await.status, 404);
    assert_eq!(bob.get(&format!("/challenges/{id}?secret=wrong")).await.status, 404);
    assert_eq!(bob.post(&format!("/challenges/{id}/accept"), json!({})).await.status, 404);
    assert_eq!(bob.get(&format!("/challenges/{id}?secret={secret}")).await.status, 200);
}

#[tokio::test]
async fn who_asks_for_the_same_meets() {
    let server = Server::start().await;
    let (ann, bob) = (server.person("ann").await, server.person("bob").await);
    let wish = json!({ "mode": "fischer", "base": 300, "inc": 4, "type": "Base+MLP", "rated": true });
    let first = ann.post("/seeks", wish.clone()).await;
    assert!(first.json().get("game").is_none(), "{}", first.text);
    assert_eq!(server.browser().get("/lobby").await.json()["seeks"][0]["by"]["name"], "ann");
    let second = bob.post("/seeks", wish).await;
    let game = second.word("game");
    assert_eq!(server.browser().get("/lobby").await.json()["seeks"], json!([]));
    assert_eq!(server.browser().get("/tv").await.json()["g"], game.as_str());
    assert_eq!(server.browser().get("/live").await.json()["games"][0]["g"], game.as_str());
    let guest = server.guest().await;
    let rated = json!({ "mode": "fischer", "base": 300, "type": "Base", "rated": true });
    assert_eq!(guest.post("/seeks", rated).await.code(), "not_allowed");
}

#[tokio::test]
async fn the_computer_is_there() {
    let server = Server::start().await;
    let guest = server.guest().await;
    let terms = json!({ "mode": "untimed", "type": "Base", "color": "white" });
    let made = guest.post("/challenges", json!({ "computer": 1, "terms": terms })).await;
    let view = guest.get(&format!("/games/{}", made.word("game"))).await.json();
    assert_eq!(view["players"]["b"]["kind"], "computer", "{view}");
    assert_eq!(guest.post("/challenges", json!({ "computer": 9, "terms": terms })).await.status, 400);
}

//! People: coming in, staying in, leaving.

use serde_json::json;

use super::client::{PASSWORD, Server};

#[tokio::test]
async fn a_guest_plays_registers_and_signs_in_elsewhere() {
    let server = Server::start().await;
    let mut client = server.browser();
    assert_eq!(client.get("/session").await.json()["me"], json!(null));
    let guest = client.post("/session/guest", json!({})).await;
    let cookie = guest.header("set-cookie").unwrap().to_owned();
    assert!(cookie.starts_with("skep=") && cookie.contains("; HttpOnly; SameSite=Lax; "), "{cookie}");
    client.keep_cookie(&guest);
    let id = guest.json()["me"]["id"].clone();
    let again = client.post("/session/guest", json!({})).await;
    assert_eq!(again.json()["me"]["id"], id, "one browser is one guest");

    let registered = client.post("/account", json!({ "name": "Ann", "password": PASSWORD })).await;
    assert_eq!(registered.json()["me"]["id"], id, "the guest became the account: {}", registered.text);
    let old = client.clone();
    client.keep_cookie(&registered);
    assert_eq!(old.get("/session").await.json()["me"], json!(null), "the guest's cookie is dead");
    assert_eq!(client.get("/session").await.json()["me"]["name"], "Ann");

    let mut phone = server.browser();
    let wrong = phone.post("/session", json!({ "name": "ann", "password": "wrong" })).await;
    let unknown = phone.post("/session", json!({ "name": "nobody", "password": "wrong" })).await;
    assert_eq!((wrong.status, &wrong.text), (401, &unknown.text), "nothing tells them apart");
    let signed = phone.post("/session", json!({ "name": "ann", "password": PASSWORD })).await;
    phone.keep_cookie(&signed);
    let sessions = client.get("/sessions").await.json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2);
    assert_eq!(client.send("DELETE", "/sessions", None).await.status, 204);
    assert_eq!(phone.get("/session").await.json()["me"], json!(null));
    assert_eq!(client.send("DELETE", "/session", None).await.status, 204);
    assert_eq!(client.get("/session").await.json()["me"], json!(null));
}

#[tokio::test]
async fn a_terminal_gets_a_token_instead_of_a_cookie() {
    let server = Server::start().await;
    server.person("ann").await;
    let body = json!({ "name": "ann", "password": PASSWORD, "bearer": true });
    let answer = server.program(None).post("/session", body).await;
    assert!(answer.header("set-cookie").is_none());
    let terminal = server.program(Some(&answer.word("token")));
    assert_eq!(terminal.get("/session").await.json()["me"]["name"], "ann");
    assert_eq!(terminal.send("DELETE", "/session", None).await.status, 204);
    assert_eq!(terminal.get("/session").await.status, 401);
}

#[tokio::test]
async fn tokens_do_what_they_may_and_no_more() {
    let server = Server::start().await;
    let ann = server.person("ann").await;
    let made = ann.post("/tokens", json!({ "label": "bot", "scopes": ["read", "challenge"] })).await;
    let token = made.word("token");
    assert!(token.starts_with("skp_"));
    let bot = server.program(Some(&token));
    assert_eq!(bot.get("/session").await.json()["me"]["name"], "ann");
    let terms = json!({ "mode": "untimed", "type": "Base" });
    assert_eq!(bot.post("/challenges", json!({ "terms": terms })).await.status, 200);
    assert_eq!(bot.get("/sessions").await.status, 403, "account is not among its scopes");
    assert_eq!(bot.post("/tokens", json!({ "label": "x", "scopes": ["account"] })).await.status, 403);
    let listed = ann.get("/tokens").await;
    assert!(!listed.text.contains(&token), "shown once");
    let id = made.word("id");
    assert_eq!(ann.send("DELETE", &format!("/tokens/{id}"), None).await.status, 204);
    assert_eq!(bot.get("/session").await.status, 401);
}

#[tokio::test]
async fn a_password_is_changed_and_reset() {
    let server = Server::start().await;
    let mut ann = server.person("ann").await;
    let short = ann.post("/account/password", json!({ "old": PASSWORD, "new": "short" })).await;
    assert_eq!(short.status, 400);
    let changed = ann.post("/account/password", json!({ "old": PASSWORD, "new": "a second long one" })).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    ann.keep_cookie(&changed);
    assert_eq!(ann.get("/session").await.json()["me"]["name"], "ann");
    for name in ["ann", "nobody", "x@example.org"] {
        let answer = server.browser().post("/account/reset", json!({ "email": name })).await;
        assert_eq!((answer.status, answer.text.as_str()), (204, ""), "{name}");
    }
    let site = &server.running.site;
    let user = site.store.user_by_name("ann").await.unwrap().unwrap();
    let token = site.accounts.reset_token(user.id, site.time.now()).await.unwrap();
    let body = json!({ "token": token.expose(), "password": "a third long one" });
    let visitor = server.browser();
    assert_eq!(visitor.post("/account/reset/confirm", body.clone()).await.status, 204);
    assert_eq!(visitor.post("/account/reset/confirm", body).await.status, 400, "once");
    assert_eq!(ann.get("/session").await.json()["me"], json!(null));
    let body = json!({ "name": "ann", "password": "a third long one" });
    assert_eq!(visitor.post("/session", body).await.status, 200);
}

#[tokio::test]
async fn closing_an_account_gives_up_its_games_and_forgets_the_name() {
    let server = Server::start().await;
    let (ann, bob) = (server.person("ann").await, server.person("bob").await);
    let game = super::client::pair(&ann, &bob, &super::client::terms()).await;
    for (client, ply, text) in [(&ann, 0, "wS1"), (&bob, 1, "bS1 wS1-")] {
        let body = json!({ "id": format!("move{ply}"), "ply": ply, "move": text });
        assert_eq!(client.post(&format!("/games/{game}/moves"), body).await.status, 200);
    }
    assert_eq!(ann.post(&format!("/games/{game}/chat"), json!({ "body": "hello" })).await.status, 200);
    let export = ann.get("/account/export").await.json();
    assert_eq!(export["chat"][0]["body"], "hello");
    assert_eq!(export["account"]["name"], "ann");
    assert_eq!(export["games"][0], game.as_str());
    let refused = ann.send("DELETE", "/account", Some(json!({ "password": "wrong" }))).await;
    assert_eq!(refused.status, 401);
    let closed = ann.send("DELETE", "/account", Some(json!({ "password": PASSWORD }))).await;
    assert_eq!(closed.status, 204, "{}", closed.text);
    let view = bob.get(&format!("/games/{game}")).await.json();
    assert_eq!(view["outcome"]["reason"], "resignation", "{view}");
    assert_eq!(view["outcome"]["result"], "black");
    assert!(view["players"]["w"]["name"].as_str().unwrap().starts_with("deleted-"));
    assert_eq!(server.browser().get("/users/ann").await.status, 404);
}

#[tokio::test]
async fn blocks_profiles_and_reports() {
    let server = Server::start().await;
    let (ann, bob) = (server.person("ann").await, server.person("bob").await);
    let profile = json!({ "bio": "<img src=x onerror=alert(1)>", "country": "nl" });
    assert_eq!(ann.send("PATCH", "/account", Some(profile)).await.status, 200);
    let shown = bob.get("/users/ANN").await;
    assert_eq!(shown.json()["bio"], "<img src=x onerror=alert(1)>", "text is kept as it is");
    assert_eq!(shown.json()["country"], "NL");
    assert_eq!(shown.header("content-type"), Some("application/json"));
    assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
    assert!(shown.json().get("email").is_none());

    assert_eq!(ann.post("/blocks/bob", json!({})).await.status, 204);
    assert_eq!(ann.get("/blocks").await.json()["names"], json!(["bob"]));
    let terms = super::client::terms();
    let challenge = bob.post("/challenges", json!({ "to": "ann", "terms": terms })).await;
    assert_eq!(challenge.code(), "blocked", "{}", challenge.text);
    assert_eq!(ann.send("DELETE", "/blocks/bob", None).await.status, 204);
    assert_eq!(bob.post("/challenges", json!({ "to": "ann", "terms": terms })).await.status, 200);

    let report = json!({ "name": "ann", "reason": "abuse", "text": "words" });
    assert_eq!(bob.post("/reports", report.clone()).await.status, 204);
    assert_eq!(bob.get("/moderation/reports").await.status, 404, "not for everybody");
    let site = &server.running.site;
    let user = site.store.user_by_name("bob").await.unwrap().unwrap();
    site.store.set_roles(user.id, skep_server::domain::account::Roles::MODERATOR).await.unwrap();
    let reports = bob.get("/moderation/reports").await.json();
    assert_eq!(reports["reports"][0]["about"]["name"], "ann");
    let id = reports["reports"][0]["id"].as_str().unwrap().to_owned();
    let decided = bob.post(&format!("/moderation/reports/{id}"), json!({ "upheld": true })).await;
    assert_eq!(decided.status, 204);
    assert_eq!(bob.post("/moderation/users/ann/ban", json!({ "why": "words" })).await.status, 204);
    assert_eq!(ann.get("/session").await.json()["me"], json!(null), "signed out at once");
    let back = server.browser().post("/session", json!({ "name": "ann", "password": PASSWORD })).await;
    assert_eq!(back.status, 403, "{}", back.text);
    let acts = site.store.admin_log(i64::MAX, 10).await.unwrap();
    assert_eq!(acts.len(), 2, "every act is written down");
}

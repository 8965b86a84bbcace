//! Every operation of the description is called in every wrong way; only what it says may come back.

use serde_json::{Value, json};

use super::client::{Answer, Client, Server, terms};
use super::schema;

/// Every operation: method, path with names filled in, and its description.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            found.push((method.to_uppercase(), path.clone(), operation.clone()));
        }
    }
    assert!(found.len() > 40, "only {} operations", found.len());
    found
}

fn filled(path: &str, with: &str) -> String {
    let mut text = String::new();
    for (number, part) in path.split('{').enumerate() {
        match part.split_once('}') {
            Some((_, rest)) if number > 0 => text += &format!("{with}{rest}"),
            _ => text += part,
        }
    }
    text
}

/// Whether the answer is one that the description allows, with a body of the described shape.
fn judge(document: &Value, operation: &Value, answer: &Answer, what: &str) {
    let response = &operation["responses"][answer.status.to_string()];
    assert!(!response.is_null(), "{what}: {} is not described; {}", answer.status, answer.text);
    let kind = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
    let Some(content) = response["content"].as_object() else {
        assert_eq!(answer.text, "", "{what}: a body where none is described");
        return;
    };
    let entry = content.get(kind).unwrap_or_else(|| panic!("{what}: {kind} is not described"));
    if kind == "application/json" {
        schema::check(document, &entry["schema"], &answer.json())
            .unwrap_or_else(|why| panic!("{what}: {why}\n{}", answer.text));
    }
}

fn is_stream(path: &str) -> bool {
    path.contains("stream")
}

async fn walk(server: &Server, client: &Client, who: &str, names: &[&str], body: Option<Value>) -> usize {
    let document = server.browser().get("/openapi.json").await.json();
    let mut count = 0;
    for (method, path, operation) in operations(&document) {
        for name in names {
            if is_stream(&path) && (client.cookie.is_some() || client.bearer.is_some() || name.len() == 10) {
                continue;
            }
            let target = filled(&path, name);
            let body = operation.get("requestBody").and(body.clone());
            let answer = client.send(&method, &target, body).await;
            judge(&document, &operation, &answer, &format!("{who}: {method} {target}"));
            let open = operation["security"].as_array().unwrap().contains(&json!({}));
            if who == "nobody" && !open {
                assert!(matches!(answer.status, 401 | 404), "{method} {target}: {}", answer.status);
            }
            count += 1;
        }
    }
    count
}

const STRANGE: [&str; 5] = ["k3Xw9TqBzP", "nobody", "%27%20or%201=1--", "..%2f..%2fetc%2fpasswd", "%00"];

#[tokio::test]
async fn without_a_name_nothing_private_is_told() {
    let server = Server::start().await;
    walk(&server, &server.browser(), "nobody", &STRANGE, Some(json!({}))).await;
    walk(&server, &server.browser(), "nobody", &["x"], Some(json!([1, "two"]))).await;
}

#[tokio::test]
async fn a_bad_token_and_one_without_scopes_are_refused() {
    let server = Server::start().await;
    let bad = server.program(Some(&format!("skp_{}", "x".repeat(43))));
    walk(&server, &bad, "bad token", &["x"], Some(json!({}))).await;
    let ann = server.person("ann").await;
    let token = ann.post("/tokens", json!({ "label": "x", "scopes": ["chat"] })).await.word("token");
    let weak = server.program(Some(&token));
    walk(&server, &weak, "weak token", &["x"], Some(json!({}))).await;
}

#[tokio::test]
async fn a_stranger_with_an_account_finds_only_what_is_described() {
    let server = Server::start().await;
    let (game, ..) = server.game().await;
    let mut eve = server.person("eve").await;
    let document = server.browser().get("/openapi.json").await.json();
    for (method, path, operation) in operations(&document) {
        // What would end the walk.
        if is_stream(&path) || matches!(path.as_str(), "/account" | "/session") && method == "DELETE" {
            continue;
        }
        for name in [game.as_str(), "eve", "1", "blitz", "'; drop table users; --"] {
            let name = name.replace(['\'', ';', ' '], "%20");
            let target = filled(&path, &name);
            let body = operation.get("requestBody").map(|_| json!({}));
            let answer = eve.send(&method, &target, body).await;
            judge(&document, &operation, &answer, &format!("eve: {method} {target}"));
            if answer.header("set-cookie").is_some() && answer.status == 200 {
                eve.keep_cookie(&answer);
            }
        }
    }
}

#[tokio::test]
async fn good_answers_have_their_shapes() {
    let server = Server::start().await;
    let document = server.browser().get("/openapi.json").await.json();
    let (game, white, black) = server.game().await;
    let ann = server.person("ann").await;
    let calls: Vec<(&Client, &str, String, Option<Value>, &str)> = vec![
        (&ann, "GET", "/session".into(), None, "/session"),
        (&ann, "GET", "/sessions".into(), None, "/sessions"),
        (&ann, "GET", "/account/export".into(), None, "/account/export"),
        (&ann, "GET", "/users/ann".into(), None, "/users/{name}"),
        (&ann, "GET", "/users/ann/ratings?speed=blitz".into(), None, "/users/{name}/ratings"),
        (&ann, "GET", "/users/ann/games".into(), None, "/users/{name}/games"),
        (&ann, "GET", "/leaderboard/blitz".into(), None, "/leaderboard/{speed}"),
        (&ann, "GET", "/lobby".into(), None, "/lobby"),
        (&ann, "GET", "/tv".into(), None, "/tv"),
        (&ann, "GET", "/live".into(), None, "/live"),
        (
            &white,
            "POST",
            format!("/games/{game}/moves"),
            Some(json!({"id": "aaaa", "ply": 0, "move": "wS1"})),
            "/games/{id}/moves",
        ),
        (&black, "GET", format!("/games/{game}"), None, "/games/{id}"),
        (&black, "POST", format!("/games/{game}/chat"), Some(json!({"body": "hi"})), "/games/{id}/chat"),
        (&black, "GET", format!("/games/{game}/chat"), None, "/games/{id}/chat"),
        (&ann, "POST", "/challenges".into(), Some(json!({"terms": terms(), "open": true})), "/challenges"),
        (&ann, "POST", "/tokens".into(), Some(json!({"label": "x", "scopes": ["read"]})), "/tokens"),
        (&ann, "GET", "/tokens".into(), None, "/tokens"),
    ];
    for (client, method, path, body, described) in calls {
        let answer = client.send(method, &path, body).await;
        assert!(matches!(answer.status, 200 | 204), "{method} {path}: {}", answer.text);
        let operation = &document["paths"][described][method.to_lowercase()];
        judge(&document, operation, &answer, &format!("{method} {path}"));
    }
}

#[test]
fn the_description_in_the_repository_is_the_one_that_is_served() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let generated = serde_json::to_string_pretty(&skep_server::http::openapi()).unwrap() + "\n";
    if std::env::var_os("SKEP_BLESS").is_some() {
        std::fs::write(path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == generated, "run this test once with SKEP_BLESS=1 and look at the difference");
}

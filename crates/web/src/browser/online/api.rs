//! The server's REST interface: what needs no socket.

use serde::Serialize;
use serde::de::DeserializeOwned;
use skep_wire::error::ErrorBody;
use skep_wire::game::{GameView, Speed};
use skep_wire::lobby::ChallengeView;
use skep_wire::rest::{
    AskReset, ChangePassword, ChatList, CloseAccount, ConfirmReset, CreatedToken, GameList, GuestRequest,
    Leaderboard, Me, NewReport, NewToken, Profile, RatingHistory, Register, ServerInfo, SessionList,
    SessionView, SignIn, SignedIn, TokenList, UpdateAccount, VerifyEmail,
};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestCache, RequestInit, Response};

use super::Trouble;
use crate::browser::device::window;

type Answer<T> = Result<T, Trouble>;

/// The answer's text; none when there is no content.
async fn fetch(method: &str, path: &str, body: Option<String>) -> Answer<Option<String>> {
    fetch_as("application/json", method, path, body).await
}

async fn fetch_as(kind: &str, method: &str, path: &str, body: Option<String>) -> Answer<Option<String>> {
    let send = async {
        let options = RequestInit::new();
        options.set_method(method);
        options.set_cache(RequestCache::NoStore);
        let headers = Headers::new()?;
        headers.set("accept", kind)?;
        if body.is_some() {
            headers.set("content-type", "application/json")?;
        }
        options.set_headers(&headers);
        if let Some(body) = &body {
            options.set_body(&JsValue::from_str(body));
        }
        let request = Request::new_with_str_and_init(path, &options)?;
        let response: Response =
            JsFuture::from(window().fetch_with_request(&request)).await?.unchecked_into();
        let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
        Ok::<_, JsValue>((response.ok(), response.status(), text))
    };
    match send.await {
        Ok((true, 204, _)) => Ok(None),
        Ok((true, _, text)) => Ok(Some(text)),
        Ok((false, _, text)) => Err(match serde_json::from_str::<ErrorBody>(&text) {
            Ok(body) => Trouble::Refused(body.error.code),
            Err(_) => Trouble::Network,
        }),
        Err(_) => Err(Trouble::Network),
    }
}

async fn get<T: DeserializeOwned>(path: &str) -> Answer<T> {
    let text = fetch("GET", path, None).await?.unwrap_or_default();
    serde_json::from_str(&text).map_err(|_| Trouble::Network)
}

async fn send<B: Serialize>(method: &str, path: &str, body: &B) -> Answer<Option<String>> {
    let text = serde_json::to_string(body).map_err(|_| Trouble::Network)?;
    fetch(method, &format!("/api/v1{path}"), Some(text)).await
}

async fn sign<B: Serialize>(path: &str, body: &B) -> Answer<Me> {
    let text = send("POST", path, body).await?.unwrap_or_default();
    serde_json::from_str::<SignedIn>(&text).map(|signed| signed.me).map_err(|_| Trouble::Network)
}

/// Beside the page: a plain file host has the file as well, and it says no.
pub(crate) async fn server_info() -> Answer<ServerInfo> {
    get("server.json").await
}

pub(crate) async fn me() -> Answer<Option<Me>> {
    get::<SessionView>("/api/v1/session").await.map(|session| session.me)
}

pub(crate) async fn guest() -> Answer<Me> {
    sign("/session/guest", &GuestRequest::default()).await
}

pub(crate) async fn sign_in(name: String, password: String) -> Answer<Me> {
    sign("/session", &SignIn { name, password, bearer: false }).await
}

pub(crate) async fn register(name: String, password: String, email: Option<String>) -> Answer<Me> {
    sign("/account", &Register { name, password, email, bearer: false }).await
}

pub(crate) async fn sign_out() -> Answer<()> {
    fetch("DELETE", "/api/v1/session", None).await.map(drop)
}

pub(crate) async fn sessions() -> Answer<SessionList> {
    get("/api/v1/sessions").await
}

pub(crate) async fn end_session(id: &str) -> Answer<()> {
    fetch("DELETE", &format!("/api/v1/sessions/{}", encode(id)), None).await.map(drop)
}

pub(crate) async fn tokens() -> Answer<TokenList> {
    get("/api/v1/tokens").await
}

pub(crate) async fn make_token(new: &NewToken) -> Answer<CreatedToken> {
    let text = send("POST", "/tokens", new).await?.unwrap_or_default();
    serde_json::from_str(&text).map_err(|_| Trouble::Network)
}

pub(crate) async fn end_token(id: &str) -> Answer<()> {
    fetch("DELETE", &format!("/api/v1/tokens/{}", encode(id)), None).await.map(drop)
}

pub(crate) async fn update(change: &UpdateAccount) -> Answer<()> {
    send("PATCH", "/account", change).await.map(drop)
}

pub(crate) async fn change_password(old: String, new: String) -> Answer<()> {
    send("POST", "/account/password", &ChangePassword { old, new }).await.map(drop)
}

pub(crate) async fn ask_reset(email: String) -> Answer<()> {
    send("POST", "/account/reset", &AskReset { email }).await.map(drop)
}

pub(crate) async fn confirm_reset(token: String, password: String) -> Answer<()> {
    send("POST", "/account/reset/confirm", &ConfirmReset { token, password }).await.map(drop)
}

pub(crate) async fn verify(token: String) -> Answer<()> {
    send("POST", "/account/verify", &VerifyEmail { token }).await.map(drop)
}

pub(crate) async fn close_account(password: String) -> Answer<()> {
    send("DELETE", "/account", &CloseAccount { password }).await.map(drop)
}

pub(crate) async fn profile(name: &str) -> Answer<Profile> {
    get(&format!("/api/v1/users/{}", encode(name))).await
}

pub(crate) async fn ratings(name: &str, speed: Speed) -> Answer<RatingHistory> {
    get(&format!("/api/v1/users/{}/ratings?speed={}", encode(name), word(&speed))).await
}

/// `filters` is a query without its question mark.
pub(crate) async fn games(name: &str, filters: &str) -> Answer<GameList> {
    get(&format!("/api/v1/users/{}/games?{filters}", encode(name))).await
}

/// Everything somebody has played.
pub(crate) async fn all_games_as_pgn(name: &str) -> Answer<String> {
    let path = format!("/api/v1/users/{}/games", encode(name));
    fetch_as("application/x-chess-pgn", "GET", &path, None).await.map(Option::unwrap_or_default)
}

/// What was said in a game, among the players or among the spectators.
pub(crate) async fn chat(game: &str, aside: bool) -> Answer<ChatList> {
    get(&format!("/api/v1/games/{}/chat?spectators={aside}", encode(game))).await
}

pub(crate) async fn leaders(speed: Speed) -> Answer<Leaderboard> {
    get(&format!("/api/v1/leaderboard/{}", word(&speed))).await
}

/// The best game under way, if there is any.
pub(crate) async fn best_game() -> Answer<Option<GameView>> {
    let text = fetch("GET", "/api/v1/tv", None).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// The games under way that everybody may watch, the best first.
pub(crate) async fn running() -> Answer<GameList> {
    get("/api/v1/live").await
}

/// A challenge by link.
pub(crate) async fn challenge(id: &str, secret: &str) -> Answer<ChallengeView> {
    get(&format!("/api/v1/challenges/{}?secret={}", encode(id), encode(secret))).await
}

pub(crate) async fn block(name: &str, on: bool) -> Answer<()> {
    let method = if on { "POST" } else { "DELETE" };
    fetch(method, &format!("/api/v1/blocks/{}", encode(name)), on.then(|| "{}".to_owned())).await.map(drop)
}

pub(crate) async fn report(report: &NewReport) -> Answer<()> {
    send("POST", "/reports", report).await.map(drop)
}

/// A word of the protocol, as it stands in an address.
pub(crate) fn word<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A text as part of an address.
pub(crate) fn encode(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

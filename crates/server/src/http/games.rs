//! Games: one, many, their records, and what players do in them.

mod list;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use skep_rules::notation::uhp;
use skep_wire::rest;
use skep_wire::{Code, GameView};

use super::api::{Access, Api, about};
use super::error::ApiError;
use super::extract::{Body, Mover, Path, Query, Scoped, Speaker, Visitor};
use crate::app::chat::{ChatError, Room};
use crate::app::games::{CommandError, Request, Sender, can_see};
use crate::app::{export, view};
use crate::domain::game::{Command, GameState};
use crate::domain::ids::{CmdId, GameId, UserId};
use crate::site::Site;
use crate::store::games::GameRecord;

/// How records are served.
const PGN: &str = "application/x-chess-pgn";
const MOST_LINES: i64 = 200;

pub(super) fn routes(api: Api) -> Api {
    let api = list::routes(api);
    api.add(
        &Method::GET,
        "/games/{id}",
        show,
        about("A game; as a record with .pgn or .uhp behind its id", Access::Anyone)
            .answers::<GameView>()
            .answers_as(PGN)
            .answers_as("text/plain"),
    )
    .add(
        &Method::POST,
        "/games/{id}/moves",
        play,
        about("Move; the same id again changes nothing and answers the same", Access::Scope("play"))
            .body::<rest::MoveRequest>()
            .refuses(&[409, 422])
            .answers::<rest::Done>(),
    )
    .add(
        &Method::POST,
        "/games/{id}/actions",
        act,
        about("Draw, takeback, resign, abort, claim, rematch", Access::Scope("play"))
            .body::<rest::ActionRequest>()
            .refuses(&[409, 422])
            .answers::<rest::Done>(),
    )
    .add(
        &Method::GET,
        "/games/{id}/chat",
        chat,
        about("What players, or spectators, said", Access::Anyone)
            .query(&[
                ("spectators", "true: what the spectators said"),
                ("after", "the last line that was seen"),
            ])
            .answers::<rest::ChatList>(),
    )
    .add(
        &Method::POST,
        "/games/{id}/chat",
        say,
        about("Say something", Access::Scope("chat")).body::<rest::NewChat>().answers::<rest::ChatLine>(),
    )
    .add(
        &Method::GET,
        "/tv",
        best,
        about("The best game that is running, if there is one", Access::Anyone)
            .answers::<GameView>()
            .answers_nothing(),
    )
    .add(
        &Method::GET,
        "/live",
        running,
        about("Games that are running, the best first", Access::Anyone).answers::<rest::GameList>(),
    )
}

/// How many running games are listed.
const RUNNING: usize = 12;

pub(super) fn game_id(text: &str) -> Result<GameId, ApiError> {
    GameId::parse(text).map_err(|_| ApiError::not_found())
}

/// A game for somebody who may see it; to others it does not exist.
pub(super) async fn visible(site: &Site, id: &GameId, user: Option<UserId>) -> Result<GameState, ApiError> {
    let state = site.games.state(id).await?;
    match can_see(&state.players, state.terms.visibility, user) {
        true => Ok(state),
        false => Err(ApiError::not_found()),
    }
}

async fn view_of(site: &Site, state: &GameState, user: Option<UserId>) -> Result<GameView, ApiError> {
    let people = vec![state.players.white.user, state.players.black.user];
    let names = view::names(site.store.as_ref(), people).await?;
    Ok(view::game(state, &names, user))
}

async fn show(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let user = viewer.map(|viewer| viewer.user);
    let (id, ending) = name.split_once('.').unwrap_or((&name, ""));
    let id = game_id(id)?;
    if ending.is_empty() {
        let state = visible(&site, &id, user).await?;
        return Ok(Json(view_of(&site, &state, user).await?).into_response());
    }
    let record = site.store.game_record(&id).await?.ok_or_else(ApiError::not_found)?;
    if !can_see(&record.players, record.terms.visibility, user) {
        return Err(ApiError::not_found());
    }
    match ending {
        "pgn" => {
            let text = record_text(&site, &record).await?;
            let name = format!("attachment; filename=\"skep-{id}.pgn\"");
            Ok(([(header::CONTENT_TYPE, PGN.to_owned()), (header::CONTENT_DISPOSITION, name)], text)
                .into_response())
        }
        "uhp" => {
            let state = visible(&site, &id, user).await?;
            Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], game_string(&state)).into_response())
        }
        _ => Err(ApiError::not_found()),
    }
}

pub(super) async fn record_text(site: &Site, record: &GameRecord) -> Result<String, ApiError> {
    let people = vec![record.players.white.user, record.players.black.user];
    let names = view::names(site.store.as_ref(), people).await?;
    export::pgn(record, &names, &site.config.public_url.origin).map_err(|error| {
        tracing::error!(game = %record.id, %error, "a stored game cannot be played");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Unavailable, "this record is damaged")
    })
}

/// The game on one line, as the Universal Hive Protocol writes it.
fn game_string(state: &GameState) -> String {
    let position = state.line.position();
    let word = match position.result() {
        Some(result) => uhp::GameState::from(result),
        None if state.ply() == 0 => uhp::GameState::NotStarted,
        None => uhp::GameState::InProgress,
    };
    let turn = uhp::turn_string(position);
    let moves = state.line.moves();
    let separator = if moves.is_empty() { "" } else { ";" };
    format!("{};{};{turn}{separator}{moves}\n", state.terms.rules.game_type, word.as_str())
}

async fn command(
    site: &Site,
    viewer: &crate::app::sessions::Viewer,
    game: GameId,
    id: &skep_wire::CommandId,
    command: Command,
) -> Result<Json<rest::Done>, ApiError> {
    let received_at = site.time.now();
    // Whoever may not see the game learns nothing by trying to move in it.
    visible(site, &game, Some(viewer.user)).await?;
    let cmd = CmdId::parse(&id.0)
        .map_err(|_| ApiError::bad_request("a command has an id of 4 to 16 letters and digits"))?;
    let by = Sender::User(viewer.user);
    let request = Request { game, by, command, cmd: Some(cmd), received_at, rtt: None };
    let done = site.games.command(request).await?;
    Ok(Json(rest::Done { v: done.version.0 }))
}

async fn play(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Mover,
    Path(id): Path<String>,
    Body(body): Body<rest::MoveRequest>,
) -> Result<Json<rest::Done>, ApiError> {
    let play = Command::Play { ply: body.ply, text: body.text, think: None };
    command(&site, &viewer, game_id(&id)?, &body.id, play).await
}

async fn act(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Mover,
    Path(id): Path<String>,
    Body(body): Body<rest::ActionRequest>,
) -> Result<Json<rest::Done>, ApiError> {
    command(&site, &viewer, game_id(&id)?, &body.id, Command::Act(view::action(body.action))).await
}

#[derive(Deserialize)]
struct ChatQuery {
    #[serde(default)]
    spectators: bool,
    after: Option<i64>,
}

fn room(id: GameId, spectators: bool) -> Room {
    if spectators { Room::Spectators(id) } else { Room::Players(id) }
}

async fn chat(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Path(id): Path<String>,
    Query(query): Query<ChatQuery>,
) -> Result<Json<rest::ChatList>, ApiError> {
    let room = room(game_id(&id)?, query.spectators);
    let user = viewer.map(|viewer| viewer.user);
    let lines = site.chat.read(user, &room, query.after.unwrap_or(0), MOST_LINES).await?;
    let people = lines.iter().map(|line| line.author).collect::<Vec<_>>();
    let names = view::names(site.store.as_ref(), people).await?;
    let show = |line: crate::store::social::ChatLine| rest::ChatLine {
        id: line.id.to_string(),
        by: view::brief_of(&names, line.author),
        body: line.body,
        at: line.at.0,
    };
    Ok(Json(rest::ChatList { lines: lines.into_iter().map(show).collect() }))
}

async fn say(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Speaker,
    Path(id): Path<String>,
    Body(body): Body<rest::NewChat>,
) -> Result<Json<rest::ChatLine>, ApiError> {
    site.limit_chat(viewer.user)?;
    let room = room(game_id(&id)?, body.spectators);
    let line = site.chat.say(viewer.user, viewer.kind, &room, &body.body).await?;
    let by = skep_wire::account::UserBrief {
        id: view::user_id(viewer.user),
        name: viewer.name,
        kind: view::kind(viewer.kind),
    };
    Ok(Json(rest::ChatLine { id: line.id.to_string(), by, body: line.body, at: line.at.0 }))
}

/// The running public game whose players have the highest ratings together; with a clock before without.
/// How much a running game is worth watching: people at a clock first, then the stronger, then the longer.
fn rank(game: &GameRecord) -> (bool, usize, i32, i32) {
    let points = |user: crate::domain::game::Player| user.rating.unwrap_or(0);
    let people = [game.players.white.user, game.players.black.user];
    let computers = people.iter().filter(|user| user.computer_level().is_some()).count();
    let real_time = game.terms.clock.is_real_time();
    (real_time, 2 - computers, points(game.players.white) + points(game.players.black), game.ply)
}

async fn running(State(site): State<Arc<Site>>) -> Result<Json<rest::GameList>, ApiError> {
    let mut games = site.store.live_games(100).await?;
    games.sort_by_key(|game| std::cmp::Reverse(rank(game)));
    games.truncate(RUNNING);
    let people = games.iter().flat_map(|game| [game.players.white.user, game.players.black.user]);
    let names = view::names(site.store.as_ref(), people.collect::<Vec<_>>()).await?;
    let games = games.iter().map(|game| view::game_brief(game, &names)).collect();
    Ok(Json(rest::GameList { games, next: None }))
}

async fn best(State(site): State<Arc<Site>>) -> Result<Response, ApiError> {
    let games = site.store.live_games(100).await?;
    let Some(game) = games.iter().max_by_key(|game| rank(game)) else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let state = visible(&site, &game.id, None).await?;
    Ok(Json(view_of(&site, &state, None).await?).into_response())
}

impl From<CommandError> for ApiError {
    fn from(error: CommandError) -> ApiError {
        let message = error.to_string();
        match error {
            CommandError::Rejected { rejection, .. } => {
                let code = view::code(&rejection);
                let status = match code {
                    Code::Forbidden => StatusCode::FORBIDDEN,
                    Code::Illegal | Code::BadRequest => StatusCode::UNPROCESSABLE_ENTITY,
                    _ => StatusCode::CONFLICT,
                };
                ApiError::new(status, code, message)
            }
            CommandError::NotFound => ApiError::not_found(),
            CommandError::Conflict => ApiError::new(StatusCode::CONFLICT, Code::Conflict, message),
            CommandError::Store(error) => error.into(),
        }
    }
}

impl From<ChatError> for ApiError {
    fn from(error: ChatError) -> ApiError {
        let message = error.to_string();
        match error {
            ChatError::NotFound => ApiError::not_found(),
            ChatError::Forbidden => ApiError::forbidden(message),
            ChatError::Length => ApiError::bad_request(message),
            ChatError::Blocked => ApiError::new(StatusCode::FORBIDDEN, Code::Blocked, message),
            ChatError::Store(error) => error.into(),
        }
    }
}

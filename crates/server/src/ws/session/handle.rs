//! What each message does.

use std::sync::Arc;

use skep_wire as wire;
use wire::client::Channel;
use wire::{ClientMsg, Code, ServerMsg};

use super::{MOST_GAMES, Shared, refusal};
use crate::app::challenges::{Challenged, Target};
use crate::app::chat::ChatError;
use crate::app::games::{CommandError, Request, Sender};
use crate::app::lobby::LobbyError;
use crate::app::sessions::{Scopes, Viewer};
use crate::app::view;
use crate::domain::game::Command;
use crate::domain::ids::{ChallengeId, CmdId, GameId, Level, Version};
use crate::domain::time::Ms;
use crate::metrics;
use crate::store::StoreError;

/// Why a message led to nothing, for the one who sent it.
struct Refused {
    code: Code,
    text: String,
    retry: bool,
    version: Option<Version>,
}

impl Refused {
    fn new(code: Code, text: impl Into<String>) -> Refused {
        Refused { code, text: text.into(), retry: false, version: None }
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        tracing::warn!(%error, "a message could not be served");
        let retry = error.may_retry();
        Refused { retry, ..Refused::new(Code::Unavailable, "this cannot be saved at the moment") }
    }
}

impl From<CommandError> for Refused {
    fn from(error: CommandError) -> Refused {
        match error {
            CommandError::Rejected { rejection, version } => {
                let refused = Refused::new(view::code(&rejection), rejection.to_string());
                Refused { version: Some(version), ..refused }
            }
            CommandError::NotFound => Refused::new(Code::NotFound, "there is no such game"),
            CommandError::Conflict => {
                Refused { retry: true, ..Refused::new(Code::Conflict, "the game has moved on") }
            }
            CommandError::Store(error) => error.into(),
        }
    }
}

impl From<LobbyError> for Refused {
    fn from(error: LobbyError) -> Refused {
        let text = error.to_string();
        match error {
            LobbyError::NotAllowed(_) => Refused::new(Code::NotAllowed, text),
            LobbyError::NotFound => Refused::new(Code::NotFound, text),
            LobbyError::Closed => Refused::new(Code::TooLate, text),
            LobbyError::Blocked => Refused::new(Code::Blocked, text),
            LobbyError::Busy => Refused::new(Code::Unavailable, text),
            LobbyError::TooMany => Refused::new(Code::Rate, text),
            LobbyError::Store(error) => error.into(),
        }
    }
}

impl From<ChatError> for Refused {
    fn from(error: ChatError) -> Refused {
        let text = error.to_string();
        match error {
            ChatError::NotFound => Refused::new(Code::NotFound, text),
            ChatError::Forbidden => Refused::new(Code::Forbidden, text),
            ChatError::Length => Refused::new(Code::BadRequest, text),
            ChatError::Blocked => Refused::new(Code::Blocked, text),
            ChatError::Store(error) => error.into(),
        }
    }
}

/// A good answer.
fn ok(n: u32) -> ServerMsg {
    ServerMsg::Ok { n, g: None, v: None, id: None, secret: None }
}

/// Does what a message asks, and answers it.
pub(super) async fn handle(shared: &Arc<Shared>, message: ClientMsg, received_at: Ms, seeks: &mut Vec<i64>) {
    let now = shared.sockets.time.now();
    let (n, game, answer) = match message {
        ClientMsg::Ping { c } => {
            shared.send(&ServerMsg::Pong { c, now: now.0 });
            return;
        }
        ClientMsg::Hello { .. } | ClientMsg::Unknown => {
            shared.send(&refusal(None, Code::BadRequest, "we have met"));
            return;
        }
        ClientMsg::Flag { g } => {
            flag(shared, &g, received_at).await;
            return;
        }
        ClientMsg::Bye { g } => {
            if let (Some(user), Ok(game)) = (shared.user(), GameId::parse(&g.0)) {
                shared.sockets.hub.unfollow(&shared.ticket, &game);
                shared.sockets.hub.note_leaving(user, &game).await;
            }
            return;
        }
        ClientMsg::Sub { n, ch, g, v } => (n, g.clone(), subscribe(shared, n, ch, g, v).await),
        ClientMsg::Unsub { n, ch, g } => (n, g.clone(), unsubscribe(shared, n, ch, g).await),
        ClientMsg::Move { n, g, id, ply, m, think } => {
            let think = think.map(|ms| Ms(ms.into()));
            let command = Command::Play { ply, text: m, think };
            (n, Some(g.clone()), command_to(shared, n, g, id, command, received_at).await)
        }
        ClientMsg::Act { n, g, id, action } => {
            let command = Command::Act(view::action(action));
            (n, Some(g.clone()), command_to(shared, n, g, id, command, received_at).await)
        }
        ClientMsg::Seek { n, terms } => (n, None, seek(shared, n, &terms, seeks).await),
        ClientMsg::Unseek { n, id } => (n, None, unseek(shared, n, id, seeks).await),
        ClientMsg::Challenge { n, to, computer, open, terms } => {
            (n, None, challenge(shared, n, to, computer, open, &terms).await)
        }
        ClientMsg::Reply { n, id, accept, secret } => {
            (n, None, reply(shared, n, &id, accept, secret.as_deref()).await)
        }
        ClientMsg::Chat { n, room, body } => (n, None, chat(shared, n, &room, &body).await),
    };
    match answer {
        Ok(message) => shared.send(&message),
        Err(refused) => {
            tracing::debug!(user = ?shared.user(), code = ?refused.code, "refused");
            shared.send(&ServerMsg::Err {
                n: Some(n),
                g: game,
                code: refused.code,
                msg: refused.text,
                retry: refused.retry,
                v: refused.version.map(|version| version.0),
            });
        }
    }
}

/// Who sends, if that is known and allowed.
fn sender(shared: &Shared, scope: Scopes) -> Result<&Viewer, Refused> {
    let viewer = shared
        .viewer
        .as_ref()
        .ok_or_else(|| Refused::new(Code::Unauthorized, "sign in, or play as a guest"))?;
    if viewer.scopes.has(scope) {
        Ok(viewer)
    } else {
        Err(Refused::new(Code::Forbidden, "the token does not allow this"))
    }
}

fn game_id(g: &wire::GameId) -> Result<GameId, Refused> {
    GameId::parse(&g.0).map_err(|_| Refused::new(Code::NotFound, "there is no such game"))
}

async fn flag(shared: &Arc<Shared>, g: &wire::GameId, received_at: Ms) {
    let (Some(user), Ok(game)) = (shared.user(), GameId::parse(&g.0)) else { return };
    let by = Sender::User(user);
    let request = Request { game, by, command: Command::Tick, cmd: None, received_at, rtt: None };
    // A hint: whatever it finds is told as an event, and a wrong one is not worth an answer.
    let _ = shared.sockets.games.command(request).await;
}

async fn subscribe(
    shared: &Arc<Shared>,
    n: u32,
    channel: Channel,
    g: Option<wire::GameId>,
    v: Option<i64>,
) -> Result<ServerMsg, Refused> {
    let hub = &shared.sockets.hub;
    match channel {
        Channel::Lobby => hub.follow_lobby(&shared.ticket).await?,
        Channel::User => hub.follow_user(&shared.ticket, sender(shared, Scopes::READ)?.user).await?,
        Channel::Game => {
            let g = g.ok_or_else(|| Refused::new(Code::BadRequest, "which game?"))?;
            let game = game_id(&g)?;
            if !hub.follows(&shared.ticket, &game) && hub.followed(&shared.ticket) >= MOST_GAMES {
                return Err(Refused::new(Code::Rate, "you follow too many games"));
            }
            let version = hub.follow(&shared.ticket, shared.user(), &game, v.map(Version)).await?;
            return Ok(ServerMsg::Ok { n, g: Some(g), v: Some(version.0), id: None, secret: None });
        }
    }
    Ok(ok(n))
}

async fn unsubscribe(
    shared: &Arc<Shared>,
    n: u32,
    channel: Channel,
    g: Option<wire::GameId>,
) -> Result<ServerMsg, Refused> {
    let hub = &shared.sockets.hub;
    match channel {
        Channel::Lobby => hub.unfollow_lobby(&shared.ticket).await,
        Channel::User => hub.unfollow_user(&shared.ticket, sender(shared, Scopes::READ)?.user),
        Channel::Game => {
            let g = g.ok_or_else(|| Refused::new(Code::BadRequest, "which game?"))?;
            hub.unfollow(&shared.ticket, &game_id(&g)?);
        }
    }
    Ok(ok(n))
}

async fn command_to(
    shared: &Arc<Shared>,
    n: u32,
    g: wire::GameId,
    id: wire::CommandId,
    command: Command,
    received_at: Ms,
) -> Result<ServerMsg, Refused> {
    let viewer = sender(shared, Scopes::PLAY)?;
    let game = game_id(&g)?;
    let cmd = CmdId::parse(&id.0)
        .map_err(|_| Refused::new(Code::BadRequest, "a command's id has 4 to 16 letters and digits"))?;
    let by = Sender::User(viewer.user);
    let request = Request { game, by, command, cmd: Some(cmd), received_at, rtt: shared.rtt() };
    let started = std::time::Instant::now();
    let done = shared.sockets.games.command(request).await;
    metrics::COMMAND_SECONDS.record(started.elapsed());
    let done = done?;
    let id = done.next.map(|next| next.0);
    Ok(ServerMsg::Ok { n, g: Some(g), v: Some(done.version.0), id, secret: None })
}

fn wish(terms: &wire::lobby::Wish) -> Result<crate::domain::terms::Wish, Refused> {
    view::read_wish(terms).map_err(|error| Refused::new(Code::BadRequest, error.to_string()))
}

async fn seek(
    shared: &Arc<Shared>,
    n: u32,
    terms: &wire::lobby::Wish,
    seeks: &mut Vec<i64>,
) -> Result<ServerMsg, Refused> {
    let viewer = sender(shared, Scopes::CHALLENGE)?;
    let sought = shared.sockets.lobby.seek(viewer.user, viewer.kind, wish(terms)?).await?;
    if sought.game.is_none() {
        seeks.push(sought.id);
    }
    let g = sought.game.as_ref().map(view::game_id);
    Ok(ServerMsg::Ok { n, g, v: None, id: Some(sought.id.to_string()), secret: None })
}

async fn unseek(
    shared: &Arc<Shared>,
    n: u32,
    id: Option<wire::SeekId>,
    seeks: &mut Vec<i64>,
) -> Result<ServerMsg, Refused> {
    let user = sender(shared, Scopes::CHALLENGE)?.user;
    let chosen: Vec<i64> = match id {
        Some(id) => vec![id.0.parse().map_err(|_| Refused::new(Code::NotFound, "there is no such seek"))?],
        None => seeks.clone(),
    };
    for id in chosen {
        shared.sockets.lobby.unseek(user, id).await?;
        seeks.retain(|seek| *seek != id);
    }
    Ok(ok(n))
}

async fn challenge(
    shared: &Arc<Shared>,
    n: u32,
    to: Option<String>,
    computer: Option<u8>,
    open: bool,
    terms: &wire::lobby::Wish,
) -> Result<ServerMsg, Refused> {
    let viewer = sender(shared, Scopes::CHALLENGE)?;
    let target = match (to, computer) {
        (_, Some(level)) => Target::Computer(
            Level::new(level).ok_or_else(|| Refused::new(Code::BadRequest, "there is no such level"))?,
        ),
        (Some(name), None) => Target::Name(name),
        (None, None) if open => Target::Anybody,
        (None, None) => Target::Link,
    };
    let challenges = &shared.sockets.challenges;
    Ok(match challenges.create(viewer.user, viewer.kind, target, wish(terms)?).await? {
        Challenged::Open { id, secret } => ServerMsg::Ok { n, g: None, v: None, id: Some(id.0), secret },
        Challenged::Game(game) => {
            ServerMsg::Ok { n, g: Some(view::game_id(&game)), v: None, id: None, secret: None }
        }
    })
}

async fn reply(
    shared: &Arc<Shared>,
    n: u32,
    id: &wire::ChallengeId,
    accept: bool,
    secret: Option<&str>,
) -> Result<ServerMsg, Refused> {
    let viewer = sender(shared, Scopes::CHALLENGE)?;
    let id = ChallengeId(id.0.clone());
    let challenges = &shared.sockets.challenges;
    if !accept {
        challenges.close(viewer.user, &id).await?;
        return Ok(ok(n));
    }
    let game = challenges.accept(viewer.user, viewer.kind, &id, secret).await?;
    Ok(ServerMsg::Ok { n, g: Some(view::game_id(&game)), v: None, id: None, secret: None })
}

async fn chat(shared: &Arc<Shared>, n: u32, room: &str, body: &str) -> Result<ServerMsg, Refused> {
    let viewer = sender(shared, Scopes::CHAT)?;
    let room = shared.sockets.chat.room(viewer.user, room).await?;
    let line = shared.sockets.chat.say(viewer.user, viewer.kind, &room, body).await?;
    Ok(ServerMsg::Ok { n, g: None, v: None, id: Some(line.id.to_string()), secret: None })
}

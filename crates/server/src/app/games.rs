//! The path of a command: one at a time for each game, checked, saved, then told.

use std::sync::{Arc, OnceLock};

use skep_rules::{ByColor, Color};

use super::live::{LiveGames, Slot};
use super::secrets::random_number;
use super::time::TimeSource;
use crate::bus::{self, Bus};
use crate::domain::game::{
    Action, Actor, Change, Command, Ctx, Event, EventKind, GameState, NewGame, Rejection,
};
use crate::domain::ids::{CmdId, GameId, UserId, Version};
use crate::domain::terms::Visibility;
use crate::domain::time::{Ms, Speed};
use crate::domain::user::TakebackPolicy;
use crate::metrics;
use crate::store::games::Commit;
use crate::store::{Store, StoreError};

/// Somebody who hears at once, in order, what this process has saved.
pub trait Listener: Send + Sync + std::fmt::Debug {
    /// These events were saved, and this is the game after them.
    fn saved(&self, state: &GameState, events: &[Event]);
}

/// A command from outside.
#[derive(Clone, Debug)]
pub struct Request {
    /// To which game.
    pub game: GameId,
    /// From whom. The seat follows from it.
    pub by: Sender,
    /// What.
    pub command: Command,
    /// What the client calls it.
    pub cmd: Option<CmdId>,
    /// When it arrived.
    pub received_at: Ms,
    /// The way to the client and back.
    pub rtt: Option<Ms>,
}

/// Who sends a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    /// A user: a player of the game or a stranger.
    User(UserId),
    /// The server.
    System,
    /// A moderator, checked by the caller.
    Moderator,
}

/// What a command led to.
#[derive(Clone, PartialEq, Debug)]
pub struct Done {
    /// The number of the event that it caused; the same when it is sent again.
    pub version: Version,
    /// The new game, if it made one.
    pub next: Option<GameId>,
}

/// Why a command led to nothing.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The rules of the site, with the present version of the game.
    #[error("{rejection}")]
    Rejected {
        /// Why.
        rejection: Rejection,
        /// Where the game is.
        version: Version,
    },
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// Others were faster, again and again.
    #[error("the game has moved on")]
    Conflict,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How often a command is tried again when another process changes the game at the same time.
const ATTEMPTS: usize = 3;

/// Commands to games.
#[derive(Debug)]
pub struct GameService {
    store: Arc<dyn Store>,
    bus: Bus,
    time: Arc<dyn TimeSource>,
    live: LiveGames,
    listener: OnceLock<Arc<dyn Listener>>,
}

impl GameService {
    /// With room for so many games in memory.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        bus: Bus,
        time: Arc<dyn TimeSource>,
        capacity: usize,
    ) -> Arc<GameService> {
        let live = LiveGames::new(capacity);
        Arc::new(GameService { store, bus, time, live, listener: OnceLock::new() })
    }

    /// Names the one who hears at once of what is saved. Only the first call counts.
    pub fn listen(&self, listener: Arc<dyn Listener>) {
        let _ = self.listener.set(listener);
    }

    /// Does a command. It is finished even if the caller goes away: what is saved is also told.
    ///
    /// # Errors
    /// Why nothing was done.
    pub async fn command(self: &Arc<GameService>, request: Request) -> Result<Done, CommandError> {
        let service = Arc::clone(self);
        match tokio::spawn(async move { service.run(&request).await }).await {
            Ok(result) => result,
            Err(error) => Err(StoreError::Unknown(error.to_string()).into()),
        }
    }

    /// Shows a game to `look` while nobody in this process can change it. It is read from the database: another process
    /// may have changed it.
    ///
    /// # Errors
    /// If there is none, or the database does not answer.
    pub async fn inspect<T>(
        &self,
        id: &GameId,
        look: impl FnOnce(&GameState) -> T,
    ) -> Result<T, CommandError> {
        let mut slot = self.live.lock(id).await;
        let state = self.store.game(id).await?.ok_or(CommandError::NotFound)?;
        let answer = look(&state);
        *slot = Some(state);
        Ok(answer)
    }

    /// The present state of a game.
    ///
    /// # Errors
    /// If there is none, or the database does not answer.
    pub async fn state(&self, id: &GameId) -> Result<GameState, CommandError> {
        self.inspect(id, Clone::clone).await
    }

    /// A new game is there: the players hear of it.
    pub fn announce(&self, game: &GameState) {
        self.bus.publish(bus::Change::Game(game.id.clone(), game.version));
        for color in Color::ALL {
            self.bus.publish(bus::Change::User(game.players[color].user));
        }
    }

    async fn run(&self, request: &Request) -> Result<Done, CommandError> {
        let mut slot = self.live.lock(&request.game).await;
        let mut uncertain = false;
        let mut attempts = 0;
        while attempts < ATTEMPTS {
            // Another process may have changed the game since it was kept here. What is saved is guarded by the
            // version; what is refused, or needs no saving, must be seen on the row itself.
            let fresh = slot.is_none();
            let state = self.load(&mut slot, &request.game).await?;
            let actor = match request.by {
                Sender::System => Actor::System,
                Sender::Moderator => Actor::Moderator,
                Sender::User(user) => match state.seat_of(user) {
                    Some(seat) => Actor::Seat(seat),
                    // Anybody who sees a clock at zero may say so.
                    None if request.command == Command::Tick => Actor::System,
                    None => return rejected(&state, Rejection::Forbidden),
                },
            };
            // After a write of unknown fate the answer is in the database.
            if uncertain && let Some(done) = self.find_done(&state, actor, request).await? {
                return Ok(done);
            }
            let ctx = self.context(&state, actor, request).await?;
            let mut change = match state.apply(actor, &request.command, &ctx) {
                Ok(change) if change.events.is_empty() && !fresh => {
                    *slot = None;
                    continue;
                }
                Ok(change) => change,
                Err(_) if !fresh => {
                    *slot = None;
                    continue;
                }
                Err(rejection) => {
                    // The command may be one that was done before; then the game is where it led, and refuses it.
                    return match self.find_done(&state, actor, request).await? {
                        Some(done) => Ok(done),
                        None => rejected(&state, rejection),
                    };
                }
            };
            if let Some(rematch) = &mut change.rematch {
                self.add_ratings(rematch).await?;
            }
            if change.events.is_empty() {
                return self.answer(&change, &state);
            }
            attempts += 1;
            let started = std::time::Instant::now();
            let committed = self.store.commit_game(change.clone()).await;
            metrics::COMMIT_SECONDS.record(started.elapsed());
            match committed {
                Ok(Commit::Done { events }) => {
                    let moves = events.iter().filter(|event| matches!(event.kind, EventKind::Moved { .. }));
                    metrics::MOVES.add(moves.count() as u64);
                    self.tell(&change, &events);
                    let version = change.next.version;
                    let answer = self.answer(&change, &change.next);
                    *slot = Some(change.next);
                    tracing::debug!(game = %request.game, v = version.0, "command");
                    return answer;
                }
                Ok(Commit::Conflict) => {
                    metrics::CONFLICTS.add(1);
                    *slot = None;
                }
                Ok(Commit::Duplicate(version)) => {
                    metrics::DUPLICATES.add(1);
                    *slot = None;
                    return Ok(Done { version, next: None });
                }
                Err(StoreError::Unknown(error)) if !uncertain => {
                    tracing::warn!(game = %request.game, error, "a write was not confirmed");
                    *slot = None;
                    uncertain = true;
                }
                Err(error) => {
                    *slot = None;
                    return Err(error.into());
                }
            }
        }
        Err(CommandError::Conflict)
    }

    fn answer(&self, change: &Change, state: &GameState) -> Result<Done, CommandError> {
        match &change.refusal {
            Some(rejection) => rejected(state, rejection.clone()),
            None => {
                let next = change.rematch.as_ref().map(|game| game.state.id.clone());
                Ok(Done { version: change.answer, next })
            }
        }
    }

    async fn load(&self, slot: &mut Slot, id: &GameId) -> Result<GameState, CommandError> {
        if let Some(state) = slot.as_ref() {
            return Ok(state.clone());
        }
        let state = self.store.game(id).await?.ok_or(CommandError::NotFound)?;
        **slot = Some(state.clone());
        Ok(state)
    }

    async fn find_done(
        &self,
        state: &GameState,
        actor: Actor,
        request: &Request,
    ) -> Result<Option<Done>, CommandError> {
        let (Actor::Seat(seat), Some(cmd)) = (actor, &request.cmd) else { return Ok(None) };
        let version = self.store.find_command(&state.id, seat, cmd).await?;
        Ok(version.map(|version| Done { version, next: None }))
    }

    /// What the command must know besides the game; read only where it matters.
    async fn context(&self, state: &GameState, actor: Actor, request: &Request) -> Result<Ctx, CommandError> {
        let now = self.time.now();
        let mut ctx = Ctx {
            received_at: request.received_at.min(now),
            rtt: request.rtt,
            cmd: request.cmd.clone(),
            ..Ctx::system(now)
        };
        let (Actor::Seat(seat), Command::Act(action)) = (actor, &request.command) else { return Ok(ctx) };
        let opponent = state.players[!seat].user;
        match action {
            Action::Takeback => ctx.takeback_allowed = self.takeback_allowed(state).await?,
            Action::ClaimWin | Action::ClaimDraw => {
                let presence = self.store.presence(&state.id, now).await?;
                let here = presence.iter().filter(|it| it.user == opponent);
                ctx.absent = match here.max_by_key(|it| (it.online, it.since)) {
                    Some(presence) if presence.online => None,
                    Some(presence) => Some(now - presence.since.max(state.created_at)),
                    None => Some(now - state.created_at),
                };
            }
            Action::Rematch => {
                ctx.blocked = self.store.block_between(state.players[seat].user, opponent).await?;
                ctx.fresh = Some(GameId::from_random(random_number()));
            }
            _ => {}
        }
        Ok(ctx)
    }

    /// Both players' wishes decide; the computer has none.
    async fn takeback_allowed(&self, state: &GameState) -> Result<bool, CommandError> {
        let people: Vec<UserId> = Color::ALL
            .into_iter()
            .map(|color| state.players[color].user)
            .filter(|user| user.computer_level().is_none())
            .collect();
        let users = self.store.users(people).await?;
        Ok(users.iter().all(|user| takeback_policy(&user.prefs).allows(state.terms.rated)))
    }

    async fn add_ratings(&self, game: &mut NewGame) -> Result<(), CommandError> {
        let speed = game.state.terms.clock.speed();
        for color in Color::ALL {
            let player = &mut game.state.players[color];
            player.rating = rating_points(self.store.as_ref(), player.user, speed).await?;
        }
        Ok(())
    }

    fn tell(&self, change: &Change, events: &[Event]) {
        let state = &change.next;
        if let Some(listener) = self.listener.get() {
            listener.saved(state, events);
        }
        self.bus.publish(bus::Change::Game(state.id.clone(), state.version));
        let slow = !state.terms.clock.is_real_time();
        if change.finish.is_some() || slow {
            for color in Color::ALL {
                self.bus.publish(bus::Change::User(state.players[color].user));
            }
        }
        if let Some(outcome) = change.finish.map(|finish| finish.outcome) {
            tracing::info!(game = %state.id, v = state.version.0, reason = ?outcome.reason, "game ended");
        }
        if let Some(rematch) = &change.rematch {
            self.announce(&rematch.state);
        }
    }
}

fn rejected<T>(state: &GameState, rejection: Rejection) -> Result<T, CommandError> {
    Err(CommandError::Rejected { rejection, version: state.version })
}

/// The rating of somebody as whole points, if there is one.
///
/// # Errors
/// If the database does not answer.
pub async fn rating_points(store: &dyn Store, user: UserId, speed: Speed) -> Result<Option<i32>, StoreError> {
    if user.computer_level().is_some() {
        return Ok(None);
    }
    Ok(store.rating(user, speed).await?.map(|row| row.rating.round() as i32))
}

/// What a user's settings say about taking back.
fn takeback_policy(prefs: &str) -> TakebackPolicy {
    let prefs: serde_json::Value = serde_json::from_str(prefs).unwrap_or_default();
    match prefs.get("takebacks").and_then(|value| value.as_str()) {
        Some("never") => TakebackPolicy::Never,
        Some("always") => TakebackPolicy::Always,
        _ => TakebackPolicy::Casual,
    }
}

/// Whether a user, or a visitor without a name, may see a game.
#[must_use]
pub fn can_see(
    players: &ByColor<crate::domain::game::Player>,
    visibility: Visibility,
    user: Option<UserId>,
) -> bool {
    let plays = user.is_some_and(|user| players.white.user == user || players.black.user == user);
    plays || visibility != Visibility::Players
}

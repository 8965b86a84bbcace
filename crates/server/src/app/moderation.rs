//! Reports, bans, and the log of what moderators and administrators did.

use std::sync::Arc;

use super::games::{CommandError, GameService, Request, Sender};
use super::limits;
use super::secrets::random_number;
use super::sessions::Sessions;
use super::time::TimeSource;
use crate::domain::account::{ReportState, Roles, UserState};
use crate::domain::game::{Action, Command, Rejection, Status};
use crate::domain::ids::{GameId, UserId, row_id};
use crate::domain::time::Ms;
use crate::domain::user::{UserKind, name_key};
use crate::store::social::{AdminAct, Report};
use crate::store::users::User;
use crate::store::{Store, StoreError};

/// The operator at the console, in the log of acts.
pub const OPERATOR: UserId = UserId(0);
const LONGEST_REPORT: usize = 2000;

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum ModerationError {
    #[error("there is nobody with this name")]
    NobodyThere,
    #[error("there is no such thing")]
    NotFound,
    #[error("this cannot be done to this user")]
    NotAllowed,
    #[error("a report has at most {LONGEST_REPORT} characters")]
    TooLong,
    #[error("too many reports; wait a little")]
    Limited { wait: Ms },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Moderation.
#[derive(Clone, Debug)]
pub struct Moderation {
    store: Arc<dyn Store>,
    sessions: Sessions,
    games: Arc<GameService>,
    time: Arc<dyn TimeSource>,
}

impl Moderation {
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        sessions: Sessions,
        games: Arc<GameService>,
        time: Arc<dyn TimeSource>,
    ) -> Moderation {
        Moderation { store, sessions, games, time }
    }

    /// Somebody by name.
    ///
    /// # Errors
    /// When there is nobody.
    pub async fn find(&self, name: &str) -> Result<User, ModerationError> {
        self.store.user_by_name(&name_key(name)).await?.ok_or(ModerationError::NobodyThere)
    }

    /// Somebody tells the moderators about somebody else.
    ///
    /// # Errors
    /// See [`ModerationError`].
    pub async fn report(
        &self,
        reporter: UserId,
        name: &str,
        reason: i16,
        game: Option<GameId>,
        text: &str,
    ) -> Result<(), ModerationError> {
        let now = self.time.now();
        let text = text.trim();
        if text.chars().count() > LONGEST_REPORT {
            return Err(ModerationError::TooLong);
        }
        let suspect = self.find(name).await?;
        if suspect.id == reporter || suspect.kind == UserKind::Computer {
            return Err(ModerationError::NotAllowed);
        }
        let game = match game {
            Some(id) => Some(self.store.game_record(&id).await?.ok_or(ModerationError::NotFound)?.id),
            None => None,
        };
        if !limits::REPORTS.count(&*self.store, &reporter.to_string(), now).await? {
            return Err(ModerationError::Limited { wait: limits::REPORTS.window });
        }
        let report = Report {
            id: row_id(now, random_number()),
            reporter,
            suspect: suspect.id,
            reason,
            game,
            text: text.to_owned(),
            state: ReportState::Open,
            handled_by: None,
            created_at: now,
            handled_at: None,
        };
        Ok(self.store.insert_report(report).await?)
    }

    /// Decides a report.
    ///
    /// # Errors
    /// See [`ModerationError`].
    pub async fn handle_report(&self, by: UserId, id: i64, upheld: bool) -> Result<(), ModerationError> {
        let state = if upheld { ReportState::Upheld } else { ReportState::Dismissed };
        if !self.store.handle_report(id, state, by, self.time.now()).await? {
            return Err(ModerationError::NotFound);
        }
        self.log(by, "report", &id.to_string(), if upheld { "upheld" } else { "dismissed" }).await
    }

    /// Shuts an account: signed out everywhere, running games given up.
    ///
    /// # Errors
    /// See [`ModerationError`].
    pub async fn ban(&self, by: UserId, name: &str, why: &str) -> Result<(), ModerationError> {
        let user = self.find(name).await?;
        if user.kind == UserKind::Computer || user.id == by || self.outranks(&user, by).await? {
            return Err(ModerationError::NotAllowed);
        }
        self.store.set_state(user.id, UserState::Banned).await?;
        self.sessions.close_all(user.id, None).await?;
        self.end_games(user.id).await?;
        self.log(by, "ban", &user.name, why).await
    }

    /// Opens it again.
    ///
    /// # Errors
    /// See [`ModerationError`].
    pub async fn unban(&self, by: UserId, name: &str) -> Result<(), ModerationError> {
        let user = self.find(name).await?;
        if user.state != UserState::Banned {
            return Err(ModerationError::NotAllowed);
        }
        self.store.set_state(user.id, UserState::Open).await?;
        self.log(by, "unban", &user.name, "").await
    }

    /// Gives or takes roles. The old sessions end, so that none carries the old roles on.
    ///
    /// # Errors
    /// See [`ModerationError`].
    pub async fn set_roles(&self, by: UserId, name: &str, roles: Roles) -> Result<(), ModerationError> {
        let user = self.find(name).await?;
        if user.kind != UserKind::Person {
            return Err(ModerationError::NotAllowed);
        }
        self.store.set_roles(user.id, roles).await?;
        self.sessions.close_all(user.id, None).await?;
        self.log(by, "roles", &user.name, &format!("{}", roles.0)).await
    }

    /// Hides a line of chat.
    ///
    /// # Errors
    /// See [`ModerationError`].
    pub async fn hide_chat(&self, by: UserId, id: i64) -> Result<(), ModerationError> {
        if !self.store.hide_chat(id, by).await? {
            return Err(ModerationError::NotFound);
        }
        self.log(by, "hide chat", &id.to_string(), "").await
    }

    /// Ends all running games of somebody who leaves: called off where that is possible, given up otherwise.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn end_games(&self, user: UserId) -> Result<(), StoreError> {
        for game in self.store.open_games(user).await? {
            let first = if game.status == Status::Opening { Action::Abort } else { Action::Resign };
            // The opponent may move between the two: what was an opening is then a game.
            for action in [first, Action::Resign] {
                let request = Request {
                    game: game.id.clone(),
                    by: Sender::User(user),
                    command: Command::Act(action),
                    cmd: None,
                    received_at: self.time.now(),
                    rtt: None,
                };
                match self.games.command(request).await {
                    Ok(_) => break,
                    Err(CommandError::Rejected { rejection: Rejection::GameOver, .. }) => break,
                    Err(CommandError::Store(error)) => return Err(error),
                    Err(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Writes an act down.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn log(
        &self,
        by: UserId,
        action: &str,
        target: &str,
        detail: &str,
    ) -> Result<(), ModerationError> {
        let now = self.time.now();
        tracing::info!(by = %by, action, target, "moderation");
        let act = AdminAct {
            id: row_id(now, random_number()),
            admin: by,
            action: action.to_owned(),
            target: target.to_owned(),
            detail: detail.to_owned(),
            at: now,
        };
        Ok(self.store.log_admin(act).await?)
    }

    /// Whether somebody has a role that `by` must not touch: moderators do not ban each other, administrators may.
    async fn outranks(&self, user: &User, by: UserId) -> Result<bool, StoreError> {
        if by == OPERATOR || user.roles == Roles::NONE {
            return Ok(false);
        }
        let acting = self.store.user(by).await?;
        Ok(!acting.is_some_and(|acting| acting.roles.has(Roles::ADMIN)) || user.roles.has(Roles::ADMIN))
    }
}

//! Who is asking: sessions of browsers and terminals, and tokens of programs.

use std::net::IpAddr;
use std::sync::Arc;

use super::secrets::{self, API_PREFIX, Token};
use crate::bus::{Bus, Change};
use crate::config;
use crate::domain::account::{Roles, UserState};
use crate::domain::ids::{UserId, row_id};
use crate::domain::time::Ms;
use crate::domain::user::UserKind;
use crate::store::sessions::{ApiToken, Session};
use crate::store::users::User;
use crate::store::{Store, StoreError};

/// How often the last use is written down.
const TOUCH: Ms = Ms::seconds(3600);
/// For how long after the password was typed an administrator may act.
pub const CONFIRMED_FOR: Ms = Ms::seconds(15 * 60);
/// How much of a hash names a session to its owner.
const SHORT_HASH: usize = 16;
const MOST_TOKENS: usize = 50;

/// What a token may do; a session may do everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scopes(pub i32);

impl Scopes {
    pub const READ: Scopes = Scopes(1);
    pub const PLAY: Scopes = Scopes(2);
    pub const CHALLENGE: Scopes = Scopes(4);
    pub const CHAT: Scopes = Scopes(8);
    pub const ACCOUNT: Scopes = Scopes(16);
    pub const ALL: Scopes = Scopes(31);

    /// Whether all of `other` are among them.
    #[must_use]
    pub const fn has(self, other: Scopes) -> bool {
        self.0 & other.0 == other.0
    }
}

/// How somebody proved who they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A session, by the hash of its token; in a cookie or, for terminals, in a header.
    Session { hash: String, confirmed_at: Option<Ms> },
    /// A token of a program.
    Token { id: i64, hash: String },
}

/// Somebody who is asking for something.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub user: UserId,
    pub name: String,
    pub kind: UserKind,
    pub roles: Roles,
    pub scopes: Scopes,
    pub proof: Proof,
    pub address: IpAddr,
}

impl Viewer {
    /// The hash that a notice of revocation names.
    #[must_use]
    pub fn hash(&self) -> &str {
        match &self.proof {
            Proof::Session { hash, .. } | Proof::Token { hash, .. } => hash,
        }
    }

    /// Whether a person or guest sits at a browser or terminal, not a program with a token.
    #[must_use]
    pub fn is_session(&self) -> bool {
        matches!(self.proof, Proof::Session { .. })
    }
}

/// What is known about the device that signs in.
#[derive(Clone, Debug)]
pub struct Device {
    pub agent: Option<String>,
    pub address: IpAddr,
    /// As its owner will see it in the list.
    pub network: String,
}

/// A new token, of what kind and for how long.
#[derive(Clone, Debug)]
pub struct TokenWish {
    pub label: String,
    pub scopes: Scopes,
    pub lifetime: Option<Ms>,
}

/// Why a token was not made.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("a token has a label of 1 to 60 characters and at least one scope")]
    Malformed,
    #[error("an account has at most {MOST_TOKENS} tokens")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sessions and tokens.
#[derive(Clone, Debug)]
pub struct Sessions {
    store: Arc<dyn Store>,
    bus: Bus,
    config: config::Session,
}

impl Sessions {
    #[must_use]
    pub fn new(store: Arc<dyn Store>, bus: Bus, config: config::Session) -> Sessions {
        Sessions { store, bus, config }
    }

    /// Signs somebody in: the token is new, whatever the client held before.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn open(
        &self,
        user: UserId,
        device: &Device,
        confirmed: bool,
        now: Ms,
    ) -> Result<Token, StoreError> {
        let token = Token::new("");
        let session = Session {
            token_hash: token.hash(),
            user_id: user,
            created_at: now,
            used_at: now,
            expires_at: now + self.config.idle,
            confirmed_at: confirmed.then_some(now),
            user_agent: device.agent.as_deref().map(readable),
            ip_prefix: Some(device.network.clone()),
        };
        self.store.insert_session(session).await?;
        Ok(token)
    }

    /// Who holds this token. Sessions that are used live longer, up to a limit.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(&self, token: &str, address: IpAddr, now: Ms) -> Result<Option<Viewer>, StoreError> {
        if !secrets::is_plausible(token) {
            return Ok(None);
        }
        let hash = secrets::hash(token);
        let found = if token.starts_with(API_PREFIX) {
            self.find_token(hash, now).await?
        } else {
            self.find_session(hash, now).await?
        };
        Ok(found.filter(|(user, ..)| user.state == UserState::Open).map(|(user, scopes, proof)| Viewer {
            user: user.id,
            name: user.name,
            kind: user.kind,
            roles: user.roles,
            scopes,
            proof,
            address,
        }))
    }

    async fn find_token(&self, hash: String, now: Ms) -> Result<Option<(User, Scopes, Proof)>, StoreError> {
        let Some((token, user)) = self.store.api_token(&hash, now).await? else { return Ok(None) };
        if token.used_at.is_none_or(|used| now - used > TOUCH) {
            self.store.touch_api_token(token.id, now).await?;
        }
        Ok(Some((user, Scopes(token.scopes), Proof::Token { id: token.id, hash })))
    }

    async fn find_session(&self, hash: String, now: Ms) -> Result<Option<(User, Scopes, Proof)>, StoreError> {
        let Some((session, user)) = self.store.session(&hash, now).await? else { return Ok(None) };
        let last = session.created_at + self.config.longest;
        if now > last {
            self.store.delete_session(&hash).await?;
            return Ok(None);
        }
        if now - session.used_at > TOUCH {
            let expires = (now + self.config.idle).min(last);
            self.store.touch_session(&hash, now, expires).await?;
            self.store.touch_user(user.id, now).await?;
        }
        let proof = Proof::Session { hash, confirmed_at: session.confirmed_at };
        Ok(Some((user, Scopes::ALL, proof)))
    }

    /// Whether a session or token is still good, for sockets that live long.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn still_good(&self, viewer: &Viewer, now: Ms) -> Result<bool, StoreError> {
        let user = match &viewer.proof {
            Proof::Session { hash, .. } => self.store.session(hash, now).await?.map(|(_, user)| user),
            Proof::Token { hash, .. } => self.store.api_token(hash, now).await?.map(|(_, user)| user),
        };
        Ok(user.is_some_and(|user| user.state == UserState::Open))
    }

    /// Signs this device out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn close(&self, hash: &str) -> Result<(), StoreError> {
        if self.store.delete_session(hash).await? {
            self.tell(std::slice::from_ref(&hash.to_owned()));
        }
        Ok(())
    }

    /// Signs out everywhere, except where `except` says.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn close_all(&self, user: UserId, except: Option<&str>) -> Result<(), StoreError> {
        let ended = self.store.delete_sessions(user, except.map(str::to_owned)).await?;
        self.tell(&ended);
        Ok(())
    }

    /// Signs out the device with this short name; whether there was one.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn close_named(&self, user: UserId, id: &str, now: Ms) -> Result<bool, StoreError> {
        let sessions = self.store.sessions(user, now).await?;
        let Some(session) = sessions.iter().find(|session| short(&session.token_hash) == id) else {
            return Ok(false);
        };
        self.close(&session.token_hash).await?;
        Ok(true)
    }

    /// All devices of somebody, each with its short name.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn list(&self, user: UserId, now: Ms) -> Result<Vec<(String, Session)>, StoreError> {
        let sessions = self.store.sessions(user, now).await?;
        Ok(sessions.into_iter().map(|session| (short(&session.token_hash).to_owned(), session)).collect())
    }

    /// A token for a program.
    ///
    /// # Errors
    /// When the wish is malformed, there are too many, or the database does not answer.
    pub async fn grant(
        &self,
        user: UserId,
        wish: TokenWish,
        now: Ms,
    ) -> Result<(Token, ApiToken), TokenError> {
        let label = readable(wish.label.trim());
        let known = wish.scopes.0 & !Scopes::ALL.0 == 0 && wish.scopes.0 != 0;
        if label.is_empty() || label.chars().count() > 60 || !known {
            return Err(TokenError::Malformed);
        }
        if self.store.api_tokens(user).await?.len() >= MOST_TOKENS {
            return Err(TokenError::TooMany);
        }
        let token = Token::new(API_PREFIX);
        let row = ApiToken {
            id: row_id(now, secrets::random_number()),
            token_hash: token.hash(),
            user_id: user,
            label,
            scopes: wish.scopes.0,
            created_at: now,
            used_at: None,
            expires_at: wish.lifetime.map(|lifetime| now + lifetime),
        };
        self.store.insert_api_token(row.clone()).await?;
        Ok((token, row))
    }

    /// Takes a token back; whether it was theirs.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn revoke_token(&self, user: UserId, id: i64) -> Result<bool, StoreError> {
        let hash = self.store.delete_api_token(user, id).await?;
        self.tell(hash.as_slice());
        Ok(hash.is_some())
    }

    /// Takes all tokens back.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn revoke_all_tokens(&self, user: UserId) -> Result<(), StoreError> {
        for token in self.store.api_tokens(user).await? {
            self.revoke_token(user, token.id).await?;
        }
        Ok(())
    }

    /// Sockets of these sessions and tokens are closed, on every process.
    fn tell(&self, hashes: &[String]) {
        for hash in hashes {
            self.bus.publish(Change::Revoked(hash.clone()));
        }
    }
}

fn short(hash: &str) -> &str {
    hash.get(..SHORT_HASH).unwrap_or(hash)
}

/// Without control characters, and not longer than a line.
fn readable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

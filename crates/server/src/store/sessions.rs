//! What proves who somebody is: sessions, tokens of programs, tokens sent by mail.

use async_trait::async_trait;

use super::StoreError;
use super::users::User;
use crate::domain::account::MailPurpose;
use crate::domain::ids::UserId;
use crate::domain::time::Ms;

/// A browser or terminal that is signed in. Only the hash of its token is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    /// Who is signed in.
    pub user_id: UserId,
    /// Since when.
    pub created_at: Ms,
    /// Last used, to the hour.
    pub used_at: Ms,
    /// When it ends unless it is used.
    pub expires_at: Ms,
    /// When the password was last typed.
    pub confirmed_at: Option<Ms>,
    /// What the browser calls itself.
    pub user_agent: Option<String>,
    /// The network it came from.
    pub ip_prefix: Option<String>,
}

/// A token for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiToken {
    /// Its number.
    pub id: i64,
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    /// For whom it acts.
    pub user_id: UserId,
    /// What its owner calls it.
    pub label: String,
    /// What it may do, as bits.
    pub scopes: i32,
    /// Since when.
    pub created_at: Ms,
    /// Last used, to the hour.
    pub used_at: Option<Ms>,
    /// When it ends, if ever.
    pub expires_at: Option<Ms>,
}

/// A token that was sent by mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmailToken {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    /// Whose it is.
    pub user_id: UserId,
    /// What it is good for.
    pub purpose: MailPurpose,
    /// The address it was sent to, as compared.
    pub email: String,
    /// When it ends.
    pub expires_at: Ms,
}

/// Who is signed in where.
#[async_trait]
pub trait Sessions {
    /// Somebody signs in.
    async fn insert_session(&self, session: Session) -> Result<(), StoreError>;
    /// The session and its user, unless it has ended.
    async fn session(&self, token_hash: &str, now: Ms) -> Result<Option<(Session, User)>, StoreError>;
    /// It was used, and lives longer for it.
    async fn touch_session(&self, token_hash: &str, used_at: Ms, expires_at: Ms) -> Result<(), StoreError>;
    /// The password was typed again.
    async fn confirm_session(&self, token_hash: &str, at: Ms) -> Result<(), StoreError>;
    /// Signs out; whether there was such a session.
    async fn delete_session(&self, token_hash: &str) -> Result<bool, StoreError>;
    /// Signs out everywhere (except here); the hashes of what ended.
    async fn delete_sessions(&self, user: UserId, except: Option<String>) -> Result<Vec<String>, StoreError>;
    /// All sessions of somebody, the last used first.
    async fn sessions(&self, user: UserId, now: Ms) -> Result<Vec<Session>, StoreError>;
    /// Removes what has ended: sessions, tokens of programs, tokens sent by mail; how many.
    async fn drop_expired_sessions(&self, now: Ms) -> Result<u64, StoreError>;
}

/// Tokens of programs and tokens sent by mail.
#[async_trait]
pub trait Tokens {
    /// A new token of a program.
    async fn insert_api_token(&self, token: ApiToken) -> Result<(), StoreError>;
    /// The token and its user, unless it has ended.
    async fn api_token(&self, token_hash: &str, now: Ms) -> Result<Option<(ApiToken, User)>, StoreError>;
    /// All tokens of somebody, the newest first.
    async fn api_tokens(&self, user: UserId) -> Result<Vec<ApiToken>, StoreError>;
    /// Takes a token back; its hash, if it was theirs.
    async fn delete_api_token(&self, user: UserId, id: i64) -> Result<Option<String>, StoreError>;
    /// It was used.
    async fn touch_api_token(&self, id: i64, now: Ms) -> Result<(), StoreError>;
    /// A token goes out by mail; older ones of the same purpose end.
    async fn insert_email_token(&self, token: EmailToken) -> Result<(), StoreError>;
    /// A token comes back; it is good once.
    async fn take_email_token(
        &self,
        token_hash: &str,
        purpose: MailPurpose,
        now: Ms,
    ) -> Result<Option<EmailToken>, StoreError>;
    /// Looks at a token without using it up.
    async fn email_token(&self, token_hash: &str, now: Ms) -> Result<Option<EmailToken>, StoreError>;
}

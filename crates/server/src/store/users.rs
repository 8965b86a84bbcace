//! People: their accounts as the database keeps them.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::account::{Roles, UserState};
use crate::domain::ids::UserId;
use crate::domain::time::Ms;
use crate::domain::user::UserKind;

/// An account, a guest, a bot or a level of the computer.
#[derive(Clone, PartialEq, Debug)]
pub struct User {
    /// Its number.
    pub id: UserId,
    /// Who is behind it.
    pub kind: UserKind,
    /// As shown.
    pub name: String,
    /// As compared.
    pub name_key: String,
    /// As typed.
    pub email: Option<String>,
    /// As compared.
    pub email_key: Option<String>,
    /// When its owner showed that the address is read.
    pub email_verified_at: Option<Ms>,
    /// In PHC form.
    pub password_hash: Option<String>,
    /// What they may do beyond playing.
    pub roles: Roles,
    /// Whether the account may be used.
    pub state: UserState,
    /// Settings as JSON; the database does not look inside.
    pub prefs: String,
    /// Two letters.
    pub country: Option<String>,
    /// A few words about themselves.
    pub bio: Option<String>,
    /// When the row was made.
    pub created_at: Ms,
    /// When they last did something.
    pub seen_at: Ms,
}

impl User {
    /// A row with nothing but a name.
    #[must_use]
    pub fn new(id: UserId, kind: UserKind, name: &str, name_key: &str, now: Ms) -> User {
        User {
            id,
            kind,
            name: name.into(),
            name_key: name_key.into(),
            email: None,
            email_key: None,
            email_verified_at: None,
            password_hash: None,
            roles: Roles::NONE,
            state: UserState::Open,
            prefs: "{}".into(),
            country: None,
            bio: None,
            created_at: now,
            seen_at: now,
        }
    }
}

/// What became of a wish for a name or an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is theirs.
    Done,
    /// Somebody else has the name.
    NameTaken,
    /// Somebody else has the address.
    EmailTaken,
    /// There is no such row, or no longer one of the kind that was expected.
    Gone,
}

/// What turns a guest into a person.
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// As shown.
    pub name: String,
    /// As compared.
    pub name_key: String,
    /// The address as typed and as compared.
    pub email: Option<(String, String)>,
    /// In PHC form.
    pub password_hash: String,
}

/// Accounts.
#[async_trait]
pub trait Users {
    /// Adds a row.
    async fn insert_user(&self, user: User) -> Result<Claim, StoreError>;
    /// By number.
    async fn user(&self, id: UserId) -> Result<Option<User>, StoreError>;
    /// Several at once, in no order; unknown ones are left out.
    async fn users(&self, ids: Vec<UserId>) -> Result<Vec<User>, StoreError>;
    /// By the name as compared.
    async fn user_by_name(&self, name_key: &str) -> Result<Option<User>, StoreError>;
    /// By the address as compared.
    async fn user_by_email(&self, email_key: &str) -> Result<Option<User>, StoreError>;
    /// A guest becomes a person; the number and the games stay.
    async fn upgrade_guest(&self, id: UserId, upgrade: Upgrade) -> Result<Claim, StoreError>;
    /// A new password.
    async fn set_password(&self, id: UserId, hash: String) -> Result<(), StoreError>;
    /// A new address, not yet verified, or none.
    async fn set_email(&self, id: UserId, email: Option<(String, String)>) -> Result<Claim, StoreError>;
    /// The address was read by its owner; nothing happens when it has changed since.
    async fn verify_email(&self, id: UserId, email_key: &str, now: Ms) -> Result<bool, StoreError>;
    /// Settings and what others see.
    async fn set_profile(
        &self,
        id: UserId,
        prefs: String,
        country: Option<String>,
        bio: Option<String>,
    ) -> Result<(), StoreError>;
    /// What they may do beyond playing.
    async fn set_roles(&self, id: UserId, roles: Roles) -> Result<(), StoreError>;
    /// Whether the account may be used.
    async fn set_state(&self, id: UserId, state: UserState) -> Result<(), StoreError>;
    /// A person becomes a bot, as long as no game was played.
    async fn make_bot(&self, id: UserId) -> Result<bool, StoreError>;
    /// They did something; at most one write an hour is worth it, which the caller sees to.
    async fn touch_user(&self, id: UserId, now: Ms) -> Result<(), StoreError>;
    /// Closes an account: name, address, words, password and everything that signs in are gone; games stay.
    async fn anonymize(&self, id: UserId, name: String, name_key: String) -> Result<(), StoreError>;
    /// Accounts whose compared name begins with `prefix`, by name, after the given one.
    async fn list_users(&self, prefix: &str, after: &str, limit: i64) -> Result<Vec<User>, StoreError>;
    /// Removes guests that were last seen before `before` and never played; how many.
    async fn drop_idle_guests(&self, before: Ms) -> Result<u64, StoreError>;
}

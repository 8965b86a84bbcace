//! People: who one is, and how others are shown.

use serde::{Deserialize, Serialize};

use crate::ids::UserId;

/// What stands behind a user.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UserKind {
    /// Somebody with an account.
    Person,
    /// Somebody without one.
    Guest,
    /// A program with a token.
    Bot,
    /// The server's engine.
    Computer,
}

/// A user, as others see one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UserBrief {
    /// The number behind the name, which may change.
    pub id: UserId,
    /// The name.
    pub name: String,
    /// What stands behind it.
    pub kind: UserKind,
}

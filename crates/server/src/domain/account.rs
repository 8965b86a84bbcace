//! What a person is to the site. The codes are those of the database and are only ever added to.

use super::user::UserKind;

/// An enumeration that is kept as a small number.
macro_rules! coded {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $code:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$variant_meta])* $variant,)* }

        impl $name {
            /// The number that is kept.
            #[must_use]
            pub const fn code(self) -> i16 {
                match self { $($name::$variant => $code,)* }
            }
        }

        impl TryFrom<i16> for $name {
            type Error = UnknownCode;
            fn try_from(code: i16) -> Result<$name, UnknownCode> {
                match code {
                    $($code => Ok($name::$variant),)*
                    _ => Err(UnknownCode { what: stringify!($name), code }),
                }
            }
        }
    };
}

/// A number in the database that no release of this program writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} has no code {code}")]
pub struct UnknownCode {
    /// The type that was to be made.
    pub what: &'static str,
    /// The number found.
    pub code: i16,
}

impl UserKind {
    /// The number that is kept.
    #[must_use]
    pub const fn code(self) -> i16 {
        self as i16
    }
}

impl TryFrom<i16> for UserKind {
    type Error = UnknownCode;
    fn try_from(code: i16) -> Result<UserKind, UnknownCode> {
        [UserKind::Person, UserKind::Guest, UserKind::Bot, UserKind::Computer]
            .into_iter()
            .find(|kind| kind.code() == code)
            .ok_or(UnknownCode { what: "UserKind", code })
    }
}

coded! {
    /// Whether an account may be used.
    UserState {
        /// In use.
        Open = 0,
        /// Deleted by its owner: the name is gone, the games stay.
        Closed = 1,
        /// Shut out by a moderator.
        Banned = 2,
    }
}

coded! {
    /// What a token sent by mail is good for.
    MailPurpose {
        /// Shows that an address is read by its owner.
        Verify = 0,
        /// Sets a new password.
        Reset = 1,
    }
}

coded! {
    /// What became of a report.
    ReportState {
        /// Nobody has looked at it.
        Open = 0,
        /// It was right.
        Upheld = 1,
        /// It was not.
        Dismissed = 2,
    }
}

coded! {
    /// What became of a challenge.
    ChallengeState {
        /// Waiting for an answer.
        Open = 0,
        /// There is a game.
        Accepted = 1,
        /// The other side said no.
        Declined = 2,
        /// The challenger took it back.
        Canceled = 3,
        /// Nobody answered in time.
        Expired = 4,
    }
}

/// What somebody may do beyond playing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Roles(pub i16);

impl Roles {
    /// Nothing special.
    pub const NONE: Roles = Roles(0);
    /// Hides chat, handles reports, ends games.
    pub const MODERATOR: Roles = Roles(1);
    /// Everything, and gives roles to others.
    pub const ADMIN: Roles = Roles(2);

    /// Whether all of `other` are held.
    #[must_use]
    pub const fn has(self, other: Roles) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_and_unknown_ones_are_named() {
        for code in 0..4 {
            assert_eq!(UserKind::try_from(code).map(UserKind::code), Ok(code));
        }
        let error = UserKind::try_from(9).expect_err("there is no ninth kind");
        assert_eq!(error.to_string(), "UserKind has no code 9");
    }

    #[test]
    fn roles_are_sets() {
        let both = Roles::MODERATOR.with(Roles::ADMIN);
        assert!(both.has(Roles::ADMIN) && both.has(Roles::MODERATOR));
        assert!(!Roles::ADMIN.has(Roles::MODERATOR) && Roles::ADMIN.has(Roles::NONE));
    }
}

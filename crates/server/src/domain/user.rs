//! People as the site knows them: kinds, roles, and what a name may be.

/// What stands behind a user.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UserKind {
    /// Somebody with an account.
    Person = 0,
    /// Somebody without one.
    Guest = 1,
    /// A program with a token.
    Bot = 2,
    /// The server's own engine at one level.
    Computer = 3,
}

/// When a player lets an opponent take moves back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum TakebackPolicy {
    /// Never.
    Never,
    /// In casual games.
    #[default]
    Casual,
    /// In rated games as well, if the opponent says so too.
    Always,
}

impl TakebackPolicy {
    /// Whether it allows asking in such a game.
    #[must_use]
    pub fn allows(self, rated: bool) -> bool {
        match self {
            TakebackPolicy::Never => false,
            TakebackPolicy::Casual => !rated,
            TakebackPolicy::Always => true,
        }
    }
}

/// A name that may be shown to others: 2 to 20 of `A-Z a-z 0-9 _ -`, beginning with a letter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UserName(String);

/// Why a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UserNameError {
    /// See the message.
    #[error("a name has 2 to 20 characters")]
    Length,
    /// See the message.
    #[error("a name is made of letters, digits, - and _, and begins with a letter")]
    Characters,
    /// See the message.
    #[error("this name is reserved")]
    Reserved,
}

/// Names that would look like the site itself, and beginnings that the site gives.
const RESERVED: [&str; 12] = [
    "admin",
    "administrator",
    "moderator",
    "system",
    "skep",
    "server",
    "support",
    "anonymous",
    "guest",
    "computer",
    "root",
    "official",
];
const RESERVED_PREFIXES: [&str; 4] = ["guest-", "deleted-", "computer-", "skep-"];

impl UserName {
    /// Reads a name that somebody asks for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<UserName, UserNameError> {
        let name = UserName::given(text)?;
        let key = name.key();
        let reserved = RESERVED.iter().any(|word| name_key(word) == key)
            || RESERVED_PREFIXES.iter().any(|word| key.starts_with(&name_key(word)));
        if reserved { Err(UserNameError::Reserved) } else { Ok(name) }
    }

    /// A name that the site itself gives, such as `guest-k3Xw9T`: only the characters are checked.
    ///
    /// # Errors
    /// If it has other characters or another length.
    pub fn given(text: &str) -> Result<UserName, UserNameError> {
        if !(2..=20).contains(&text.len()) {
            return Err(UserNameError::Length);
        }
        let good = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if !good || !text.as_bytes()[0].is_ascii_alphabetic() {
            return Err(UserNameError::Characters);
        }
        Ok(UserName(text.to_owned()))
    }

    /// The name as it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is compared: two names with one key cannot both exist.
    #[must_use]
    pub fn key(&self) -> String {
        name_key(&self.0)
    }
}

/// How a name is compared: without letter case, and with the characters taken for each other that look alike.
#[must_use]
pub fn name_key(name: &str) -> String {
    name.chars()
        .map(|letter| match letter.to_ascii_lowercase() {
            '0' => 'o',
            '1' | 'l' => 'i',
            '-' => '_',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{TakebackPolicy, UserName, UserNameError};

    #[test]
    fn names_are_checked() {
        for good in ["Jo", "Beetle_7", "a-b-c", "ABCDEFGHIJKLMNOPQRST"] {
            assert!(UserName::parse(good).is_ok(), "{good}");
        }
        assert_eq!(UserName::parse("x"), Err(UserNameError::Length));
        assert_eq!(UserName::parse("ABCDEFGHIJKLMNOPQRSTU"), Err(UserNameError::Length));
        for bad in ["a b", "<b>", "7up", "_x", "naïve", "a\u{202e}b"] {
            assert_eq!(UserName::parse(bad), Err(UserNameError::Characters), "{bad}");
        }
        for bad in ["Admin", "adm1n", "GUEST-7", "guest_7", "Deleted-1", "sYsTeM"] {
            assert_eq!(UserName::parse(bad), Err(UserNameError::Reserved), "{bad}");
        }
        assert!(UserName::given("guest-k3Xw9T").is_ok());
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        let key = |name: &str| UserName::parse(name).expect("a name").key();
        assert_eq!(key("Bill0"), key("BiIlO"));
        assert_eq!(key("a-b"), key("A_B"));
        assert_ne!(key("anna"), key("anne"));
    }

    #[test]
    fn takebacks_follow_the_policy() {
        assert!(TakebackPolicy::Casual.allows(false) && !TakebackPolicy::Casual.allows(true));
        assert!(!TakebackPolicy::Never.allows(false) && TakebackPolicy::Always.allows(true));
    }
}

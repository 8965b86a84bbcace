//! Random tokens, and the only form in which they are kept.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

/// What a token of a program begins with, so that a leaked one is recognized.
pub const API_PREFIX: &str = "skp_";

/// A token as its owner holds it: 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

impl Token {
    /// A new one, with a prefix.
    #[must_use]
    pub fn new(prefix: &str) -> Token {
        Token(format!("{prefix}{}", URL_SAFE_NO_PAD.encode(random::<32>())))
    }

    /// What its owner gets to see, once.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is kept.
    #[must_use]
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// The form in which a token is kept and looked up: SHA-256 in hexadecimal. Tokens are random, so that nothing
/// slower is needed.
#[must_use]
pub fn hash(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text can be a token at all; anything else is not worth a question to the database.
#[must_use]
pub fn is_plausible(token: &str) -> bool {
    let plain = token.strip_prefix(API_PREFIX).unwrap_or(token);
    plain.len() == 43 && plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Bytes from the system.
///
/// # Panics
/// If the system has no randomness to give: nothing can be done safely then.
#[must_use]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// A number from the system.
#[must_use]
pub fn random_number() -> u64 {
    u64::from_le_bytes(random())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_different_and_hidden() {
        let (one, other) = (Token::new(API_PREFIX), Token::new(""));
        assert_ne!(one.expose(), other.expose());
        assert!(is_plausible(one.expose()) && is_plausible(other.expose()));
        assert_eq!(format!("{one:?}"), "***");
        assert_eq!(one.hash().len(), 64);
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn nonsense_is_not_looked_up() {
        for text in ["", "abc", &"x".repeat(44), &"'".repeat(43), &format!("skq_{}", "x".repeat(43))] {
            assert!(!is_plausible(text), "{text}");
        }
    }
}

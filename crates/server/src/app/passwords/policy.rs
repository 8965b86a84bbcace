//! Which passwords are refused: short ones, guessable ones, and those that stand on the profile.

use unicode_normalization::UnicodeNormalization as _;

const SHORTEST: usize = 10;
const LONGEST: usize = 128;
/// What most lists of stolen passwords are made of, at any length.
const COMMON: [&str; 44] = [
    "password",
    "passwort",
    "passw",
    "letmein",
    "welcome",
    "qwerty",
    "qwertz",
    "azerty",
    "asdfgh",
    "zxcvbn",
    "yxcvbn",
    "iloveyou",
    "admin",
    "administrator",
    "login",
    "secret",
    "master",
    "dragon",
    "monkey",
    "football",
    "baseball",
    "princess",
    "sunshine",
    "superman",
    "batman",
    "trustno",
    "starwars",
    "whatever",
    "abc",
    "hello",
    "freedom",
    "shadow",
    "michael",
    "jordan",
    "changeme",
    "default",
    "guest",
    "test",
    "hive",
    "skep",
    "beetle",
    "mosquito",
    "grasshopper",
    "spider",
];
/// Rows along which fingers walk.
const WALKS: [&str; 7] = [
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "yxcvbnm",
];

/// Why a password is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PasswordError {
    /// See the message.
    #[error("a password has at least 10 characters")]
    Short,
    /// See the message.
    #[error("a password has at most 128 characters")]
    Long,
    /// See the message.
    #[error("this password is easy to guess: a few words that do not belong together are better")]
    Common,
    /// See the message.
    #[error("a password must not be the name or the mail address")]
    Personal,
}

/// The same letters, however they were typed.
pub(super) fn normal(password: &str) -> String {
    password.nfc().collect()
}

/// Whether a password is good enough for somebody with this name and address.
///
/// # Errors
/// Why not.
pub fn check(password: &str, name: &str, email: Option<&str>) -> Result<(), PasswordError> {
    let password = normal(password);
    let length = password.chars().count();
    if length < SHORTEST {
        return Err(PasswordError::Short);
    }
    if length > LONGEST {
        return Err(PasswordError::Long);
    }
    let plain = password.to_lowercase();
    let local = email.and_then(|email| email.split('@').next()).unwrap_or_default();
    let personal = [name, email.unwrap_or_default(), local].iter().any(|word| {
        let word = word.to_lowercase();
        word.len() >= 4 && (plain == word || core(&plain) == core(&word) || plain == word.repeat(2))
    });
    if personal {
        return Err(PasswordError::Personal);
    }
    if is_common(&plain) { Err(PasswordError::Common) } else { Ok(()) }
}

/// Made of nothing but common words, walks over the keyboard, repetition and digits.
fn is_common(password: &str) -> bool {
    let distinct = {
        let mut letters: Vec<char> = password.chars().collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len()
    };
    if distinct <= 4 {
        return true;
    }
    let mut rest = core(password);
    for word in COMMON {
        rest = rest.replace(word, "");
    }
    rest = without_walks(&rest);
    rest.chars().filter(|c| c.is_alphabetic()).count() < 3
}

/// Without the ornaments that make a common word look strong.
fn core(password: &str) -> String {
    let plain = |c: char| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    let trimmed = password.trim_matches(|c: char| !c.is_alphabetic() && c != '@' && c != '$');
    trimmed.chars().map(plain).collect()
}

/// Without runs of four or more neighbors on a keyboard or in the alphabet.
fn without_walks(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut rest = String::new();
    let mut at = 0;
    while at < letters.len() {
        let run = (at + 4..=letters.len()).rev().find(|&end| {
            let run: String = letters[at..end].iter().collect();
            let back: String = letters[at..end].iter().rev().collect();
            WALKS.iter().any(|walk| walk.contains(&run) || walk.contains(&back))
        });
        match run {
            Some(end) => at = end,
            None => {
                rest.push(letters[at]);
                at += 1;
            }
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_counts_letters() {
        assert_eq!(check("short", "ann", None), Err(PasswordError::Short));
        assert_eq!(check(&"xyäq".repeat(33), "ann", None), Err(PasswordError::Long));
        assert_eq!(check("пять жуков на ветке", "ann", None), Ok(()));
    }

    #[test]
    fn guessable_ones_are_refused() {
        for bad in [
            "password123",
            "P@ssw0rd2024",
            "1234567890",
            "qwertyuiop",
            "aaaaaaaaaaaa",
            "abababababab",
            "letmein1234",
            "iloveyou99!!",
            "abcdefghijkl",
            "adminadmin1",
            "9876543210ab",
        ] {
            assert_eq!(check(bad, "ann", None), Err(PasswordError::Common), "{bad}");
        }
        for good in ["correct horse battery", "tulip-anvil-sandals", "Xk9#vQ2m!pLw", "password of a gardener"]
        {
            assert_eq!(check(good, "ann", None), Ok(()), "{good}");
        }
    }

    #[test]
    fn the_own_name_and_address_are_refused() {
        assert_eq!(check("Gardener_Joe", "gardener_joe", None), Err(PasswordError::Personal));
        assert_eq!(check("gardener_joe99", "Gardener_Joe", None), Err(PasswordError::Personal));
        let email = Some("jo.gardener@example.org");
        assert_eq!(check("jo.gardener@example.org", "xx", email), Err(PasswordError::Personal));
        assert_eq!(check("jo.gardener1", "xx", email), Err(PasswordError::Personal));
    }
}

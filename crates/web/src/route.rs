//! Addresses: which screen the part of the address after `#` names.
//!
//! The fragment never reaches a server, so a plain file server, or none at all once the app is cached, is enough.

/// A screen.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Route {
    /// The front door.
    Home,
    /// Setting up a game.
    NewGame,
    /// A stored game, by its id.
    Game(String),
    /// A game that came in a link, as a game string.
    Shared(String),
    /// Games on this device.
    Games,
    /// The course.
    Learn,
    /// A lesson, by its id; the three-minute start has one too.
    Lesson(String),
    /// The rules on one page.
    Rules,
    /// A place on that page, by its anchor.
    Rule(String),
    /// The lobby.
    Online,
    /// A game on the server, by its id.
    Live(String),
    /// A challenge by link: its id and secret.
    Invite(String, String),
    /// Signing in, and what belongs to the account.
    Account,
    /// A new password, with the token of a link.
    Reset(String),
    /// An address for mail is confirmed, with the token of a link.
    Verify(String),
    /// A player, by name.
    Player(String),
    /// The best players.
    Leaders,
    /// Settings.
    Settings,
    /// The keyboard map.
    Keys,
    /// About Skep.
    About,
    /// No such screen.
    Unknown,
}

impl Route {
    /// Reads a fragment, with or without its `#`. Anything unknown is [`Route::Unknown`], never an error.
    #[must_use]
    pub fn parse(fragment: &str) -> Route {
        let path = fragment.trim_start_matches('#').trim_matches('/');
        match path.split_once('/') {
            None => match path {
                "" => Route::Home,
                "new" => Route::NewGame,
                "games" => Route::Games,
                "learn" => Route::Learn,
                "rules" => Route::Rules,
                "online" => Route::Online,
                "account" => Route::Account,
                "leaders" => Route::Leaders,
                "settings" => Route::Settings,
                "keys" => Route::Keys,
                "about" => Route::About,
                _ => Route::Unknown,
            },
            Some(("game", id)) => Route::Game(id.to_owned()),
            Some(("learn", id)) if is_name(id) => Route::Lesson(id.to_owned()),
            Some(("rules", anchor)) if is_name(anchor) => Route::Rule(anchor.to_owned()),
            Some(("live", id)) if is_plain(id) => Route::Live(id.to_owned()),
            Some(("challenge", rest)) => match rest.split_once('/') {
                Some((id, secret)) if is_plain(id) && is_plain(secret) => {
                    Route::Invite(id.to_owned(), secret.to_owned())
                }
                _ => Route::Unknown,
            },
            Some(("reset", token)) if is_plain(token) => Route::Reset(token.to_owned()),
            Some(("verify", token)) if is_plain(token) => Route::Verify(token.to_owned()),
            Some(("player", name)) if is_plain(name) => Route::Player(name.to_owned()),
            Some(("shared", text)) => decode(text).map_or(Route::Unknown, Route::Shared),
            Some(_) => Route::Unknown,
        }
    }

    /// The fragment, `#` included.
    #[must_use]
    pub fn href(&self) -> String {
        match self {
            Route::Home | Route::Unknown => "#/".to_owned(),
            Route::NewGame => "#/new".to_owned(),
            Route::Game(id) => format!("#/game/{id}"),
            Route::Shared(text) => format!("#/shared/{}", encode(text)),
            Route::Games => "#/games".to_owned(),
            Route::Learn => "#/learn".to_owned(),
            Route::Lesson(id) => format!("#/learn/{id}"),
            Route::Rules => "#/rules".to_owned(),
            Route::Rule(anchor) => format!("#/rules/{anchor}"),
            Route::Online => "#/online".to_owned(),
            Route::Live(id) => format!("#/live/{id}"),
            Route::Invite(id, secret) => format!("#/challenge/{id}/{secret}"),
            Route::Account => "#/account".to_owned(),
            Route::Reset(token) => format!("#/reset/{token}"),
            Route::Verify(token) => format!("#/verify/{token}"),
            Route::Player(name) => format!("#/player/{name}"),
            Route::Leaders => "#/leaders".to_owned(),
            Route::Settings => "#/settings".to_owned(),
            Route::Keys => "#/keys".to_owned(),
            Route::About => "#/about".to_owned(),
        }
    }
}

/// Lessons and anchors are named in small letters.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Names and ids of the server: they become part of other addresses, so nothing else gets through.
fn is_plain(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// Percent-encodes what chat programs and mail readers would cut a link at, such as spaces and backslashes.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for &byte in text.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~;:+".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_reads_back() {
        let routes = [
            Route::Home,
            Route::NewGame,
            Route::Game("k3x9".to_owned()),
            Route::Shared(r"Base+MLP;InProgress;White[2];wS1;bG1 wS1\".to_owned()),
            Route::Games,
            Route::Learn,
            Route::Lesson("queen-in".to_owned()),
            Route::Rules,
            Route::Rule("one-hive".to_owned()),
            Route::Online,
            Route::Live("k3Xw9TqBzP".to_owned()),
            Route::Invite("12".to_owned(), "a-b_C".to_owned()),
            Route::Account,
            Route::Reset("token".to_owned()),
            Route::Verify("token".to_owned()),
            Route::Player("ada-1".to_owned()),
            Route::Leaders,
            Route::Settings,
            Route::Keys,
            Route::About,
        ];
        for route in routes {
            assert_eq!(Route::parse(&route.href()), route);
            assert!(!route.href().contains([' ', '\\']));
        }
    }

    #[test]
    fn nonsense_is_unknown() {
        for bad in [
            "#/nowhere",
            "#/shared/%zz",
            "#/shared/%C3",
            "#/shared/%",
            "#/a/b/c",
            "#/new/x",
            "#/learn/<b>",
            "#/rules/A",
            "#/live/../x",
            "#/player/",
            "#/challenge/1",
        ] {
            assert_eq!(Route::parse(bad), Route::Unknown, "{bad}");
        }
    }
}

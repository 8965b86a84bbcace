//! Changes as the text of a notice: words with a letter in front, after the name of the sender.

use std::collections::{HashMap, HashSet};

use super::Change;
use crate::domain::ids::{GameId, UserId, Version};

/// PostgreSQL refuses texts of 8,000 bytes and more.
const LONGEST: usize = 7_900;

/// The texts that tell of some changes, repeats removed and only the highest version of each game.
pub(super) fn encode(sender: &str, changes: &[Change]) -> Vec<String> {
    let mut newest: HashMap<&GameId, Version> = HashMap::new();
    for change in changes {
        if let Change::Game(id, version) = change {
            let entry = newest.entry(id).or_insert(*version);
            *entry = (*entry).max(*version);
        }
    }
    let mut told: HashSet<&Change> = HashSet::new();
    let mut words = Vec::new();
    for change in changes {
        let old = matches!(change, Change::Game(id, version) if newest.get(id) != Some(version));
        if !old && told.insert(change) {
            words.push(word(change));
        }
    }
    let mut texts = Vec::new();
    let mut text = sender.to_owned();
    for word in words {
        if text.len() + 1 + word.len() > LONGEST {
            texts.push(std::mem::replace(&mut text, sender.to_owned()));
        }
        text.push(' ');
        text.push_str(&word);
    }
    if text.len() > sender.len() {
        texts.push(text);
    }
    texts
}

fn word(change: &Change) -> String {
    match change {
        Change::Game(id, version) => format!("g{id}.{}", version.0),
        Change::Lobby => "L".to_owned(),
        Change::User(id) => format!("u{id}"),
        Change::Chat(room) => format!("c{room}"),
        Change::Presence(id) => format!("p{id}"),
        Change::Revoked(hash) => format!("r{hash}"),
    }
}

/// The sender of a text and its changes; words of a newer release are skipped.
pub(super) fn decode(text: &str) -> (&str, Vec<Change>) {
    let mut words = text.split(' ');
    let sender = words.next().unwrap_or_default();
    (sender, words.filter_map(read).collect())
}

fn read(word: &str) -> Option<Change> {
    let rest = word.get(1..)?;
    Some(match word.as_bytes()[0] {
        b'g' => {
            let (id, version) = rest.split_once('.')?;
            Change::Game(GameId::parse(id).ok()?, Version(version.parse().ok()?))
        }
        b'L' => Change::Lobby,
        b'u' => Change::User(UserId(rest.parse().ok()?)),
        b'c' => Change::Chat(rest.to_owned()),
        b'p' => Change::Presence(GameId::parse(rest).ok()?),
        b'r' => Change::Revoked(rest.to_owned()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_come_back_without_repeats() {
        let id = |last: char| GameId(format!("k3Xw9TqBz{last}"));
        let changes = [
            Change::Game(id('P'), Version(3)),
            Change::Lobby,
            Change::Game(id('Q'), Version(9)),
            Change::Game(id('P'), Version(4)),
            Change::User(UserId(77)),
            Change::Lobby,
            Change::Game(id('Q'), Version(8)),
            Change::Chat("g:k3Xw9TqBzP:p".into()),
            Change::Presence(id('P')),
            Change::Revoked("abc123".into()),
        ];
        let texts = encode("p1", &changes);
        assert_eq!(texts.len(), 1);
        let (sender, read) = decode(&texts[0]);
        assert_eq!(sender, "p1");
        assert_eq!(
            read,
            [
                Change::Lobby,
                Change::Game(id('Q'), Version(9)),
                Change::Game(id('P'), Version(4)),
                Change::User(UserId(77)),
                Change::Chat("g:k3Xw9TqBzP:p".into()),
                Change::Presence(id('P')),
                Change::Revoked("abc123".into()),
            ]
        );
    }

    #[test]
    fn long_lists_are_cut() {
        let changes: Vec<Change> =
            (0..2_000).map(|number| Change::User(UserId(1_000_000_000 + number))).collect();
        let texts = encode("p1", &changes);
        assert!(texts.len() > 2 && texts.iter().all(|text| text.len() <= LONGEST));
        let read: Vec<Change> = texts.iter().flat_map(|text| decode(text).1).collect();
        assert_eq!(read, changes);
    }

    #[test]
    fn nonsense_is_skipped() {
        assert_eq!(decode(""), ("", vec![]));
        assert_eq!(decode("p1 zfuture g u é gshort.3 gk3Xw9TqBzP.x h"), ("p1", vec![]));
        assert!(encode("p1", &[]).is_empty());
    }
}

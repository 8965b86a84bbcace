//! Which games have just begun. A game is told of in several ways (the answer to a request, a note, the list of one's
//! own games), none of them for certain when the line breaks: the first one counts, and the others are old news.

use std::collections::HashSet;

use skep_wire::GameId;
use skep_wire::game::GameBrief;

/// The games one knows of.
#[derive(Clone, Debug, Default)]
pub struct News {
    known: HashSet<GameId>,
    /// Whether the list of one's own games has come at all. What is in the first one began before.
    told: bool,
}

impl News {
    /// A game has begun, somebody says; whether that is news.
    pub fn begun(&mut self, game: &GameId) -> bool {
        self.known.insert(game.clone())
    }

    /// The list of one's own games under way came; the game in it that has begun since the last list.
    pub fn listed(&mut self, games: &[GameBrief]) -> Option<GameId> {
        let first = !std::mem::replace(&mut self.told, true);
        let mut newest = None;
        for game in games {
            if self.begun(&game.g) && !first && newest.is_none() {
                newest = Some(game.g.clone());
            }
        }
        newest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(id: &str) -> GameBrief {
        let text = format!(
            r#"{{"g":"{id}","v":1,"status":"opening","players":{{"w":{{"id":"1","name":"ada","kind":"guest"}},"b":{{"id":"2","name":"bo","kind":"guest"}}}},"terms":{{"mode":"untimed","type":"Base"}},"speed":"untimed","ply":0,"updated":0}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_game_that_a_note_never_told_of_is_found_in_the_list() {
        let mut news = News::default();
        assert_eq!(news.listed(&[brief("old")]), None, "that one is being played already");
        assert_eq!(news.listed(&[brief("new"), brief("old")]), Some(GameId("new".to_owned())));
        assert_eq!(news.listed(&[brief("new"), brief("old")]), None);
        assert!(!news.begun(&GameId("new".to_owned())), "the note comes late");
    }

    #[test]
    fn a_note_before_the_list_is_news_once() {
        let mut news = News::default();
        assert_eq!(news.listed(&[]), None);
        assert!(news.begun(&GameId("new".to_owned())));
        assert_eq!(news.listed(&[brief("new")]), None);
        // A list that was written before the game began and came after it changes nothing.
        assert_eq!(news.listed(&[]), None);
        assert_eq!(news.listed(&[brief("new")]), None);
    }
}

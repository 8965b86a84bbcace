//! The lobby as this page knows it: a snapshot, and the changes after it.

use skep_wire::ServerMsg;
use skep_wire::lobby::{ChallengeView, SeekView};

use super::game::Effect;

/// Who looks for a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbyModel {
    version: Option<i64>,
    /// Those who wait to be paired.
    pub seeks: Vec<SeekView>,
    /// Open challenges.
    pub challenges: Vec<ChallengeView>,
}

impl LobbyModel {
    /// Whether a snapshot has come.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.version.is_some()
    }

    /// A message came.
    pub fn apply(&mut self, message: &ServerMsg) -> Effect {
        match message {
            ServerMsg::Lobby { lv, seeks, challenges } => {
                *self =
                    LobbyModel { version: Some(*lv), seeks: seeks.clone(), challenges: challenges.clone() };
                Effect::Changed
            }
            ServerMsg::LobbyDelta { lv, add, del, open, closed } => {
                let Some(version) = self.version else { return Effect::Nothing };
                if *lv <= version {
                    return Effect::Nothing;
                }
                if *lv != version + 1 {
                    return Effect::Gap;
                }
                self.version = Some(*lv);
                self.seeks.retain(|seek| !del.contains(&seek.id) && !add.iter().any(|new| new.id == seek.id));
                self.seeks.extend(add.iter().cloned());
                let stays = |challenge: &ChallengeView| {
                    !closed.contains(&challenge.id) && !open.iter().any(|new| new.id == challenge.id)
                };
                self.challenges.retain(stays);
                self.challenges.extend(open.iter().cloned());
                Effect::Changed
            }
            _ => Effect::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> ServerMsg {
        serde_json::from_str(text).unwrap()
    }

    const SEEK: &str = r#"{"id":"s1","by":{"id":"9","name":"ada","kind":"guest"},"rating":1500,"terms":{"mode":"fischer","base":300,"inc":4,"type":"Base","rated":false}}"#;

    #[test]
    fn changes_follow_a_snapshot_and_a_gap_is_noticed() {
        let mut lobby = LobbyModel::default();
        let delta = |lv: i64, rest: &str| message(&format!(r#"{{"t":"lobby_delta","lv":{lv}{rest}}}"#));
        let add = format!(r#","add":[{SEEK}]"#);
        assert_eq!(lobby.apply(&delta(4, &add)), Effect::Nothing, "before the snapshot");
        assert_eq!(
            lobby.apply(&message(r#"{"t":"lobby","lv":4,"seeks":[],"challenges":[]}"#)),
            Effect::Changed
        );
        assert_eq!(lobby.apply(&delta(5, &add)), Effect::Changed);
        assert_eq!(lobby.apply(&delta(5, &add)), Effect::Nothing);
        assert_eq!(lobby.seeks.len(), 1);
        assert_eq!(lobby.apply(&delta(6, &add)), Effect::Changed);
        assert_eq!(lobby.seeks.len(), 1, "the same seek is not listed twice");
        assert_eq!(lobby.apply(&delta(8, "")), Effect::Gap);
        assert_eq!(lobby.apply(&delta(7, r#","del":["s1"]"#)), Effect::Changed);
        assert!(lobby.seeks.is_empty());
    }
}

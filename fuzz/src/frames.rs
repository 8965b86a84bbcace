//! Frames from a client: whatever they hold, they are read or refused, and what they say about a game is checked against
//! the rules before it is believed.

use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Game, GameType};
use skep_wire::{ClientMsg, ServerMsg};

/// A conversation, one frame a line. Moves are tried in one game, whichever they name.
pub fn frames(text: &str) {
    let mut game = Game::new(GameType::BASE_MLP);
    for line in text.lines().take(100) {
        if let Ok(message) = serde_json::from_str::<ClientMsg>(line) {
            let written = serde_json::to_string(&message).expect("messages are plain data");
            let again: ClientMsg = serde_json::from_str(&written).expect("what is written can be read");
            assert_eq!(again, message, "{line:?} was written as {written:?}");
            if let ClientMsg::Move { m, .. } = &message
                && let Ok(parsed) = UhpMove::parse(m)
                && let Ok(mv) = parsed.resolve(game.position())
            {
                let legal = game.position().check(mv).is_ok() && game.result().is_none();
                assert_eq!(game.play(mv).is_ok(), legal, "{m:?}");
            }
        }
        // Clients read what the server sends with the same code.
        let _ = serde_json::from_str::<ServerMsg>(line);
    }
}

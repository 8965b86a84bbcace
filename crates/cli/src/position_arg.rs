//! The argument with which sub-commands are told where to start.

use anyhow::{Context as _, Result};
use skep_rules::notation::uhp::GameString;
use skep_rules::{Game, RuleSet, Setup};

/// The game that an argument names: a game type such as `Base+MLP`, a game string, or a position string.
pub(crate) fn parse_game(text: &str, queen_first: bool) -> Result<Game> {
    // Underscores are in position strings only.
    if text.contains('_') {
        let setup: Setup = text.parse().context("the position string cannot be read")?;
        return Ok(Game::from_position(setup.validate().context("this is no position of a game")?));
    }
    let written = GameString::parse(text).with_context(|| format!("{:?} is no game", shortened(text)))?;
    let rules = RuleSet { queen_first, ..RuleSet::new(written.game_type) };
    written.play(rules).context("the game string cannot be played")
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_game_strings_are_games() {
        assert_eq!(parse_game("base+pm", false).unwrap().to_uhp(), "Base+MP;NotStarted;White[1]");
        let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
        assert_eq!(parse_game(game, false).unwrap().to_uhp(), game);
        assert!(parse_game("Base;wQ", true).is_ok());
    }

    #[test]
    fn position_strings_are_games_that_begin_later() {
        let game = parse_game("Base_w2_As", false).unwrap();
        assert_eq!((game.moves().len(), game.position().ply(), game.position().board().len()), (0, 2, 2));
        assert!(parse_game("Base_w2_Ax", false).is_err());
        assert!(parse_game("Base_w2_A1s", false).is_err(), "a hive in two parts");
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let message = |text| format!("{:#}", parse_game(text, false).unwrap_err());
        assert!(message("chess").starts_with("\"chess\" is no game: "), "{}", message("chess"));
        assert!(message("Base;wQ").contains("wQ"), "{}", message("Base;wQ"));
    }
}

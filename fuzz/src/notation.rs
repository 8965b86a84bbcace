//! Texts: what is accepted is written so that it is read back as the same.

use skep_rules::notation::uhp::UhpMove;
use skep_rules::notation::{Record, pgn, sgf};
use skep_rules::{Game, Position, Setup};

/// A middle game with stacks, covered tiles and a pillbug, to resolve moves against.
const MIDDLE_GAME: &str = "Base+MLP;InProgress;White[7];wL;bM wL-;wQ -wL;bQ bM-;wB1 -wQ;bB1 bQ/;wB1 wQ;bB1 bQ;\
                           wP /wL;bP bM\\;wA1 -wB1;bA1 bB1-";

/// UHP: a whole game, or a single move in the middle of one.
pub fn uhp(text: &str) {
    if let Ok(game) = Game::from_uhp(text) {
        let written = game.to_uhp();
        let again = Game::from_uhp(&written).expect("a written game can be read");
        assert_eq!(again.moves(), game.moves(), "{written}");
        assert_eq!(again.to_uhp(), written);
    }
    let Ok(parsed) = UhpMove::parse(text) else { return };
    assert_eq!(UhpMove::parse(&parsed.to_string()), Ok(parsed), "{text:?}");
    let game = Game::from_uhp(MIDDLE_GAME).expect("the middle game is legal");
    if let Ok(mv) = parsed.resolve(game.position()) {
        let written = mv.to_uhp(game.position());
        let again = UhpMove::parse(&written).expect("a written move can be read").resolve(game.position());
        assert_eq!(again, Ok(mv), "{text:?} was written as {written:?}");
    }
}

/// PGN: files with any number of games.
pub fn pgn(text: &str) {
    for record in pgn::read_all(text).flatten() {
        let written = pgn::write(&record);
        let again: Record = pgn::read(&written).unwrap_or_else(|error| panic!("{error} in\n{written}"));
        assert!(again == record, "what was written is not what was read:\n{written}");
        assert_eq!(pgn::write(&again), written);
    }
}

/// BoardSpace SGF: what is read can be kept as PGN.
pub fn sgf(text: &str) {
    if let Ok(record) = sgf::read(text) {
        let written = pgn::write(&record);
        let again = pgn::read(&written).unwrap_or_else(|error| panic!("{error} in\n{written}"));
        assert!(again == record, "what was read is not what was written:\n{written}");
    }
}

/// Position strings, and what can be done with the positions they describe.
pub fn setup(text: &str) {
    let Ok(setup) = text.parse::<Setup>() else { return };
    let written = setup.to_string();
    assert_eq!(written.parse::<Setup>().as_ref(), Ok(&setup), "{text:?} was written as {written:?}");
    let Ok(position) = setup.validate() else { return };
    let again = Setup::from(&position).validate().expect("the setup of a position is in order");
    assert_eq!(again, position, "{written}");
    assert_eq!(again.canonical_key(), position.canonical_key(), "{written}");
    play_on(position);
}

/// A few turns from a position that may be like none that arises in a game.
fn play_on(mut position: Position) {
    for choice in [0, 7, 3, 11, 5, 2] {
        let moves = position.legal_moves();
        let Some(mv) = moves.get(choice % moves.len().max(1)).copied() else { return };
        assert_eq!(position.check(mv), Ok(()), "{mv:?}");
        position.trace(mv).expect("a legal turn can be shown");
        let before = position.clone();
        let undo = position.play_unchecked(mv);
        let mut back = position.clone();
        back.undo(undo);
        assert_eq!(back, before, "{mv:?}");
        assert_eq!(back.hash(), before.hash(), "{mv:?}");
    }
}

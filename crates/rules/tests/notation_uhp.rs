//! UHP strings: every spelling is read, one is written.

use skep_rules::notation::uhp::{
    GameState, GameString, GameStringError, MAX_PLIES, MoveTextError, ParseUhpMoveError, ResolveMoveError,
    UhpMove, game_state, turn_string,
};
use skep_rules::{Game, GameType, Move, ParseGameTypeError, Piece, Position, RuleSet};
use skep_testkit::data_file;

fn game(text: &str) -> Game {
    Game::from_uhp(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn resolve(text: &str, position: &Position) -> Result<Move, ResolveMoveError> {
    UhpMove::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).resolve(position)
}

fn piece(name: &str) -> Piece {
    name.parse().expect("the name of a tile")
}

#[test]
fn the_first_tile_stands_alone() {
    let position = Position::new(GameType::BASE);
    let mv = resolve("wS1", &position).unwrap();
    assert_eq!(mv.to_uhp(&position), "wS1");
    assert_eq!(resolve("wS1 wS1-", &position), Err(ResolveMoveError::ReferenceNotInHive(piece("wS1"))));
    assert_eq!(resolve("wS1 bS1-", &position), Err(ResolveMoveError::ReferenceNotInHive(piece("bS1"))));
}

#[test]
fn later_tiles_need_a_destination() {
    let position = game("Base;wS1").position().clone();
    assert_eq!(resolve("bS1", &position), Err(ResolveMoveError::NoDestination(piece("bS1"))));
}

#[test]
fn a_tile_in_hand_names_no_place() {
    let position = game("Base;wS1").position().clone();
    for text in ["bS1 wQ-", "bS1 bS1-", "bS1 bQ"] {
        let error = resolve(text, &position).unwrap_err();
        assert!(matches!(error, ResolveMoveError::ReferenceNotInHive(_)), "{text}: {error:?}");
    }
}

#[test]
fn tiles_of_a_kind_enter_in_the_order_of_their_numbers() {
    let position = Position::new(GameType::BASE);
    let error = ResolveMoveError::NextNumber { given: piece("wA2"), next: piece("wA1") };
    assert_eq!(resolve("wA2", &position), Err(error));
    let position = game("Base;wA1;bA1 wA1-").position().clone();
    let error = ResolveMoveError::NextNumber { given: piece("wA3"), next: piece("wA2") };
    assert_eq!(resolve("wA3 -wA1", &position), Err(error));
    assert!(resolve("wA2 -wA1", &position).is_ok());
}

#[test]
fn tiles_of_other_expansions_are_strangers() {
    let position = Position::new(GameType::BASE_L);
    assert_eq!(resolve("wM", &position), Err(ResolveMoveError::NotInGame(piece("wM"))));
    assert!(resolve("wL", &position).is_ok());
}

#[test]
fn legality_is_not_asked_when_a_move_is_resolved() {
    // The spider cannot move before the queen is there, and it is Black's turn; it still has a meaning.
    let position = game("Base;wS1;bS1 wS1-;wA1 -wS1").position().clone();
    let mv = resolve("wS1 wA1/", &position).unwrap();
    assert!(matches!(mv, Move::Relocate { .. }));
    assert!(!position.is_legal(mv));
}

/// A game in which the white beetle has climbed the black queen: bQ lies under wB1, east of bS1, and bA1 is
/// north-east of the two.
const CLIMBED: &str =
    "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bA1 bQ-;wB1 wS1/;bA1 bQ/;wB1 \\bQ;bA1 bQ-;wB1 bQ;bA1 bQ/";

#[test]
fn every_name_of_a_hex_means_the_same() {
    let position = game(CLIMBED).position().clone();
    let names = ["wB1 bQ-", "wB1 wB1-", "wb1 BQ-", "wB1 \t bQ- ", "wB1 bA1\\"];
    let moves: Vec<Move> = names.iter().map(|name| resolve(name, &position).unwrap()).collect();
    assert!(moves.iter().all(|mv| *mv == moves[0]), "{moves:?}");
    assert_eq!(moves[0].to_uhp(&position), "wB1 bA1\\");
    // The tile in the air gives no name, and no longer hides the one that it covered.
    let mv = resolve("wB1 wB1\\", &position).unwrap();
    assert_eq!(mv.to_uhp(&position), "wB1 bQ\\");
}

#[test]
fn a_climb_is_read_in_all_spellings_and_written_with_the_top_tile() {
    // Before the climb wB1 stands north-west of bQ, and bA1 east of it.
    let before = CLIMBED.rsplit_once(";wB1 bQ").unwrap().0;
    let position = game(before).position().clone();
    let plain = resolve("wB1 bQ", &position).unwrap();
    assert_eq!(plain.to_uhp(&position), "wB1 bQ");
    for text in ["wB1 bS1-", "wB1 wB1\\", "wB1 -bA1"] {
        assert_eq!(resolve(text, &position), Ok(plain), "{text}");
    }
    // Any tile of a stack names the stack.
    let position = game(CLIMBED).position().clone();
    let onto = resolve("bA1 wB1", &position).unwrap();
    assert_eq!(resolve("bA1 bQ", &position), Ok(onto));
    assert_eq!(onto.to_uhp(&position), "bA1 wB1");
}

#[test]
fn a_tile_next_to_a_stack_names_the_top_of_it() {
    let position = game(CLIMBED).position().clone();
    let mv = resolve("wA1 bQ\\", &position).unwrap();
    assert_eq!(mv.to_uhp(&position), "wA1 wB1\\");
}

#[test]
fn a_move_is_not_written_relative_to_the_moving_tile() {
    let position = game("Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").position().clone();
    let mv = resolve("wQ wQ\\", &position).unwrap();
    assert_eq!(mv.to_uhp(&position), "wQ /wS1");
    assert_eq!(resolve("wQ /wS1", &position), Ok(mv));
    // No rule allows a step away from everything; it has a name all the same, so that it can be refused by it.
    let away = resolve("wQ -wQ", &position).unwrap();
    assert_eq!(away.to_uhp(&position), "wQ -wQ");
}

#[test]
fn the_neighbors_are_asked_clockwise_from_the_north_west() {
    // East of wS1 and around: the hex between all of them is named by the first occupied one.
    let mut position = Position::new(GameType::BASE);
    for text in ["wS1", "bS1 wS1-", "wA1 \\wS1", "bA1 bS1/"] {
        let _ = position.play(resolve(text, &position).unwrap()).unwrap();
    }
    // The hex between wA1 (west), wS1 (south-west) and bS1 (south-east).
    let mv = resolve("wG1 wA1-", &position).unwrap();
    assert_eq!(mv.to_uhp(&position), "wG1 -bA1");
    let _ = position.play(resolve("wQ \\wA1", &position).unwrap()).unwrap();
    // Now something is to the north-west... of the hex above it.
    let mv = resolve("bG1 wQ-", &position).unwrap();
    assert_eq!(mv.to_uhp(&position), "bG1 wA1/");
}

#[test]
fn pass_has_one_spelling() {
    let position = Position::new(GameType::BASE);
    assert_eq!(resolve("PASS", &position), Ok(Move::Pass));
    assert_eq!(Move::Pass.to_uhp(&position), "pass");
}

#[test]
fn every_legal_move_is_read_back_as_itself() {
    let mut game = game(CLIMBED);
    for step in 0..60 {
        let moves = game.position().legal_moves();
        for mv in &moves {
            let text = mv.to_uhp(game.position());
            assert_eq!(resolve(&text, game.position()), Ok(mv), "{text} after {}", game.to_uhp());
        }
        let Some(&mv) = moves.get((step * 7919) % moves.len().max(1)) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
}

#[test]
fn state_and_turn_are_computed_not_believed() {
    let game = game("Base;BlackWins;Black[77];wS1;bS1 wS1-");
    assert_eq!(game.to_uhp(), "Base;InProgress;White[2];wS1;bS1 wS1-");
    assert_eq!(game_state(&game), GameState::InProgress);
    assert_eq!(turn_string(game.position()), "White[2]");
}

#[test]
fn missing_fields_and_a_trailing_semicolon_do_no_harm() {
    for text in [
        "Base+LM;NotStarted;White[1];wL;bA1 \\wL",
        "base+ml;wL;bA1 \\wL",
        "Base+ML;White[9];wL;bA1 \\wL",
        "Base+ML;Draw;wL;bA1 \\wL;",
        " Base+ML ; ; ; wl ;  bA1   \\wL ; ;\r\n",
    ] {
        assert_eq!(game(text).to_uhp(), "Base+ML;InProgress;White[2];wL;bA1 \\wL", "{text}");
    }
    for text in ["Base", "Base;", "Base;InProgress", "base;NotStarted;White[1]", "Base;Black[3];"] {
        assert_eq!(game(text).to_uhp(), "Base;NotStarted;White[1]", "{text}");
    }
}

#[test]
fn the_claimed_state_is_at_hand() {
    let written = GameString::parse("Base;draw;White[2];wS1;bS1 wS1-").unwrap();
    assert_eq!((written.game_type, written.state), (GameType::BASE, Some(GameState::Draw)));
    assert_eq!(written.moves, ["wS1", "bS1 wS1-"]);
    assert_eq!(GameString::parse("Base;wS1").unwrap().state, None);
}

#[test]
fn a_finished_game_still_names_the_next_player() {
    let text = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let mut game = game(text);
    // Both queens step back and forth until the position has occurred three times.
    while game.result().is_none() {
        let from_start = game.moves().len() % 4;
        let step = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"][from_start];
        game.play(resolve(step, game.position()).unwrap()).unwrap();
    }
    assert_eq!(game.moves().len(), 12);
    assert!(game.to_uhp().starts_with("Base;Draw;White[7];wS1;"), "{}", game.to_uhp());
    // The string is read back under the same rules, and goes on under others.
    assert_eq!(Game::from_uhp(&game.to_uhp()).unwrap().to_uhp(), game.to_uhp());
    let longer = game.to_uhp() + ";wQ \\wS1";
    assert!(Game::from_uhp(&longer).is_err());
    let rules = RuleSet { repetition_draw: false, ..RuleSet::new(GameType::BASE) };
    let game = GameString::parse(&longer).unwrap().play(rules).unwrap();
    assert_eq!(game_state(&game), GameState::InProgress);
}

#[test]
fn a_bad_game_string_names_the_move() {
    let error = |text: &str| Game::from_uhp(text).unwrap_err();
    assert_eq!(error(""), GameStringError::GameType(ParseGameTypeError::NotBase));
    assert_eq!(error("wS1;bS1 wS1-"), GameStringError::GameType(ParseGameTypeError::NotBase));
    let GameStringError::Move { index, text, error: cause } = error("Base;wS1;bS1 wS1-;wQ oops;bQ bS1-")
    else {
        panic!("not a move error");
    };
    assert_eq!((index, text.as_str()), (2, "wQ oops"));
    assert!(matches!(cause, MoveTextError::Syntax(ParseUhpMoveError::Reference(_))));
    let GameStringError::Move { index: 1, error: MoveTextError::Resolve(_), .. } = error("Base;wS1;bS1 wA1-")
    else {
        panic!("not a resolve error");
    };
    let GameStringError::Move { index: 1, error: MoveTextError::Illegal(_), .. } = error("Base;wS1;bQ wS1-")
    else {
        panic!("not a legality error");
    };
    let GameStringError::Move { index: 1, error: MoveTextError::Syntax(ParseUhpMoveError::Empty), .. } =
        error("Base;wS1;;bQ wS1-")
    else {
        panic!("not an empty move");
    };
    assert!(error("Base;wX").to_string().starts_with("move 1 (\"wX\"): "));
    assert_eq!(error(&format!("Base{}", ";x".repeat(MAX_PLIES + 1))), GameStringError::TooLong);
}

#[test]
fn no_text_panics() {
    let bits =
        ["Base", ";", "w", "S1", " ", "-", "\\", "/", "pass", "[", "]", "\u{e9}", "\u{0}", "White[", "1"];
    let mut seed = 1_u32;
    for _ in 0..20_000 {
        let mut text = String::from(if seed & 8 == 0 { "Base;" } else { "" });
        for _ in 0..8 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(bits[(seed >> 16) as usize % bits.len()]);
        }
        let _ = Game::from_uhp(&text);
        let _ = UhpMove::parse(&text);
    }
}

#[test]
fn recorded_games_round_trip() {
    let Some(text) = data_file("recorded_games_round_trip", "human-games.txt") else { return };
    let mut games = 0;
    for line in text.lines().filter(|line| line.starts_with("Base")) {
        let written = GameString::parse(line).unwrap();
        let rules = RuleSet { repetition_draw: false, queen_first: true, ..written.game_type.into() };
        let game = written.play(rules).unwrap_or_else(|error| panic!("{line}: {error}"));
        let canonical = game.to_uhp();
        let again = GameString::parse(&canonical).unwrap().play(rules).unwrap();
        assert_eq!(again.moves(), game.moves(), "{line}");
        assert_eq!(again.to_uhp(), canonical);
        games += 1;
    }
    assert!(games > 4_000, "only {games} games in the file");
}

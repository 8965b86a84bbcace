//! Setups: what is accepted, what is refused, and how they are written.

use skep_rules::{Color, GameType, Hex, Move, ParseSetupErrorKind, Piece, RuleSet, Setup, SetupError};
use skep_testkit::Drawing;

fn piece(name: &str) -> Piece {
    name.parse().expect("a tile")
}

/// A setup with the tiles of a drawing, White to move on turn 30.
fn drawn(text: &str) -> Setup {
    Drawing::parse(text).setup(GameType::BASE_MLP)
}

fn faults(setup: &Setup) -> Vec<SetupError> {
    match setup.validate() {
        Ok(_) => Vec::new(),
        Err(errors) => errors.as_slice().to_vec(),
    }
}

#[test]
fn an_empty_table_is_the_start() {
    let position = Setup::new(GameType::BASE).validate().expect("the start");
    assert_eq!(position, skep_rules::Position::new(GameType::BASE));
    assert_eq!(Setup::new(GameType::BASE).to_string(), "Base_w1");
}

#[test]
fn a_sound_position_is_accepted() {
    let setup = drawn("wQ    bQ    bB1'\nwA1 < wB1 < bB1");
    assert_eq!(faults(&setup), []);
    let position = setup.validate().expect("no faults");
    assert_eq!((position.turn(), position.turn_number(), position.ply()), (Color::White, 30, 58));
    assert_eq!(Setup::from(&position).normalized(), setup.normalized());
}

#[test]
fn a_hive_in_parts_is_refused_once_a_part() {
    let setup = drawn("wQ    bQ          wA1   bA1         wS1");
    assert_eq!(faults(&setup), [SetupError::Apart(Hex::new(3, 0)), SetupError::Apart(Hex::new(6, 0))]);
}

#[test]
fn stacks_are_checked() {
    let mut setup = drawn("wQ    bQ    wA1'\nbS1 < wA1");
    setup.stacks.push((Hex::new(0, 1), Vec::new()));
    setup.stacks.push((Hex::new(1, 0), vec![piece("wQ")]));
    assert_eq!(
        faults(&setup),
        [
            SetupError::CannotClimb { piece: piece("wA1"), at: Hex::new(2, 0) },
            SetupError::EmptyStack(Hex::new(0, 1)),
            SetupError::CellTwice(Hex::new(1, 0)),
            SetupError::PieceTwice(piece("wQ")),
        ]
    );
}

#[test]
fn tiles_have_to_belong_to_the_game() {
    let setup = Setup { rules: RuleSet::new(GameType::BASE), ..drawn("wQ    bQ    bM") };
    assert_eq!(faults(&setup), [SetupError::NotInGame(piece("bM"))]);
    assert_eq!(faults(&drawn("wQ    bQ    wA3")), [SetupError::NumberSkipped(piece("wA3"))]);
}

#[test]
fn turns_have_to_suffice_for_the_tiles() {
    let early = |turn, turn_number| Setup { turn, turn_number, ..drawn("wS1   bS1   bA1") };
    assert_eq!(
        faults(&early(Color::White, 3)),
        [SetupError::TooFewTiles { color: Color::White, tiles: 1, turns: 2 }]
    );
    assert_eq!(
        faults(&early(Color::White, 1)),
        [
            SetupError::TooManyTiles { color: Color::White, tiles: 1, turns: 0 },
            SetupError::TooManyTiles { color: Color::Black, tiles: 2, turns: 0 },
        ]
    );
    assert_eq!(
        faults(&early(Color::Black, 2)),
        [
            SetupError::TooFewTiles { color: Color::White, tiles: 1, turns: 2 },
            SetupError::TooManyTiles { color: Color::Black, tiles: 2, turns: 1 },
        ]
    );
    assert_eq!(faults(&early(Color::White, 0)), [SetupError::TurnNumber(0)]);
    assert_eq!(faults(&early(Color::White, 40_000)), [SetupError::TurnNumber(40_000)]);
    assert_eq!(
        faults(&early(Color::White, 30)),
        [SetupError::QueenMissing(Color::White), SetupError::QueenMissing(Color::Black)]
    );
}

#[test]
fn a_player_without_tiles_is_refused() {
    let setup = Setup { turn_number: 3, ..drawn("wQ    wS1") };
    assert_eq!(faults(&setup), [SetupError::TooFewTiles { color: Color::Black, tiles: 0, turns: 2 }]);
}

#[test]
fn the_tile_that_moved_last_can_have_moved() {
    let moved = |name: &str, text: &str| Setup { last_moved: Some(piece(name)), ..drawn(text) };
    let row = "wQ    wP    bQ    bP    wA1";
    assert_eq!(faults(&moved("bQ", row)), []);
    assert_eq!(faults(&moved("bA1", row)), [SetupError::MovedNotOnBoard(piece("bA1"))]);
    // White is to move, so Black moved the white ant: with the pillbug beside it.
    assert_eq!(faults(&moved("wA1", row)), []);
    assert_eq!(faults(&moved("wQ", row)), [SetupError::MovedByNobody(piece("wQ"))]);
    let stack = "wQ    wP    bB1'  bP\nbQ < bB1";
    assert_eq!(faults(&moved("bB1", stack)), []);
    assert_eq!(faults(&moved("bQ", stack)), [SetupError::MovedCovered(piece("bQ"))]);
    // A mosquito throws beside any pillbug that lies open.
    assert_eq!(faults(&moved("wA1", "wQ    wA1   bM    wP    bQ")), []);
    assert_eq!(
        faults(&moved("wA1", "wP    wA1   bM    wQ    bQ")),
        [SetupError::MovedByNobody(piece("wA1"))]
    );
}

#[test]
fn faults_are_told_together() {
    let errors = drawn("wQ    bQ          wA2").validate().expect_err("two faults");
    assert_eq!(
        errors.to_string(),
        "wA2 is in the hive before the tile with the number before it; \
         the hive is in parts: (3, 0) is not connected"
    );
}

/// What may not be thrown survives the string.
#[test]
fn the_string_keeps_what_rests() {
    let setup = Setup { last_moved: Some(piece("bQ")), ..drawn("wQ    wP    bQ    bA1") };
    assert_eq!(setup.to_string(), "Base-MLP_w30_QP.qa");
    let bound = setup.validate().expect("no faults");
    let free = Setup { last_moved: None, ..setup }.validate().expect("no faults");
    assert_ne!(bound, free);
    assert_ne!(bound.canonical_key(), free.canonical_key());
    assert_eq!(bound.resting(), Some(piece("bQ")));
    let thrown = |mv: &Move| mv.piece() == Some(piece("bQ"));
    assert!(!bound.legal_moves().iter().any(thrown));
}

#[test]
fn the_string_is_as_documented() {
    let text = "Base-MLP_w9_2Q1a_1S-bAq_.pB";
    let drawing = drawn(
        "
                    wQ          bA1
                 bB1'  wA1   bQ
              bP    wB1
              wS1 < bB1
    ",
    );
    let expected = Setup { turn_number: 9, last_moved: Some(piece("bP")), ..drawing };
    assert_eq!(expected.to_string(), text);
    assert_eq!(text.parse(), Ok(expected.normalized()));
    assert_eq!(faults(&text.parse().expect("a position string")), []);
}

#[test]
fn the_string_tells_the_rules() {
    for game_type in GameType::ALL {
        for (queen_first, repetition_draw) in [(false, true), (true, true), (false, false), (true, false)] {
            let setup = Setup::new(RuleSet { game_type, queen_first, repetition_draw });
            assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }
    let rules = RuleSet { queen_first: true, repetition_draw: false, game_type: GameType::BASE_MP };
    assert_eq!(Setup::new(rules).to_string(), "Base-MP.qr_w1");
}

/// Where the hive lies and which of two like tiles is which does not show.
#[test]
fn one_position_has_one_string() {
    let setup = drawn("wQ    wA1   bQ    wA2\n   wS1   bA1");
    let text = setup.to_string();
    for offset in [Hex::new(100, -7), Hex::new(-128, 127), Hex::new(3, 126)] {
        let stacks = setup.stacks.iter().rev().map(|(hex, stack)| (*hex + offset, stack.clone())).collect();
        let moved = Setup { stacks, ..setup.clone() };
        assert_eq!(moved.to_string(), text);
        assert_eq!(moved.validate().expect("no faults"), setup.validate().expect("no faults"));
    }
    let swapped = drawn("wQ    wA2   bQ    wA1\n   wS1   bA1");
    assert_eq!(swapped.to_string(), text);
    assert_eq!(swapped.normalized(), setup.normalized());
}

#[test]
fn other_texts_are_refused_with_the_place() {
    use ParseSetupErrorKind as Kind;
    for (text, column, kind) in [
        ("", 1, Kind::NotBase),
        ("Bass_w1", 4, Kind::NotBase),
        ("Base-_w1", 6, Kind::Expansions),
        ("Base-LM_w1", 7, Kind::Expansions),
        ("Base.x_w1", 6, Kind::Switches),
        ("Base.rq_w1", 7, Kind::Switches),
        ("Base", 5, Kind::Turn),
        ("Base_x1", 6, Kind::Turn),
        ("Base_w0", 7, Kind::Turn),
        ("Base_w70000", 11, Kind::Turn),
        ("Base+M_w1", 5, Kind::Unexpected('+')),
        ("Base_w1Q", 8, Kind::Unexpected('Q')),
        ("Base_w5_Qx", 10, Kind::Unexpected('x')),
        ("Base_w5_Q\u{e9}", 10, Kind::Unexpected('\u{e9}')),
        ("Base_w5_Q-", 11, Kind::NoTile),
        ("Base_w5_Q-2", 11, Kind::NoTile),
        ("Base_w5_Q.", 11, Kind::NoTile),
        ("Base_w5_Q0q", 10, Kind::Gap),
        ("Base_w5_Q99q", 12, Kind::TooWide),
        ("Base_w5_QQ", 10, Kind::TooMany(Color::White, skep_rules::Bug::Queen)),
        ("Base_w5_.Q.q", 11, Kind::MovedTwice),
    ] {
        let error = text.parse::<Setup>().expect_err(text);
        assert_eq!((error.column, error.kind), (column, kind), "{text}: {error}");
    }
    let tall = format!("Base_w5{}", "_".repeat(70));
    assert_eq!(tall.parse::<Setup>().expect_err("too many rows").kind, Kind::TooWide);
}

#[test]
fn a_turn_number_at_its_end_still_alternates() {
    let mut position = "Base-P.qr_b32768_Qq".parse::<Setup>().unwrap().validate().unwrap();
    let start = position.clone();
    let mut undos = Vec::new();
    for turn in [Color::Black, Color::White, Color::Black, Color::White] {
        assert_eq!(position.turn(), turn);
        let mv = position.legal_moves()[0];
        undos.push(position.play(mv).unwrap());
    }
    while let Some(undo) = undos.pop() {
        position.undo(undo);
    }
    assert_eq!(position, start);
}

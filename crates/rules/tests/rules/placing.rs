//! Placing tiles.

use skep_rules::{GameType, Hex, IllegalMove, Move, Position};
use skep_testkit::Case;

/// The first tile goes to the origin, the second beside it.
#[test]
fn r4_k42_first_tiles() {
    let start = Position::new(GameType::BASE);
    let spider = "wS1".parse().expect("a tile");
    assert_eq!(
        start.check(Move::Place { piece: spider, to: Hex::new(1, 0) }).map_err(IllegalMove::key),
        Err("place_touch_own")
    );
    Case::new("Base;NotStarted;White[1]").total(4).play("wS1").refused("bS1 wS1", "place_on_top");
    Case::new("Base;InProgress;Black[1];wS1").placements(r"wS1- wS1/ wS1\ -wS1 /wS1 \wS1").total(24);
    let apart = Move::Place { piece: "bS1".parse().expect("a tile"), to: Hex::new(2, 0) };
    let case = Case::new("Base;InProgress;Black[1];wS1");
    assert_eq!(case.position().check(apart).map_err(IllegalMove::key), Err("place_touch_own"));
}

/// From the second turn on a new tile touches its own color and no other.
#[test]
fn r6_new_tiles_touch_their_own_color_only() {
    Case::new("Base;InProgress;White[2];wS1;bS1 wS1-")
        .placements(r"-wS1 \wS1 /wS1")
        .refused("wA1 wS1/", "place_touch_enemy")
        .refused("wA1 bS1-", "place_touch_own");
}

#[test]
fn r22_k39_a_beetle_is_not_placed_on_the_hive() {
    Case::new("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
        .refused("wB1 wQ", "place_on_top")
        .refused("wB1 wS1", "place_on_top");
}

/// The white spider under a black beetle counts as black: White places beyond the queen alone.
#[test]
fn r21_k17_a_stack_has_the_color_of_its_top() {
    Case::new(r"Base;InProgress;White[7];wS1;bB1 \wS1;wQ wS1\;bQ -bB1;wQ wS1-;bQ /bB1;wQ wS1/;bB1 wS1;wQ bB1-;bB1 wQ;pass;bB1 wS1")
        .placements(r"wQ- wQ/ wQ\")
        .total(14);
}

/// A cell that nothing could slide into may still take a new tile.
#[test]
fn r17_a_tile_may_be_placed_into_a_hole() {
    let hive = skep_testkit::Drawing::parse(
        "
           wA1   wA2
        wS1   *     wS2
           wQ    wG1   bG1   bQ
    ",
    );
    let position = hive.position(GameType::BASE);
    let piece = "wB1".parse().expect("a tile");
    assert!(position.is_legal(Move::Place { piece, to: hive.marks[0] }));
    assert_eq!(position.check(Move::Place { piece, to: hive.marks[0] }), Ok(()));
}

/// Tiles of the expansions take part only when they are switched on.
#[test]
fn r38_k25_expansions_are_switches() {
    for game_type in GameType::ALL {
        let start = Position::new(game_type);
        assert_eq!(start.legal_moves().len(), game_type.bugs().count() - 1, "{game_type}");
        for name in ["wM", "wL", "wP"] {
            let piece: skep_rules::Piece = name.parse().expect("a tile");
            let refused = start.check(Move::Place { piece, to: Hex::ORIGIN });
            let expected = if game_type.has(piece.bug()) { Ok(()) } else { Err("not_in_game_type") };
            assert_eq!(refused.map_err(IllegalMove::key), expected, "{name} in {game_type}");
        }
    }
}

/// The second ant to enter is `wA2`, whichever cardboard it is.
#[test]
fn r53_k43_tiles_are_numbered_in_the_order_of_placement() {
    Case::new("Base;NotStarted;White[1]").refused("wA2", "next_number");
    let case = Case::new("Base;InProgress;White[2];wA1;bA1 wA1-");
    case.refused("wA3 -wA1", "next_number");
    assert_eq!(case.play("wA2 -wA1").position().ply(), 3);
}

#[test]
fn r7_nothing_is_placed_twice() {
    let case = Case::new("Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wS2 -wQ;bS2 bQ-");
    let piece = "wS2".parse().expect("a tile");
    let again = Move::Place { piece, to: Hex::new(-3, 0) };
    assert_eq!(case.position().check(again), Err(IllegalMove::NoneLeft { piece }));
}

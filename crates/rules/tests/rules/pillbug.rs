//! The pillbug and its throw.

use skep_testkit::Case;

/// The ant goes to three cells; the queen has just moved and stays; the pillbug itself is pinned.
#[test]
fn r41_k26_pillbug_throws_a_neighbor() {
    Case::new(r"Base+P;InProgress;White[5];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ \wP;bQ \bS1;wQ -wP;bQ -bS1")
        .moves("wP", r"")
        .moves("bA1", r"-bQ wP\ wQ\")
        .moves("bQ", r"")
        .moves("wQ", r"-bQ /wP wP\")
        .total(22);
}

/// Even beside one that has just moved. That pillbug itself cannot be thrown.
#[test]
fn r45_k30_mosquito_throws_beside_a_pillbug() {
    Case::new(r"Base+MP;InProgress;White[7];wM;bA1 wM-;wQ /wM;bQ bA1/;wS1 \wM;bQ \bA1;wS1 bA1/;bP \bQ;wS1 wM\;bP -bQ;wS1 -wQ;bP -wM")
        .moves("wM", r"")
        .moves("bA1", r"-bQ wM\")
        .moves("bQ", r"\wM wM\")
        .moves("bP", r"")
        .moves("wQ", r"-bQ wM\ wS1\")
        .total(29);
}

/// But it does not throw what is pinned.
#[test]
fn r46_k31_pinned_pillbug_still_throws() {
    Case::new(r"Base+P;InProgress;White[5];wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 \wQ;bQ bS1\;wA1 wP\;bQ bS1-")
        .moves("wP", r"")
        .moves("wA1", r"-wQ /wQ \bQ \bS1 \wP \wQ bQ- bQ/ bQ\ bS1\ wQ\")
        .moves("wQ", r"/wP \bS1 \wP")
        .total(42);
}

#[test]
fn r46_k32_covered_pillbug_does_nothing() {
    Case::new(r"Base+P;InProgress;White[8];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ \wP;bQ \bS1;wQ -wP;bQ -bS1;wQ -bQ;bB1 \bS1;wQ wP\;bB1 bQ;wQ -wP;bB1 wP")
        .moves("wP", r"")
        .moves("bA1", r"")
        .moves("bQ", r"")
        .total(14);
}

/// The same hive, two histories: what moved last stays.
#[test]
fn r42_k27_what_has_just_moved_is_not_thrown() {
    let queen_moved = r"Base+P;InProgress;White[5];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ /wP;bQ \bS1;wQ -wP;bQ -bS1";
    Case::new(queen_moved)
        .moves("bA1", r"-bQ wP\ wQ\")
        .moves("bQ", "")
        .refused(r"bQ wP\", "throw_just_moved");
    let ant_moved = format!(r"{queen_moved};wQ /wP;bA1 \bQ;wQ -wP;bA1 bQ\");
    Case::new(&ant_moved)
        .moves("bQ", r"\wP wP\ wQ\")
        .moves("bA1", "")
        .refused(r"bA1 wP\", "throw_just_moved");
}

/// A thrown tile does not move on the next turn, though nothing holds it.
#[test]
fn r44_k28_a_thrown_tile_rests() {
    Case::new(r"Base+P;InProgress;Black[5];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ /wP;bQ \bS1;wQ -wP;bQ -bS1;bA1 wQ\")
        .moves("bA1", "")
        .refused("bA1 -wQ", "resting");
}

/// A thrown pillbug neither moves nor throws.
#[test]
fn r44_k28b_a_thrown_pillbug_does_not_throw() {
    let case = Case::new(
        r"Base+P;InProgress;Black[5];wP;bP wP-;wQ -wP;bS1 bP/;wQ /wP;bQ \bS1;wQ -wP;bQ -bS1;bP wQ\",
    );
    case.moves("bP", "").moves("wQ", "").moves("wP", "");
    assert_eq!(case.position().legal_moves().iter().filter(|mv| mv.piece() == "bS1".parse().ok()).count(), 2);
    // It is the pillbug that rests, and that is what the player is told.
    let thrown = skep_testkit::turn(case.position(), r"wQ /bP");
    let reason = case.position().check(thrown).expect_err("the pillbug rests");
    assert_eq!((reason.key(), reason.piece()), ("resting", "bP".parse().ok()));
}

/// Copying sees only the top of a stack.
#[test]
fn r45_k38_mosquito_beside_a_covered_pillbug_throws_nothing() {
    let case = Case::new(
        r"Base+MP;InProgress;White[6];wM;bP -wM;wQ wM-;bQ -bP;wB1 wM\;bQ bP\;wB1 \wM;bS1 bQ\;wB1 bP;bS1 wQ-",
    );
    let moves = case.position().legal_moves();
    let moved: Vec<_> = moves.iter().filter(|mv| mv.from().is_some()).collect();
    assert_eq!(moved.len(), 6);
    assert!(moved.iter().all(|mv| mv.piece() == "wB1".parse().ok()));
}

/// Two high stacks beside the pillbug bar the lift.
#[test]
fn r43_no_throw_between_two_high_stacks() {
    Case::new(r"Base+P;InProgress;White[8];wP;bA1 wP/;wQ wP\;bQ bA1-;wS1 /wP;bB1 \bQ;wS1 -bA1;bB1 \bA1;wA1 -wS1;bB1 wS1;wA1 /bB1;bB2 bQ\;wA1 bA1\;bB2 wA1")
        .moves("bA1", "")
        .refused("bA1 /wP", "throw_gate");
}

/// Nor is a tile taken out of a stack.
#[test]
fn r43_no_throw_out_of_a_stack() {
    Case::new(r"Base+P;InProgress;White[6];wP;bA1 wP-;wQ -wP;bS1 bA1/;wB1 wQ\;bQ bS1/;wB1 wP;bQ \bS1;wB1 bA1;bQ -bS1")
        .refused("wB1 /wP", "throw_stacked");
}

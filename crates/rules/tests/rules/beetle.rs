//! The beetle: climbing, and gates between stacks.

use skep_testkit::Case;

/// Two slides, two climbs.
#[test]
fn r19_beetle_steps_and_climbs() {
    Case::new(r"Base;InProgress;White[4];wB1;bA1 wB1-;wQ /wB1;bQ bA1-;wQ wB1\;bQ bA1\")
        .moves("wB1", r"-wQ \bA1 bA1 wQ")
        .total(22);
}

/// All five neighbors can be climbed; the open side is a gate.
#[test]
fn r19_k02_beetle_climbs_out_of_a_pocket_but_cannot_slide_out() {
    Case::new(r"Base;InProgress;White[6];wS1;bA1 wS1/;wQ wS1\;bA2 bA1-;wB1 /wS1;bA3 bA2\;wB1 wS1;bQ bA3-;wB1 bA1\;bA2 wB1\")
        .moves("wB1", r"bA1 bA2 bA3 wQ wS1")
        .refused(r"wB1 \bA3", "gate")
        .total(21);
}

/// Only the last tile of a cell can split the hive.
#[test]
fn r20_k06_beetle_on_top_of_a_pinned_tile_is_free() {
    Case::new(r"Base;InProgress;White[9];wA1;bS1 wA1/;wQ wA1\;bQ bS1-;wQ bS1\;bS1 /wA1;wB1 \wA1;bS1 bQ\;wB1 -wA1;bQ bS1/;wB1 wA1;bQ bS1-;wB1 wQ;bQ bS1/;wB1 bS1;bQ wB1-")
        .moves("wB1", r"\bQ \bS1 bQ bS1\ wQ wQ\")
        .total(43);
}

/// From a stack of two to a single tile, between two stacks of two.
#[test]
fn r39_k07a_two_higher_stacks_bar_a_beetle() {
    Case::new(r"Base;InProgress;White[10];wS1;bG1 wS1\;wQ -wS1;bQ bG1-;wQ /wS1;bQ bG1/;wQ /bG1;bB1 bQ/;wA1 -wS1;bB1 bQ;wA1 bB1\;bB1 wS1;wB1 wA1\;bB2 bQ/;wB1 bG1\;bB2 bQ;wB1 bG1;bB2 wA1")
        .moves("wB1", r"/bB1 bB1 bB2 bG1\ wQ")
        .refused(r"wB1 bQ", "high_gate")
        .total(19);
}

/// All six directions are open.
#[test]
fn r39_k07d_one_higher_stack_is_no_gate() {
    Case::new(r"Base;InProgress;White[9];wS1;bG1 wS1\;wQ -wS1;bQ bG1-;wQ /wS1;bQ bG1/;wQ /bG1;bB1 bQ/;wB1 -wS1;bB1 bQ;wB1 /wS1;bB1 wS1;wB1 bG1;bQ bB1/;wA1 wB1-;bQ \wA1")
        .moves("wB1", r"/bB1 bB1 bG1\ bQ wA1 wQ")
        .total(42);
}

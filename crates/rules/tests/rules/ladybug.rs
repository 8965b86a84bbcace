//! The ladybug.

use skep_testkit::Case;

/// Ten cells, the shut one in the middle among them; never back to its start (R52).
#[test]
fn r28_ladybug_crosses_the_hive() {
    Case::new(r"Base+L;InProgress;White[8];wS1;bG1 wS1-;wL -wS1;bQ bG1/;wQ \wS1;bB1 \bQ;wL /bB1;bB1 wL;wQ \bB1;bB1 /wQ;wL bG1\;bQ wQ\;wL wS1\;bQ bG1/")
        .moves("wL", r"-bB1 -wQ /bB1 /wS1 \bQ bG1\ bQ- bQ/ bQ\ wQ\")
        .total(32);
}

/// The last step goes down between two stacks of two.
#[test]
fn r39_k08_two_stacks_bar_the_way_down() {
    Case::new(r"Base+L;InProgress;White[11];wS1;bG1 wS1\;wQ -wS1;bQ bG1-;wQ /wS1;bQ bG1/;wQ /bG1;bB1 bQ/;wL wQ\;bB1 bQ;wA1 wL\;bB1 wS1;wA1 bG1\;bB2 bQ-;wA1 bQ\;bB2 wA1;wL bG1\;bQ bB2/;wL wQ\;bQ bB2-")
        .moves("wL", r"/bB1 bG1\")
        .refused(r"wL \bB2", "high_gate")
        .total(22);
}

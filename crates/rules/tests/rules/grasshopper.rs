//! The grasshopper.

use skep_testkit::Case;

/// Three rows to jump; one of them has a gap, and there it must land.
#[test]
fn r25_grasshopper_jumps_straight_to_the_first_empty_cell() {
    Case::new(r"Base;InProgress;White[7];wG1;bA1 /wG1;wQ wG1-;bQ bA1\;wQ wG1\;bQ wQ\;wS1 wQ/;bQ wS1\;wQ /bQ;bS1 bQ-;wQ wG1\;bG1 bS1/")
        .moves("wG1", r"-bG1 /bA1 wQ\")
        .refused(r"wG1 bG1-", "hopper_gap")
        .refused(r"wG1 \wS1", "hopper_line")
        .total(19);
}

/// A jump knows no gates.
#[test]
fn r25_k03_grasshopper_jumps_into_a_hole() {
    Case::new(r"Base;InProgress;White[8];wS1;bG1 wS1-;wG1 /wS1;bQ bG1/;wQ \wS1;bB1 \bQ;wG1 /bB1;bB1 wG1;wQ \bB1;bB1 /wQ;wG1 bG1\;bQ wQ\;wG1 \wQ;bQ bG1/")
        .moves("wG1", r"wQ\")
        .total(21);
}

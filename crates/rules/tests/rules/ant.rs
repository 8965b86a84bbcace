//! The ant.

use skep_testkit::Case;

/// Eleven cells around a C of five tiles, not the one in its middle.
#[test]
fn r27_ant_goes_anywhere_but_through_gates() {
    Case::new(r"Base;InProgress;White[8];wS1;bG1 wS1-;wQ -wS1;bQ bG1/;wQ \wS1;bB1 \bQ;wQ /bB1;bB1 \wQ;wA1 -wS1;bB1 -wQ;wQ bB1/;bQ wQ\;wA1 \wQ;bQ bG1/")
        .moves("wA1", r"-bB1 -wQ /bB1 /wS1 \bQ bG1\ bQ- bQ/ bQ\ wQ/ wS1\")
        .refused(r"wA1 wQ\", "ant_unreachable")
        .total(31);
}

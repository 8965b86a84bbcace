//! Sliding: gates, contact, one hive.

use skep_testkit::Case;

/// Five neighbors and one open side: not pinned, only shut in.
#[test]
fn r15_k01_queen_cannot_leave_through_a_gate() {
    Case::new(r"Base;InProgress;White[6];wG1;bA1 wG1-;wS1 \wG1;bA2 bA1/;wQ \wS1;bQ bA2-;wQ wS1/;bA3 \bQ;wQ -bA2;bA3 \wQ")
        .moves("wQ", r"")
        .refused(r"wQ \bA2", "gate")
        .total(17);
}

/// Start and end both touch the hive, the step between them does not.
#[test]
fn r13_k04_a_slide_keeps_contact_all_the_way() {
    Case::new(r"Base;InProgress;White[4];wA1;bA1 wA1/;wS1 wA1\;bQ bA1/;wQ wS1-;bQ bA1-")
        .moves("wQ", r"bA1\ wS1\")
        .refused(r"wQ bQ\", "loses_contact")
        .total(26);
}

/// A sole link may not move even if it would join the parts again.
#[test]
fn r13_a_link_may_not_leave_to_join_again() {
    Case::new(r"Base;InProgress;Black[6];wG1;bS1 -wG1;wQ wG1/;bQ \bS1;wS1 \wQ;bQ /wS1;wA1 wG1\;bQ -wS1;wA1 wQ\;bS1 -bQ;wA1 -wG1")
        .moves("bQ", "")
        .refused(r"bQ bS1\", "splits_hive");
}

/// A move has to end on another cell.
#[test]
fn r52_no_move_ends_where_it_began() {
    Case::new("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-").refused("wQ -wS1", "same_place");
}

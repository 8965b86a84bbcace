//! The spider.

use skep_testkit::Case;

/// A bowl with a gap between its rims gives four ends.
#[test]
fn r26_spider_in_an_open_bowl() {
    Case::new(r"Base;InProgress;Black[8];wA1;bS1 -wA1;wG1 wA1\;bQ -bS1;wS1 /wG1;bA1 /bQ;wQ /wS1;bG1 bA1\;wQ -wS1;bS1 wG1/;wA1 bQ/;bS1 bQ\;wA1 wQ\;bS1 \bQ;wA1 \wG1")
        .moves("bS1", r"/bA1 /wA1 \wA1 bQ\")
        .total(36);
}

/// Three steps inside a wide bay end next to where they began.
#[test]
fn r26_k09_spider_may_end_beside_its_start() {
    Case::new(r"Base;InProgress;White[5];wG1;bA1 wG1/;wQ -wG1;bQ \bA1;wS1 wQ\;bG1 \bQ;wS1 \wQ;bB1 -bG1")
        .moves("wS1", r"/bB1 wQ\")
        .total(22);
}

/// Not one, two or four.
#[test]
fn r26_k10_spider_takes_exactly_three_steps() {
    Case::new(r"Base;InProgress;White[6];wS1;bA1 wS1/;wQ wS1\;bQ bA1-;wQ bA1\;bQ wQ-;wS1 bQ\;bA1 bQ/;wS1 -wQ;bA1 bQ-")
        .moves("wS1", r"\bA1 bQ\")
        .total(22);
}

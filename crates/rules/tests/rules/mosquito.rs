//! The mosquito.

use skep_testkit::Case;

/// Beside a beetle and a spider: four cells as the one, two as the other.
#[test]
fn r30_mosquito_moves_as_what_it_touches() {
    Case::new(r"Base+M;InProgress;White[5];wS1;bB1 wS1/;wQ wS1\;bQ bB1-;wQ bB1\;bB1 \bQ;wM \wS1;bB1 -bQ")
        .moves("wM", r"-wS1 \bB1 bB1 bQ/ wS1 wS1\")
        .total(34);
}

#[test]
fn r33_k12_mosquito_beside_a_mosquito_alone_cannot_move() {
    Case::new(r"Base+M;InProgress;White[5];wA1;bM -wA1;wQ wA1-;bQ \bM;wM wA1\;bQ \wA1;wM -bM;bQ \wQ")
        .moves("wM", r"")
        .total(26);
}

/// The beetle, and not the ant below it.
#[test]
fn r32_k14_mosquito_copies_the_top_of_a_stack() {
    Case::new(r"Base+M;InProgress;White[6];wA1;bB1 wA1\;wM -wA1;bQ bB1-;wQ wA1/;bQ wQ\;wQ \wA1;bB1 bQ;wQ \bB1;bB1 wA1")
        .moves("wM", r"-wQ /bB1 bB1")
        .total(25);
}

#[test]
fn r30_k16_mosquito_copies_a_queen() {
    Case::new(r"Base+ML;InProgress;White[4];wS1;bG1 wS1\;wQ -wS1;bQ bG1-;wM -wQ;bQ bG1/")
        .moves("wM", r"/wQ \wQ")
        .total(32);
}

#[test]
fn r30_k16_mosquito_copies_an_ant() {
    Case::new(r"Base+ML;InProgress;White[9];wM;bA1 wM-;wQ \wM;bQ bA1-;wQ \bA1;bQ bA1\;wQ bA1/;bG1 bQ-;wQ \bG1;bQ /bG1;wM \bA1;bQ bG1\;wM bG1/;bQ wM\;wM -bA1;bQ bG1/")
        .moves("wM", r"/bA1 /bG1 \bA1 \bQ \wQ bA1\ bG1\ bQ- bQ/ bQ\")
        .total(25);
}

#[test]
fn r30_k16_mosquito_copies_a_grasshopper() {
    Case::new(r"Base+ML;InProgress;White[8];wM;bG1 wM-;wQ /wM;bQ bG1-;wQ wM\;bQ bG1/;wQ bG1\;bG2 \bQ;wQ bQ\;bG2 wQ\;wM bG2/;bQ \wM;wM -bG1;bQ bG2/")
        .moves("wM", r"bQ-")
        .total(16);
}

#[test]
fn r30_k16_mosquito_copies_a_beetle() {
    Case::new(r"Base+ML;InProgress;White[9];wM;bB1 wM-;wQ \wM;bQ bB1-;wQ \bB1;bQ bB1\;wQ bB1/;bG1 bQ-;wQ \bG1;bQ /bG1;wM \bB1;bQ bG1\;wM bB1;bQ bG1-;wM -bB1;bQ bG1/")
        .moves("wM", r"/bB1 \bB1 bB1")
        .total(18);
}

//! The course is true, complete and can be finished: every position, answer, reason, goal and claim.

#[path = "../../build/model.rs"]
#[expect(dead_code, reason = "the tests look at statements and names; texts they take from the crate")]
mod model;
#[path = "../../build/read.rs"]
mod read;

mod facts;
mod languages;
mod lessons;
mod progress;
mod reader;
mod rules_page;
mod sessions;
mod strategy;
mod tips;

use std::path::Path;

use model::Course;

/// The content as the build reads it, with the statements that only tests look at.
fn content() -> Course {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    let mut problems = Vec::new();
    let course = read::course(&|name| std::fs::read_to_string(folder.join(name)), &mut problems);
    assert_eq!(problems, Vec::<String>::new());
    course
}

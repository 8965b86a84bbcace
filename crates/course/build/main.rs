//! Turns the lessons into Rust, and fails when one of them is incomplete.

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod emit;
mod model;
mod read;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use model::Course;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=content");
    let folder = Path::new("content");
    let mut problems = Vec::new();
    let course = read::course(&|name| fs::read_to_string(folder.join(name)), &mut problems);
    if !problems.is_empty() {
        for problem in &problems {
            println!("cargo::error=content/{problem}");
        }
        return ExitCode::FAILURE;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells where to write"));
    write(&out, &course);
    ExitCode::SUCCESS
}

fn write(out: &Path, course: &Course) {
    fs::write(out.join("content.rs"), emit::content(course)).expect("the build folder can be written");
}

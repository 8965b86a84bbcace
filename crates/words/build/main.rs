//! Compiles the locale files into Rust: a key that is missing somewhere, or a placeholder that
//! differs between languages, is an error of the build and never a hole on a screen.

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod emit;
mod locale;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=locales");
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(messages) => {
            for message in messages {
                println!("cargo::error={message}");
            }
            ExitCode::FAILURE
        }
    }
}

fn compile() -> Result<(), Vec<String>> {
    let read = |name: &str| {
        let path = Path::new("locales").join(name);
        fs::read_to_string(&path).map_err(|error| vec![format!("{}: {error}", path.display())])
    };
    let mut problems = Vec::new();
    let mut languages = <[locale::Lines; 3]>::default();
    for (lines, language) in languages.iter_mut().zip(locale::LANGUAGES) {
        let file = format!("{language}.ini");
        locale::read_ini(&format!("locales/{file}"), &read(&file)?, lines, &mut problems);
    }
    let glossary = read("glossary.tsv")?;
    locale::read_table("locales/glossary.tsv", "", &glossary, &mut languages, &mut problems);
    let refusals = read("refusals.tsv")?;
    locale::read_table("locales/refusals.tsv", "refusal.", &refusals, &mut languages, &mut problems);
    for column in ["rule", "anchor"] {
        let header = refusals.lines().next().unwrap_or_default();
        if !header.split('\t').any(|name| name == column) {
            let message = format!("the first line must name the column {column}");
            problems.push(locale::Problem { place: "locales/refusals.tsv".to_string(), message });
        }
    }
    let entries = locale::merge(&languages, &mut problems);
    if !problems.is_empty() {
        return Err(problems.iter().map(ToString::to_string).collect());
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let code = emit::keys(&entries) + &emit::phrases(&entries) + &emit::refusals(&refusals, &entries);
    fs::write(Path::new(&out).join("texts.rs"), code).map_err(|error| vec![error.to_string()])
}

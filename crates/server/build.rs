//! Puts the browser app into the program, if it was built: `cargo xtask web` leaves it in `target/web-dist`.
//!
//! The variable `SKEP_WEB_DIST` names another folder; set to nothing it leaves the app out.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // Migrations are embedded by a macro that cargo cannot see through: a new file must build the crate again.
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SKEP_WEB_DIST");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let chosen = env::var_os("SKEP_WEB_DIST");
    let left_out = chosen.as_ref().is_some_and(|folder| folder.is_empty());
    let folder = chosen.filter(|_| !left_out).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| package.join("../../target/web-dist"));
    let mut names = Vec::new();
    if !left_out {
        // An empty folder can be watched. A missing one would make cargo build this crate at every call.
        let _ = fs::create_dir_all(&folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        if folder.join("index.html").is_file() {
            collect(&folder, "", &mut names);
        }
    }
    names.sort();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join("assets.rs"), source(&folder, &names)).expect("the output folder can be written");
}

fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder.join(prefix)).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(folder, &format!("{name}/"), names);
        } else if !name.ends_with(".br") && !name.ends_with(".gz") {
            names.push(name);
        }
    }
}

fn source(folder: &Path, names: &[String]) -> String {
    let mut text = String::from("static EMBEDDED: &[Embedded] = &[\n");
    for name in names {
        let path = |ending: &str| folder.join(format!("{name}{ending}"));
        let copy = |ending: &str| match path(ending).is_file() {
            true => format!("Some(include_bytes!({:?}))", path(ending)),
            false => "None".to_owned(),
        };
        let _ = writeln!(
            text,
            "    Embedded {{ name: {name:?}, plain: include_bytes!({:?}), gzip: {}, brotli: {} }},",
            path(""),
            copy(".gz"),
            copy(".br")
        );
    }
    text + "];\n"
}

//! Data files that are too large, or not ours, to be kept in the repository.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The text of a data file, or `None` with a note on the error output when the folder is not there.
///
/// The folder is `$SKEP_DATA`, or else `shared/data` beside the workspace.
///
/// # Panics
///
/// When the folder is there but the file cannot be read.
#[must_use]
#[expect(clippy::print_stderr, reason = "a skipped test has to say so")]
pub fn data_file(test: &str, name: &str) -> Option<String> {
    let Some(folder) = folder() else {
        eprintln!("skipped: {test}: no data folder (set SKEP_DATA)");
        log(test);
        return None;
    };
    let path = folder.join(name);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn folder() -> Option<PathBuf> {
    let folder = match std::env::var_os("SKEP_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    folder.is_dir().then_some(folder)
}

/// Runners hide what a passing test prints, so the name also goes into the file `$SKEP_SKIP_LOG`, from which
/// `cargo xtask test` tells how many tests were skipped.
fn log(test: &str) {
    if let Some(path) = std::env::var_os("SKEP_SKIP_LOG") {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| writeln!(file, "{test}"));
        written.expect("the file named by SKEP_SKIP_LOG can be written");
    }
}

//! `cargo xtask test`: runs the parts one after the other and says what became of each.

use std::time::Instant;

use anyhow::{Result, bail};

use crate::parts::{self, PARTS, Part};
use crate::report::{self, Outcome, Row};
use crate::tools;
use crate::workspace::Workspace;

/// What the arguments ask for.
#[derive(Default)]
pub(crate) struct Request {
    names: Vec<String>,
    skip: Vec<String>,
    /// A part that is skipped because something is missing counts as failed.
    strict: bool,
    list: bool,
}

/// # Errors
/// When an argument is not understood, and when a part failed.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let request = parse(arguments)?;
    if request.list {
        print!("{}", parts::list());
        return Ok(());
    }
    let rows: Vec<Row> = PARTS
        .iter()
        .filter(|part| request.names.is_empty() || request.names.iter().any(|name| name == part.name))
        .filter(|part| !request.skip.iter().any(|name| name == part.name))
        .map(|part| run(workspace, part))
        .collect();
    print!("\n{}", report::table(&rows));
    let bad = |row: &&Row| match row.outcome {
        Outcome::Failed(_) => true,
        Outcome::Skipped(_) => request.strict,
        Outcome::Passed(_) => false,
    };
    let failed: Vec<&str> = rows.iter().filter(bad).map(|row| row.part).collect();
    if !failed.is_empty() {
        bail!("not passed: {}; `cargo xtask test {}` runs only that", failed.join(", "), failed.join(" "));
    }
    Ok(())
}

fn run(workspace: &Workspace, part: &'static Part) -> Row {
    println!("\n==> {}: {}", part.name, part.about);
    let start = Instant::now();
    let missing = part.needs.iter().find_map(|need| tools::provide(workspace, *need).err());
    let outcome = match missing {
        Some(missing) => Outcome::Skipped(missing.to_string()),
        None => (part.run)(workspace).unwrap_or_else(|error| Outcome::Failed(format!("{error:#}"))),
    };
    match &outcome {
        Outcome::Passed(_) => {}
        Outcome::Skipped(reason) => println!("    skipped: {reason}"),
        Outcome::Failed(reason) => println!("    FAILED: {reason}"),
    }
    Row { part: part.name, outcome, time: start.elapsed() }
}

/// # Errors
/// When an option or a part is not known.
pub(crate) fn parse(arguments: &[String]) -> Result<Request> {
    let mut request = Request::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--list" => request.list = true,
            "--strict" => request.strict = true,
            "--skip" => match rest.next() {
                Some(name) => request.skip.push(known(name)?),
                None => bail!("--skip needs the name of a part"),
            },
            flag if flag.starts_with('-') => bail!("unknown option {flag}; `cargo xtask help` lists them"),
            name => request.names.push(known(name)?),
        }
    }
    Ok(request)
}

fn known(name: &str) -> Result<String> {
    if PARTS.iter().any(|part| part.name == name) {
        return Ok(name.to_owned());
    }
    bail!(
        "no part `{name}`; there are: {}",
        PARTS.iter().map(|part| part.name).collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn parts_are_named_skipped_and_listed() {
        let request = parse(&words("unit tidy --skip doc --strict")).unwrap();
        assert_eq!(request.names, ["unit", "tidy"]);
        assert_eq!(request.skip, ["doc"]);
        assert!(request.strict && !request.list);
    }

    #[test]
    fn a_misspelled_part_is_an_error_that_lists_the_parts() {
        let error = parse(&words("units")).err().unwrap().to_string();
        assert!(error.starts_with("no part `units`; there are: fmt, "), "{error}");
        assert!(parse(&words("--fast")).is_err());
        assert!(parse(&words("--skip")).is_err());
    }
}

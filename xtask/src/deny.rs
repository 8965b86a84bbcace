//! The part that asks `cargo deny` about the dependencies; the policy is in `deny.toml`.

use anyhow::Result;

use crate::process;
use crate::report::Outcome;
use crate::workspace::Workspace;

/// Licenses, bans and sources need nothing but the lock file. Known vulnerabilities need the
/// public database; where it cannot be fetched the summary says so.
pub(crate) fn part(workspace: &Workspace) -> Result<Outcome> {
    let deny = |arguments: &[&str]| {
        let mut command = workspace.cargo(["deny", "--all-features"]);
        command.args(arguments);
        command
    };
    process::run(&mut deny(&["check", "licenses", "bans", "sources"]))?;
    if process::quiet(&mut deny(&["fetch", "db"])).is_none() {
        return Ok(Outcome::Passed("without advisories: the database cannot be fetched from here".into()));
    }
    process::run(&mut deny(&["check", "--disable-fetch", "advisories"]))?;
    Ok(Outcome::Passed("with advisories".into()))
}

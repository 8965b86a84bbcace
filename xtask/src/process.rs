//! Running a child process: what is run is printed first, its output passes through unchanged.

use std::io::{self, IsTerminal, Read, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let mut text = program.file_stem().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    for argument in command.get_args() {
        let argument = argument.to_string_lossy();
        text.push(' ');
        if argument.is_empty() || argument.contains(char::is_whitespace) {
            text += &format!("'{argument}'");
        } else {
            text += &argument;
        }
    }
    text
}

/// Runs to the end with the terminal of this process.
///
/// # Errors
/// When it cannot be started, and when it ends with anything but success.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    announce(command);
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs to the end, passes the output through, and also hands it back (both streams, in the order
/// in which each wrote it, standard output first) with whether it ended well.
pub(crate) fn run_and_read(command: &mut Command) -> Result<(bool, String)> {
    announce(command);
    if io::stderr().is_terminal() {
        // The pipes hide the terminal from the child; it would drop its colors.
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    let stdout = child.stdout.take().context("standard output was piped")?;
    let stderr = child.stderr.take().context("standard error was piped")?;
    let errors = std::thread::spawn(move || copy(stderr, io::stderr()));
    let mut text = copy(stdout, io::stdout())?;
    match errors.join() {
        Ok(errors) => text.extend(errors?),
        Err(_) => bail!("the reader of standard error panicked"),
    }
    let status = child.wait()?;
    Ok((status.success(), String::from_utf8_lossy(&text).into_owned()))
}

/// Runs silently; the output if it succeeded.
pub(crate) fn quiet(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn announce(command: &Command) {
    println!("    $ {}", shown(command));
}

fn copy(mut from: impl Read, mut to: impl Write) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let length = from.read(&mut buffer)?;
        if length == 0 {
            return Ok(all);
        }
        all.extend_from_slice(&buffer[..length]);
        to.write_all(&buffer[..length])?;
        to.flush()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_typed() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["test", "--filter", "two words"]);
        assert_eq!(shown(&command), "cargo test --filter 'two words'");
    }

    #[test]
    fn output_is_handed_back_from_both_streams() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let (succeeded, text) = run_and_read(&mut command).unwrap();
        assert!(!succeeded);
        assert_eq!(text, "out\nerr\n");
    }

    #[test]
    fn a_program_that_is_missing_is_an_error_and_not_a_panic() {
        let error = run(&mut Command::new("no-such-program-anywhere")).unwrap_err();
        assert!(error.to_string().contains("no-such-program-anywhere"), "{error}");
    }
}

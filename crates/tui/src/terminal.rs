//! The real terminal: taken over for as long as a screen is shown, and given back whatever happens.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::screen::{Flow, Screen};

/// How long nothing may happen before the engine and the signals are looked at.
const PATIENCE: Duration = Duration::from_millis(60);

/// Gives the terminal back when it goes, also on the way out of an error. A panic does it in its hook, before the
/// message is printed.
struct Loan;

impl Drop for Loan {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Shows a screen until it is left, or somebody asks the process to end.
///
/// # Errors
/// When this is no terminal, or it goes away.
pub fn show(screen: &mut dyn Screen) -> io::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    leave_with_the_terminal()?;
    // What was taken before something failed is given back as well.
    let mut terminal = ratatui::try_init().inspect_err(|_| drop(ratatui::try_restore()))?;
    let _loan = Loan;
    loop {
        terminal.draw(|frame| screen.draw(frame))?;
        if wait(screen, &stop)? == Flow::Leave {
            return Ok(());
        }
    }
}

/// Waits until there is something new to draw.
fn wait(screen: &mut dyn Screen, stop: &AtomicBool) -> io::Result<Flow> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(Flow::Leave);
        }
        if !event::poll(PATIENCE)? {
            if screen.tick() {
                return Ok(Flow::Stay);
            }
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(screen.key(key)),
            Event::Resize(..) => return Ok(Flow::Stay),
            _ => {}
        }
    }
}

/// Ends the process when the terminal is closed: there is nothing to give back then, and waiting for a key would
/// never end.
#[cfg(unix)]
fn leave_with_the_terminal() -> io::Result<()> {
    use signal_hook::consts::SIGHUP;
    let always = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_shutdown(SIGHUP, 128 + SIGHUP, always).map(drop)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "like its twin")]
fn leave_with_the_terminal() -> io::Result<()> {
    Ok(())
}

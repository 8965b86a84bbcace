//! What the program writes about itself: lines for people, or JSON for machines. Never bodies, tokens or mails.

use std::io;

use tracing_subscriber::EnvFilter;

use crate::config::{Log, LogFormat};

/// Starts writing to standard error. A second call in one process changes nothing.
pub fn start(log: &Log) {
    // Checked when the configuration was read; a filter that is wrong all the same must not silence everything.
    let filter = EnvFilter::try_new(&log.level).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_target(false);
    let _ = match log.format {
        LogFormat::Text => builder.with_ansi(false).compact().try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
}

//! What the operator decides: a file, the environment, flags, and defaults that work with none of them.
//!
//! Every key has one name, such as `db.url`. It stands in `skep.toml` under its section, in the environment as
//! `SKEP_DB__URL`, and on the command line as `--set db.url=...`. Later sources win. All faults are reported
//! together, each with the place it came from, so that nobody repairs a file line by line.

mod network;
mod read;
mod secret;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use network::{Network, ParseNetworkError};
pub use read::{ConfigError, Fault, Sources};
pub use secret::Secret;

use crate::domain::time::Ms;
use read::Reader;

/// Everything that can be decided, checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the site is served.
    pub listen: SocketAddr,
    /// How the outside world calls it; decides origins, cookies and links in mails.
    pub public_url: PublicUrl,
    /// Whether `public_url` was said, not guessed: then nothing else is a name of the site.
    pub public_url_given: bool,
    /// A folder with the browser app, instead of the one inside the program.
    pub web: Option<PathBuf>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    /// Further origins that may open sockets with a cookie, for development.
    pub allowed_origins: Vec<String>,
    /// Where an embedded database and nothing else is kept.
    pub data: PathBuf,
    pub db: Db,
    pub bus: Bus,
    pub game: Game,
    pub events: Events,
    pub limits: Limits,
    pub engine: Engine,
    pub password: Password,
    pub session: Session,
    pub mail: Mail,
    pub metrics: Metrics,
    pub log: Log,
    pub drain: Drain,
}

/// Which database, and how it is used.
#[derive(Clone, Debug)]
pub struct Db {
    pub url: Secret<String>,
    /// A direct connection for LISTEN where `url` goes through a pooler.
    pub listen_url: Option<Secret<String>>,
    pub pool: u32,
    pub readers: u32,
    pub sync: Sync,
    pub group_max: usize,
}

/// Whether SQLite waits for the disk at every commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sync {
    /// An acknowledged move survives a power cut.
    Full,
    /// An acknowledged move survives the end of the program, not of the machine.
    Normal,
}

/// How processes hear of each other's changes.
#[derive(Clone, Debug)]
pub struct Bus {
    pub window: Duration,
    pub poll: Duration,
    pub poll_down: Duration,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub sweep: Duration,
    pub grace: Ms,
}

#[derive(Clone, Debug)]
pub struct Events {
    pub keep_days: u32,
}

/// What one client may send, hold or open.
#[derive(Clone, Debug)]
pub struct Limits {
    pub frame_bytes: usize,
    pub sockets_per_user: usize,
    pub sockets_per_ip: usize,
    pub messages_per_second: u32,
    pub burst: u32,
    pub guests_per_ip_hour: u32,
    pub registrations_per_ip_hour: u32,
    pub connections: usize,
    pub connections_per_ip: usize,
    /// Until the first byte of a connection, and until the end of a request's head.
    pub header: Duration,
    pub body: Duration,
    /// Anonymous and signed-in requests in a minute, for each address or account.
    pub requests_per_minute: u32,
}

#[derive(Clone, Debug)]
pub struct Engine {
    pub threads: usize,
    pub max_queue: i64,
}

/// The cost of Argon2id.
#[derive(Clone, Debug)]
pub struct Password {
    pub memory_kib: u32,
    pub passes: u32,
    pub permits: usize,
}

#[derive(Clone, Debug)]
pub struct Session {
    pub idle: Ms,
    pub longest: Ms,
}

#[derive(Clone, Debug)]
pub struct Mail {
    /// `smtp://` or `smtps://`; without it, links are written to the operator's log.
    pub smtp_url: Option<Secret<String>>,
    pub from: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Metrics {
    /// `None` switches them off.
    pub listen: Option<SocketAddr>,
}

#[derive(Clone, Debug)]
pub struct Log {
    pub format: LogFormat,
    pub level: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Clone, Debug)]
pub struct Drain {
    pub notice: Duration,
}

/// The address of the site, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    /// `https://hive.example`, without a path: exactly what browsers send as `Origin`.
    pub origin: String,
    /// `hive.example`, with the port when it is not the usual one.
    pub host: String,
    pub secure: bool,
}

impl PublicUrl {
    fn parse(text: &str) -> Result<PublicUrl, String> {
        let (secure, rest) = match text.split_once("://") {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            _ => return Err("must begin with https:// or http://".to_owned()),
        };
        let host = rest.trim_end_matches('/').to_ascii_lowercase();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(plain) {
            return Err("must be a host, with no path: the site lives at the root".to_owned());
        }
        let usual = if secure { ":443" } else { ":80" };
        let host = host.strip_suffix(usual).unwrap_or(&host).to_owned();
        let origin = format!("{}://{host}", if secure { "https" } else { "http" });
        Ok(PublicUrl { origin, host, secure })
    }
}

impl Config {
    /// Reads and checks all sources.
    ///
    /// # Errors
    /// All faults at once.
    pub fn load(sources: Sources) -> Result<Config, ConfigError> {
        let mut read = Reader::new(sources);
        let config = Config::take(&mut read);
        read.finish()?;
        Ok(config)
    }

    fn take(read: &mut Reader) -> Config {
        let listen: SocketAddr = read.parse("listen", "127.0.0.1:8080");
        let data: PathBuf = read.parse("data", "data");
        let url = format!("http://localhost:{}", listen.port());
        let config = Config {
            listen,
            public_url_given: read.has("public_url"),
            web: read.optional("web", |text| Ok(PathBuf::from(text))),
            public_url: read.with("public_url", &url, PublicUrl::parse),
            trusted_proxies: read.list("trusted_proxies"),
            allowed_origins: read.list("allowed_origins"),
            db: Db {
                url: read.with("db.url", &format!("sqlite://{}", data.join("skep.db").display()), database),
                listen_url: read.optional("db.listen_url", database),
                pool: read.within("db.pool", 16, 1..=500),
                readers: read.within("db.readers", 4, 1..=64),
                sync: read.choice("db.sync", &[("full", Sync::Full), ("normal", Sync::Normal)]),
                group_max: read.within("db.group_max", 64, 1..=1000),
            },
            bus: Bus {
                window: Duration::from_millis(read.within("bus.window_ms", 5, 0..=1000)),
                poll: Duration::from_millis(read.within("bus.poll_ms", 3000, 100..=60_000)),
                poll_down: Duration::from_millis(read.within("bus.poll_down_ms", 500, 50..=60_000)),
            },
            game: Game {
                sweep: Duration::from_millis(read.within("game.sweep_ms", 1000, 100..=600_000)),
                grace: Ms(read.within("game.grace_ms", 500, 0..=10_000)),
            },
            events: Events { keep_days: read.within("events.keep_days", 7, 1..=3650) },
            limits: Limits::take(read),
            engine: Engine {
                threads: read.within("engine.threads", default_threads(), 1..=256),
                max_queue: read.within("engine.max_queue", 200, 1..=100_000),
            },
            password: Password {
                memory_kib: read.within("password.m_kib", 19_456, 8..=1_048_576),
                passes: read.within("password.t", 3, 1..=20),
                permits: read.within("password.permits", 2, 1..=64),
            },
            session: Session {
                idle: days(read.within("session.idle_days", 30, 1..=365)),
                longest: days(read.within("session.max_days", 180, 1..=3650)),
            },
            mail: Mail {
                smtp_url: read.optional("mail.smtp_url", smtp),
                from: read.optional("mail.from", address),
            },
            metrics: Metrics { listen: read.with("metrics.listen", "127.0.0.1:9090", address_or_off) },
            log: Log {
                format: read.choice("log.format", &[("text", LogFormat::Text), ("json", LogFormat::Json)]),
                level: read.with("log.level", "info", level),
            },
            drain: Drain { notice: Duration::from_secs(read.within("drain.notice_s", 5, 0..=300)) },
            data,
        };
        config.check_together(read);
        config
    }

    /// What single keys cannot show.
    fn check_together(&self, read: &mut Reader) {
        if self.mail.smtp_url.is_some() && self.mail.from.is_none() {
            read.fault("mail.from", "is needed when mail.smtp_url is set");
        }
        if self.session.idle > self.session.longest {
            read.fault("session.idle_days", "is longer than session.max_days");
        }
        if self.metrics.listen.is_some_and(|address| address == self.listen && address.port() != 0) {
            read.fault("metrics.listen", "is the address of the site; metrics need their own");
        }
        for origin in &self.allowed_origins {
            if let Err(why) = PublicUrl::parse(origin) {
                read.fault("allowed_origins", &format!("`{origin}` {why}"));
            }
        }
    }

    /// The file of an embedded database.
    #[must_use]
    pub fn sqlite_path(&self) -> Option<PathBuf> {
        let rest = self.db.url.expose().strip_prefix("sqlite:")?;
        let path = rest.strip_prefix("//").unwrap_or(rest);
        Some(PathBuf::from(path.split('?').next().unwrap_or(path)))
    }

    /// The real port, where any was asked for and no address was given.
    pub(crate) fn follow_port(&mut self, port: u16) {
        self.public_url.host = format!("localhost:{port}");
        self.public_url.origin = format!("http://localhost:{port}");
    }

    /// Things that work and are probably not meant.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let local = self.public_url.host.starts_with("localhost") || self.public_url.host.starts_with("127.");
        if !self.public_url.secure && !local {
            warnings.push(format!(
                "public_url is {}: without https, cookies and passwords can be read on the way",
                self.public_url.origin
            ));
        }
        if self.mail.smtp_url.is_none() {
            warnings.push("no mail.smtp_url: links to reset a password are written to this log".to_owned());
        }
        warnings
    }

    /// Whether the database is the embedded one.
    #[must_use]
    pub fn is_sqlite(&self) -> bool {
        self.db.url.expose().starts_with("sqlite:")
    }
}

impl Limits {
    fn take(read: &mut Reader) -> Limits {
        Limits {
            frame_bytes: read.within("limits.frame_bytes", 4096, 512..=1_048_576),
            sockets_per_user: read.within("limits.sockets_per_user", 8, 1..=1000),
            sockets_per_ip: read.within("limits.sockets_per_ip", 32, 1..=100_000),
            messages_per_second: read.within("limits.messages_per_s", 5, 1..=10_000),
            burst: read.within("limits.burst", 20, 1..=10_000),
            guests_per_ip_hour: read.within("limits.guests_per_ip_hour", 20, 0..=1_000_000),
            registrations_per_ip_hour: read.within("limits.registrations_per_ip_hour", 10, 0..=1_000_000),
            connections: read.within("limits.connections", 10_000, 10..=1_000_000),
            connections_per_ip: read.within("limits.connections_per_ip", 64, 1..=1_000_000),
            header: Duration::from_millis(read.within("limits.header_ms", 10_000, 100..=120_000)),
            body: Duration::from_millis(read.within("limits.body_ms", 15_000, 100..=120_000)),
            requests_per_minute: read.within("limits.requests_per_minute", 300, 10..=1_000_000),
        }
    }
}

fn days(days: i64) -> Ms {
    Ms::seconds(days * 86_400)
}

fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

fn database(text: &str) -> Result<Secret<String>, String> {
    let known = ["sqlite:", "postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
    known
        .then(|| Secret::new(text.to_owned()))
        .ok_or_else(|| "must begin with sqlite: or postgres://".to_owned())
}

fn smtp(text: &str) -> Result<Secret<String>, String> {
    let known = ["smtp://", "smtps://"].iter().any(|start| text.starts_with(start));
    known
        .then(|| Secret::new(text.to_owned()))
        .ok_or_else(|| "must begin with smtp:// or smtps://".to_owned())
}

fn address(text: &str) -> Result<String, String> {
    let parts = text.rsplit_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
    (parts && !text.contains(['\r', '\n']))
        .then(|| text.to_owned())
        .ok_or_else(|| "is no mail address".to_owned())
}

fn address_or_off(text: &str) -> Result<Option<SocketAddr>, String> {
    if text == "off" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| "must be an address with a port, or `off`".to_owned())
}

/// The syntax of a tracing filter is checked by its own parser when logging starts; this catches typing errors.
fn level(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '=' | ',' | ':' | '-');
    let levels = ["off", "error", "warn", "info", "debug", "trace"];
    let good = text.split(',').all(|part| levels.contains(&part.rsplit('=').next().unwrap_or_default()));
    (good && text.chars().all(plain)).then(|| text.to_owned()).ok_or_else(|| {
        "must be off, error, warn, info, debug or trace, or a list such as info,sqlx=warn".to_owned()
    })
}

#[cfg(test)]
mod tests;

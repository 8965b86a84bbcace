//! How the database is opened.

/// Where the database is and how many connections it gets.
#[derive(Clone, Debug)]
pub struct Options {
    /// `sqlite://path` or `postgres://…`.
    pub url: String,
    /// PostgreSQL: connections.
    pub pool: u32,
    /// SQLite: connections that read.
    pub readers: u32,
    /// SQLite: what a commit waits for.
    pub sync: Sync,
    /// SQLite: how many writes share a commit at most.
    pub group_max: usize,
}

/// What a commit of SQLite waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sync {
    /// The disk: an acknowledged move survives a power cut.
    #[default]
    Full,
    /// The operating system: it survives the end of the process only.
    Normal,
}

impl Options {
    /// The defaults for an address.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Options {
        Options { url: url.into(), pool: 16, readers: 4, sync: Sync::Full, group_max: 64 }
    }

    /// Whether the address is one of PostgreSQL.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        self.url.starts_with("postgres://") || self.url.starts_with("postgresql://")
    }
}

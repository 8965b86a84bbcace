//! What can be asked for.

use std::path::PathBuf;

/// Load and faults for a Skep server.
#[derive(Debug, clap::Parser)]
#[command(name = "skep-stress")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Play games on a running server and print how long moves took.
    Play(PlayArgs),
    /// Hold the journal of a load against the database.
    Verify(VerifyArgs),
    /// Start a server, load it, kill it again and again, and verify.
    Kill(KillArgs),
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// Where the server listens. With several, each connection takes the next one.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080", value_delimiter = ',')]
    pub(crate) server: Vec<String>,
    #[command(flatten)]
    pub(crate) load: Load,
    /// Where each game writes what it sent and what was acknowledged.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) journal: Option<PathBuf>,
    /// The server's process, to see its memory.
    #[arg(long)]
    pub(crate) pid: Option<u32>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Load {
    /// How many games at once, each with two connections.
    #[arg(long, default_value_t = 20)]
    pub(crate) games: usize,
    /// How many moves in a second, all games together. The times are fixed beforehand: a server that stalls is late for
    /// all the moves that were due meanwhile.
    #[arg(long, default_value_t = 20.0)]
    pub(crate) rate: f64,
    /// For how long.
    #[arg(long, default_value_t = 10)]
    pub(crate) seconds: u64,
    /// Connections that watch, spread over the games.
    #[arg(long, default_value_t = 0)]
    pub(crate) watchers: usize,
    /// Connections that do nothing.
    #[arg(long, default_value_t = 0)]
    pub(crate) idle: usize,
    /// Avoid surrounding queens, so that games become long.
    #[arg(long)]
    pub(crate) long: bool,
    /// Decides the moves.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The database, as in the server's configuration.
    #[arg(long, value_name = "URL")]
    pub(crate) db: String,
    /// The journal of the load.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) journal: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct KillArgs {
    /// The program to start: it is given `serve` and settings.
    #[arg(long, value_name = "FILE")]
    pub(crate) program: PathBuf,
    /// How often to kill it.
    #[arg(long, default_value_t = 20)]
    pub(crate) rounds: u32,
    /// The shortest and the longest life of a server, in milliseconds.
    #[arg(long, default_values_t = [500, 3000], num_args = 2)]
    pub(crate) life: Vec<u64>,
    /// A database to use instead of a new SQLite file.
    #[arg(long, value_name = "URL")]
    pub(crate) db: Option<String>,
    /// How many servers share the database; one at a time is killed. Needs PostgreSQL.
    #[arg(long, default_value_t = 1)]
    pub(crate) servers: usize,
    /// The folder for database and journal; emptied first.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) load: Load,
}

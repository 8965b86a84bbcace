//! `skep serve`: online play, from a configuration or from none.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use skep_server::config::{Config, Sources};
use skep_server::http::assets::Assets;
use skep_server::{logs, run};

/// Where the settings come from; `skep serve` and `skep admin` read the same ones.
#[derive(Debug, clap::Args)]
pub(crate) struct Settings {
    /// The configuration file; without this, skep.toml in the current folder if there is one.
    #[arg(long, value_name = "FILE", env = "SKEP_CONFIG")]
    config: Option<PathBuf>,
    /// The folder for the embedded database.
    #[arg(long, value_name = "FOLDER")]
    data: Option<String>,
    /// The database: sqlite://FILE or postgres://...
    #[arg(long, value_name = "URL")]
    db: Option<String>,
    /// Any other setting, such as limits.burst=40; may be given more than once.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Serve online play and the browser app.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// Where to listen.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// How the outside world calls this site, such as `https://hive.example`.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Serve the browser app from this folder instead of the one inside the program.
    #[arg(long, value_name = "FOLDER")]
    web: Option<String>,
    /// Read and check the configuration, and stop.
    #[arg(long)]
    check: bool,
}

impl Settings {
    /// Reads everything; flags of one command go before all others.
    pub(crate) fn load(&self, more: &[(&str, &Option<String>)]) -> Result<Config> {
        let file = match &self.config {
            Some(path) => Some(path.clone()),
            None => Some(PathBuf::from("skep.toml")).filter(|path| path.is_file()),
        };
        let file = match file {
            Some(path) => {
                let text = std::fs::read_to_string(&path);
                let text = text.with_context(|| format!("cannot read {}", path.display()))?;
                Some((path, text))
            }
            None => None,
        };
        let mut flags = Vec::new();
        for (key, value) in [("data", &self.data), ("db.url", &self.db)].iter().chain(more) {
            if let Some(value) = value {
                flags.push(((*key).to_owned(), value.clone()));
            }
        }
        for pair in &self.set {
            let Some((key, value)) = pair.split_once('=') else { bail!("--set {pair}: write KEY=VALUE") };
            flags.push((key.trim().to_owned(), value.to_owned()));
        }
        Ok(Config::load(Sources { file, environment: std::env::vars().collect(), flags })?)
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let more = [("listen", &args.listen), ("public_url", &args.public_url), ("web", &args.web)];
    let config = args.settings.load(&more)?;
    if args.check {
        let inside = if Assets::embedded().is_empty() { "is not inside" } else { "is inside" };
        writeln!(io::stdout(), "the configuration is good; the browser app {inside}")?;
        return Ok(());
    }
    logs::start(&config.log);
    for warning in config.warnings() {
        tracing::warn!("{warning}");
    }
    runtime()?.block_on(async {
        let running = run::start(config).await?;
        let site = &running.site;
        let at = &site.config.public_url.origin;
        if site.assets.is_empty() {
            tracing::warn!(
                "this program was built without the browser app: run `cargo xtask web` and build again, or start \
                 with --web FOLDER; programs are served all the same"
            );
        }
        tracing::info!(listen = %running.address, metrics = ?running.metrics, "Skep is at {at}/");
        running.until(run::stop_signal()).await;
        Ok(())
    })
}

/// Where the server's tasks run.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")
}

//! From a configuration to a server that runs until it is told to stop.

use std::future::Future;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::app::computer::{Computer, ComputerParts};
use crate::app::mail::MailerError;
use crate::app::secrets::random_number;
use crate::app::tasks::{SocketCount, TaskParts, TaskSettings, Tasks};
use crate::app::time::{AnchoredTime, TimeSource};
use crate::bus::{Bus, PgBusOptions};
use crate::config::{self, Config};
use crate::domain::ids::base58;
use crate::domain::time::Ms;
use crate::http::assets::Assets;
use crate::http::serve::{Doorkeeper, serve};
use crate::http::{self, health};
use crate::site::{Parts, Phase, Site};
use crate::store::{self, Store, StoreError};

/// How long sockets are given to say goodbye.
const FAREWELL: Duration = Duration::from_secs(5);

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot listen on {address}: {error}")]
    Listen { address: std::net::SocketAddr, error: io::Error },
    #[error("cannot make the folder {folder}: {error}")]
    Folder { folder: String, error: io::Error },
    #[error("cannot read the browser app: {0}")]
    Assets(io::Error),
    #[error(transparent)]
    Mail(#[from] MailerError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A server that has opened everything and accepts connections.
#[derive(Debug)]
pub struct Running {
    pub site: Arc<Site>,
    /// Where it listens; the port is the real one, also where 0 was asked for.
    pub address: std::net::SocketAddr,
    pub metrics: Option<std::net::SocketAddr>,
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
    tasks: Tasks,
    computer: Computer,
}

/// Opens the database of a configuration, and makes the folder for an embedded one.
///
/// # Errors
/// When it cannot be opened.
pub async fn open_store(config: &Config) -> Result<Arc<dyn Store>, StartError> {
    if let Some(path) = config.sqlite_path()
        && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        make_folder(folder)?;
    }
    let options = store::Options {
        url: config.db.url.expose().clone(),
        pool: config.db.pool,
        readers: config.db.readers,
        sync: match config.db.sync {
            config::Sync::Full => store::Sync::Full,
            config::Sync::Normal => store::Sync::Normal,
        },
        group_max: config.db.group_max,
    };
    Ok(store::open(&options).await?)
}

/// Nobody else on the machine needs to see into it.
fn make_folder(folder: &Path) -> Result<(), StartError> {
    let failed = |error| StartError::Folder { folder: folder.display().to_string(), error };
    if folder.is_dir() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).map_err(failed)?;
    }
    Ok(())
}

async fn listen(address: std::net::SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| StartError::Listen { address, error })
}

/// The site without its doors: nobody is let in, and no task runs. For the operator's own commands.
///
/// # Errors
/// When something cannot be opened.
pub async fn open_site(config: Config) -> Result<Arc<Site>, StartError> {
    let store = open_store(&config).await?;
    let time: Arc<dyn TimeSource> = Arc::new(AnchoredTime::at(store.clock().await?));
    let bus = open_bus(&config, &store);
    Ok(Site::new(Parts { config, store, bus, time, assets: Assets::embedded() })?)
}

/// Starts everything.
///
/// # Errors
/// When something cannot be opened.
pub async fn start(mut config: Config) -> Result<Running, StartError> {
    // The ports first: a second server on the same database would be worse than none.
    let listener = listen(config.listen).await?;
    let address = listener.local_addr().unwrap_or(config.listen);
    if !config.public_url_given {
        config.follow_port(address.port());
    }
    let operator = match config.metrics.listen {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let assets = match &config.web {
        Some(folder) => Assets::read(folder).map_err(StartError::Assets)?,
        None => Assets::embedded(),
    };
    let store = open_store(&config).await?;
    let time: Arc<dyn TimeSource> = Arc::new(AnchoredTime::at(store.clock().await?));
    let bus = open_bus(&config, &store);
    let site = Site::new(Parts { config, store, bus, time, assets })?;
    // Before anybody is let in: the first sign of life gives back the time since the last one.
    let tasks = Tasks::start(task_parts(&site)).await?;
    let computer = Computer::start(ComputerParts {
        store: Arc::clone(&site.store),
        games: Arc::clone(&site.games),
        time: Arc::clone(&site.time),
        process: site.process.clone(),
        threads: site.config.engine.threads,
    });

    let (stop, stopped) = watch::channel(false);
    let doorkeeper = Doorkeeper::new(&site.config.limits, &site.config.trusted_proxies);
    let metrics = operator.as_ref().and_then(|listener| listener.local_addr().ok());
    if let Some(listener) = operator {
        let router = health::operator_router(Arc::clone(&site));
        tokio::spawn(serve(listener, router, doorkeeper.clone(), stopped.clone()));
    }
    let task = tokio::spawn(serve(listener, http::router(Arc::clone(&site)), doorkeeper, stopped));
    Ok(Running { site, address, metrics, stop, task, tasks, computer })
}

/// Between the processes of a site, or within the only one.
fn open_bus(config: &Config, store: &Arc<dyn Store>) -> Bus {
    if config.is_sqlite() {
        return Bus::local();
    }
    let url = config.db.listen_url.as_ref().unwrap_or(&config.db.url);
    let options = PgBusOptions {
        window: config.bus.window,
        poll: config.bus.poll,
        poll_down: config.bus.poll_down,
        ..PgBusOptions::new(url.expose().clone(), base58(random_number(), 8))
    };
    Bus::postgres(options, Arc::clone(store))
}

fn task_parts(site: &Arc<Site>) -> TaskParts {
    let hub = Arc::downgrade(site);
    let sockets = move || hub.upgrade().map_or(0, |site| site.sockets.hub.count());
    TaskParts {
        store: Arc::clone(&site.store),
        bus: site.bus.clone(),
        time: Arc::clone(&site.time),
        games: Arc::clone(&site.games),
        lobby: Arc::clone(&site.lobby),
        process: site.process.clone(),
        pulse: site.pulse.clone(),
        sockets: SocketCount(Arc::new(sockets)),
        settings: TaskSettings {
            // One process needs to show less often that it is there.
            beat: Duration::from_secs(if site.config.is_sqlite() { 5 } else { 2 }),
            sweep: site.config.game.sweep,
            grace: site.config.game.grace,
            keep_events: Ms::days(site.config.events.keep_days.into()),
        },
    }
}

impl Running {
    /// Ends in good order: no new visitors, sockets told to connect again, running requests finished.
    pub async fn stop(self, notice: Duration) {
        self.site.phase.send_replace(Phase::Draining);
        tokio::time::sleep(notice).await;
        self.site.phase.send_replace(Phase::Closing);
        // Spread over some time, so that not all clients come back at the same moment.
        let hub = &self.site.sockets.hub;
        let over = FAREWELL.min(Duration::from_millis(2) * u32::try_from(hub.count()).unwrap_or(u32::MAX));
        hub.go(over).await;
        self.stop.send_replace(true);
        let _ = self.task.await;
        self.computer.stop().await;
        self.tasks.stop().await;
    }

    /// Serves until `signal`, then ends in good order.
    pub async fn until(self, signal: impl Future<Output = ()>) {
        signal.await;
        let notice = self.site.config.drain.notice;
        tracing::info!("stopping");
        self.stop(notice).await;
        tracing::info!("stopped");
    }
}

/// The operator's wish to stop: Ctrl-C, or `SIGTERM` of a service manager.
pub async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = interrupt.await;
            return;
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = interrupt.await;
    }
}

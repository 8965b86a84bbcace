//! A server that is killed in the middle of a load, again and again, while its clients go on.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::Instant;

use crate::args::KillArgs;
use crate::play::{Hall, report};
use crate::random::Random;
use crate::verify;

/// How long a server may take to start.
const START: Duration = Duration::from_secs(60);

/// Limits are for people; these clients all come from one address.
const SETTINGS: [&str; 9] = [
    "limits.sockets_per_ip=100000",
    "limits.connections=100000",
    "limits.connections_per_ip=100000",
    "limits.guests_per_ip_hour=1000000",
    "limits.requests_per_minute=1000000",
    "limits.messages_per_s=1000",
    "limits.burst=1000",
    "metrics.listen=off",
    "drain.notice_s=0",
];

struct Server {
    program: PathBuf,
    address: String,
    url: String,
    log: PathBuf,
    child: Child,
}

impl Server {
    async fn start(program: &Path, address: String, url: String, log: PathBuf) -> Result<Server> {
        let child = spawn(program, &address, &url, &log)?;
        let server = Server { program: program.to_owned(), address, url, log, child };
        server.wait().await?;
        Ok(server)
    }

    /// Waits until it listens.
    async fn wait(&self) -> Result<()> {
        let give_up = Instant::now() + START;
        while TcpStream::connect(&self.address).await.is_err() {
            if Instant::now() > give_up {
                bail!("the server does not start; see {}", self.log.display());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    async fn kill_and_start(&mut self) -> Result<()> {
        self.child.kill().await.context("cannot kill the server")?;
        self.child = spawn(&self.program, &self.address, &self.url, &self.log)?;
        Ok(())
    }
}

fn spawn(program: &Path, address: &str, url: &str, log: &Path) -> Result<Child> {
    let log = std::fs::OpenOptions::new().create(true).append(true).open(log)?;
    let mut command = Command::new(program);
    command.args(["serve", "--listen", address, "--db", url]);
    for setting in SETTINGS {
        command.args(["--set", setting]);
    }
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
    command.spawn().with_context(|| format!("cannot start {}", program.display()))
}

fn free_address() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

pub(crate) async fn run(args: &KillArgs) -> Result<()> {
    if args.servers > 1 && args.db.is_none() {
        bail!("several servers need PostgreSQL: give --db");
    }
    let _ = std::fs::remove_dir_all(&args.folder);
    std::fs::create_dir_all(&args.folder)?;
    let url = args.db.clone().unwrap_or_else(|| format!("sqlite://{}/skep.db", args.folder.display()));
    let journal = args.folder.join("journal");
    let mut servers = Vec::new();
    for number in 0..args.servers.max(1) {
        let log = args.folder.join(format!("server-{number}.log"));
        servers.push(Server::start(&args.program, free_address()?, url.clone(), log).await?);
    }
    let addresses = Arc::new(servers.iter().map(|server| server.address.clone()).collect::<Vec<_>>());
    let hall = Hall::open(addresses, &args.load, Some(&journal)).await?;
    let connections = hall.connections();
    let stop = Arc::new(AtomicBool::new(false));
    let started = Instant::now();
    let playing = tokio::spawn(hall.play(Arc::clone(&stop)));
    let mut random = Random::new(args.load.seed);
    let (shortest, longest) = (args.life[0], args.life[1].max(args.life[0] + 1));
    for round in 0..args.rounds {
        let life = shortest + random.below((longest - shortest) as usize) as u64;
        tokio::time::sleep(Duration::from_millis(life)).await;
        let victim = round as usize % servers.len();
        servers[victim].kill_and_start().await?;
    }
    for server in &servers {
        server.wait().await?;
    }
    // The last ones come back, and play a little.
    tokio::time::sleep(Duration::from_secs(3)).await;
    stop.store(true, Ordering::Relaxed);
    let figures = playing.await??;
    let seconds = started.elapsed().as_secs_f64();
    for server in &mut servers {
        server.child.kill().await?;
    }
    let more = json!({ "connections": connections, "kills": args.rounds });
    let good = report(figures, seconds, more);
    verify::run(&url, &journal).await?;
    if !good {
        bail!("not everything was as it should be");
    }
    Ok(())
}

//! A server in a process of its own, so that it can be killed: this very test program, called again.

use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use skep_server::config::{Config, Sources};
use skep_server::run;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const DATABASE: &str = "SKEP_FAULT_DATABASE";
const LISTEN: &str = "SKEP_FAULT_LISTEN";

#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    url: String,
    child: Child,
}

impl Server {
    pub(crate) async fn start(url: &str) -> Server {
        // Its port stays the same when it is started again, as behind a name.
        let address = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a free port");
        let server = Server { address, url: url.into(), child: spawn(url, address) };
        server.ready().await;
        server
    }

    /// As a power cut would do it: nothing is finished, nothing said.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it was running");
        self.child.wait().expect("it has ended");
    }

    pub(crate) async fn start_again(&mut self) {
        self.child = spawn(&self.url, self.address);
        self.ready().await;
    }

    /// It answers, not only listens: the port is taken before the database is opened.
    async fn ready(&self) {
        let open = async {
            while !self.answers().await {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), open).await.expect("the server starts");
    }

    async fn answers(&self) -> bool {
        let Ok(mut stream) = TcpStream::connect(self.address).await else { return false };
        let request = format!("GET /health HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        let mut answer = String::new();
        stream.write_all(request.as_bytes()).await.is_ok()
            && stream.read_to_string(&mut answer).await.is_ok()
            && answer.starts_with("HTTP/1.1 200")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(url: &str, address: SocketAddr) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this program has a name"));
    command.args(["--exact", "server::process", "--nocapture"]);
    command.env(DATABASE, url).env(LISTEN, address.to_string()).env("RUST_LOG", "off");
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.spawn().expect("this program can be called again")
}

/// The other side of [`spawn`]; in an ordinary run it has nothing to do.
#[test]
fn process() {
    let (Ok(url), Ok(listen)) = (std::env::var(DATABASE), std::env::var(LISTEN)) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let settings = [
            ("listen", listen.as_str()),
            ("db.url", &url),
            ("db.pool", "8"),
            ("metrics.listen", "off"),
            ("limits.guests_per_ip_hour", "100000"),
            ("limits.sockets_per_ip", "10000"),
            ("limits.messages_per_s", "1000"),
            ("limits.burst", "1000"),
        ];
        let flags = settings.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        let config = Config::load(Sources { flags, ..Sources::default() }).expect("a good configuration");
        let _running = run::start(config).await.expect("the server starts");
        std::future::pending::<()>().await;
    });
}

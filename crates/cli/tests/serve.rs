//! The server as a newcomer starts it, from a program that was built with the browser app or without.
#![cfg(feature = "server")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server with a folder of its own, both gone when this is.
struct Server {
    child: Child,
    folder: std::path::PathBuf,
    port: u16,
    /// What it wrote until it could be visited.
    log: String,
}

impl Server {
    fn start() -> Server {
        let folder = std::env::temp_dir().join(format!("skep-serve-{}", std::process::id()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_skep"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--set", "metrics.listen=off", "--data"])
            .arg(&folder);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut server = Server { child, folder, port: 0, log: String::new() };
        for line in lines.by_ref() {
            let line = line.unwrap();
            if let Some((_, rest)) = line.split_once("Skep is at http://localhost:") {
                server.port = rest.split('/').next().unwrap().parse().unwrap();
                break;
            }
            server.log += &line;
        }
        // A full pipe would stop it.
        std::thread::spawn(move || lines.for_each(drop));
        assert_ne!(server.port, 0, "it did not start: {}", server.log);
        server
    }

    fn page(&self) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nhost: localhost:{}\r\nconnection: close\r\n\r\n", self.port)
            .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_program_without_the_app_says_what_is_missing_and_how_to_have_it() {
    let check = Command::new(env!("CARGO_BIN_EXE_skep")).args(["serve", "--check"]).output().unwrap();
    assert!(check.status.success());
    let inside = String::from_utf8(check.stdout).unwrap().contains("the browser app is inside");
    let server = Server::start();
    let page = server.page();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    if inside {
        assert!(page.contains("type=\"module\""), "{page}");
        assert!(!server.log.contains("without the browser app"), "{}", server.log);
    } else {
        for text in [&page, &server.log] {
            assert!(text.contains("cargo xtask web") && text.contains("without the browser app"), "{text}");
        }
    }
}

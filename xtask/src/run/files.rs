//! A file server for one machine and one reader: GET, the right types, the compressed copies.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

/// The longest head of a request that is read.
const LONGEST_HEAD: u64 = 64 * 1024;

/// Answers requests for files below the folder, for ever.
///
/// # Errors
/// When the listener fails; what goes wrong with one connection ends that connection only.
pub(super) fn serve(listener: &TcpListener, folder: &Path) -> Result<()> {
    let folder: Arc<Path> = Arc::from(folder);
    loop {
        let (stream, _) = listener.accept()?;
        let folder = Arc::clone(&folder);
        std::thread::spawn(move || {
            let _ = converse(&stream, &folder);
        });
    }
}

/// One connection, with as many requests as the browser sends.
fn converse(stream: &TcpStream, folder: &Path) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    while let Some(request) = Request::read(&mut reader)? {
        answer(stream, folder, &request)?;
    }
    Ok(())
}

/// What is looked at in the head of a request.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    method: String,
    path: String,
    gzip: bool,
}

impl Request {
    fn read(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
        let mut head = reader.take(LONGEST_HEAD);
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace().map(str::to_owned);
        let (Some(method), Some(path)) = (words.next(), words.next()) else {
            return Ok(None);
        };
        let mut gzip = false;
        loop {
            let mut line = String::new();
            if head.read_line(&mut line)? == 0 || line.trim().is_empty() {
                return Ok(Some(Request { method, path, gzip }));
            }
            let line = line.to_ascii_lowercase();
            gzip |= line.starts_with("accept-encoding:") && line.contains("gzip");
        }
    }
}

fn answer(mut stream: &TcpStream, folder: &Path, request: &Request) -> io::Result<()> {
    if request.method != "GET" && request.method != "HEAD" {
        return stream.write_all(b"HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\n\r\n");
    }
    let Some(path) = locate(folder, &request.path) else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    };
    let mut packed = path.clone().into_os_string();
    packed.push(".gz");
    let packed = PathBuf::from(packed);
    let gzip = request.gzip && packed.is_file();
    let mut file = File::open(if gzip { &packed } else { &path })?;
    let length = file.metadata()?.len();
    let encoding = if gzip { "content-encoding: gzip\r\n" } else { "" };
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: {}\r\ncontent-length: {length}\r\ncache-control: no-cache\r\n{encoding}\r\n",
        content_type(&path)
    )?;
    if request.method == "GET" {
        io::copy(&mut file, &mut stream)?;
    }
    Ok(())
}

/// The file for a path of the address, if there is one below the folder.
fn locate(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next()?.trim_start_matches('/');
    let relative = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(relative);
    (inside && file.is_file()).then_some(file)
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(folder: &Path, request: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (server, _) = listener.accept().unwrap();
        client.write_all(request.as_bytes()).unwrap();
        client.shutdown(std::net::Shutdown::Write).unwrap();
        converse(&server, folder).unwrap();
        drop(server);
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn files_are_served_and_nothing_else() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let found = ask(folder, "GET /wasi-runner.mjs?x=1 HTTP/1.1\r\nhost: x\r\n\r\n");
        assert!(found.starts_with("HTTP/1.1 200 OK\r\n") && found.contains("WASI"), "{found}");
        for path in ["/nothing.html", "/../Cargo.toml", "/src/../../Cargo.toml", "/src", "//etc/passwd"] {
            let missing = ask(folder, &format!("GET {path} HTTP/1.1\r\n\r\n"));
            assert!(missing.starts_with("HTTP/1.1 404 "), "{path}: {missing}");
        }
        assert!(ask(folder, "POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert_eq!(ask(folder, "nonsense\r\n\r\n"), "");
    }

    #[test]
    fn one_connection_serves_many_requests() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let answers = ask(folder, "HEAD /Cargo.toml HTTP/1.1\r\n\r\nGET /nothing HTTP/1.1\r\n\r\n");
        assert_eq!(answers.matches("HTTP/1.1 ").count(), 2, "{answers}");
    }
}

//! The browser app: put into the program when it is built, or read from a folder when it starts.
//!
//! Names are looked up in a map, whole; no path of a request ever touches the file system.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::Path;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use bytes::Bytes;

/// One file with its compressed copies.
struct Embedded {
    name: &'static str,
    plain: &'static [u8],
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What a visitor sees when the program was built without the app.
const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Skep</title>\
    <h1>Skep is running</h1>\
    <p>This program was built without the browser app, so there is only the interface for programs, \
    described in <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p>\
    <p>To have the app: run <code>cargo xtask web</code>, then build again; or start with \
    <code>skep serve --web target/web-dist</code>; or let <code>cargo xtask run</code> do all of it.</p></html>";

struct File {
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
    kind: &'static str,
    tag: HeaderValue,
    /// Its name changes with its content.
    immutable: bool,
}

/// All files of the app.
pub struct Assets {
    files: HashMap<String, File>,
}

impl std::fmt::Debug for Assets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Assets").field("files", &self.files.len()).finish()
    }
}

impl Assets {
    /// Those that were there when the program was built, if any.
    #[must_use]
    pub fn embedded() -> Assets {
        let files = EMBEDDED.iter().map(|file| {
            let copy = |bytes: Option<&'static [u8]>| bytes.map(Bytes::from_static);
            let made =
                File::new(file.name, Bytes::from_static(file.plain), copy(file.gzip), copy(file.brotli));
            (file.name.to_owned(), made)
        });
        Assets { files: files.collect() }
    }

    /// Those in a folder as `cargo xtask web` makes it: two levels, compressed copies beside their files.
    ///
    /// # Errors
    /// When it cannot be read, or holds no page.
    pub fn read(folder: &Path) -> io::Result<Assets> {
        let mut names = Vec::new();
        for (place, prefix) in [(folder.to_path_buf(), ""), (folder.join("assets"), "assets/")] {
            for entry in std::fs::read_dir(&place)? {
                let entry = entry?;
                if entry.file_type()?.is_file() {
                    names.push(format!("{prefix}{}", entry.file_name().to_string_lossy()));
                }
            }
        }
        let bytes = |name: &str| std::fs::read(folder.join(name)).map(Bytes::from);
        let mut files = HashMap::new();
        for name in names.iter().filter(|name| !name.ends_with(".gz") && !name.ends_with(".br")) {
            let file = File::new(
                name,
                bytes(name)?,
                bytes(&format!("{name}.gz")).ok(),
                bytes(&format!("{name}.br")).ok(),
            );
            files.insert(name.clone(), file);
        }
        if !files.contains_key("index.html") {
            let message = format!("{} holds no index.html", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        Ok(Assets { files })
    }

    /// Whether there is an app to serve.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The answer to a request for `path`, or `None` when there is no such file.
    #[must_use]
    pub fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { "index.html" } else { name };
        if self.is_empty() && name == "index.html" {
            let page = Response::builder().header(CONTENT_TYPE, "text/html; charset=utf-8");
            return page.body(Body::from(MISSING)).ok();
        }
        let file = self.files.get(name)?;
        let cache = if file.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        let response = Response::builder()
            .header(CACHE_CONTROL, cache)
            .header(ETAG, file.tag.clone())
            .header(VARY, "accept-encoding")
            .header(CONTENT_TYPE, file.kind);
        if headers.get(IF_NONE_MATCH) == Some(&file.tag) {
            return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).ok();
        }
        let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match (&file.brotli, &file.gzip) {
            (Some(bytes), _) if accepts(accepted, "br") => {
                response.header(CONTENT_ENCODING, "br").body(Body::from(bytes.clone()))
            }
            (_, Some(bytes)) if accepts(accepted, "gzip") => {
                response.header(CONTENT_ENCODING, "gzip").body(Body::from(bytes.clone()))
            }
            _ => response.body(Body::from(file.plain.clone())),
        }
        .ok()
    }
}

impl File {
    fn new(name: &str, plain: Bytes, gzip: Option<Bytes>, brotli: Option<Bytes>) -> File {
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        File {
            kind: kind(name),
            tag: HeaderValue::try_from(tag).expect("hexadecimal digits fit into a header"),
            immutable: name.starts_with("assets/"),
            plain,
            gzip,
            brotli,
        }
    }
}

fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let mut words = part.trim().split(';');
        words.next().is_some_and(|word| word.trim().eq_ignore_ascii_case(encoding))
            && !words.any(|word| matches!(word.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("skep-assets-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("assets")).unwrap();
        for (name, text) in [
            ("index.html", "page"),
            ("index.html.gz", "zipped"),
            ("assets/a-1.js", "code"),
            ("assets/a-1.js.br", "small"),
        ] {
            std::fs::write(folder.join(name), text).unwrap();
        }
        folder
    }

    fn headers(name: axum::http::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn files_have_types_copies_and_tags() {
        let place = folder("types");
        let assets = Assets::read(&place).unwrap();
        std::fs::remove_dir_all(&place).unwrap();
        let page = assets.answer("/", &headers(ACCEPT_ENCODING, "gzip, br")).unwrap();
        assert_eq!(page.headers()[CONTENT_ENCODING], "gzip");
        assert_eq!(page.headers()[CACHE_CONTROL], "no-cache");
        let code = assets.answer("/assets/a-1.js", &headers(ACCEPT_ENCODING, "gzip, br")).unwrap();
        assert_eq!(code.headers()[CONTENT_ENCODING], "br");
        assert!(code.headers()[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        let plain = assets.answer("/assets/a-1.js", &headers(ACCEPT_ENCODING, "br;q=0, gzip")).unwrap();
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        let tag = page.headers()[ETAG].to_str().unwrap().to_owned();
        let again = assets.answer("/index.html", &headers(IF_NONE_MATCH, &tag)).unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn only_whole_names_are_found() {
        let place = folder("names");
        let assets = Assets::read(&place).unwrap();
        std::fs::remove_dir_all(&place).unwrap();
        for path in [
            "/../index.html",
            "/%2e%2e/index.html",
            "/assets",
            "/assets/",
            "//index.html",
            "/assets\\a-1.js",
            "index.html",
            "/index.html.gz",
            "",
        ] {
            assert!(assets.answer(path, &HeaderMap::new()).is_none(), "{path}");
        }
    }

    #[test]
    fn without_the_app_the_page_says_how_to_get_it() {
        let none = Assets { files: HashMap::new() };
        assert_eq!(none.answer("/", &HeaderMap::new()).unwrap().status(), StatusCode::OK);
        assert!(none.answer("/sw.js", &HeaderMap::new()).is_none());
        assert!(Assets::read(Path::new("no-such-folder")).is_err());
    }
}

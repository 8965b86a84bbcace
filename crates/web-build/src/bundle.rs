//! The folder a web server hands out: names that change with the content, a page that knows them, and a service
//! worker that keeps them all for the time without a network.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Style sheets in the order they are joined.
const STYLES: [&str; 12] = [
    "tokens.css",
    "palette.css",
    "tiles.css",
    "base.css",
    "shell.css",
    "home.css",
    "game.css",
    "forms.css",
    "online.css",
    "narrow.css",
    "learn.css",
    "rules.css",
];
/// Files that keep their names because the outside world asks for them by name.
const AS_THEY_ARE: [&str; 6] =
    ["icon.svg", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png", "manifest.webmanifest"];

/// One file of the bundle, its name already final.
struct Piece {
    name: String,
    bytes: Vec<u8>,
}

/// Writes the whole folder anew.
pub(crate) fn lay_out(assets: &Path, bindings: &Path, dist: &Path) -> Result<()> {
    let read = |path: &Path| fs::read(path).with_context(|| format!("reading {}", path.display()));
    let text = |name: &str| -> Result<String> {
        fs::read_to_string(assets.join(name)).with_context(|| format!("reading assets/{name}"))
    };

    let wasm = hashed("skep", "wasm", read(&bindings.join("skep_bg.wasm"))?);
    let glue = hashed("skep", "js", read(&bindings.join("skep.js"))?);
    let named = |source: String| source.replace("__GLUE__", &glue.name).replace("__WASM__", &wasm.name);
    let worker = hashed("worker", "js", named(text("worker.js")?).into_bytes());
    let boot = named(text("boot.js")?).replace("__WORKER__", &worker.name);
    let boot = hashed("boot", "js", boot.into_bytes());
    let theme = hashed("theme", "js", text("theme.js")?.into_bytes());
    let styles = STYLES.iter().map(|name| text(name)).collect::<Result<Vec<_>>>()?;
    let style = hashed("skep", "css", styles.join("\n").into_bytes());

    let sprite = [symbols(&text("icons.svg")?), symbols(&text("glyphs.svg")?)].concat();
    let page = text("index.html")?
        .replace("__STYLE__", &style.name)
        .replace("__THEME__", &theme.name)
        .replace("__BOOT__", &boot.name)
        .replace("__GLUE__", &glue.name)
        .replace("__WASM__", &wasm.name)
        .replace("__SPRITE__", &sprite);

    let mut pieces = vec![wasm, glue, worker, boot, theme, style];
    for name in AS_THEY_ARE {
        pieces.push(Piece { name: name.to_owned(), bytes: read(&assets.join(name))? });
    }
    let list: Vec<String> =
        ["./".to_owned()].into_iter().chain(pieces.iter().map(|piece| piece.name.clone())).collect();
    pieces.push(Piece { name: "index.html".to_owned(), bytes: page.into_bytes() });
    let version = digest(&pieces.iter().flat_map(|piece| piece.bytes.iter().copied()).collect::<Vec<_>>());
    let service = text("sw.js")?
        .replace("__VERSION__", &version)
        .replace("__FILES__", &format!("[\"{}\"]", list.join("\",\"")));
    // Not kept by the service worker: a server answers this address itself, a plain file host says no with this file.
    pieces.push(Piece { name: "server.json".to_owned(), bytes: b"{\"online\":false}\n".to_vec() });
    pieces.push(Piece { name: "sw.js".to_owned(), bytes: service.into_bytes() });

    if dist.exists() {
        fs::remove_dir_all(dist)?;
    }
    for piece in &pieces {
        let path = dist.join(&piece.name);
        fs::create_dir_all(path.parent().context("every file has a folder")?)?;
        fs::write(&path, &piece.bytes).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// The inside of an SVG file, for the page's one hidden sprite.
fn symbols(svg: &str) -> String {
    let inside = svg.find('>').map_or("", |start| &svg[start + 1..]);
    inside.trim_end().trim_end_matches("</svg>").to_owned()
}

fn hashed(stem: &str, extension: &str, bytes: Vec<u8>) -> Piece {
    Piece { name: format!("assets/{stem}-{}.{extension}", digest(&bytes)), bytes }
}

/// FNV-1a: names only have to differ when the content does.
fn digest(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")[..12].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_with_the_content() {
        assert_eq!(digest(b"a"), digest(b"a"));
        assert_ne!(digest(b"a"), digest(b"b"));
    }

    #[test]
    fn the_sprite_is_the_inside_of_its_file() {
        assert_eq!(symbols("<svg viewBox=\"0 0 1 1\">\n<symbol/>\n</svg>\n"), "\n<symbol/>\n");
    }
}

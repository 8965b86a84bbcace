//! Compressed copies beside each file, made once here instead of at every request, and what they weigh.

use std::fs;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::Path;

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

/// What one file weighs.
pub(crate) struct Size {
    pub(crate) name: String,
    pub(crate) plain: u64,
    pub(crate) gzip: u64,
    pub(crate) brotli: u64,
    /// Fetched by a first visit that plays a move; the icons for a home screen are not.
    pub(crate) first_load: bool,
}

/// Compresses every file that gains by it. A quick build takes little care over it.
pub(crate) fn all(dist: &Path, release: bool) -> Result<Vec<Size>> {
    let mut sizes = Vec::new();
    for folder in [dist.to_path_buf(), dist.join("assets")] {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_file() {
                sizes.push(one(dist, &path, release)?);
            }
        }
    }
    sizes.sort_by_key(|size| std::cmp::Reverse(size.plain));
    Ok(sizes)
}

fn one(dist: &Path, path: &Path, release: bool) -> Result<Size> {
    let bytes = fs::read(path)?;
    let name = path.strip_prefix(dist)?.to_string_lossy().replace('\\', "/");
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let plain = bytes.len() as u64;
    let first_load = extension != "png";
    if extension == "png" {
        return Ok(Size { name, plain, gzip: plain, brotli: plain, first_load });
    }
    let gzip = gzip(&bytes, release)?;
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: if release { 11 } else { 3 },
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut bytes.as_slice(), &mut packed, &parameters)?;

    let copy = |suffix: &str, bytes: &[u8]| {
        let path = path
            .with_file_name(format!("{}.{suffix}", path.file_name().unwrap_or_default().to_string_lossy()));
        fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))
    };
    copy("gz", &gzip)?;
    copy("br", &packed)?;
    Ok(Size { name, plain, gzip: gzip.len() as u64, brotli: packed.len() as u64, first_load })
}

/// What is shipped is worth half a minute of searching: a twenty-fifth less than gzip's own best.
fn gzip(bytes: &[u8], release: bool) -> Result<Vec<u8>> {
    if !release {
        let mut quick = GzEncoder::new(Vec::new(), Compression::fast());
        quick.write_all(bytes)?;
        return Ok(quick.finish()?);
    }
    let mut packed = Vec::new();
    let options = zopfli::Options { iteration_count: NonZeroU64::MIN, ..Default::default() };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}

/// The table.
pub(crate) fn report(sizes: &[Size]) {
    println!("{:>10} {:>10} {:>10}  file", "plain", "gzip", "brotli");
    for Size { name, plain, gzip, brotli, .. } in sizes {
        println!("{plain:>10} {gzip:>10} {brotli:>10}  {name}");
    }
}

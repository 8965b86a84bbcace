//! How a page stops a thread that does not listen.
//!
//! A search keeps its thread busy, so no message reaches the worker until it is done, and ending the worker takes a
//! browser up to two seconds. What a busy worker can do is ask: for each question the page makes an address that
//! only exists in memory, the worker reads it now and then, and when the page takes the address back the reading
//! fails. Shared memory would do the same, but needs headers that a plain file server does not send.

use std::cell::RefCell;

use web_sys::{Blob, Url, XmlHttpRequest};

/// The page's end. Letting go of it stops the search.
#[derive(Debug)]
pub(crate) struct Leash(String);

impl Leash {
    /// Without one, where the browser refuses, the search goes on to its end.
    pub(crate) fn new() -> Option<Leash> {
        Url::create_object_url_with_blob(&Blob::new().ok()?).ok().map(Leash)
    }

    pub(crate) fn address(&self) -> &str {
        &self.0
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        let _ = Url::revoke_object_url(&self.0);
    }
}

/// Reading costs about a millisecond; this often is often enough.
const BETWEEN_READINGS: f64 = 30.0;

/// The worker's end.
#[derive(Debug, Default)]
struct Watch {
    address: Option<String>,
    next_reading: f64,
    stopped: bool,
}

thread_local! {
    static WATCH: RefCell<Watch> = RefCell::new(Watch::default());
}

/// Begins to watch an address. One that cannot be read at the start, perhaps because the page forbids it, is ignored.
pub(super) fn watch(address: &str, now: f64) {
    let address = Some(address.to_owned()).filter(|address| is_there(address));
    WATCH.set(Watch { address, next_reading: now + BETWEEN_READINGS, stopped: false });
}

/// Whether the address has been taken back; `now` in milliseconds.
pub(super) fn is_released(now: f64) -> bool {
    WATCH.with_borrow_mut(|watch| {
        if !watch.stopped && now >= watch.next_reading {
            watch.next_reading = now + BETWEEN_READINGS;
            watch.stopped = watch.address.as_deref().is_some_and(|address| !is_there(address));
        }
        watch.stopped
    })
}

fn is_there(address: &str) -> bool {
    let read = || {
        let request = XmlHttpRequest::new()?;
        request.open_with_async("GET", address, false)?;
        request.send()?;
        request.status()
    };
    !address.is_empty() && read().is_ok_and(|status| status == 200)
}

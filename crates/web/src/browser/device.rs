//! The few things asked of the browser in more than one place: time, chance, storage of settings, downloads.

use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Clipboard, Document, HtmlElement, Storage, Window};

use crate::clock::Millis;

pub(crate) fn window() -> Window {
    web_sys::window().expect("the page side only runs in a page")
}

pub(crate) fn document() -> Document {
    window().document().expect("a page has a document")
}

/// The element that carries theme and language.
pub(crate) fn root_element() -> HtmlElement {
    document().document_element().expect("a page has a root").unchecked_into()
}

/// Milliseconds since 1970, for what is stored.
pub(crate) fn wall_clock() -> Millis {
    js_sys::Date::now() as Millis
}

/// Milliseconds on a clock that nobody sets back, for what is measured.
pub(crate) fn steady_clock() -> Millis {
    window().performance().map_or_else(js_sys::Date::now, |performance| performance.now()) as Millis
}

/// Whether the browser knows that there is no network.
pub(crate) fn is_offline() -> bool {
    !window().navigator().on_line()
}

pub(crate) fn coin() -> bool {
    js_sys::Math::random() < 0.5
}

/// A short id, unique enough among the games of one device.
pub(crate) fn fresh_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let letter = |_| char::from(LETTERS[(js_sys::Math::random() * 32.0) as usize % 32]);
    (0..10).map(letter).collect()
}

/// `None` where storage is switched off.
fn local_storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

pub(crate) fn read_local(key: &str) -> Option<String> {
    local_storage()?.get_item(key).ok().flatten()
}

/// A refusal (storage full or off) costs the setting at the next visit, nothing now.
pub(crate) fn write_local(key: &str, value: &str) {
    if let Some(storage) = local_storage() {
        let _ = storage.set_item(key, value);
    }
}

pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Hands the user a file.
pub(crate) fn download(name: &str, content: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(content));
    let blob = web_sys::Blob::new_with_str_sequence(&parts)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let anchor: web_sys::HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    web_sys::Url::revoke_object_url(&url)
}

/// Puts text on the clipboard, and says whether the browser allowed it: pages that did not come by `https` have no
/// clipboard, and a person can refuse it.
pub(crate) fn copy(text: String, then: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        let navigator = window().navigator();
        let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).unwrap_or_default();
        let done = !clipboard.is_undefined()
            && JsFuture::from(clipboard.unchecked_into::<Clipboard>().write_text(&text)).await.is_ok();
        then(done);
    });
}

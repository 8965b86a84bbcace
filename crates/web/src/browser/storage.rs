//! Games in IndexedDB: one store, id to text. What a text means is [`crate::saved`]'s business.

use js_sys::Promise;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransactionMode};

use super::device::window;

const DATABASE: &str = "skep";
const GAMES: &str = "games";
const VERSION: u32 = 1;

/// The browser keeps nothing, for instance in some private windows, or the disk is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StorageError;

impl From<JsValue> for StorageError {
    fn from(value: JsValue) -> StorageError {
        web_sys::console::warn_2(&"storage:".into(), &value);
        StorageError
    }
}

/// The open database.
#[derive(Debug, Clone)]
pub(crate) struct Storage(IdbDatabase);

impl Storage {
    pub(crate) async fn open() -> Result<Storage, StorageError> {
        let factory = window().indexed_db()?.ok_or(StorageError)?;
        let request: IdbOpenDbRequest = factory.open_with_u32(DATABASE, VERSION)?;
        let opening = request.clone();
        let upgrade = Closure::once_into_js(move || {
            if let Ok(database) = opening.result() {
                let _ = database.unchecked_into::<IdbDatabase>().create_object_store(GAMES);
            }
        });
        request.set_onupgradeneeded(Some(upgrade.unchecked_ref()));
        Ok(Storage(settled(&request).await?.unchecked_into()))
    }

    fn games(&self, mode: IdbTransactionMode) -> Result<IdbObjectStore, StorageError> {
        Ok(self.0.transaction_with_str_and_mode(GAMES, mode)?.object_store(GAMES)?)
    }

    /// Every game with its id. A value that is no text comes as an empty text, so that it can be shown as damaged.
    pub(crate) async fn all(&self) -> Result<Vec<(String, String)>, StorageError> {
        let games = self.games(IdbTransactionMode::Readonly)?;
        let (keys, values) = (games.get_all_keys()?, games.get_all()?);
        let keys = js_sys::Array::from(&settled(&keys).await?);
        let values = js_sys::Array::from(&settled(&values).await?);
        let text = |value: JsValue| value.as_string().unwrap_or_default();
        Ok(keys.iter().map(text).zip(values.iter().map(text)).collect())
    }

    /// One game, if it is there.
    pub(crate) async fn get(&self, id: &str) -> Result<Option<String>, StorageError> {
        let request = self.games(IdbTransactionMode::Readonly)?.get(&id.into())?;
        let value = settled(&request).await?;
        Ok((!value.is_undefined()).then(|| value.as_string().unwrap_or_default()))
    }

    pub(crate) async fn put(&self, id: &str, text: &str) -> Result<(), StorageError> {
        let games = self.games(IdbTransactionMode::Readwrite)?;
        let request = games.put_with_key(&text.into(), &id.into())?;
        commit(&games);
        settled(&request).await?;
        Ok(())
    }

    pub(crate) async fn delete(&self, id: &str) -> Result<(), StorageError> {
        let games = self.games(IdbTransactionMode::Readwrite)?;
        let request = games.delete(&id.into())?;
        commit(&games);
        settled(&request).await?;
        Ok(())
    }
}

/// Has the last request written down at once. By itself the browser waits for the page to take note of the result,
/// and forgets the move if the page is closed before that. An old browser that cannot be told so still keeps the rest.
#[expect(deprecated, reason = "the binding says so; to the browsers the method is a young one")]
fn commit(games: &IdbObjectStore) {
    let _ = games.transaction().commit();
}

/// The request's result as a future.
async fn settled(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let promise = Promise::new(&mut |resolve, reject| {
        let done = request.clone();
        let success = Closure::once_into_js(move || {
            let _ = resolve.call1(&JsValue::NULL, &done.result().unwrap_or(JsValue::NULL));
        });
        request.set_onsuccess(Some(success.unchecked_ref()));
        let failure = Closure::once_into_js(move || {
            let _ = reject.call1(&JsValue::NULL, &"request failed".into());
        });
        request.set_onerror(Some(failure.unchecked_ref()));
    });
    JsFuture::from(promise).await
}

//! The service worker: registered once, and when a newer version lies ready, offered to the player.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorker, ServiceWorkerRegistration, ServiceWorkerState};

use super::device::window;

/// What the app knows about its own copy on this device.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offline {
    /// A newer version waits to take over.
    pub(crate) waiting: RwSignal<Option<SendWrapped>>,
    /// This version is kept on the device.
    pub(crate) kept: RwSignal<bool>,
}

/// Signals want `Send`; a page has one thread.
pub(crate) type SendWrapped = send_wrapper::SendWrapper<ServiceWorker>;

impl Offline {
    /// Registers the service worker. A page without one (an old browser, a plain `http` address) works online only.
    pub(crate) fn register() -> Offline {
        let offline = Offline { waiting: RwSignal::new(None), kept: RwSignal::new(false) };
        spawn_local(async move {
            if let Err(error) = offline.watch().await {
                web_sys::console::warn_2(&"service worker:".into(), &error);
            }
        });
        offline
    }

    async fn watch(self) -> Result<(), JsValue> {
        let navigator = window().navigator();
        if js_sys::Reflect::get(&navigator, &"serviceWorker".into())?.is_undefined() {
            return Ok(());
        }
        let container = navigator.service_worker();
        let registration: ServiceWorkerRegistration =
            JsFuture::from(container.register("sw.js")).await?.unchecked_into();
        if let Some(ready) = registration.waiting() {
            self.offer(ready);
        }
        let watched = registration.clone();
        let found = Closure::<dyn FnMut()>::new(move || {
            if let Some(fresh) = watched.installing() {
                self.follow(fresh);
            }
        });
        registration.set_onupdatefound(Some(found.as_ref().unchecked_ref()));
        found.forget();
        // The first worker takes control of a page that had none: nothing changed for the player, no reload.
        let mut controlled = container.controller().is_some();
        let reload = Closure::<dyn FnMut()>::new(move || {
            if controlled {
                let _ = window().location().reload();
            }
            controlled = true;
        });
        container.set_oncontrollerchange(Some(reload.as_ref().unchecked_ref()));
        reload.forget();
        let _ = JsFuture::from(container.ready()?).await?;
        self.kept.set(true);
        Ok(())
    }

    fn follow(self, fresh: ServiceWorker) {
        let watched = fresh.clone();
        let changed = Closure::<dyn FnMut()>::new(move || {
            let replaces = window().navigator().service_worker().controller().is_some();
            if watched.state() == ServiceWorkerState::Installed && replaces {
                self.offer(watched.clone());
            }
        });
        fresh.set_onstatechange(Some(changed.as_ref().unchecked_ref()));
        changed.forget();
    }

    fn offer(self, worker: ServiceWorker) {
        self.waiting.set(Some(SendWrapped::new(worker)));
    }

    /// The player said yes: the new version takes over and the page loads anew.
    pub(crate) fn accept(self) {
        if let Some(worker) = self.waiting.get_untracked() {
            let _ = worker.post_message(&"take over".into());
        }
    }
}

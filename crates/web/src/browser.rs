//! Everything that touches the browser. Two doors lead in: `start` for the page, `worker` for the engine's worker.
#![expect(
    unreachable_pub,
    reason = "the component macro writes `pub` before the properties of every component"
)]

mod app;
mod board;
mod course;
mod device;
mod engine;
mod exchange;
mod forms;
mod hands;
mod leash;
mod library;
mod names;
mod offline;
mod online;
mod pages;
mod parts;
mod session;
mod shell;
mod sound;
mod storage;
mod tabs;
mod worker;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::wasm_bindgen;

/// Shows the app. `worker_url` is the script that opens the other door.
#[wasm_bindgen]
pub fn start(worker_url: String) {
    console_error_panic_hook::set_once();
    let Some(place) = device::document().get_element_by_id("app") else { return };
    place.set_inner_html("");
    let mounted = mount_to(place.unchecked_into(), move || {
        app::App::start(worker_url);
        view! { <shell::Shell/> }
    });
    mounted.forget();
}

/// Turns this thread into the engine.
#[wasm_bindgen]
pub fn worker() {
    console_error_panic_hook::set_once();
    worker::run();
}

//! Tabs of one browser share the stored games. They tell each other which one they have changed.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "skep-games";

/// The line between the tabs.
#[derive(Debug, Clone)]
pub(crate) struct Tabs(BroadcastChannel);

impl Tabs {
    /// Hears of every game that another tab has changed. None where the browser has no such line.
    pub(crate) fn listen(changed: impl Fn(String) + 'static) -> Option<Tabs> {
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(id) = event.data().as_string() {
                changed(id);
            }
        });
        channel.set_onmessage(Some(hear.into_js_value().unchecked_ref()));
        Some(Tabs(channel))
    }

    /// Tells the others that a game has been stored or thrown away.
    pub(crate) fn tell(&self, id: &str) {
        let _ = self.0.post_message(&id.into());
    }
}

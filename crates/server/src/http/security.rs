//! Headers that tell a browser what the site will never do, so that a mistake elsewhere stays harmless.

use axum::http::HeaderValue;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::Response;

use crate::config::PublicUrl;

const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const EMBEDDER: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");
const RESOURCE: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");

/// The headers of every response.
#[derive(Clone, Debug)]
pub struct Headers {
    policy: HeaderValue,
    strict_transport: bool,
}

impl Headers {
    #[must_use]
    pub fn new(url: &PublicUrl) -> Headers {
        // Sockets are named beside 'self' for browsers that do not count them in.
        let socket = format!("{}://{}", if url.secure { "wss" } else { "ws" }, url.host);
        // The engine's worker reads a blob to know when it shall stop. Styles come from our files alone; only the `style` attribute is free, because the board moves its camera
        // and its drawings color their gradients with it. An attribute loads nothing and runs nothing.
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; \
             connect-src 'self' blob: {socket}; worker-src 'self'; manifest-src 'self'; form-action 'self'; \
             base-uri 'none'; frame-ancestors 'none'"
        );
        let policy = HeaderValue::try_from(policy).expect("a public url has plain characters only");
        Headers { policy, strict_transport: url.secure }
    }

    /// Adds them.
    pub fn dress(&self, response: &mut Response) {
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, self.policy.clone());
        for (name, value) in [
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (REFERRER_POLICY, "same-origin"),
            // Together these two give the engine threads with shared memory.
            (OPENER, "same-origin"),
            (EMBEDDER, "require-corp"),
            (PERMISSIONS, "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.entry(RESOURCE).or_insert(HeaderValue::from_static("same-origin"));
        if self.strict_transport {
            headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
        }
    }
}

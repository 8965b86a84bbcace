//! The browser app as one wasm file: the doors of `skep-web`, and nothing of its own.
//!
//! When a program is linked as a whole, it is optimized once more, all of it with the level of the crate on top.
//! The app is compiled to be small, and so must not be that crate: at its level no loop of the engine becomes
//! vectors, which cost it a quarter of its speed. Functions of the app stay small wherever they are linked.

use skep_web as _;

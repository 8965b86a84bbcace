//! Frames that a client sends to the server.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| skep_fuzz::frames(text));

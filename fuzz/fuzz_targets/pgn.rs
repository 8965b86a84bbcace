//! Files with game records.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| skep_fuzz::pgn(text));

//! Names of tiles and game types.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| skep_fuzz::names(text));

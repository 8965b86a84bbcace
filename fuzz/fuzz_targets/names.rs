//! Names of tiles and game types.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skep_fuzz::names(data));

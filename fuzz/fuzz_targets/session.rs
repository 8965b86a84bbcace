//! Games played, refused and taken back.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skep_fuzz::session(data));

//! Game files of boardspace.net.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| skep_fuzz::sgf(text));

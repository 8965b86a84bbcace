//! Position strings.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| skep_fuzz::setup(text));

//! Conversations in the Universal Hive Protocol.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| skep_fuzz::protocol(text));

//! Copies of a running database, and checks of what it holds.

//! Routes, extractors, status codes, and the loop that accepts connections.

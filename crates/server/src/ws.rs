//! Sockets: one task for each, their limits, and the fan-out of events.

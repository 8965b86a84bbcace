//! Use cases: each a function over the domain, the store and the bus.

//! Who hears that something changed: this process alone, or all of them through PostgreSQL.

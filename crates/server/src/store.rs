//! What is kept: traits for each kind of thing, and two databases behind them.

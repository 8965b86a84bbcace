//! Between the columns of a game and its state.

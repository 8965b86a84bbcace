//! Sets that are as large as the torus.

/// The functions of `CellSet` about folds, for sets that have none; to stand in the implementation.
macro_rules! never_folded {
    ($words:ty) => {
        type Fold = ();

        #[inline(always)]
        fn fold(_occupied: &$words) {}
    };
}

pub(crate) use never_folded;

//! Counting the cells of sets one by one, where the processor has nothing better.

/// The functions of `CellSet` that count, in plain numbers; to stand in the implementation.
macro_rules! counts_in_numbers {
    () => {
        type Tally = u32;
        type Lengths = u64;

        #[inline(always)]
        fn no_tally() -> u32 {
            0
        }

        #[inline(always)]
        fn tally(self, so_far: u32) -> u32 {
            so_far + self.len()
        }

        #[inline(always)]
        fn total(tally: u32) -> u32 {
            tally
        }

        #[inline(always)]
        fn no_lengths() -> u64 {
            0
        }

        #[inline(always)]
        fn add_len(self, lengths: u64, at: u32) -> u64 {
            lengths.wrapping_add(u64::from(self.len()) << ((8 * at) & 63))
        }

        #[inline(always)]
        fn lengths(lengths: u64) -> u64 {
            lengths
        }
    };
}

pub(crate) use counts_in_numbers;

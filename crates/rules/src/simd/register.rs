//! What sets in one register of 256 bits have in common, whichever instructions do the rest.

/// The functions of `CellSet` that are the same for AVX2 and AVX-512; to stand in the implementation, in a module
/// with functions `enter` and `outline` of its own.
macro_rules! plain_operations {
    ($set:ident) => {
        type Fold = ();

        #[inline(always)]
        fn fold(_occupied: &Words<4>) {}

        #[inline(always)]
        fn empty() -> Self {
            $set(unsafe { _mm256_setzero_si256() })
        }

        #[inline(always)]
        fn load(words: &Words<4>) -> Self {
            $set(unsafe { transmute::<[u64; 4], __m256i>(words.0) })
        }

        #[inline(always)]
        fn store(self, (): ()) -> Words<4> {
            Words(unsafe { transmute::<__m256i, [u64; 4]>(self.0) })
        }

        #[inline(always)]
        fn cell(cell: Cell) -> Self {
            Self::load(&CELL[cell.index() & 255])
        }

        #[inline(always)]
        fn ring(cell: Cell) -> Self {
            Self::load(&RING[cell.index() & 255])
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            $set(unsafe { _mm256_and_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            $set(unsafe { _mm256_or_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            $set(unsafe { _mm256_xor_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            $set(unsafe { _mm256_andnot_si256(other.0, self.0) })
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
        }

        #[inline(always)]
        fn is_disjoint(self, other: Self) -> bool {
            unsafe { _mm256_testz_si256(self.0, other.0) != 0 }
        }

        #[inline(always)]
        fn is_subset(self, other: Self) -> bool {
            unsafe { _mm256_testc_si256(other.0, self.0) != 0 }
        }

        #[inline(always)]
        fn empty_rows(self) -> Self {
            $set(unsafe { _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()) })
        }

        #[inline(always)]
        fn tiles_on_seats(self, cells: &[u8; 32], _seats: &[Seats; 2], tiles: u32) -> u32 {
            self.tiles_on(cells, tiles)
        }

        #[inline(always)]
        fn no_tally() -> Tally {
            Tally(unsafe { _mm256_setzero_si256() })
        }

        #[inline(always)]
        fn total(tally: Tally) -> u32 {
            let [a, b, c, d] = unsafe { transmute::<__m256i, [u64; 4]>(tally.0) };
            (a + b + c + d) as u32
        }

        #[inline(always)]
        fn enter<T: Task<Narrow>>(task: T) -> T::Output {
            unsafe { enter(task) }
        }

        #[inline(always)]
        fn outline<P: Part<Self>>(part: P) -> P::Output {
            unsafe { outline(part) }
        }
    };
}

pub(super) use plain_operations;

//! Files of counts: a position, then how many sequences of 1, 2, 3, ... turns there are.

/// One row of such a file.
#[derive(Clone, Debug)]
pub struct PerftRow<'a> {
    /// The position as a game string.
    pub game: &'a str,
    /// How many sequences of one turn, two turns, ...
    pub counts: Vec<u64>,
}

impl PerftRow<'_> {
    /// The depths whose count is not above a limit, each with its count.
    pub fn up_to(&self, most: u64) -> impl Iterator<Item = (u32, u64)> {
        (1..).zip(self.counts.iter().copied()).filter(move |(_, count)| *count <= most)
    }
}

/// Reads a file of counts: fields separated by tabs, comments after `#`.
///
/// # Panics
///
/// When a count is not a number.
pub fn perft_rows(text: &str) -> impl Iterator<Item = PerftRow<'_>> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(|line| {
        let (game, counts) = line.split_once('\t').unwrap_or((line, ""));
        let number = |field: &str| field.parse().unwrap_or_else(|error| panic!("{field}: {error}"));
        PerftRow { game, counts: counts.split('\t').map(number).collect() }
    })
}

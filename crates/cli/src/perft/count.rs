//! Counting with several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use skep_rules::{Move, Position};

/// The number of sequences of `depth` turns.
pub(super) fn leaves(position: &Position, depth: u32, threads: NonZeroUsize) -> u64 {
    // One thread gets the undivided tree, so that its speed is that of the generator alone.
    if threads == NonZeroUsize::MIN || depth < 3 {
        return position.perft(depth);
    }
    divide(position, depth, threads).iter().map(|(_, leaves)| leaves).sum()
}

/// The number of sequences of `depth` turns that begin with each legal turn.
pub(super) fn divide(position: &Position, depth: u32, threads: NonZeroUsize) -> Vec<(Move, u64)> {
    let first = position.legal_moves();
    let counts: Vec<AtomicU64> = first.iter().map(|_| AtomicU64::new(0)).collect();
    let tasks = tasks(position, depth);
    let next = AtomicUsize::new(0);
    // Tasks differ in size a hundredfold: whoever is done takes the next one.
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[task.first].fetch_add(task.position.perft(task.depth), Ordering::Relaxed);
        }
    };
    if threads == NonZeroUsize::MIN {
        work();
    } else {
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                scope.spawn(work);
            }
        });
    }
    first.iter().copied().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

struct Task {
    /// The first turn to whose count this belongs.
    first: usize,
    position: Position,
    depth: u32,
}

/// The tree in pieces: one for each sequence of two turns, or of one if there are no two.
fn tasks(position: &Position, depth: u32) -> Vec<Task> {
    let after = |position: &Position, mv: Move| {
        let mut next = position.clone();
        let _ = next.play_unchecked(mv);
        next
    };
    let mut tasks = Vec::new();
    for (first, mv) in position.legal_moves().iter().enumerate() {
        let position = after(position, *mv);
        if depth < 3 {
            tasks.push(Task { first, position, depth: depth.saturating_sub(1) });
            continue;
        }
        for reply in position.legal_moves().iter() {
            tasks.push(Task { first, position: after(&position, *reply), depth: depth - 2 });
        }
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_rules::GameType;

    #[test]
    fn all_numbers_of_threads_agree() {
        let position = Position::new(GameType::BASE);
        for threads in 1..=3 {
            let threads = NonZeroUsize::new(threads).unwrap();
            for (depth, expected) in [(1, 4), (2, 96), (3, 1440), (4, 21600)] {
                assert_eq!(leaves(&position, depth, threads), expected);
                let parts = divide(&position, depth, threads);
                assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), expected);
                assert_eq!(parts.len(), 4);
            }
        }
    }
}

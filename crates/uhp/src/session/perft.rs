//! `perft`, as an extra for those who compare move generators.

use std::io::{self, Write};

use skep_engine::StopToken;
use skep_rules::Position;

/// Nobody lives to see more.
const MAX_DEPTH: u32 = 30;

/// Up to this depth counting is so fast that it need not look up from work.
const BLIND_DEPTH: u32 = 3;

/// One line a depth, until done or stopped.
pub(super) fn perft(
    position: &Position,
    depth: u32,
    stop: &StopToken,
    out: &mut impl Write,
) -> io::Result<()> {
    for depth in 0..=depth.min(MAX_DEPTH) {
        let Some(leaves) = count(position, depth, stop) else { break };
        // Without times: a session asks no clock, so that it works in browsers too.
        writeln!(out, "perft({depth}) = {leaves}")?;
        out.flush()?;
    }
    Ok(())
}

fn count(position: &Position, depth: u32, stop: &StopToken) -> Option<u64> {
    if stop.is_stopped() {
        return None;
    }
    if depth <= BLIND_DEPTH {
        return Some(position.perft(depth));
    }
    let mut leaves = 0_u64;
    for &mv in position.legal_moves().iter() {
        let mut next = position.clone();
        let _ = next.play_unchecked(mv);
        leaves = leaves.saturating_add(count(&next, depth - 1, stop)?);
    }
    Some(leaves)
}

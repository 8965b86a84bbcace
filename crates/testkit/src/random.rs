//! Random games, the same for the same seed.

use proptest::prelude::{Strategy, any};
use skep_rules::{Color, GameType, Hex, Move, Piece, Position};

/// A small generator of random numbers (SplitMix64). It gives the same numbers everywhere, which a
/// failing seed is worth nothing without.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Numbers that depend on the seed alone.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A number below a bound that is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    /// One of several things.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { Some(&things[self.below(things.len())]) }
    }
}

/// A random game, played for some turns or until it ends.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    /// The game type.
    pub game_type: GameType,
    /// Decides all choices.
    pub seed: u64,
    /// How many turns at most.
    pub plies: u16,
}

impl Playout {
    /// Plays the game. `visit` sees each position and the turn that is played from it; for the last
    /// position there is none.
    pub fn play(&self, mut visit: impl FnMut(&Position, Option<Move>)) -> Position {
        let mut random = Random::new(self.seed);
        let mut position = Position::new(self.game_type);
        for _ in 0..self.plies {
            let Some(mv) = choose(&position, &mut random) else { break };
            visit(&position, Some(mv));
            let _ = position.play_unchecked(mv);
        }
        visit(&position, None);
        position
    }

    /// The position at the end.
    #[must_use]
    pub fn position(&self) -> Position {
        self.play(|_, _| {})
    }
}

/// A random turn. Uniform choice among all turns would be a game of ants; here a tile is chosen first,
/// and now and then a climb or a throw, so that stacks and pillbugs come into play.
fn choose(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let special: Vec<Move> = moves.iter().copied().filter(|mv| is_special(position, *mv)).collect();
    if random.below(3) == 0
        && let Some(mv) = random.pick(&special)
    {
        return Some(*mv);
    }
    let mut pieces: Vec<Option<Piece>> = moves.iter().map(|mv| mv.piece()).collect();
    pieces.dedup();
    let piece = random.pick(&pieces)?;
    let own: Vec<Move> = moves.iter().copied().filter(|mv| mv.piece() == *piece).collect();
    random.pick(&own).copied()
}

fn is_special(position: &Position, mv: Move) -> bool {
    let climbs = mv.to().is_some_and(|to| position.board().height(to) > 0);
    let thrown = mv.piece().is_some_and(|piece| piece.color() != position.turn());
    climbs || thrown
}

/// Random games of all eight types, up to so many turns. A failing one shrinks to fewer turns.
pub fn playouts(plies: u16) -> impl Strategy<Value = Playout> {
    (0..GameType::ALL.len(), any::<u64>(), 0..=plies).prop_map(|(game_type, seed, plies)| Playout {
        game_type: GameType::ALL[game_type],
        seed,
        plies,
    })
}

/// Every turn that can be expressed in a position, sensible or not: the pass, and each tile placed on and
/// moved to each cell of the hive's surroundings, two cells wide.
#[must_use]
pub fn conceivable_moves(position: &Position) -> Vec<Move> {
    let board = position.board();
    let mut cells = vec![Hex::ORIGIN];
    for cell in board.cells() {
        for ring in cell.neighbors().chain([cell]) {
            cells.extend(ring.neighbors());
        }
    }
    cells.sort_unstable();
    cells.dedup();
    let mut moves = vec![Move::Pass];
    for piece in Piece::ALL {
        let at = board.find(piece).map(|(hex, _)| hex);
        for to in cells.iter().copied() {
            moves.push(Move::Place { piece, to });
            // Also from a cell where it does not stand.
            moves.push(Move::Relocate { piece, from: at.unwrap_or(Hex::ORIGIN), to });
            if piece == Piece::queen(Color::White) {
                moves.push(Move::Relocate { piece, from: Hex::new(50, 50), to });
            }
        }
    }
    moves
}

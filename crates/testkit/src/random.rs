//! Random games, the same for the same seed.

use proptest::prelude::{ProptestConfig, Strategy, any, prop_oneof};
use skep_rules::{Bug, Color, GameType, Hex, Move, Piece, Position, Setup};

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
        let style = [Style::Lively, Style::Lively, Style::Stretch, Style::Siege][random.below(4)];
        let mut position = Position::new(self.game_type);
        for _ in 0..self.plies {
            let Some(mv) = choose(&position, &mut random, style) else { break };
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

/// What a random game is drawn to. Uniform choice among all turns would be a game of ants that never
/// shows the rare things.
#[derive(Clone, Copy)]
enum Style {
    /// A tile is chosen first, and now and then a climb or a throw, for stacks and pillbugs.
    Lively,
    /// Both players make the hive long.
    Stretch,
    /// White places little and Black's climbers sit on it, until White has to pass.
    Siege,
}

fn choose(position: &Position, random: &mut Random, style: Style) -> Option<Move> {
    let moves = position.legal_moves();
    match style {
        Style::Stretch if random.below(8) != 0 => best(&moves, random, |mv| stretch(position, mv)),
        Style::Siege if random.below(8) != 0 => best(&moves, random, |mv| siege(position, mv)),
        _ => lively(position, &moves, random),
    }
}

fn lively(position: &Position, moves: &[Move], random: &mut Random) -> Option<Move> {
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

/// One of the turns with the highest score.
fn best(moves: &[Move], random: &mut Random, score: impl Fn(Move) -> i32) -> Option<Move> {
    let highest = moves.iter().map(|mv| score(*mv)).max()?;
    let best: Vec<Move> = moves.iter().copied().filter(|mv| score(*mv) == highest).collect();
    random.pick(&best).copied()
}

/// How long the hive is, seen from where the tile ends.
fn stretch(position: &Position, mv: Move) -> i32 {
    let Some(to) = mv.to() else { return 0 };
    let left_alone = mv.from().filter(|from| position.board().height(*from) == 1);
    let others = position.board().cells().filter(|cell| Some(*cell) != left_alone);
    others.map(|cell| i32::from(cell.distance(to))).max().unwrap_or(0)
}

/// Black wants to sit on white tiles, and to come nearer to them with what climbs; White wants to move
/// rather than to place.
fn siege(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let (Some(piece), Some(to)) = (mv.piece(), mv.to()) else { return 0 };
    if position.turn() == Color::White {
        return i32::from(mv.from().is_some() || piece == Piece::queen(Color::White));
    }
    let sits_on = |hex| board.top(hex).is_some_and(|top| top.color() == Color::White);
    let climbs = matches!(piece.bug(), Bug::Beetle | Bug::Mosquito) && piece.color() == Color::Black;
    let far = |hex: Hex| {
        let white = board.cells().filter(|cell| sits_on(*cell));
        white.map(|cell| i32::from(cell.distance(hex))).min().unwrap_or(0)
    };
    match mv.from() {
        _ if piece == Piece::queen(Color::Black) => 0,
        Some(_) if sits_on(to) => 100,
        // A beetle that sits on a white tile stays there.
        Some(from) if climbs && board.height(from) > 1 => -1,
        Some(from) if climbs && far(to) < far(from) => 50,
        None if climbs => 60 - far(to),
        _ => 0,
    }
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

/// A random arrangement of tiles in a small space, with more and higher stacks than games show. No
/// game needs to lead to it, but all rules hold in it.
#[must_use]
pub fn crowded_setup(seed: u64) -> Setup {
    let mut random = Random::new(seed);
    let game_type = GameType::ALL[random.below(GameType::ALL.len())];
    let mut tiles: Vec<Piece> = Piece::ALL.into_iter().filter(|piece| game_type.has(piece.bug())).collect();
    // Few or many tiles stay in the reserve, the queens do not.
    let quarters = 1 + random.below(4);
    tiles.retain(|piece| piece.bug() == Bug::Queen || random.below(4) < quarters);
    let (climbers, walkers): (Vec<Piece>, Vec<Piece>) =
        tiles.into_iter().partition(|piece| matches!(piece.bug(), Bug::Beetle | Bug::Mosquito));
    let mut stacks: Vec<(Hex, Vec<Piece>)> = Vec::new();
    let mut edge = vec![Hex::ORIGIN];
    let mut cells: Vec<Piece> = walkers;
    let mut on_top = Vec::new();
    for piece in climbers {
        if random.below(3) == 0 { cells.push(piece) } else { on_top.push(piece) }
    }
    while !cells.is_empty() {
        let piece = cells.swap_remove(random.below(cells.len()));
        let hex = edge.swap_remove(random.below(edge.len()));
        stacks.push((hex, vec![piece]));
        edge.extend(hex.neighbors());
        edge.retain(|cell| stacks.iter().all(|(taken, _)| taken != cell));
    }
    for piece in on_top {
        let at = random.below(stacks.len());
        stacks[at].1.push(piece);
    }
    let turn = Color::ALL[random.below(2)];
    let last_moved = random.pick(&stacks).and_then(|(_, stack)| stack.last()).copied();
    let setup = Setup { stacks, turn, turn_number: 40, last_moved, ..Setup::new(game_type) }.normalized();
    // Not every tile can have moved last.
    if setup.validate().is_ok() { setup } else { Setup { last_moved: None, ..setup } }
}

/// Positions of random games, up to so many turns, and crowded ones.
pub fn positions(plies: u16) -> impl Strategy<Value = Position> {
    let crowded = any::<u64>().prop_map(|seed| match crowded_setup(seed).validate() {
        Ok(position) => position,
        Err(faults) => panic!("crowded setup {seed}: {faults}"),
    });
    prop_oneof![3 => playouts(plies).prop_map(|playout| playout.position()), 1 => crowded]
}

/// How proptest is to run: so many cases, unless `PROPTEST_CASES` asks for another number. A random game is
/// the same everywhere for the same seed, so a failing one is worth a test of its own, and no file of seeds
/// is kept.
#[must_use]
pub fn config(cases: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok());
    ProptestConfig { cases: wanted.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() }
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

//! A position: tiles, reserves, side to move. Always legal; knows no history.

use core::fmt;

use crate::board::Board;
use crate::cells::{Cell, Narrow, Wide, Width};
use crate::check::IllegalMove;
use crate::hive::Hive;
use crate::movegen::StepList;
use crate::perft::perft;
use crate::piece::FIRST_SLOT;
use crate::step::Step;
use crate::tiles::pop;
use crate::{Bug, Color, GameType, Hex, Move, MoveList, Piece, RuleSet, zobrist};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A player's queen was surrounded; this is the other one.
    Win(Color),
    /// Both queens were surrounded by one turn (R36), or a position occurred three times (R51).
    Draw,
}

/// A position: what lies where, what is in hand, whose turn it is.
///
/// A `Position` is always legal. Make one with [`Position::new`], by playing turns, or from a
/// [`Setup`](crate::Setup) that was found to be in order.
///
/// Two positions are equal when the repetition rule (R51) calls them the same: the same side is to
/// move, tiles of the same kind and color lie in the same arrangement (the hive may have wandered:
/// there is no board), and the same tile is at rest, if any is.
#[derive(Clone)]
pub struct Position {
    rules: RuleSet,
    pub(crate) grid: Grid,
    /// The cell of each tile in the hive, by tile id.
    hexes: [Hex; 32],
}

/// The hive on the smallest torus that fits it.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "boxing the rare one would put the heap into play and undo")]
pub(crate) enum Grid {
    Narrow(Hive<Narrow>),
    Wide(Hive<Wide>),
}

/// Runs the same expression on either hive.
macro_rules! on_hive {
    ($grid:expr, $hive:ident => $result:expr) => {
        match $grid {
            Grid::Narrow($hive) => $result,
            Grid::Wide($hive) => $result,
        }
    };
}

/// What [`Position::undo`] needs to take a turn back.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Undo {
    mv: Move,
    last_moved: Option<Piece>,
}

impl Undo {
    /// The turn that will be taken back.
    #[must_use]
    pub fn turn(&self) -> Move {
        self.mv
    }
}

impl Position {
    /// The empty table, White to move.
    #[must_use]
    pub fn new(rules: impl Into<RuleSet>) -> Position {
        let rules = rules.into();
        Position { rules, grid: Grid::Narrow(Hive::new(rules)), hexes: [Hex::ORIGIN; 32] }
    }

    /// A position from its parts, which must be in order: stacks from the table up, one hive, no tile
    /// twice, numbers without gaps.
    pub(crate) fn from_setup_parts(
        rules: RuleSet,
        stacks: &[(Hex, &[Piece])],
        ply: u16,
        last_moved: Option<Piece>,
    ) -> Position {
        let mut position = Position::new(rules);
        let mut hive = Hive::<Wide>::new(rules);
        for (hex, tiles) in stacks {
            for piece in *tiles {
                hive.put_tile(piece.id(), Wide::cell(*hex));
                position.hexes[usize::from(piece.id())] = *hex;
            }
        }
        hive.set_ply(ply);
        hive.set_last_moved(last_moved.map(|piece| hive.cell_of(piece.id())));
        position.grid = Grid::Wide(hive);
        position.settle();
        position
    }

    /// The rules of this game.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Which creatures take part.
    #[must_use]
    pub fn game_type(&self) -> GameType {
        self.rules.game_type
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        on_hive!(&self.grid, hive => hive.turn())
    }

    /// Turns played so far, passes included.
    #[must_use]
    pub fn ply(&self) -> u16 {
        on_hive!(&self.grid, hive => hive.ply())
    }

    /// The number of the side to move's coming turn, from 1.
    #[must_use]
    pub fn turn_number(&self) -> u16 {
        self.ply() / 2 + 1
    }

    /// What lies where.
    #[must_use]
    pub fn board(&self) -> Board<'_> {
        Board::new(self)
    }

    /// How many tiles of a kind a player still has in hand.
    #[must_use]
    pub fn reserve(&self, color: Color, bug: Bug) -> u8 {
        if !self.game_type().has(bug) {
            return 0;
        }
        bug.copies() - self.placed_of(color, bug)
    }

    /// The tile of a kind that a player would place next.
    #[must_use]
    pub fn next_in_reserve(&self, color: Color, bug: Bug) -> Option<Piece> {
        if !self.game_type().has(bug) {
            return None;
        }
        Piece::new(color, bug, self.placed_of(color, bug) + 1)
    }

    fn placed_of(&self, color: Color, bug: Bug) -> u8 {
        let slots = ((1 << bug.copies()) - 1) << FIRST_SLOT[bug as usize];
        (self.placed() >> (16 * color as u32) & slots).count_ones() as u8
    }

    /// The tile that the last turn moved or threw.
    #[must_use]
    pub fn last_moved(&self) -> Option<Piece> {
        on_hive!(&self.grid, hive => hive.last_moved().and_then(|cell| hive.top_tile(cell)))
    }

    /// The tile that may not move, throw or be thrown in this turn, if there is one that otherwise
    /// might: the last turn moved it (R42, R44), and it is the mover's own or touches a tile with
    /// which he could throw it.
    #[must_use]
    pub fn resting(&self) -> Option<Piece> {
        on_hive!(&self.grid, hive => hive.resting().and_then(|cell| hive.top_tile(cell)))
    }

    /// Who has won, if a queen is surrounded (R2, R35, R36).
    ///
    /// Draws by repetition are known to [`Game`](crate::Game), which has the history.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        on_hive!(&self.grid, hive => {
            match (hive.is_surrounded(Color::White), hive.is_surrounded(Color::Black)) {
                (false, false) => None,
                (true, false) => Some(GameResult::Win(Color::Black)),
                (false, true) => Some(GameResult::Win(Color::White)),
                (true, true) => Some(GameResult::Draw),
            }
        })
    }

    /// All legal turns: a single [`Move::Pass`] if nothing can be placed or moved (R34), none if a
    /// queen is surrounded.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let mut steps = StepList::default();
        on_hive!(&self.grid, hive => hive.steps(&mut steps));
        let frame = self.frame();
        for step in steps.as_slice() {
            moves.push(self.expand(*step, frame));
        }
        moves
    }

    /// Whether a turn is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If it is not legal, with the reason; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if !self.is_legal(mv) {
            // The generator is fast, the reason takes longer to find.
            self.check(mv)?;
        }
        Ok(self.play_unchecked(mv))
    }

    /// Plays a turn that is known to be legal, such as one from [`Position::legal_moves`].
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let undo = Undo { mv, last_moved: self.last_moved() };
        let step = self.compress(mv);
        if let (Some(piece), Some(to)) = (mv.piece(), mv.to()) {
            self.hexes[usize::from(piece.id())] = to;
        }
        match &mut self.grid {
            Grid::Narrow(hive) => {
                let mut next = *hive;
                if next.play_step(step) {
                    *hive = next;
                } else {
                    self.replant(mv.piece(), self.ply() + 1, mv.from().and(mv.piece()));
                }
            }
            Grid::Wide(hive) => {
                hive.play_step(step);
                self.settle();
            }
        }
        undo
    }

    /// Takes back the last turn.
    pub fn undo(&mut self, undo: Undo) {
        let ply = self.ply() - 1;
        match undo.mv {
            Move::Pass => {}
            Move::Place { piece, .. } => on_hive!(&mut self.grid, hive => hive.lift_tile(piece.id())),
            Move::Relocate { piece, from, .. } => {
                self.hexes[usize::from(piece.id())] = from;
                let id = piece.id();
                match &mut self.grid {
                    Grid::Narrow(hive) => {
                        let mut before = *hive;
                        before.lift_tile(id);
                        before.put_tile(id, Narrow::cell(from));
                        if before.fits_the_torus() {
                            *hive = before;
                        } else {
                            self.replant(Some(piece), ply, None);
                        }
                    }
                    Grid::Wide(hive) => {
                        hive.lift_tile(id);
                        hive.put_tile(id, Wide::cell(from));
                    }
                }
            }
        }
        on_hive!(&mut self.grid, hive => {
            hive.set_ply(ply);
            hive.set_last_moved(undo.last_moved.map(|piece| hive.cell_of(piece.id())));
        });
        self.settle();
    }

    /// A key for hash tables, kept up to date turn by turn. It tells positions apart by where they
    /// lie; see [`Position::canonical_key`] for one that does not.
    #[must_use]
    pub fn hash(&self) -> u64 {
        on_hive!(&self.grid, hive => hive.key())
    }

    /// A key that is equal for positions that are equal as the repetition rule sees it.
    #[must_use]
    pub fn repetition_key(&self) -> u64 {
        let shape = self.shape();
        let mut key = zobrist::mix(shape.resting) ^ u64::from(shape.turn == Color::Black);
        for tile in shape.tiles {
            key = zobrist::mix(key ^ u64::from(tile));
        }
        key
    }

    /// The number of sequences of `depth` legal turns.
    ///
    /// A forced pass counts as a turn, equal tiles in hand count once, a finished game has no turns.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        on_hive!(&self.grid, hive => perft(hive, depth))
    }

    pub(crate) fn placed(&self) -> u32 {
        on_hive!(&self.grid, hive => hive.placed())
    }

    pub(crate) fn covered(&self) -> u32 {
        on_hive!(&self.grid, hive => hive.covered())
    }

    pub(crate) fn contains(&self, piece: Piece) -> bool {
        self.placed() >> piece.id() & 1 != 0
    }

    pub(crate) fn hex_of(&self, piece: Piece) -> Hex {
        self.hexes[usize::from(piece.id())]
    }

    pub(crate) fn level_of(&self, piece: Piece) -> u8 {
        on_hive!(&self.grid, hive => hive.level_of(piece.id()))
    }

    /// The hive behind this position, for a search: see [`raw`](crate::raw).
    #[must_use]
    pub fn hive(&self) -> HiveRef<'_> {
        match &self.grid {
            Grid::Narrow(hive) => HiveRef::Narrow(hive),
            Grid::Wide(hive) => HiveRef::Wide(hive),
        }
    }

    /// A turn of the hive as a turn of this position.
    #[must_use]
    pub fn from_step(&self, step: Step) -> Move {
        self.expand(step, self.frame())
    }

    /// A turn of this position as a turn of its hive.
    #[must_use]
    pub fn to_step(&self, mv: Move) -> Step {
        self.compress(mv)
    }

    /// The corner of the torus window, and where that corner is on the table.
    fn frame(&self) -> (Hex, Hex) {
        let mut placed = self.placed();
        let Some(id) = pop(&mut placed) else {
            return (Hex::ORIGIN, Hex::ORIGIN);
        };
        on_hive!(&self.grid, hive => {
            let corner = hive.corner();
            (corner, self.hexes[usize::from(id)] - hive.unroll(corner, hive.cell_of(id)))
        })
    }

    fn expand(&self, step: Step, (corner, origin): (Hex, Hex)) -> Move {
        let Some(piece) = step.piece() else {
            return Move::Pass;
        };
        let to = on_hive!(&self.grid, hive => hive.unroll(corner, step.to())) + origin;
        if self.contains(piece) {
            Move::Relocate { piece, from: self.hex_of(piece), to }
        } else {
            Move::Place { piece, to }
        }
    }

    fn compress(&self, mv: Move) -> Step {
        match (mv.piece(), mv.to()) {
            (Some(piece), Some(to)) => Step::new(piece.id(), self.cell(to)),
            _ => Step::PASS,
        }
    }

    fn cell(&self, hex: Hex) -> Cell {
        match &self.grid {
            Grid::Narrow(_) => Narrow::cell(hex),
            Grid::Wide(_) => Wide::cell(hex),
        }
    }

    /// Lays all tiles anew, on the wide torus. The hive is still the one before the turn: the tile
    /// of the turn is not in it if it was placed, and has its old level if it was moved. It comes
    /// last, on top of its new cell.
    #[cold]
    fn replant(&mut self, mover: Option<Piece>, ply: u16, last_moved: Option<Piece>) {
        let mut wide = Hive::<Wide>::new(self.rules);
        for level in 0..7 {
            let others = self.board().pieces().filter(|(piece, ..)| Some(*piece) != mover);
            for (piece, hex, _) in others.filter(|(.., at)| *at == level) {
                wide.put_tile(piece.id(), Wide::cell(hex));
            }
        }
        if let Some(piece) = mover {
            wide.put_tile(piece.id(), Wide::cell(self.hex_of(piece)));
        }
        wide.set_ply(ply);
        wide.set_last_moved(last_moved.map(|piece| wide.cell_of(piece.id())));
        self.grid = Grid::Wide(wide);
    }

    /// Moves the hive back to the narrow torus if it fits there again, so that a position has one
    /// form only.
    fn settle(&mut self) {
        let Grid::Wide(wide) = &self.grid else { return };
        let mut narrow = Hive::<Narrow>::new(self.rules);
        for level in 0..7 {
            let mut placed = wide.placed();
            while let Some(id) = pop(&mut placed) {
                if wide.level_of(id) == level {
                    narrow.put_tile(id, Narrow::cell(self.hexes[usize::from(id)]));
                }
            }
        }
        narrow.set_ply(wide.ply());
        let last_moved = wide.last_moved().and_then(|cell| wide.top_tile(cell));
        narrow.set_last_moved(last_moved.map(|piece| narrow.cell_of(piece.id())));
        // Tiles that coincide on the torus are taken for a stack, so the span is measured first.
        if self.span_fits_narrow() {
            self.grid = Grid::Narrow(narrow);
        }
    }

    fn span_fits_narrow(&self) -> bool {
        let (low, high) = self.bounds();
        let limit = Narrow::SIDE as i8 - 2;
        let span = high - low;
        span.q < limit && span.r < limit
    }

    /// The lowest and highest coordinates of any tile.
    pub(crate) fn bounds(&self) -> (Hex, Hex) {
        let mut cells = self.board().pieces().map(|(_, hex, _)| hex);
        let Some(first) = cells.next() else {
            return (Hex::ORIGIN, Hex::ORIGIN);
        };
        let (mut low, mut high) = (Hex::ORIGIN, Hex::ORIGIN);
        for hex in cells {
            let offset = hex - first;
            low = Hex::new(low.q.min(offset.q), low.r.min(offset.r));
            high = Hex::new(high.q.max(offset.q), high.r.max(offset.r));
        }
        (first + low, first + high)
    }

    /// What the repetition rule looks at.
    fn shape(&self) -> Shape {
        let (low, _) = self.bounds();
        let mut tiles = [0; 28];
        for (slot, (piece, hex, level)) in tiles.iter_mut().zip(self.board().pieces()) {
            let at = hex - low;
            let kind = piece.bug() as u32 | (piece.color() as u32) << 3;
            *slot = 1 << 31 | (at.r as u32) << 16 | (at.q as u32) << 8 | u32::from(level) << 4 | kind;
        }
        tiles.sort_unstable();
        let resting = self.resting().map_or(0, |piece| {
            let at = self.hex_of(piece) - low;
            1 << 16 | (at.r as u64) << 8 | at.q as u64
        });
        Shape { tiles, turn: self.turn(), resting }
    }
}

#[derive(PartialEq, Eq)]
struct Shape {
    tiles: [u32; 28],
    turn: Color,
    resting: u64,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules == other.rules && self.shape() == other.shape()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("rules", &self.rules)
            .field("turn", &self.turn())
            .field("ply", &self.ply())
            .field("pieces", &self.board().pieces().collect::<Vec<_>>())
            .finish()
    }
}

/// The hive behind a position, for engines.
#[derive(Clone, Copy, Debug)]
pub enum HiveRef<'a> {
    /// It fits the 16x16 torus.
    Narrow(&'a Hive<Narrow>),
    /// It does not.
    Wide(&'a Hive<Wide>),
}

//! A game as it is kept: who played, every move with its variations and comments, and how it ended.

use core::fmt;

use crate::{Color, EndReason, Game, GameResult, IllegalMove, Move, RuleSet};

mod tags;

pub(crate) use tags::{QUEEN_FIRST, REPETITION_DRAW, TERMINATION, is_name};
pub use tags::{TagError, Tags};

/// The name of a place in a [`Record`]: the start, or a move of the main line or of a variation.
///
/// It means something only to the record that gave it, which is why the methods that take one may panic when
/// it comes from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A recorded game: tags, rules, a tree of moves with comments, and an ending.
///
/// The first move after each place is the main line, the others are variations. Every move in a record is
/// legal where it stands.
///
/// ```
/// use skep_rules::notation::uhp::UhpMove;
/// use skep_rules::notation::{Ending, Record};
/// use skep_rules::{Color, GameResult, GameType};
///
/// let mut record = Record::new(GameType::BASE);
/// record.tags_mut().set("White", "Ada")?;
/// let mut last = record.start();
/// for text in ["wS1", "bS1 wS1-"] {
///     let game = record.game_at(last);
///     last = record.add(last, UhpMove::parse(text)?.resolve(game.position())?)?;
/// }
/// record.set_comment(last, "The quiet answer.");
/// record.set_ending(Some(Ending::Resigned(Color::Black)));
/// assert_eq!(record.result(), Some(GameResult::Win(Color::White)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    tags: Tags,
    rules: RuleSet,
    nodes: Vec<Node>,
    ending: Option<Ending>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The move that leads here; `None` at the start only.
    mv: Option<Move>,
    parent: NodeId,
    children: Vec<NodeId>,
    comment: String,
}

/// How a game ended that the board did not end: a matter between the players, not of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The players agreed on a draw.
    Agreed,
    /// This player gave up.
    Resigned(Color),
    /// This player's time ran out.
    OutOfTime(Color),
    /// This player left.
    Abandoned(Color),
    /// Somebody else, such as a tournament director, decided.
    Adjudicated(GameResult),
    /// A result was written down without a reason.
    Stated(GameResult),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By the rules.
    Board(EndReason),
    /// In another way.
    Other(Ending),
}

impl Ending {
    /// Who won.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Ending::Agreed => GameResult::Draw,
            Ending::Resigned(color) | Ending::OutOfTime(color) | Ending::Abandoned(color) => {
                GameResult::Win(other(color))
            }
            Ending::Adjudicated(result) | Ending::Stated(result) => result,
        }
    }
}

impl Outcome {
    /// Who won.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Outcome::Board(EndReason::QueenSurrounded(color)) => GameResult::Win(other(color)),
            Outcome::Board(EndReason::BothQueensSurrounded | EndReason::Repetition) => GameResult::Draw,
            Outcome::Other(ending) => ending.result(),
        }
    }
}

/// `!color`, where a trait cannot be called.
const fn other(color: Color) -> Color {
    match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Agreed => f.write_str("draw by agreement"),
            Ending::Resigned(color) => write!(f, "{color} resigned"),
            Ending::OutOfTime(color) => write!(f, "{color} ran out of time"),
            Ending::Abandoned(color) => write!(f, "{color} left the game"),
            Ending::Adjudicated(result) => write!(f, "adjudicated: {}", words(*result)),
            Ending::Stated(result) => f.write_str(words(*result)),
        }
    }
}

fn words(result: GameResult) -> &'static str {
    match result {
        GameResult::Win(Color::White) => "White won",
        GameResult::Win(Color::Black) => "Black won",
        GameResult::Draw => "draw",
    }
}

impl Record {
    /// A record without tags and moves.
    #[must_use]
    pub fn new(rules: impl Into<RuleSet>) -> Record {
        let start = Node { mv: None, parent: NodeId(0), children: Vec::new(), comment: String::new() };
        Record { tags: Tags::default(), rules: rules.into(), nodes: vec![start], ending: None }
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// What is known about the game: event, date, players, ...
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, to change them.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The place before the first move.
    #[must_use]
    pub fn start(&self) -> NodeId {
        NodeId(0)
    }

    /// The move that leads to a place, or `None` for the start.
    #[must_use]
    pub fn move_to(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// The place before a move, or `None` for the start.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).mv.map(|_| self.node(id).parent)
    }

    /// The moves recorded from a place on, the main line first.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// What is said about a move, or about the game as a whole at the start; empty when nothing is.
    #[must_use]
    pub fn comment(&self, id: NodeId) -> &str {
        &self.node(id).comment
    }

    /// Says something about a move, or nothing any more.
    pub fn set_comment(&mut self, id: NodeId, comment: impl Into<String>) {
        self.node_mut(id).comment = comment.into();
    }

    /// The places of the main line after the start, in order.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(self.children(self.start()).first(), |id| self.children(**id).first()).copied()
    }

    /// The place where the main line ends.
    #[must_use]
    pub fn end(&self) -> NodeId {
        self.main_line().last().unwrap_or(self.start())
    }

    /// The main line, played.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game_at(self.end())
    }

    /// The game up to and including the move that leads to a place.
    #[must_use]
    pub fn game_at(&self, id: NodeId) -> Game {
        let mut moves = Vec::new();
        let mut at = id;
        while let Some(mv) = self.node(at).mv {
            moves.push(mv);
            at = self.node(at).parent;
        }
        let mut game = Game::new(self.rules);
        for mv in moves.into_iter().rev() {
            game.play(mv).expect("only legal moves enter a record");
        }
        game
    }

    /// Adds a move after a place: the main line if there is none yet, a variation otherwise. A move that is
    /// already there is not added again.
    ///
    /// # Errors
    ///
    /// When the rules forbid the move.
    pub fn add(&mut self, after: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(known) = self.child_with(after, mv) {
            return Ok(known);
        }
        self.game_at(after).play(mv)?;
        Ok(self.attach(after, mv))
    }

    /// Makes a variation the main line after the place where it branches off.
    pub fn promote(&mut self, id: NodeId) {
        if let Some(parent) = self.parent(id) {
            let children = &mut self.node_mut(parent).children;
            if let Some(at) = children.iter().position(|child| *child == id) {
                children[..=at].rotate_right(1);
            }
        }
    }

    /// Takes a move and all that follows it out of the record. Places in it are no longer to be used.
    pub fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.parent(id) {
            self.node_mut(parent).children.retain(|child| *child != id);
        }
    }

    /// How the game ended, if it has: by the rules at the end of the main line, or as
    /// [`Record::set_ending`] says.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_of(&self.game())
    }

    /// Who won, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.outcome().map(Outcome::result)
    }

    /// Records that the game ended in a way that the board does not show. A board that shows an end has the
    /// last word.
    pub fn set_ending(&mut self, ending: Option<Ending>) {
        self.tags.forget_termination();
        self.ending = ending;
    }

    /// [`Record::outcome`], for those who have played the main line already.
    pub(crate) fn outcome_of(&self, game: &Game) -> Option<Outcome> {
        game.end_reason().map(Outcome::Board).or(self.ending.map(Outcome::Other))
    }

    /// The move after a place that equals `mv`.
    pub(crate) fn child_with(&self, after: NodeId, mv: Move) -> Option<NodeId> {
        self.children(after).iter().copied().find(|id| self.node(*id).mv == Some(mv))
    }

    /// Adds a move that is known to be legal and new.
    pub(crate) fn attach(&mut self, after: NodeId, mv: Move) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("memory ends before the numbers do"));
        let node = Node { mv: Some(mv), parent: after, children: Vec::new(), comment: String::new() };
        self.nodes.push(node);
        self.node_mut(after).children.push(id);
        id
    }

    /// Says something more about a move.
    pub(crate) fn append_comment(&mut self, id: NodeId, words: &str) {
        let comment = &mut self.node_mut(id).comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(words);
    }

    /// Changes the rules once it is known that all moves are legal under them.
    pub(crate) fn settle_rules(&mut self, rules: RuleSet) {
        self.rules = rules;
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

impl From<&Game> for Record {
    /// Records the moves of a game that began with an empty table.
    fn from(game: &Game) -> Record {
        let mut record = Record::new(game.position().rules());
        let mut last = record.start();
        for &mv in game.moves() {
            last = record.attach(last, mv);
        }
        record
    }
}

impl PartialEq for Record {
    /// Two records are equal when they tell the same: tags, rules, tree of moves, comments and outcome.
    fn eq(&self, other: &Record) -> bool {
        if self.tags != other.tags || self.rules != other.rules {
            return false;
        }
        let mut pairs = vec![(self.start(), other.start())];
        while let Some((mine, theirs)) = pairs.pop() {
            let (mine, theirs) = (self.node(mine), other.node(theirs));
            if mine.mv != theirs.mv
                || mine.comment != theirs.comment
                || mine.children.len() != theirs.children.len()
            {
                return false;
            }
            pairs.extend(mine.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        self.outcome() == other.outcome()
    }
}

impl Eq for Record {}

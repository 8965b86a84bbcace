//! What the page and the engine's worker say to each other: one line of text a message.
//!
//! Text, because both ends are this same wasm: nothing needs a schema, every message can be read in a debugger, and
//! a stale worker of an older version answers with something that simply does not parse.

use std::fmt;
use std::str::FromStr;

use skep_rules::{GameType, Hex, Move, Piece, RuleSet};

use crate::clock::Millis;
use crate::players::Level;

/// Told apart so that an answer to a question nobody asks any more is dropped.
pub type RequestId = u32;

/// From the page: a position to think about, and how hard. There is no message to stop, since a thread that thinks
/// does not listen; it looks at its leash instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Think {
    /// Repeated in every answer.
    pub id: RequestId,
    /// How strong the move should be.
    pub level: Level,
    /// Upper bound of the time to take, in milliseconds.
    pub millis: u32,
    /// Time left on the clock and its increment in milliseconds, if the game has clocks.
    pub clock: Option<(Millis, Millis)>,
    /// Makes the weaker levels vary.
    pub seed: u32,
    /// An address that can be read for as long as the answer is wanted. Empty: think to the end.
    pub leash: String,
    /// The rules of the game.
    pub rules: RuleSet,
    /// Everything played so far: repetition needs the history, not just the position.
    pub moves: Vec<Move>,
}

/// From a test: the engine's fixed work, to be counted and timed where people play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bench {
    /// How deep to search each position.
    pub depth: u8,
}

/// From the worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The worker is up.
    Ready,
    /// How far the thinking has come.
    Progress(Progress),
    /// The move.
    Best(RequestId, Move),
    /// The fixed work: nodes and milliseconds.
    Benched(u64, u64),
    /// The request made no sense, for instance a game that cannot be replayed.
    Refused(RequestId),
}

/// A score this far from nought, less the turns to the end, is a forced win or loss.
pub const FORCED: i32 = 100_000;

/// A glimpse of a running search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Of the request.
    pub id: RequestId,
    /// Completed depth in turns.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// From the mover's side; see [`FORCED`].
    pub score: i32,
    /// The move it would play now.
    pub best: Move,
}

/// A message that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a message: {0}")]
pub struct ParseMessageError(String);

/// A move by coordinates: `+wA1@0,-1` placed, `wA1@0,-1>2,0` moved, `pass`.
fn write_move(f: &mut fmt::Formatter<'_>, mv: Move) -> fmt::Result {
    match mv {
        Move::Place { piece, to } => write!(f, "+{piece}@{},{}", to.q, to.r),
        Move::Relocate { piece, from, to } => write!(f, "{piece}@{},{}>{},{}", from.q, from.r, to.q, to.r),
        Move::Pass => f.write_str("pass"),
    }
}

fn read_move(text: &str) -> Option<Move> {
    if text == "pass" {
        return Some(Move::Pass);
    }
    if let Some(placed) = text.strip_prefix('+') {
        let (piece, to) = placed.split_once('@')?;
        return Some(Move::Place { piece: piece.parse().ok()?, to: read_hex(to)? });
    }
    let (piece, way) = text.split_once('@')?;
    let (from, to) = way.split_once('>')?;
    let piece: Piece = piece.parse().ok()?;
    Some(Move::Relocate { piece, from: read_hex(from)?, to: read_hex(to)? })
}

fn read_hex(text: &str) -> Option<Hex> {
    let (q, r) = text.split_once(',')?;
    Some(Hex::new(q.parse().ok()?, r.parse().ok()?))
}

struct Written(Move);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_move(f, self.0)
    }
}

impl fmt::Display for Think {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Think { id, level, millis, clock, seed, leash, rules, moves } = self;
        let flags = (u8::from(rules.queen_first), u8::from(rules.repetition_draw));
        let (left, increment) = clock.map_or((-1, 0), |(left, increment)| (left as i64, increment as i64));
        write!(f, "think {id} {} {millis} {left} {increment} {seed} {leash}", level.number())?;
        write!(f, " {} {} {}", rules.game_type, flags.0, flags.1)?;
        moves.iter().try_for_each(|&mv| write!(f, " {}", Written(mv)))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ready => f.write_str("ready"),
            Reply::Progress(Progress { id, depth, nodes, score, best }) => {
                write!(f, "progress {id} {depth} {nodes} {score} {}", Written(*best))
            }
            Reply::Best(id, mv) => write!(f, "best {id} {}", Written(*mv)),
            Reply::Benched(nodes, millis) => write!(f, "benched {nodes} {millis}"),
            Reply::Refused(id) => write!(f, "refused {id}"),
        }
    }
}

fn number<'a, T: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

fn read_think(text: &str) -> Option<Think> {
    let mut words = text.split(' ');
    if words.next()? != "think" {
        return None;
    }
    let id = number(&mut words)?;
    let level = Level::new(number(&mut words)?)?;
    let millis = number(&mut words)?;
    let (left, increment): (i64, i64) = (number(&mut words)?, number(&mut words)?);
    let clock = Millis::try_from(left).ok().zip(Millis::try_from(increment).ok());
    let seed = number(&mut words)?;
    let leash = words.next()?.to_owned();
    let game_type: GameType = words.next()?.parse().ok()?;
    let rules = RuleSet {
        queen_first: number::<u8>(&mut words)? == 1,
        repetition_draw: number::<u8>(&mut words)? == 1,
        ..RuleSet::new(game_type)
    };
    let moves = words.map(read_move).collect::<Option<_>>()?;
    Some(Think { id, level, millis, clock, seed, leash, rules, moves })
}

fn read_reply(text: &str) -> Option<Reply> {
    let mut words = text.split(' ');
    match words.next()? {
        "ready" => Some(Reply::Ready),
        "refused" => Some(Reply::Refused(number(&mut words)?)),
        "benched" => Some(Reply::Benched(number(&mut words)?, number(&mut words)?)),
        "best" => Some(Reply::Best(number(&mut words)?, read_move(words.next()?)?)),
        "progress" => Some(Reply::Progress(Progress {
            id: number(&mut words)?,
            depth: number(&mut words)?,
            nodes: number(&mut words)?,
            score: number(&mut words)?,
            best: read_move(words.next()?)?,
        })),
        _ => None,
    }
}

impl FromStr for Think {
    type Err = ParseMessageError;

    fn from_str(text: &str) -> Result<Think, ParseMessageError> {
        read_think(text).ok_or_else(|| ParseMessageError(text.chars().take(60).collect()))
    }
}

impl FromStr for Bench {
    type Err = ParseMessageError;

    fn from_str(text: &str) -> Result<Bench, ParseMessageError> {
        let depth = text.strip_prefix("bench ").and_then(|depth| depth.parse().ok());
        depth.map(|depth| Bench { depth }).ok_or_else(|| ParseMessageError(text.chars().take(60).collect()))
    }
}

impl FromStr for Reply {
    type Err = ParseMessageError;

    fn from_str(text: &str) -> Result<Reply, ParseMessageError> {
        read_reply(text).ok_or_else(|| ParseMessageError(text.chars().take(60).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ant() -> Piece {
        "wA1".parse().unwrap()
    }

    #[test]
    fn messages_read_back_as_written() {
        let moves = vec![
            Move::Place { piece: ant(), to: Hex::ORIGIN },
            Move::Relocate { piece: ant(), from: Hex::ORIGIN, to: Hex::new(-2, 7) },
            Move::Pass,
        ];
        let rules = RuleSet { queen_first: true, ..RuleSet::new(GameType::BASE_MLP) };
        let leash = "blob:http://localhost/7b1d".to_owned();
        let (level, moves_then) = (Level::FIRST, moves.clone());
        let think =
            Think { id: 7, level, millis: 500, clock: None, seed: 3, leash, rules, moves: moves_then };
        for think in [
            think.clone(),
            Think { moves: vec![], leash: String::new(), ..think.clone() },
            Think { clock: Some((90_000, 5000)), ..think },
        ] {
            assert_eq!(think.to_string().parse(), Ok(think));
        }
        let progress = Progress { id: 1, depth: 4, nodes: 90_000, score: -35, best: moves[1] };
        let best = Reply::Best(3, moves[0]);
        for reply in [Reply::Ready, Reply::Progress(progress), best, Reply::Benched(9, 2), Reply::Refused(1)]
        {
            assert_eq!(reply.to_string().parse(), Ok(reply));
        }
    }

    #[test]
    fn the_fixed_work_can_be_asked_for() {
        assert_eq!("bench 5".parse(), Ok(Bench { depth: 5 }));
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [
            "",
            "think",
            "think 1 11 5 -1 0 0 x Base 0 0",
            "best 1 wA9@0,0",
            "progress 1 2 3",
            "best 1 +wA1@300,0",
        ] {
            assert!(bad.parse::<Think>().is_err(), "{bad}");
            assert!(bad.parse::<Reply>().is_err(), "{bad}");
            assert!(bad.parse::<Bench>().is_err(), "{bad}");
        }
    }
}

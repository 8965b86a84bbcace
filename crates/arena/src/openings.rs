//! Where the games of a match begin.

use std::collections::HashSet;

use skep_engine::{Engine, Limits, Options, StopToken};
use skep_rules::notation::uhp::{GameString, UhpMove};
use skep_rules::{Game, GameType, Move, RuleSet};

/// Openings from a file.
#[derive(Clone, Debug, Default)]
pub struct OpeningFile {
    /// The moves of each.
    pub openings: Vec<Vec<Move>>,
    /// Lines that are for other game types.
    pub other_types: usize,
}

/// A line that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct OpeningError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Reads openings: a game string a line, or moves joined by `;`, or a table with tabs between its columns and
/// a column named `line` that holds the moves.
///
/// Openings of other game types are left out: those with another type in their game string, and those with
/// tiles that do not take part.
///
/// # Errors
///
/// Names the first line that is no opening.
pub fn read_openings(text: &str, rules: RuleSet) -> Result<OpeningFile, OpeningError> {
    let mut file = OpeningFile::default();
    let mut column = None;
    for (index, line) in text.lines().enumerate() {
        let error = |reason: String| OpeningError { line: index + 1, reason };
        let mut text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if text.contains('\t') {
            let fields: Vec<&str> = text.split('\t').collect();
            let Some(column) = column else {
                let found = fields.iter().position(|field| *field == "line");
                column = Some(found.ok_or_else(|| error("the table has no column named line".into()))?);
                continue;
            };
            text = fields.get(column).copied().ok_or_else(|| error("the row is too short".into()))?;
        }
        match read_line(text, rules).map_err(error)? {
            Some(opening) => file.openings.push(opening),
            None => file.other_types += 1,
        }
    }
    Ok(file)
}

/// One opening; `None` if it is for another game type.
fn read_line(text: &str, rules: RuleSet) -> Result<Option<Vec<Move>>, String> {
    let has_type = text.split(';').next().is_some_and(|word| word.trim().parse::<GameType>().is_ok());
    let prefixed = format!("{};{text}", rules.game_type);
    let written = GameString::parse(if has_type { text } else { &prefixed }).map_err(|e| e.to_string())?;
    if written.game_type != rules.game_type {
        return Ok(None);
    }
    let has_stranger = |text: &&str| match UhpMove::parse(text) {
        Ok(UhpMove::Tile { piece, .. }) => !rules.game_type.has(piece.bug()),
        _ => false,
    };
    if written.moves.iter().any(has_stranger) {
        return Ok(None);
    }
    let game = written.play(rules).map_err(|error| error.to_string())?;
    if game.result().is_some() {
        return Err("the game is over before it begins".into());
    }
    Ok(Some(game.moves().to_vec()))
}

/// How random openings are made.
#[derive(Clone, Debug)]
pub struct RandomOpenings {
    /// The rules of the games.
    pub rules: RuleSet,
    /// How many random plies.
    pub plies: usize,
    /// Which openings to begin with, before the random plies; the empty table if there are none.
    pub bases: Vec<Vec<Move>>,
    /// How far from even an opening may look to a short search, in evaluation units (200 are one logit).
    pub balance: Option<i32>,
    /// Makes other openings.
    pub seed: u64,
}

/// Positions that a short search looks at to tell whether an opening is balanced.
const JUDGE_NODES: u64 = 3_000;

impl RandomOpenings {
    /// Up to `count` openings. No two lead to the same position, mirrored and turned ones included. Fewer if
    /// so many cannot be found.
    #[must_use]
    pub fn make(&self, count: usize) -> Vec<Vec<Move>> {
        let mut judge = Judge::new();
        let mut random = Random(self.seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        // Rare are the seeds that need more than a few tries an opening.
        for attempt in 0..count.saturating_mul(200) {
            if openings.len() >= count {
                break;
            }
            let base = match self.bases.len() {
                0 => &[],
                bases => self.bases[attempt % bases].as_slice(),
            };
            let Some(game) = self.play(base, &mut random) else { continue };
            if !seen.insert(game.position().canonical_key()) {
                continue;
            }
            if self.balance.is_some_and(|balance| judge.score(&game).abs() > balance) {
                continue;
            }
            openings.push(game.moves().to_vec());
        }
        openings
    }

    /// A random game of the wanted length; `None` if it ends before.
    fn play(&self, base: &[Move], random: &mut Random) -> Option<Game> {
        let mut game = Game::new(self.rules);
        for mv in base {
            game.play(*mv).ok()?;
        }
        for _ in 0..self.plies {
            let moves = game.position().legal_moves();
            // Ants and the like have the most moves by far. Choosing the tile first and then its destination
            // gives the other tiles their share.
            let mut tiles: Vec<_> = moves.iter().map(|mv| mv.piece()).collect();
            tiles.sort_unstable();
            tiles.dedup();
            let tile = *tiles.get(random.below(tiles.len()))?;
            let of_tile: Vec<Move> = moves.iter().copied().filter(|mv| mv.piece() == tile).collect();
            game.play(*of_tile.get(random.below(of_tile.len()))?).ok()?;
        }
        game.result().is_none().then_some(game)
    }
}

/// Puts openings in random order, the same for the same seed.
pub fn shuffle(openings: &mut [Vec<Move>], seed: u64) {
    let mut random = Random(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, random.below(last + 1));
    }
}

/// Keeps the openings that look balanced to a short search.
#[must_use]
pub fn balanced(openings: Vec<Vec<Move>>, rules: RuleSet, balance: i32) -> Vec<Vec<Move>> {
    let mut judge = Judge::new();
    let is_balanced = |opening: &Vec<Move>| {
        let mut game = Game::new(rules);
        opening.iter().all(|mv| game.play(*mv).is_ok()) && judge.score(&game).abs() <= balance
    };
    openings.into_iter().filter(is_balanced).collect()
}

/// Our engine, asked for a quick opinion.
struct Judge(Engine);

impl Judge {
    fn new() -> Judge {
        Judge(Engine::new(Options { table_mib: 1, ..Options::default() }))
    }

    /// For the side to move; a game that is over counts as even, since it is refused elsewhere.
    fn score(&mut self, game: &Game) -> i32 {
        self.0.clear();
        let found = self.0.search(game, &Limits::nodes(JUDGE_NODES), &StopToken::new(), &mut |_| {});
        found.map_or(0, |found| found.score.units())
    }
}

/// SplitMix64: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> RuleSet {
        RuleSet::new(GameType::BASE_ML)
    }

    #[test]
    fn files_of_all_kinds_are_read() {
        let text = "# a comment\n\nBase+ML;InProgress;White[2];wS1;bS1 wS1-\nwL;bL /wL\n\
            Base;InProgress;White[2];wS1;bS1 wS1-\nwP;bL /wP\n";
        let file = read_openings(text, rules()).unwrap();
        assert_eq!((file.openings.len(), file.other_types), (2, 2));
        let table = "plies\tgames\tline\n2\t7\twL;bL /wL\n2\t5\twS1;bL wS1-\n";
        assert_eq!(read_openings(table, rules()).unwrap().openings.len(), 2);
    }

    #[test]
    fn lines_that_are_no_openings_are_named() {
        for (text, line) in [
            ("wS1\nwS2", 2),
            ("nonsense", 1),
            ("wS1;bS1", 1),
            ("a\tb\n1\t2", 1),
            ("plies\tline\n1\twS1\n7", 3),
        ] {
            assert_eq!(read_openings(text, rules()).unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn random_openings_are_distinct_and_the_same_for_the_same_seed() {
        let make = |seed| {
            let random =
                RandomOpenings { rules: rules(), plies: 4, bases: Vec::new(), balance: Some(200), seed };
            random.make(20)
        };
        let openings = make(1);
        assert_eq!(openings.len(), 20);
        assert!(openings.iter().all(|opening| opening.len() == 4));
        assert_eq!(openings, make(1));
        assert_ne!(openings, make(2));
        let balanced = balanced(openings.clone(), rules(), 200);
        assert_eq!(balanced, openings);
    }

    #[test]
    fn shuffling_loses_nothing() {
        let random = RandomOpenings { rules: rules(), plies: 3, bases: Vec::new(), balance: None, seed: 3 };
        let openings = random.make(30);
        let mut shuffled = openings.clone();
        shuffle(&mut shuffled, 1);
        assert_ne!(shuffled, openings);
        assert!(openings.iter().all(|opening| shuffled.contains(opening)) && shuffled.len() == 30);
    }

    #[test]
    fn there_are_only_so_many_openings() {
        let random = RandomOpenings { rules: rules(), plies: 1, bases: Vec::new(), balance: None, seed: 3 };
        assert_eq!(random.make(100).len(), 6, "one for each kind of tile but the queen");
    }
}

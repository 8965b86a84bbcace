//! What the engine makes of a position, in parts that can be put into words.

use skep_rules::raw::{Hive, HiveRef, Step, Width};
use skep_rules::{Game, Hex, Move, Piece, Position};

use crate::analysis::{Analysis, Analyze};
use crate::child::Child;
use crate::eval::features;
use crate::eval::{self, Class, Inputs, Pair, Weights, phase};
use crate::{Engine, Limits, Score, StopToken};

/// How likely each result is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// It wins.
    pub win: f64,
    /// Nobody wins.
    pub draw: f64,
    /// It loses.
    pub loss: f64,
}

/// Draws in even positions, as a share of all results. Fitted, with the falling off by score, to
/// 364,000 positions of the engine's games against itself; their long drawn games count by length,
/// so this is an upper estimate for people.
const EVEN_DRAWS: f64 = 0.26;

impl From<Score> for Outlook {
    fn from(score: Score) -> Outlook {
        let expectation = score.expectation();
        // Draws become rarer as one side gets better; 4e(1-e) is 1 in even positions and 0 at the ends.
        let draw = EVEN_DRAWS * 4.0 * expectation * (1.0 - expectation);
        Outlook { win: expectation - draw / 2.0, draw, loss: 1.0 - expectation - draw / 2.0 }
    }
}

/// A part of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// How safe the queen is: who stands beside her, who can arrive, whether she can move.
    QueenSafety,
    /// What threatens the other queen: cells in reach, throws, drops.
    Attack,
    /// Beetles and mosquitoes on top of the hive or close to it.
    Climbers,
    /// Tiles that can move, and how far.
    Mobility,
    /// Tiles in hand, and room to place them.
    Reserve,
    /// How all of these work together: what the network adds.
    Interplay,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Aspect; 6] = [
        Aspect::QueenSafety,
        Aspect::Attack,
        Aspect::Climbers,
        Aspect::Mobility,
        Aspect::Reserve,
        Aspect::Interplay,
    ];

    fn of(feature: usize) -> Aspect {
        match feature {
            features::CLIMBER_UP..=features::BEETLE_NEAR_QUEEN => Aspect::Climbers,
            features::REACHED_CELLS | features::THROWABLE | features::DROPS_BESIDE_QUEEN => Aspect::Attack,
            features::PLACEMENT_CELLS => Aspect::Reserve,
            features::HAND..features::MOBILE => Aspect::Reserve,
            features::COVERED => Aspect::Mobility,
            features::MOBILE.. => Aspect::Mobility,
            _ => Aspect::QueenSafety,
        }
    }
}

/// What an aspect adds to the evaluation, in evaluation units from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The aspect.
    pub aspect: Aspect,
    /// What the side to move has of it.
    pub mover: i32,
    /// What the other side has of it.
    pub other: i32,
}

impl Term {
    /// What it is worth to the side to move.
    #[must_use]
    pub fn balance(self) -> i32 {
        self.mover - self.other
    }
}

/// A win with the next turn, if it is not prevented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The tile that would close the ring.
    pub piece: Piece,
    /// The last free cell beside the queen.
    pub cell: Hex,
}

/// What the engine makes of a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The score for the side to move after looking ahead.
    pub score: Score,
    /// The same as chances.
    pub outlook: Outlook,
    /// The best line.
    pub line: Vec<Move>,
    /// The evaluation without looking ahead, aspect by aspect.
    pub terms: Vec<Term>,
    /// What the other side would win with, if it could move now.
    pub threat: Option<Threat>,
}

/// What the engine makes of a turn.
#[derive(Clone, Debug)]
pub struct MoveExplanation {
    /// The score of the turn for the side that makes it.
    pub score: Score,
    /// The same as chances.
    pub outlook: Outlook,
    /// The turn and what is expected to follow.
    pub line: Vec<Move>,
    /// The expected points that the turn gives away, compared with the best one: 0 to 1.
    pub cost: f64,
    /// What the turn threatens to win with.
    pub threat: Option<Threat>,
}

impl Engine {
    /// Explains the present position of a game. `None` iff the game is over.
    pub fn explain(&mut self, game: &Game, limits: &Limits, stop: &StopToken) -> Option<Explanation> {
        let found = self.search(game, limits, stop, &mut |_| {})?;
        let (terms, threat) = look(game.position());
        Some(Explanation { score: found.score, outlook: found.score.into(), line: found.pv, terms, threat })
    }

    /// Explains a legal turn in the present position of a game. `None` iff the game is over or the turn
    /// is not legal.
    pub fn explain_move(
        &mut self,
        game: &Game,
        mv: Move,
        limits: &Limits,
        stop: &StopToken,
    ) -> Option<MoveExplanation> {
        let best = self.search(game, limits, stop, &mut |_| {})?;
        let mut after = game.clone();
        after.play(mv).ok()?;
        let (score, mut line, threat) = match self.search(&after, limits, stop, &mut |_| {}) {
            Some(found) => (found.score.after_turn(), found.pv, look(after.position()).1),
            None => (Score::of_result(after.result(), game.position().turn()), Vec::new(), None),
        };
        line.insert(0, mv);
        let cost = if mv == best.best { 0.0 } else { best.score.expectation() - score.expectation() };
        Some(MoveExplanation { score, outlook: score.into(), line, cost: cost.max(0.0), threat })
    }
}

/// The evaluation by aspects, and what the side not to move threatens.
fn look(position: &Position) -> (Vec<Term>, Option<Threat>) {
    let class = Class::of(position.game_type());
    let (terms, threat) = match position.hive() {
        HiveRef::Narrow(hive) => look_at_hive(hive, class),
        HiveRef::Wide(hive) => look_at_hive(hive, class),
    };
    let threat = threat.and_then(|step| {
        let mv = position.from_step(step);
        Some(Threat { piece: mv.piece()?, cell: mv.to()? })
    });
    (terms, threat)
}

fn look_at_hive<W: Width>(hive: &Hive<W>, class: Class) -> (Vec<Term>, Option<Step>) {
    let phase = phase(hive.placed());
    let weights = Weights::of(class);
    let mut analysis = Analysis::new();
    let mut inputs = Inputs::nothing(0);
    let child = &Child::new(hive);
    W::run(Analyze { child, analysis: &mut analysis, inputs: Some(&mut inputs), even_if_won: true });
    let by_aspect = |side: usize, weights: &[Pair; features::COUNT]| {
        let mut sums = [0; Aspect::ALL.len()];
        inputs.for_each_of_side(side, |feature, count| {
            if let Some(Pair { early, late }) = weights.get(feature).copied() {
                let weight = i32::from(early) * (256 - phase) + i32::from(late) * phase;
                sums[Aspect::of(feature) as usize] += count * weight;
            }
        });
        sums
    };
    let (mut mover, other) = (by_aspect(0, &weights.mover), by_aspect(1, &weights.other));
    // The network looks at both sides at once: what it finds belongs to neither alone.
    mover[Aspect::Interplay as usize] = eval::knowledge(class).network_value(&inputs) << 8;
    let term = |aspect: Aspect| Term {
        aspect,
        mover: mover[aspect as usize] >> 8,
        other: other[aspect as usize] >> 8,
    };
    (Aspect::ALL.map(term).to_vec(), analysis.threat.map(|(tile, cell)| Step::new(tile, cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::{Options, ScoreKind};

    /// One free cell beside the black queen, and an ant that can go there.
    const WIN_IN_ONE: &str = r"Base;InProgress;White[7];wS1;bA1 wS1-;wA1 -wS1;bG1 bA1\;wG1 wA1\;bQ /bG1;wQ \wS1;bQ wS1\;wG1 -wQ;bS1 bG1/;wG1 wA1\;bS1 bQ\";

    #[test]
    fn terms_add_up_to_the_evaluation() {
        let mut game = Game::from_uhp(WIN_IN_ONE).expect("a legal game");
        game.undo();
        let (terms, _) = look(game.position());
        let HiveRef::Narrow(hive) = game.position().hive() else { panic!("a small hive") };
        let knowledge = eval::knowledge(Class::Base);
        let scratch = (&mut Analysis::new(), &mut knowledge.recent());
        let eval = evaluate(&Child::new(hive), knowledge, scratch, None);
        let sum: i32 = terms.iter().map(|term| term.balance()).sum();
        assert!((sum - eval).abs() <= 10, "{sum} is not {eval}");
    }

    #[test]
    fn a_win_is_a_certain_outlook_and_a_wasted_one_costs() {
        let game = Game::from_uhp(WIN_IN_ONE).expect("a legal game");
        let mut engine = Engine::new(Options { table_mib: 1, ..Options::default() });
        let explained = engine.explain(&game, &Limits::depth(3), &StopToken::new()).expect("not over");
        assert_eq!(explained.score.kind(), ScoreKind::WinIn(1));
        assert_eq!(explained.outlook, Outlook { win: 1.0, draw: 0.0, loss: 0.0 });
        let other = game.position().legal_moves().iter().copied().find(|mv| *mv != explained.line[0]);
        let other = other.expect("there are other turns");
        let explained = engine.explain_move(&game, other, &Limits::depth(3), &StopToken::new());
        assert!(explained.is_some_and(|explained| explained.cost > 0.0 && explained.line[0] == other));
    }

    #[test]
    fn a_threat_names_the_tile_and_the_cell() {
        let mut game = Game::from_uhp(WIN_IN_ONE).expect("a legal game");
        let quiet = game.position().legal_moves().iter().copied().find(|mv| {
            let mut after = game.clone();
            after.play(*mv).is_ok() && look(after.position()).1.is_some()
        });
        game.play(quiet.expect("some turn keeps the threat")).expect("it is legal");
        let threat = look(game.position()).1.expect("White threatens to win");
        assert_eq!(threat.piece.color(), skep_rules::Color::White);
    }

    #[test]
    fn chances_are_chances() {
        for units in [-3000, -200, 0, 55, 900] {
            let outlook = Outlook::from(Score::new(units));
            assert!((outlook.win + outlook.draw + outlook.loss - 1.0).abs() < 1e-9);
            assert!(outlook.win >= 0.0 && outlook.draw >= 0.0 && outlook.loss >= 0.0);
        }
    }
}

//! Small matches of our engine against itself.

use super::*;
use crate::openings::RandomOpenings;
use crate::player::{EnginePlayer, EngineSpec};
use skep_rules::GameType;
use std::time::Duration;

struct Same(EngineSpec);

impl Roster for Same {
    fn start(&self, _: Side) -> Result<Box<dyn Player>, Fault> {
        Ok(Box::new(EnginePlayer::new(self.0)))
    }
}

fn small() -> EngineSpec {
    EngineSpec { table_mib: 1, ..EngineSpec::default() }
}

fn contest(games: usize, concurrency: usize) -> Contest {
    let rules = RuleSet::new(GameType::BASE_MLP);
    let random = RandomOpenings { rules, plies: 4, bases: Vec::new(), balance: None, seed: 1 };
    Contest {
        rules,
        openings: random.make(games.div_ceil(2)),
        games,
        concurrency,
        paces: [Pace::Nodes(60), Pace::Nodes(30)],
        terms: Terms { max_plies: 60, margin: Duration::ZERO, resign: None },
        sprt: None,
        seed: 1,
    }
}

fn run(contest: &Contest) -> (Outcome, Vec<(usize, String)>) {
    let mut games = Vec::new();
    let outcome = contest
        .run(&Same(small()), &StopToken::new(), &mut |report, _| {
            games.push((report.number, report.played.game.to_uhp()));
        })
        .unwrap();
    games.sort();
    (outcome, games)
}

#[test]
fn all_games_are_played_whatever_the_concurrency() {
    let (alone, games) = run(&contest(6, 1));
    assert_eq!(alone.tally.score.games(), 6);
    assert_eq!(alone.tally.pairs.pairs(), 3);
    assert_eq!(games.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let (crowded, same_games) = run(&contest(6, 3));
    assert_eq!(games, same_games);
    assert_eq!(alone.tally.score, crowded.tally.score);
    assert_eq!(alone.tally.by_color, crowded.tally.by_color);
}

#[test]
fn both_games_of_a_pair_have_the_same_opening() {
    let (_, games) = run(&contest(4, 1));
    let opening = |game: &str| game.split(';').skip(3).take(4).collect::<Vec<_>>().join(";");
    assert_eq!(opening(&games[0].1), opening(&games[1].1));
    assert_eq!(opening(&games[2].1), opening(&games[3].1));
    assert_ne!(opening(&games[0].1), opening(&games[2].1));
}

#[test]
fn the_test_ends_the_match() {
    let sprt = Some(Sprt::new(-500.0, -400.0, 0.2, 0.2).unwrap());
    let (outcome, _) = run(&Contest { sprt, ..contest(400, 2) });
    assert_eq!(outcome.verdict, Some(Verdict::Accepted));
    assert!(outcome.tally.score.games() < 200);
}

#[test]
fn a_stopped_match_tells_what_it_knows() {
    let stop = StopToken::new();
    let mut seen = 0;
    // So many games would take a while: how far the threads get before they hear of the stop does not
    // matter.
    let games = 4_000;
    let outcome = contest(games, 2)
        .run(&Same(small()), &stop, &mut |_, _| {
            seen += 1;
            stop.stop();
        })
        .unwrap();
    assert!(seen >= 1 && outcome.tally.score.games() == seen);
    assert!(seen + (outcome.unfinished as u64) < games as u64);
}

struct Broken;

impl Roster for Broken {
    fn start(&self, side: Side) -> Result<Box<dyn Player>, Fault> {
        match side {
            Side::A => Ok(Box::new(EnginePlayer::new(small()))),
            Side::B => Err(Fault::Crash("no such file".into())),
        }
    }
}

#[test]
fn a_player_that_does_not_start_ends_the_match_at_once() {
    let result = contest(4, 1).run(&Broken, &StopToken::new(), &mut |_, _| {});
    assert_eq!(result.unwrap_err().0, Side::B);
}

//! Games between players who misbehave.

use super::*;
use skep_rules::notation::uhp::GameString;
use skep_rules::{GameType, Hex};
use skep_uhp::Effort;

/// Plays the first legal turn, or whatever the test wants.
#[derive(Default)]
struct Puppet {
    /// The fault at this turn.
    at: usize,
    fault: Option<Fault>,
    illegal: bool,
    refuses: bool,
    score: Option<i32>,
}

impl Player for Puppet {
    fn begin(&mut self, _: &Game, _: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: Effort, _: &StopToken) -> Result<Choice, Fault> {
        if game.moves().len() >= self.at {
            if let Some(fault) = self.fault.clone() {
                return Err(fault);
            }
            if self.illegal {
                let to = Hex::new(100, 100);
                let mv = Move::Place { piece: "wQ".parse().unwrap(), to };
                return Ok(Choice { mv, score: None, depth: None, nodes: None });
            }
        }
        let mv = game.position().legal_moves()[0];
        Ok(Choice { mv, score: self.score, depth: Some(3), nodes: Some(10) })
    }

    fn notice(&mut self, game: &Game) -> Result<(), Fault> {
        if self.refuses && game.moves().len() >= self.at {
            return Err(Fault::RefusedLegal("why not".into()));
        }
        Ok(())
    }
}

fn play(white: &mut Puppet, black: &mut Puppet, change: impl FnOnce(&mut Bout<'_>)) -> Option<Played> {
    let terms = Terms {
        max_plies: 12,
        margin: Duration::from_secs(60),
        resign: Some(Resign { score: 800, turns: 2 }),
    };
    let (paces, stop) = (ByColor { white: Pace::Nodes(1), black: Pace::Nodes(1) }, StopToken::new());
    let mut bout = Bout {
        rules: GameType::BASE.into(),
        opening: &[],
        players: ByColor { white, black },
        paces,
        terms: &terms,
        seed: 0,
        stop: &stop,
    };
    change(&mut bout);
    bout.play()
}

fn ending(white: &mut Puppet, black: &mut Puppet) -> Ending {
    play(white, black, |_| {}).unwrap().ending
}

#[test]
fn long_games_are_drawn() {
    let played = play(&mut Puppet::default(), &mut Puppet::default(), |_| {}).unwrap();
    assert_eq!(played.ending, Ending::MaxPlies);
    assert_eq!(played.game.moves().len(), 12);
    assert_eq!((played.thinking.white.turns, played.thinking.white.nodes), (6, 60));
    assert_eq!(played.ending.result(), GameResult::Draw);
}

#[test]
fn faults_lose_the_game() {
    for fault in [
        Fault::Crash("gone".into()),
        Fault::Hang("mute".into()),
        Fault::Nonsense("42".into()),
        Fault::FalseResult("Draw".into()),
    ] {
        let mut black = Puppet { at: 5, fault: Some(fault.clone()), ..Puppet::default() };
        let ending = ending(&mut Puppet::default(), &mut black);
        assert_eq!(ending, Ending::Forfeit(Color::Black, fault));
        assert_eq!(ending.result(), GameResult::Win(Color::White));
    }
    let mut white = Puppet { at: 4, illegal: true, ..Puppet::default() };
    assert!(matches!(
        ending(&mut white, &mut Puppet::default()),
        Ending::Forfeit(Color::White, Fault::Illegal { .. })
    ));
    let mut white = Puppet { at: 4, refuses: true, ..Puppet::default() };
    assert!(matches!(
        ending(&mut white, &mut Puppet::default()),
        Ending::Forfeit(Color::White, Fault::RefusedLegal(_))
    ));
}

#[test]
fn who_has_no_time_left_loses() {
    let mut terms = Terms { max_plies: 50, margin: Duration::ZERO, resign: None };
    // Even the fastest player takes some nanoseconds.
    let played = play(&mut Puppet::default(), &mut Puppet::default(), |bout| {
        bout.paces.black = Pace::Time(Duration::ZERO);
        terms.max_plies = 12;
        bout.terms = Box::leak(Box::new(terms));
    });
    assert!(matches!(played.unwrap().ending, Ending::Forfeit(Color::Black, Fault::OutOfTime { .. })));
}

#[test]
fn a_game_is_given_up_when_both_agree() {
    let lost = || Puppet { score: Some(-900), ..Puppet::default() };
    let won = || Puppet { score: Some(900), ..Puppet::default() };
    let played = play(&mut won(), &mut lost(), |_| {}).unwrap();
    assert_eq!(played.ending, Ending::Resigned(Color::Black));
    assert_eq!(played.game.moves().len(), 4, "two turns of each");
    assert_eq!(ending(&mut won(), &mut won()), Ending::MaxPlies, "they do not agree");
    assert_eq!(ending(&mut Puppet::default(), &mut lost()), Ending::MaxPlies, "White is silent");
}

#[test]
fn stopped_games_do_not_count() {
    let stop = StopToken::new();
    stop.stop();
    let stop: &'static StopToken = Box::leak(Box::new(stop));
    assert!(play(&mut Puppet::default(), &mut Puppet::default(), |bout| bout.stop = stop).is_none());
    let mut stopped = Puppet { at: 3, fault: Some(Fault::Stopped), ..Puppet::default() };
    assert!(play(&mut stopped, &mut Puppet::default(), |_| {}).is_none());
}

#[test]
fn the_opening_is_played_and_the_board_decides() {
    // White surrounds Black's queen with the last of these turns.
    let text = "Base;;;wB1;bG1 wB1-;wA1 /wB1;bQ bG1\\;wB2 wA1\\;bQ wB1\\;wQ \\wB1;bG2 bG1\\;wS1 /wA1;bB1 bG2\\;\
        wS1 bQ\\";
    let game = GameString::parse(text).unwrap().play(GameType::BASE).unwrap();
    let moves: &'static [Move] = Box::leak(game.moves().to_vec().into_boxed_slice());
    let played = play(&mut Puppet::default(), &mut Puppet::default(), |bout| bout.opening = moves).unwrap();
    assert_eq!(played.ending, Ending::Board(EndReason::QueenSurrounded(Color::Black)));
    assert_eq!(played.opening_plies, 11);
}

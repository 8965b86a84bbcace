//! What the strategy lessons claim about good and bad moves, confirmed by the engine.

use skep_course::step;
use skep_engine::{Engine, Limits, Options, StopToken};
use skep_rules::{Game, GameResult};

use crate::content;
use crate::facts::{after, turn};

/// Enough to see ten turns ahead and more: some claims of the lessons look wrong to a shorter glance.
const NODES: u64 = 1_000_000;
/// A score that means a won game.
const WON: i32 = 30_000;

/// What a move is worth to the side that makes it.
fn worth(game: &Game, text: &str) -> i32 {
    let side = game.position().turn();
    let next = after(game, turn(game, text));
    match next.result() {
        Some(GameResult::Win(winner)) if winner == side => return WON,
        Some(GameResult::Win(_)) => return -WON,
        Some(GameResult::Draw) => return 0,
        None => {}
    }
    let mut engine = Engine::new(Options { table_mib: 4, ..Options::default() });
    let found = engine.search(&next, &Limits::nodes(NODES), &StopToken::new(), &mut |_| {});
    -found.expect("the game goes on").score.units().clamp(-WON, WON)
}

fn is_true(game: &Game, claim: &str) -> Result<(), String> {
    if let Some(best) = claim.strip_prefix("best ") {
        let mut engine = Engine::new(Options { table_mib: 4, ..Options::default() });
        let found = engine.search(game, &Limits::nodes(NODES), &StopToken::new(), &mut |_| {});
        let found = found.expect("the game goes on").best;
        return if found == turn(game, best) { Ok(()) } else { Err(found.to_uhp(game.position())) };
    }
    let (better, rest) =
        claim.strip_prefix("better ").and_then(|it| it.split_once(" > ")).expect("better M > N by S");
    let (worse, margin) = rest.rsplit_once(" by ").expect("better M > N by S");
    let (high, low) = (worth(game, better), worth(game, worse));
    let margin: i32 = margin.parse().expect("a number");
    if high - low >= margin { Ok(()) } else { Err(format!("{better} is worth {high}, {worse} {low}")) }
}

#[test]
fn claims_are_confirmed_by_the_engine() {
    let content = content();
    let mut refuted = Vec::new();
    for lesson in &content.strategy {
        let mut count = 0;
        for written in &lesson.steps {
            let game = step(&written.id).and_then(|step| step.game());
            for claim in &written.claims {
                let game = game.as_ref().expect("a claim is about a position");
                if let Err(found) = is_true(game, claim) {
                    refuted.push(format!("{}: {claim}: {found}", written.id));
                }
                count += 1;
            }
        }
        assert!(count > 0, "{} claims nothing", lesson.id);
    }
    assert!(refuted.is_empty(), "{}", refuted.join("\n"));
}

/// The confirmation must be able to fail.
#[test]
fn a_false_claim_is_found_out() {
    let game = step("strategy-free-queen-1").and_then(|step| step.game()).expect("a position");
    assert!(is_true(&game, "better wA1 wQ/ > wQ wG1- by 0").is_err());
    assert!(is_true(&game, "best wA1 wQ/").is_err());
}

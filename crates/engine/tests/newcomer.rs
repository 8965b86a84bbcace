//! Somebody who has just learned the rules sits down against the lower levels. The first has to be beatable on a first
//! evening; a few levels on, knowing the rules is no longer enough.

use skep_engine::{Engine, Level, Limits, Options, StopToken};
use skep_rules::{Bug, Color, Game, GameResult, GameType, Hex, Move, Piece, Position};
use skep_testkit::Random;

/// Cells with a tile around a queen, or 0 before she is placed.
fn filled(position: &Position, color: Color) -> i32 {
    let Some(queen) = queen(position, color) else { return 0 };
    queen.neighbors().filter(|cell| position.board().top(*cell).is_some()).count() as i32
}

fn queen(position: &Position, color: Color) -> Option<Hex> {
    let of_color =
        Piece::ALL.into_iter().find(|piece| piece.bug() == Bug::Queen && piece.color() == color)?;
    position.board().find(of_color).map(|(hex, _)| hex)
}

/// How close a side's tiles are to the other queen.
fn closeness(position: &Position, color: Color) -> i32 {
    let Some(target) = queen(position, !color) else { return 0 };
    let own =
        position.board().pieces().filter(|(piece, ..)| piece.color() == color && piece.bug() != Bug::Queen);
    own.map(|(_, hex, _)| (5 - i32::from(target.distance(hex))).max(0)).sum()
}

/// Looks one turn ahead, sees filled cells and distances and nothing else, and is distracted now and then.
fn newcomer(position: &Position, random: &mut Random) -> Move {
    let own = position.turn();
    let liking = |mv: &Move, random: &mut Random| {
        let mut after = position.clone();
        let _ = after.play_unchecked(*mv);
        let (attack, danger) = (filled(&after, !own), filled(&after, own));
        let pleasure = match (attack, danger) {
            (_, 6) => -1000,
            (6, _) => 1000,
            _ => 20 * attack - 10 * danger + closeness(&after, own),
        };
        10 * pleasure + random.below(100) as i32
    };
    let moves = position.legal_moves();
    let best = moves.iter().max_by_key(|mv| liking(mv, random)).expect("a game that goes on has a turn");
    *best
}

/// How many of these games the newcomer wins.
fn wins(level: u8, games: usize) -> usize {
    let mut random = Random::new(20);
    let mut engine = Engine::new(Options { table_mib: 1, ..Options::default() });
    let mut won = 0;
    for number in 0..games {
        let person = if number % 2 == 0 { Color::White } else { Color::Black };
        let mut game = Game::new(GameType::BASE);
        engine.clear();
        // A family does not play longer than this.
        while game.result().is_none() && game.moves().len() < 150 {
            let mv = if game.position().turn() == person {
                newcomer(game.position(), &mut random)
            } else {
                let level = Level::new(level).expect("a level");
                let limits = Limits { level, seed: random.next_u64(), ..Limits::default() };
                engine.search(&game, &limits, &StopToken::new(), &mut |_| {}).expect("a turn").best
            };
            game.play(mv).expect("legal");
        }
        won += usize::from(game.result() == Some(GameResult::Win(person)));
    }
    won
}

#[test]
fn a_newcomer_wins_against_the_first_level_but_not_against_a_higher_one() {
    let games = 40;
    let (first, fourth) = (wins(1, games), wins(4, games));
    assert!((games / 4..=games * 4 / 5).contains(&first), "{first} of {games} against level 1");
    assert!(fourth <= games / 10, "{fourth} of {games} against level 4");
}

//! Hives that outgrow the narrow torus while the search goes on.

use skep_engine::{Engine, Limits, Options, StopToken};
use skep_rules::{Direction, Game, GameType, Hex, Move, Piece};

/// A line of tiles, white to the west and black to the east, with `each` tiles a side.
fn line(game_type: GameType, each: usize) -> Game {
    let mut game = Game::new(game_type);
    let (mut west, mut east) = (Hex::ORIGIN, Hex::ORIGIN);
    let order = |white: bool| {
        let mut tiles: Vec<Piece> =
            Piece::ALL.into_iter().filter(|piece| (piece.color() as usize == 0) == white).collect();
        // The queen may not be the first tile.
        tiles.swap(0, 1);
        tiles.into_iter().filter(|piece| game_type.has(piece.bug())).take(each).collect::<Vec<_>>()
    };
    for (number, (white, black)) in order(true).into_iter().zip(order(false)).enumerate() {
        if number > 0 {
            west = west.neighbor(Direction::West);
        }
        east = east.neighbor(Direction::East);
        game.play(Move::Place { piece: white, to: west }).expect("white extends the line");
        game.play(Move::Place { piece: black, to: east }).expect("black extends the line");
    }
    game
}

#[test]
fn the_search_crosses_the_edge_of_the_narrow_torus() {
    for game_type in [GameType::BASE, GameType::BASE_ML, GameType::BASE_MLP] {
        // From well inside the window to far beyond it.
        for each in 5..=game_type.tiles_per_player() as usize {
            let mut game = line(game_type, each);
            let mut engine = Engine::new(Options { table_mib: 2, ..Options::default() });
            for _ in 0..4 {
                let found = engine.search(&game, &Limits::nodes(4_000), &StopToken::new(), &mut |_| {});
                let found = found.expect("the game goes on");
                game.play(found.best).expect("the engine plays legal turns");
            }
        }
    }
}

//! From gestures to a record.

use super::command::{Cell, Command, parse};
use super::syntax::{Properties, Property};
use super::{SgfError, SgfErrorKind, date, result};
use crate::notation::place::{Place, excerpt};
use crate::notation::record::{Ending, NodeId, Record};
use crate::notation::uhp::MAX_PLIES;
use crate::{Bug, ByColor, ByPiece, Color, Expansion, Game, GameType, Hex, Move, Piece, RuleSet};

/// Reads the first game of a text, its main line only.
///
/// # Errors
///
/// When there is none, or it cannot be read or replayed; the error says where.
pub fn read(text: &str) -> Result<Record, SgfError> {
    let fail = |(at, kind): (usize, SgfErrorKind)| SgfError { place: Place::of(text, at), kind };
    let mut replay = Replay::new(GameType::BASE);
    for property in Properties::new(text).map_err(fail)? {
        let property = property.map_err(fail)?;
        replay.take(&property).map_err(|kind| fail((property.at, kind)))?;
    }
    Ok(replay.finish())
}

/// The size of the table on which games before 2023 were played; it closed around.
const TORUS: i32 = 26;
/// Since this revision the table grows instead.
const GROWING: u32 = 101;

/// What a player has done in the present turn.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    move_made: Option<Gesture>,
    swap: bool,
    resign: bool,
    accept: bool,
    /// Draws were talked about, which takes a `done` but is no turn.
    talk: bool,
}

#[derive(Clone, Copy, Debug)]
enum Gesture {
    Pass,
    Put(Piece, Cell),
}

struct Replay {
    record: Record,
    game: Game,
    node: NodeId,
    /// Whether the table closes around.
    torus: bool,
    /// The cell of the first tile.
    origin: Cell,
    /// Whether Black's tiles began, so that the colors have to change places.
    flipped: bool,
    /// Our tile for each of theirs.
    tiles: ByPiece<Option<Piece>>,
    /// The player who has White: 0 or 1.
    white: usize,
    /// What was done since the last `done`, and by whom.
    turn: Turn,
    last_player: usize,
    players: [Player; 2],
    result: String,
    date: String,
    ending: Option<Ending>,
    queen_came_first: bool,
    played_on: bool,
}

#[derive(Debug, Default)]
struct Player {
    name: String,
    ranking: String,
}

impl Replay {
    fn new(game_type: GameType) -> Replay {
        // The site forbids the queen on the first turn only lately, and repetition was seen late: whatever was
        // played counts.
        let rules = RuleSet { game_type, queen_first: true, repetition_draw: false };
        let record = Record::new(rules);
        Replay {
            node: record.start(),
            record,
            game: Game::new(rules),
            torus: true,
            origin: Cell { column: 0, row: 0 },
            flipped: false,
            tiles: ByPiece([None; 28]),
            white: 0,
            turn: Turn::default(),
            last_player: 0,
            players: Default::default(),
            result: String::new(),
            date: String::new(),
            ending: None,
            queen_came_first: false,
            played_on: false,
        }
    }

    /// Takes in one property.
    fn take(&mut self, property: &Property<'_>) -> Result<(), SgfErrorKind> {
        let value = property.value.trim();
        match property.name {
            "P0" => self.player(0, value)?,
            "P1" => self.player(1, value)?,
            "GM" if value != "27" && !value.eq_ignore_ascii_case("hive") => {
                return Err(SgfErrorKind::OtherGame(excerpt(value)));
            }
            "SU" if self.game.moves().is_empty() => self.set_up(value)?,
            "RE" => value.clone_into(&mut self.result),
            "DT" => value.clone_into(&mut self.date),
            "EV" => self.tag("Event", value),
            "PC" => self.tag("Site", value),
            "RO" => self.tag("Round", value),
            "GN" => self.tag("SgfGameName", value),
            "TC" => self.tag("TimeControl", value),
            "C" if !value.is_empty() => self.record.append_comment(self.node, value),
            _ => {}
        }
        Ok(())
    }

    /// Reads a set-up line: `hive-plm`, or `hive-plm 2 0 101` with the number of players, a seed and a
    /// revision.
    fn set_up(&mut self, value: &str) -> Result<(), SgfErrorKind> {
        let mut words = value.split_whitespace();
        let name = words.next().unwrap_or_default().to_ascii_lowercase();
        let unknown = || SgfErrorKind::Variant(excerpt(value));
        let letters = match name.strip_prefix("hive").ok_or_else(unknown)? {
            "" => "",
            // In this one the second player may take over the first tile; the tiles are all there.
            "-pielm" => "plm",
            letters => letters.strip_prefix('-').ok_or_else(unknown)?,
        };
        let mut game_type = GameType::BASE;
        for letter in letters.chars() {
            let mut expansions = Expansion::ALL.into_iter();
            let expansion = expansions.find(|expansion| expansion.letter().eq_ignore_ascii_case(&letter));
            game_type = game_type.with(expansion.ok_or_else(unknown)?);
        }
        let rules = RuleSet { game_type, queen_first: true, repetition_draw: false };
        self.game = Game::new(rules);
        self.record.settle_rules(rules);
        self.torus = words.nth(2).and_then(|word| word.parse().ok()).unwrap_or(0) < GROWING;
        Ok(())
    }

    /// Takes in what a player is or does.
    fn player(&mut self, player: usize, value: &str) -> Result<(), SgfErrorKind> {
        let (word, rest) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
        match word {
            "id" => rest.trim().trim_matches('"').clone_into(&mut self.players[player].name),
            "ranking" => rest.trim().clone_into(&mut self.players[player].ranking),
            "country" | "time" => {}
            _ => {
                let command = parse(value, Color::ALL[player]);
                let command = command.ok_or_else(|| SgfErrorKind::Command(excerpt(value)))?;
                self.gesture(player, command, value)?;
            }
        }
        Ok(())
    }

    fn gesture(&mut self, player: usize, command: Command, text: &str) -> Result<(), SgfErrorKind> {
        if player != self.last_player {
            self.turn = Turn::default();
            self.last_player = player;
        }
        match command {
            Command::Lift => self.turn.move_made = None,
            Command::Put { tile, cell, done } => {
                self.turn.move_made = Some(Gesture::Put(tile, cell));
                if done {
                    self.done(player, text)?;
                }
            }
            Command::Pass { done } => {
                self.turn.move_made = Some(Gesture::Pass);
                if done {
                    self.done(player, text)?;
                }
            }
            Command::Done => self.done(player, text)?,
            Command::Swap => self.turn.swap ^= true,
            Command::Resign => self.turn.resign ^= true,
            Command::Talk => self.turn.talk = true,
            Command::AcceptDraw => self.turn.accept ^= true,
            Command::LoseOnTime => self.ending = Some(Ending::OutOfTime(self.color_of(player))),
            Command::WinOnTime => self.ending = Some(Ending::OutOfTime(!self.color_of(player))),
            Command::Nothing => {}
        }
        Ok(())
    }

    /// Ends a turn: what was done in it now counts.
    fn done(&mut self, player: usize, text: &str) -> Result<(), SgfErrorKind> {
        let turn = core::mem::take(&mut self.turn);
        self.settle(player, turn);
        if turn.resign || turn.accept {
            return Ok(());
        }
        if turn.swap {
            self.white = 1 - self.white;
            return Ok(());
        }
        match turn.move_made {
            Some(Gesture::Put(tile, cell)) => self.put(player, tile, cell, text),
            // Damaged files pass once more when the game is over.
            Some(Gesture::Pass) if self.game.result().is_none() => self.play(Move::Pass),
            None if !turn.talk
                && self.color_of(player) == self.game.position().turn()
                && self.must_pass() =>
            {
                self.play(Move::Pass)
            }
            _ => Ok(()),
        }
    }

    /// Notes how a turn ended the game, if it did.
    fn settle(&mut self, player: usize, turn: Turn) {
        if turn.resign {
            self.ending = Some(Ending::Resigned(self.color_of(player)));
        } else if turn.accept {
            self.ending = Some(Ending::Agreed);
        }
    }

    /// Plays a tile that was put on a cell.
    fn put(&mut self, player: usize, theirs: Piece, cell: Cell, text: &str) -> Result<(), SgfErrorKind> {
        if self.game.moves().is_empty() {
            self.origin = cell;
            self.white = player;
            self.flipped = theirs.color() == Color::Black;
        }
        if self.color_of(player) != self.game.position().turn() && self.must_pass() {
            self.play(Move::Pass)?;
        }
        let color = if self.flipped { !theirs.color() } else { theirs.color() };
        let fresh = self.game.position().next_in_reserve(color, theirs.bug());
        let (piece, from) = match self.tiles[theirs] {
            Some(piece) => (piece, self.game.position().board().find(piece).map(|(hex, _)| hex)),
            None => (fresh.ok_or_else(|| SgfErrorKind::NoSuchTile(excerpt(text)))?, None),
        };
        let move_to = |to| match from {
            Some(from) => Move::Relocate { piece, from, to },
            None => Move::Place { piece, to },
        };
        let cells = self.hexes_of(cell);
        if from.is_some_and(|from| cells.contains(&from)) {
            // It was put back: second thoughts, and so far no move.
            return Ok(());
        }
        let position = self.game.position();
        let legal = cells.iter().copied().find(|to| position.is_legal(move_to(*to)));
        let to = legal.or(cells.first().copied()).ok_or_else(|| SgfErrorKind::Nowhere(excerpt(text)))?;
        self.play(move_to(to))?;
        self.tiles[theirs] = Some(piece);
        Ok(())
    }

    /// The hexes on or beside the hive that a cell may mean: one, unless the hive reaches around the table.
    fn hexes_of(&self, cell: Cell) -> Vec<Hex> {
        let board = self.game.position().board();
        if board.is_empty() {
            return vec![Hex::ORIGIN];
        }
        // Coordinates of our own wrap at 256, so that is how far they can be compared.
        let size = if self.torus { TORUS } else { 256 };
        let same = |a: i32, b: i32| (a - b).rem_euclid(size) == 0;
        let mut found = Vec::new();
        for hex in board.cells().flat_map(|hex| hex.neighbors().chain([hex])) {
            let column = self.origin.column + i32::from(hex.q);
            let row = self.origin.row - i32::from(hex.r);
            if same(column, cell.column) && same(row, cell.row) && !found.contains(&hex) {
                found.push(hex);
            }
        }
        found
    }

    fn play(&mut self, mv: Move) -> Result<(), SgfErrorKind> {
        let ply = self.game.moves().len() + 1;
        if ply > MAX_PLIES {
            return Err(SgfErrorKind::TooLong);
        }
        let repeated = self.game.repetitions() >= 3;
        self.game.play(mv).map_err(|error| SgfErrorKind::Illegal { ply, mv, error })?;
        self.played_on |= repeated;
        self.queen_came_first |= ply <= 2 && mv.piece().is_some_and(|piece| piece.bug() == Bug::Queen);
        self.node = self.record.attach(self.node, mv);
        Ok(())
    }

    fn must_pass(&self) -> bool {
        self.game.result().is_none() && self.game.position().legal_moves().as_slice() == [Move::Pass]
    }

    fn color_of(&self, player: usize) -> Color {
        if player == self.white { Color::White } else { Color::Black }
    }

    fn tag(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.record.tags_mut().set(name, value).expect("the names in this file are fit for tags");
        }
    }

    /// Settles tags, rules and ending.
    fn finish(mut self) -> Record {
        // A file may end before the last gesture is confirmed. A resignation counts even so.
        self.settle(self.last_player, self.turn);
        let players = core::mem::take(&mut self.players);
        for (index, player) in players.iter().enumerate() {
            let color = self.color_of(index);
            self.tag(&color.to_string(), &player.name);
            self.tag(&format!("{color}Elo"), &player.ranking);
        }
        let [first, second] = players.map(|player| player.name);
        let (white, black) = if self.white == 0 { (first, second) } else { (second, first) };
        let (date, sentence) = (core::mem::take(&mut self.date), core::mem::take(&mut self.result));
        self.tag("Date", &date::parse(&date).unwrap_or_default());
        self.tag("SgfDate", &date);
        self.tag("SgfResult", &sentence);
        let game_type = self.record.rules().game_type;
        let rules =
            RuleSet { game_type, queen_first: self.queen_came_first, repetition_draw: !self.played_on };
        self.record.settle_rules(rules);
        let told = result::parse(&sentence, &ByColor { white, black }).map(Ending::Stated);
        let over = self.record.game().result().is_some();
        self.record.set_ending(self.ending.or(told).filter(|_| !over));
        self.record
    }
}

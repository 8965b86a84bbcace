//! A game at the terminal: two people, or one against the engine.

mod overlay;
mod view;

use crossterm::event::KeyEvent;
use ratatui::Frame;
use skep_engine::{Level, Limits};
use skep_rules::{ByColor, Color, Game, IllegalMove, Move};
use skep_tabletop::{
    Action, Announcement, Capabilities, Command, Intent, Reason, Refusal, State, Suggestion, update,
};
use skep_words::{Key, Language, Speaker, creature, outcome, outcome_reason, refusal, say, tr};

use crate::board::Zoom;
use crate::brain::{Brain, patience};
use crate::keys::{Steps, Wish, reach_for_target, wish};
use crate::prompt::Prompt;
use crate::screen::{Flow, Screen};
use crate::theme::{Colors, Theme, Tone};
use overlay::Overlay;

/// How long the engine thinks about a hint.
const HINT: std::time::Duration = std::time::Duration::from_millis(1000);

/// Who moves the tiles of one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the keyboard.
    Human,
    /// The engine.
    Computer(Level),
}

/// What a game is made of.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The game, new or begun.
    pub game: Game,
    /// Who plays.
    pub seats: ByColor<Seat>,
    /// The language of everything that is said.
    pub language: Language,
    /// How many colors there are.
    pub colors: Colors,
    /// Varies the play of the levels; the same seed plays the same game.
    pub seed: u64,
}

/// A game at the terminal.
#[derive(Debug)]
pub struct Play {
    game: Game,
    table: State,
    seats: ByColor<Seat>,
    language: Language,
    theme: Theme,
    seed: u64,
    brain: Brain,
    /// Whether the engine was asked for a hint and not for its turn.
    hinting: bool,
    /// Turns that were taken back, the last one first.
    undone: Vec<Move>,
    /// What was said last, and how.
    said: (String, Tone),
    /// What the keyboard is on.
    here: String,
    overlay: Option<Overlay>,
    /// The file that the game was last saved in or opened from.
    file: Option<String>,
    zoom: Option<Zoom>,
    steps: Steps,
}

impl Play {
    /// Sits down at a table.
    #[must_use]
    pub fn new(setting: Setting) -> Play {
        let Setting { game, seats, language, colors, seed } = setting;
        let mut play = Play {
            table: State::new(game.start().clone(), Capabilities::hot_seat()),
            game,
            seats,
            language,
            theme: Theme { colors },
            seed,
            brain: Brain::new(),
            hinting: false,
            undone: Vec::new(),
            said: (String::new(), Tone::Faint),
            here: String::new(),
            overlay: None,
            file: None,
            zoom: None,
            steps: Steps::default(),
        };
        play.set_out();
        play
    }

    /// The game as it stands.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The board, for those who look over a player's shoulder.
    #[must_use]
    pub fn table(&self) -> &State {
        &self.table
    }

    /// Whether the engine is thinking.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.brain.is_thinking()
    }

    /// What was said last.
    #[must_use]
    pub fn said(&self) -> &str {
        &self.said.0
    }

    /// Waits until the engine has answered; for those who need no screen meanwhile.
    pub fn wait(&mut self) {
        if let Some(mv) = self.brain.wait() {
            self.answered(mv);
        }
    }

    /// Puts the game on the table.
    fn set_out(&mut self) {
        let (start, moves) = (Box::new(self.game.start().clone()), self.game.moves().to_vec());
        self.table = State::new(self.game.start().clone(), self.capabilities());
        update(&mut self.table, Action::Show { start, moves, ply: None });
        update(&mut self.table, Action::FocusBoard);
        self.listen();
        self.undone.clear();
        let key = if self.game.moves().is_empty() { Key::GameBoardEmpty } else { Key::SpeechLive };
        self.said = (tr(self.language, key).to_owned(), Tone::Faint);
        self.next_turn();
    }

    fn capabilities(&self) -> Capabilities {
        let plays = ByColor::new_with(|color| self.seats[color] == Seat::Human);
        Capabilities { plays, ..Capabilities::hot_seat() }
    }

    /// The only person at the board, if it is one.
    fn you(&self) -> Option<Color> {
        match (self.seats[Color::White], self.seats[Color::Black]) {
            (Seat::Human, Seat::Computer(_)) => Some(Color::White),
            (Seat::Computer(_), Seat::Human) => Some(Color::Black),
            _ => None,
        }
    }

    fn speaker(&self) -> Speaker {
        Speaker { language: self.language, you: self.you(), orientation: self.table.orientation() }
    }

    /// Lets something happen at the table, and does what it wants then.
    fn act(&mut self, action: Action) {
        let intent = update(&mut self.table, action);
        self.listen();
        match intent {
            Some(Intent::Play(mv)) => self.play(mv),
            Some(Intent::Hint) => self.hint(),
            Some(Intent::TakeBack) => self.take_back(),
            Some(Intent::Redo) => self.redo(),
            Some(Intent::Help) => self.overlay = Some(Overlay::Keys),
            Some(Intent::Picked(_)) | None => {}
        }
    }

    /// Puts what the table says into words.
    fn listen(&mut self) {
        let speaker = self.speaker();
        for announcement in self.table.take_announcements() {
            let text = speaker.announcement(&announcement);
            match announcement {
                Announcement::Focused(_) => self.here = text,
                Announcement::Refused(_) => self.said = (text, Tone::Bad),
                Announcement::Selected { piece, .. } => {
                    let about = creature(self.language, piece.bug());
                    self.said = (format!("{text} {about}"), Tone::Faint);
                }
                Announcement::Moved { .. } => self.said = (text, Tone::Accent),
                Announcement::Deselected => self.said = (String::new(), Tone::Faint),
                _ => self.said = (text, Tone::Faint),
            }
        }
    }

    fn play(&mut self, mv: Move) {
        if let Err(reason) = self.game.play(mv) {
            self.refuse(mv, reason);
            return;
        }
        self.brain.cancel();
        self.undone.clear();
        self.played(mv);
        self.next_turn();
    }

    fn played(&mut self, mv: Move) {
        update(&mut self.table, Action::Played(mv));
        update(&mut self.table, Action::FocusBoard);
        self.listen();
    }

    /// Says why a turn cannot be played, on the board too.
    fn refuse(&mut self, mv: Move, reason: IllegalMove) {
        if let Some(piece) = mv.piece() {
            let refusal = Refusal { piece, to: mv.to(), reason: Reason::Rules(reason) };
            update(&mut self.table, Action::ShowRefusal(Some(refusal)));
            self.table.take_announcements();
        }
        self.said = (refusal(self.language, reason), Tone::Bad);
    }

    /// Says what is next, and asks the engine if it is its turn.
    fn next_turn(&mut self) {
        if let (Some(result), Some(reason)) = (self.game.result(), self.game.end_reason()) {
            let line = say!(
                self.language,
                ResultLine,
                result = outcome(self.language, result, self.you()),
                reason = outcome_reason(self.language, reason, self.you())
            );
            self.said = (line, Tone::Accent);
            return;
        }
        let turn = self.game.position().turn();
        match self.seats[turn] {
            Seat::Human if self.table.must_pass() => {
                let pass = format!(
                    "{} (O: {})",
                    tr(self.language, Key::GameNoMove),
                    tr(self.language, Key::GamePass)
                );
                self.said = (pass, Tone::Accent);
            }
            Seat::Human => {}
            Seat::Computer(level) => {
                self.hinting = false;
                // Two equal positions of one game need not be answered alike.
                let seed = self.seed.wrapping_add(self.game.moves().len() as u64);
                let limits = Limits { level, seed, time: Some(patience(level)), ..Limits::default() };
                self.brain.ask(&self.game, limits);
            }
        }
    }

    fn hint(&mut self) {
        let turn = self.game.position().turn();
        if self.game.result().is_none() && self.seats[turn] == Seat::Human && self.table.is_latest() {
            self.hinting = true;
            self.said = (tr(self.language, Key::GameThinking).to_owned(), Tone::Faint);
            self.brain.ask(&self.game, Limits::time(HINT));
        }
    }

    fn answered(&mut self, mv: Move) {
        if self.hinting {
            let deed = self.speaker().deed(self.game.position(), mv);
            update(&mut self.table, Action::Suggest(vec![Suggestion { mv, rank: 1 }]));
            self.listen();
            self.said = (say!(self.language, GameHintIs, mv = deed), Tone::Info);
        } else {
            // Somebody who looks at an earlier turn is taken along: the game goes on.
            update(&mut self.table, Action::Command(Command::Last));
            self.table.take_announcements();
            self.play(mv);
        }
    }

    /// Takes turns back until a person is to move.
    fn take_back(&mut self) {
        self.brain.cancel();
        let mut taken = 0;
        while let Some(mv) = self.game.undo() {
            self.undone.push(mv);
            taken += 1;
            if self.seats[self.game.position().turn()] == Seat::Human {
                break;
            }
        }
        if taken > 0 {
            update(&mut self.table, Action::TakenBack(taken));
            update(&mut self.table, Action::FocusBoard);
            self.listen();
        }
        self.next_turn();
    }

    /// Plays again what was taken back, until a person is to move.
    fn redo(&mut self) {
        while let Some(mv) = self.undone.pop() {
            self.brain.cancel();
            if self.game.play(mv).is_err() {
                self.undone.clear();
                break;
            }
            self.played(mv);
            if self.seats[self.game.position().turn()] == Seat::Human {
                break;
            }
        }
        if !self.brain.is_thinking() {
            self.next_turn();
        }
    }

    fn grant(&mut self, wish: Wish) -> Flow {
        match wish {
            Wish::Up | Wish::Down | Wish::Left | Wish::Right => {
                self.steps.take(&mut self.table, wish);
                self.listen();
            }
            Wish::Save => self.overlay = Some(Overlay::Save(Prompt::with(self.name_to_save()))),
            Wish::Open => self.overlay = Some(Overlay::Open(Prompt::with(self.name_to_open()))),
            Wish::Type => self.overlay = Some(Overlay::Type(Prompt::default())),
            // A game without a turn needs no question.
            Wish::Leave if self.game.moves().is_empty() => return Flow::Leave,
            Wish::Leave => self.overlay = Some(Overlay::Leave),
            Wish::Command(Command::ZoomIn) => self.zoom = Some(Zoom::Large),
            Wish::Command(Command::ZoomOut) => self.zoom = Some(Zoom::Small),
            Wish::Command(Command::Fit) => self.zoom = None,
            Wish::Command(command) => {
                self.act(Action::Command(command));
                if reach_for_target(&self.table, command) {
                    self.act(Action::Command(Command::NextTarget));
                }
            }
        }
        Flow::Stay
    }
}

impl Screen for Play {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        view::draw(self, frame);
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(overlay) = self.overlay.take() {
            return self.overlay_key(overlay, key);
        }
        match wish(key) {
            Some(wish) => self.grant(wish),
            None => Flow::Stay,
        }
    }

    fn tick(&mut self) -> bool {
        match self.brain.answer() {
            Some(mv) => {
                self.answered(mv);
                true
            }
            None => false,
        }
    }
}

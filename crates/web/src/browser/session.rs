//! A game at the table: what is stored, what is shown, whose turn it is. Screens read its signals and call its
//! methods; every move, whoever makes it, goes through [`Session::play`].

mod clocks;
mod hands;
mod remote;
mod tabs;
mod talk;
mod turns;

use leptos::prelude::*;
use skep_rules::{Color, Game, Move};
use skep_tabletop::{Action, Capabilities, Intent, PinnedTiles, Preferences, State, Step, update};

use super::app::App;
use super::device::wall_clock;
use super::hands::Hands;
use super::names;
use crate::clock::{Clock, Millis};
use crate::players::Seat;
use crate::protocol::Progress;
use crate::route::Route;
use crate::saved::Saved;
use crate::settings::Pinned;
use tabs::Elsewhere;

/// Up to this level a game comes with tips.
const GENTLE: u8 = 3;

/// Handles to a game's signals.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    app: App,
    id: StoredValue<String>,
    /// The game and all that is kept about it.
    pub(crate) saved: RwSignal<Saved>,
    /// The board.
    pub(crate) table: RwSignal<State>,
    pub(crate) clock: RwSignal<Option<Clock>>,
    /// The steady clock's time, as far as the faces show it.
    pub(crate) now: RwSignal<Millis>,
    /// What the computer thinks, while it does.
    pub(crate) progress: RwSignal<Option<Progress>>,
    /// Whether the computer has been asked for a move or a hint.
    pub(crate) computing: RwSignal<bool>,
    /// Whether a game between computers stands still.
    pub(crate) paused: RwSignal<bool>,
    /// Whether the export dialog is open.
    pub(crate) exporting: RwSignal<bool>,
    hands: Hands,
    /// Whether the game is on the server: then the server decides, and the board shows what it says.
    pub(crate) remote: bool,
    /// When one's own turn began, for what a move cost by one's own clock.
    turn_began: StoredValue<Millis>,
    /// Whether the end has been told.
    told: StoredValue<bool>,
    /// Whether another tab has the game in hand.
    elsewhere: StoredValue<Elsewhere>,
    /// What was taken back and can be played again, a list of turns for each takeback.
    undone: RwSignal<Vec<Vec<Move>>>,
    /// The hint in words, while it is shown.
    pub(crate) hinted: RwSignal<Option<String>>,
}

impl Session {
    /// Sits down at a stored game.
    pub(crate) fn open(app: App, id: String, saved: Saved) -> Session {
        let session = Session::sit(app, id, saved, false);
        session.mind_other_tabs();
        session
    }

    fn sit(app: App, id: String, saved: Saved, remote: bool) -> Session {
        let mut table = State::new(saved.game.start().clone(), capabilities(&saved));
        let moves = saved.game.moves().to_vec();
        update(&mut table, Action::Show { start: Box::new(saved.game.start().clone()), moves, ply: None });
        if names::only_human(&saved) == Some(Color::Black) {
            update(&mut table, Action::Flip);
        }
        table.take_announcements();
        let over = saved.is_over();
        let clock = saved.clock.map(|(control, left)| Clock::resumed(control, left));
        let watched = Color::ALL.iter().all(|&color| matches!(saved.seats[color], Seat::Computer(_)));
        let session = Session {
            app,
            id: StoredValue::new(id),
            // A game between computers that was left does not go on behind one's back.
            paused: RwSignal::new(watched && !saved.game.moves().is_empty()),
            saved: RwSignal::new(saved),
            table: RwSignal::new(table),
            clock: RwSignal::new(clock),
            now: RwSignal::new(0),
            progress: RwSignal::new(None),
            computing: RwSignal::new(false),
            exporting: RwSignal::new(false),
            hands: Hands::new(),
            remote,
            told: StoredValue::new(over),
            turn_began: StoredValue::new(super::device::steady_clock()),
            elsewhere: StoredValue::new(Elsewhere::No),
            undone: RwSignal::new(Vec::new()),
            hinted: RwSignal::new(None),
        };
        Effect::new(move |_| {
            app.settings.track();
            session.act(Action::SetPreferences(preferences(app)));
        });
        session.start_clocks();
        app.warm_up_sound();
        session.next_turn();
        on_cleanup(move || session.leave());
        session
    }

    /// Everything that happens at the board comes through here.
    pub(crate) fn act(self, action: Action) {
        let mut intent = None;
        let mut said = Vec::new();
        self.table.update(|table| {
            intent = update(table, action);
            said = table.take_announcements();
        });
        for announcement in said {
            self.say(&announcement);
        }
        match intent {
            Some(Intent::Play(mv)) => self.play(mv),
            Some(Intent::Hint) if self.can_hint() => self.hint(),
            Some(Intent::TakeBack) if self.can_take_back() => self.take_back(),
            Some(Intent::Redo) if self.can_redo() => self.redo(),
            Some(Intent::Help) => self.app.go(&Route::Keys),
            Some(_) | None => {}
        }
    }

    /// Plays a move for whoever is to move.
    pub(crate) fn play(self, mv: Move) {
        if self.is_over() {
            return;
        }
        if self.remote {
            self.play_remotely(mv);
            return;
        }
        // Another move than the one taken back: the game goes another way now.
        self.undone.update(Vec::clear);
        let mover = self.saved.with_untracked(|saved| saved.game.position().turn());
        if self.saved.try_update(|saved| saved.game.play(mv).is_ok()) != Some(true) {
            return;
        }
        self.press_clock(mover);
        self.act(Action::Suggest(Vec::new()));
        self.act(Action::Played(mv));
        self.sound_of_move();
        self.save();
        self.next_turn();
    }

    /// Takes back and plays what makes the game that of these turns. Whether any was played.
    fn catch_up(self, moves: &[Move]) -> bool {
        let have = self.saved.with_untracked(|saved| saved.game.moves().to_vec());
        let common = moves.iter().zip(&have).take_while(|(new, old)| new == old).count();
        let gone = have.len() - common;
        if gone > 0 {
            self.saved.update(|saved| {
                for _ in 0..gone {
                    saved.game.undo();
                }
            });
            self.act(Action::TakenBack(gone));
        }
        for &mv in &moves[common..] {
            if self.saved.try_update(|saved| saved.game.play(mv).is_ok()) == Some(true) {
                self.act(Action::Played(mv));
            }
        }
        common < moves.len()
    }

    pub(crate) fn step(self, step: Step) {
        self.act(Action::Step(step));
    }

    pub(crate) fn show_ply(self, ply: usize) {
        self.act(Action::Step(Step::To(ply)));
    }

    pub(crate) fn flip(self) {
        self.act(Action::Flip);
    }

    /// Writes the game to storage, the time on the clocks included.
    pub(super) fn save(self) {
        if self.remote || self.elsewhere.get_value() == Elsewhere::Deleted {
            return;
        }
        self.elsewhere.set_value(Elsewhere::No);
        let now = super::device::steady_clock();
        let left = self.clock.with_untracked(|clock| {
            clock
                .map(|clock| (clock.control(), skep_rules::ByColor::new_with(|color| clock.left(color, now))))
        });
        self.saved.update_untracked(|saved| {
            saved.clock = left;
            saved.updated = wall_clock();
        });
        let saved = self.saved.get_untracked();
        // Nothing was played: nothing to keep.
        if !saved.game.moves().is_empty() || saved.ending.is_some() {
            self.id.with_value(|id| self.app.library.put(id, saved));
        }
    }

    fn leave(self) {
        if self.remote {
            return;
        }
        self.app.engine.with_value(super::engine::Engine::stop);
        let over = self.saved.try_with_untracked(Saved::is_over);
        // What another tab has played is already there.
        if over == Some(false) && self.elsewhere.try_get_value() == Some(Elsewhere::No) {
            self.save();
        }
    }

    // What the screens ask.

    pub(crate) fn is_over(self) -> bool {
        self.saved.with(Saved::is_over)
    }

    /// Whose turn it is, while the game lasts.
    pub(crate) fn to_move(self) -> Option<Color> {
        self.saved.with(|saved| (!saved.is_over()).then(|| saved.game.position().turn()))
    }

    pub(crate) fn has_human(self) -> bool {
        self.saved.with(|saved| Color::ALL.iter().any(|&color| saved.seats[color] == Seat::Human))
    }

    pub(crate) fn is_hot_seat(self) -> bool {
        self.saved.with(|saved| Color::ALL.iter().all(|&color| saved.seats[color] == Seat::Human))
    }

    /// Whether a person may take this color's tiles in the shown position.
    pub(crate) fn may_move(self, color: Color) -> bool {
        !self.is_over() && self.table.with(|table| table.is_latest() && table.capabilities().plays[color])
    }

    /// How many turns the shown position is after the start.
    pub(crate) fn shown_ply(self) -> Memo<usize> {
        Memo::new(move |_| self.table.with(State::ply))
    }

    pub(crate) fn shown_ply_is(self, ply: usize) -> bool {
        self.table.with(State::ply) == ply
    }

    /// The color at the foot of the screen: one's own, or White's.
    pub(crate) fn near_color(self) -> Color {
        self.saved.with(names::only_human).unwrap_or(Color::White)
    }

    /// Who gets tips: a person alone against one of the first levels.
    pub(crate) fn learner(self) -> Option<Color> {
        self.saved.with(|saved| {
            let me = names::only_human(saved)?;
            matches!(saved.seats[!me], Seat::Computer(level) if level.number() <= GENTLE).then_some(me)
        })
    }

    /// Whether a person is to move and can only pass.
    pub(crate) fn must_pass(self) -> bool {
        let person = |saved: &Saved| saved.seats[saved.game.position().turn()] == Seat::Human;
        self.saved.with(|saved| {
            !self.remote
                && !saved.is_over()
                && person(saved)
                && *saved.game.position().legal_moves() == [Move::Pass]
        })
    }

    pub(crate) fn game(self) -> Game {
        self.saved.with_untracked(|saved| saved.game.clone())
    }
}

fn preferences(app: App) -> Preferences {
    let settings = app.settings.get_untracked();
    Preferences {
        targets: settings.targets,
        confirm: settings.confirm,
        pinned: match settings.pinned {
            Pinned::Never => PinnedTiles::Never,
            Pinned::Pointed => PinnedTiles::Pointed,
            Pinned::Always => PinnedTiles::Always,
        },
        reduced_motion: app.reduced_motion(),
        ..Preferences::default()
    }
}

fn capabilities(saved: &Saved) -> Capabilities {
    match (saved.seats.white, saved.seats.black) {
        (Seat::Human, Seat::Human) => Capabilities::hot_seat(),
        (Seat::Human, _) => Capabilities::live(Color::White),
        (_, Seat::Human) => Capabilities::live(Color::Black),
        _ => Capabilities::view_only(),
    }
}

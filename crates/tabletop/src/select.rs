//! Picking tiles up and putting them down, by whatever means.

use skep_rules::{Bug, Color, Hex, IllegalMove, Move, Piece};

use crate::action::Intent;
use crate::drawing::Suggestion;
use crate::label::Announcement;
use crate::state::{Reason, Refusal, Selection, State};

impl State {
    /// Whether the person may move a tile in the shown position.
    #[must_use]
    pub fn can_act(&self) -> bool {
        self.capabilities.plays[self.shown.turn()]
            && (self.capabilities.branches || self.is_latest())
            && !self.legal.is_empty()
    }

    /// The legal moves of a tile.
    pub fn moves_of(&self, piece: Piece) -> impl Iterator<Item = Move> + Clone + '_ {
        self.legal.iter().copied().filter(move |mv| mv.piece() == Some(piece))
    }

    /// Where the selected tile can go, with the moves.
    pub fn targets(&self) -> impl Iterator<Item = (Hex, Move)> + Clone + '_ {
        let piece = self.selection.map(Selection::piece);
        let moves = self.legal.iter().copied().filter(move |mv| piece.is_some() && mv.piece() == piece);
        moves.filter_map(|mv| Some((mv.to()?, mv)))
    }

    /// The move that brings the selected tile to a cell.
    #[must_use]
    pub fn target_move(&self, hex: Hex) -> Option<Move> {
        self.targets().find(|(to, _)| *to == hex).map(|(_, mv)| mv)
    }

    /// Whether nothing is left but to pass.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.legal == [Move::Pass]
    }

    /// Whether a press on the tile would pick it up.
    pub(crate) fn can_pick_up(&self, piece: Piece) -> bool {
        self.can_act() && self.moves_of(piece).next().is_some()
    }

    /// Selects a tile of the hive, or says why not.
    pub(crate) fn select_piece(&mut self, piece: Piece) {
        let Some((at, _)) = self.shown.board().find(piece) else { return };
        if self.can_pick_up(piece) {
            self.hold(Selection::Tile { piece, at });
        } else {
            self.refuse(Refusal { piece, to: None, reason: self.reason_against_moving(piece, at) });
        }
    }

    /// Selects the next tile of a kind, or says why not. The same again puts it back.
    pub(crate) fn select_reserve(&mut self, color: Color, bug: Bug) {
        let next = self.shown.next_in_reserve(color, bug);
        if next.is_some_and(|piece| self.selection == Some(Selection::Reserve { piece })) {
            self.deselect();
            return;
        }
        match next {
            Some(piece) if self.can_pick_up(piece) => self.hold(Selection::Reserve { piece }),
            _ => {
                // With none left, speak of the last one there was.
                let Some(piece) = next.or_else(|| Piece::new(color, bug, bug.copies())) else { return };
                self.refuse(Refusal { piece, to: None, reason: self.reason_against_placing(piece) });
            }
        }
    }

    /// Shows what somebody would play. Who plays by keyboard also gets the first of these into the hand, with the focus
    /// where it goes: the next key plays it.
    pub(crate) fn suggest(&mut self, suggestions: Vec<Suggestion>) {
        self.suggestions = suggestions;
        let first = self.suggestions.first().map(|suggestion| suggestion.mv);
        let Some((mv, piece, to)) = first.and_then(|mv| Some((mv, mv.piece()?, mv.to()?))) else { return };
        if !self.focused || !self.can_act() || !self.legal.contains(&mv) {
            return;
        }
        if self.selection.map(Selection::piece) != Some(piece) {
            self.hold(mv.from().map_or(Selection::Reserve { piece }, |at| Selection::Tile { piece, at }));
        }
        self.focus_on(to);
    }

    fn hold(&mut self, selection: Selection) {
        self.selection = Some(selection);
        self.candidate = None;
        self.refusal = None;
        self.path = None;
        self.peek = None;
        let targets = self.moves_of(selection.piece()).count();
        self.announce(Announcement::Selected { piece: selection.piece(), targets });
    }

    /// Puts the tile in the hand back.
    pub(crate) fn deselect(&mut self) {
        self.candidate = None;
        self.refusal = None;
        if self.selection.take().is_some() {
            self.announce(Announcement::Deselected);
        }
    }

    pub(crate) fn refuse(&mut self, refusal: Refusal) {
        self.candidate = None;
        self.refusal = Some(refusal);
        self.announce(Announcement::Refused(refusal));
    }

    /// Plays the selected tile to a cell, or says why not.
    pub(crate) fn target(&mut self, to: Hex) -> Option<Intent> {
        let piece = self.selection?.piece();
        let Some(mv) = self.target_move(to) else {
            self.refuse_target(to);
            return None;
        };
        if let Some(reason) = self.standstill() {
            self.refuse(Refusal { piece, to: Some(to), reason });
            return None;
        }
        self.selection = None;
        self.candidate = None;
        self.hover = None;
        self.refusal = None;
        Some(Intent::Play(mv))
    }

    /// Says why the selected tile cannot go to a cell; the tile stays in the hand.
    pub(crate) fn refuse_target(&mut self, to: Hex) {
        let Some(selection) = self.selection else { return };
        let piece = selection.piece();
        let mv = match selection {
            Selection::Tile { at, .. } => Move::Relocate { piece, from: at, to },
            Selection::Reserve { .. } => Move::Place { piece, to },
        };
        if let Err(reason) = self.shown.check(mv) {
            self.refuse(Refusal { piece, to: Some(to), reason: Reason::Rules(reason) });
        }
    }

    /// Asks for a second tap on this cell.
    pub(crate) fn propose(&mut self, to: Hex) {
        self.candidate = Some(to);
        self.refusal = None;
        let label = self.label(to);
        self.announce(Announcement::Confirm(label));
    }

    /// Why nothing at all can be played here by this person, if so.
    fn standstill(&self) -> Option<Reason> {
        if self.shown.result().is_some() {
            return Some(Reason::Rules(IllegalMove::GameOver));
        }
        if !self.is_latest() && !self.capabilities.branches {
            return Some(Reason::NotLatest);
        }
        (!self.capabilities.plays[self.shown.turn()]).then_some(Reason::NotYourTurn)
    }

    /// Why a tile of the hive cannot be moved.
    fn reason_against_moving(&self, piece: Piece, from: Hex) -> Reason {
        if let Some(reason) = self.standstill() {
            return reason;
        }
        // What forbids the tile as such is the same for every cell; what only forbids one cell, such
        // as a tile that is in the way, says less than a gate that shuts the tile in.
        let reasons =
            from.neighbors().filter_map(|to| self.shown.check(Move::Relocate { piece, from, to }).err());
        let weak = |reason: &IllegalMove| {
            matches!(reason, IllegalMove::CellOccupied { .. } | IllegalMove::LosesContact { .. })
        };
        let first = reasons.clone().next();
        let reason = reasons.clone().find(|reason| !weak(reason)).or(first);
        reason.map_or(Reason::Nowhere, Reason::Rules)
    }

    /// Why a tile of the reserve cannot be placed.
    fn reason_against_placing(&self, piece: Piece) -> Reason {
        if let Some(reason) = self.standstill() {
            return reason;
        }
        let board = self.shown.board();
        let mut around: Vec<Hex> =
            board.cells().flat_map(Hex::neighbors).filter(|hex| board.height(*hex) == 0).collect();
        if around.is_empty() {
            around.push(Hex::ORIGIN);
        }
        let reasons = around.iter().filter_map(|to| self.shown.check(Move::Place { piece, to: *to }).err());
        let first = reasons.clone().next();
        let plain = reasons.clone().find(|reason| !matches!(reason, IllegalMove::PlaceApart { .. }));
        plain.or(first).map_or(Reason::Nowhere, Reason::Rules)
    }

    /// What a tap on a cell does: play there, select what lies there, or say why not.
    pub(crate) fn tap(&mut self, hex: Hex) -> Option<Intent> {
        if self.capabilities.picks {
            return Some(Intent::Picked(hex));
        }
        let top = self.shown.board().top(hex);
        let Some(selection) = self.selection else {
            match top {
                Some(piece) => self.select_piece(piece),
                None => self.tap_table(),
            }
            return None;
        };
        if self.target_move(hex).is_some() {
            return self.play_or_propose(hex, false);
        }
        if selection.at() == Some(hex) {
            self.deselect();
            return None;
        }
        match top {
            Some(piece) if self.can_pick_up(piece) => self.select_piece(piece),
            Some(_) => self.refuse_target(hex),
            None if hex.neighbors().any(|side| self.shown.board().height(side) > 0) => {
                self.refuse_target(hex)
            }
            None => self.deselect(),
        }
        None
    }

    /// Plays to a legal cell at once, or first asks to confirm when the tap was unsure.
    pub(crate) fn play_or_propose(&mut self, hex: Hex, unsure: bool) -> Option<Intent> {
        if (unsure || self.preferences.confirm) && self.candidate != Some(hex) {
            self.propose(hex);
            return None;
        }
        self.target(hex)
    }

    /// A tap beside everything clears what was shown.
    pub(crate) fn tap_table(&mut self) {
        self.refusal = None;
        self.peek = None;
        self.arrows.clear();
        self.marks.clear();
    }
}

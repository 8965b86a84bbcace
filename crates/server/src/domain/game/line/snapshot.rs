//! A position as a short text, with the keys that repetition needs: what lets the server go on with a game without
//! playing it again.
//!
//! `1:` number of turns `:` last moved tile, if it binds, or `-` `:` tiles, each one letter and four digits of its
//! place, from the bottom of each stack `:` keys since the last placement.
//!
//! The text is a cache. The last key is computed again from the position that was read: if it differs, another version
//! of the program wrote it, and its keys are worth nothing.

use skep_rules::{Color, Hex, Piece, Position, RuleSet, Setup};

const FORMAT: &str = "1";
const NO_TILE: &str = "-";
/// More than the longest game can have, so that a damaged text cannot ask for much memory.
const MAX_KEYS: usize = super::Line::MAX_PLY as usize + 1;

pub(super) fn encode(position: &Position, keys: &[u64]) -> String {
    let mut text = format!("{FORMAT}:{}:", position.ply());
    match position.resting() {
        Some(piece) => text.push(letter(piece)),
        None => text.push_str(NO_TILE),
    }
    text.push(':');
    let board = position.board();
    for cell in board.cells() {
        for piece in board.stack(cell).iter() {
            text.push(letter(*piece));
            // The bits of a coordinate that may be negative.
            text.push_str(&format!("{:02x}{:02x}", cell.q.cast_unsigned(), cell.r.cast_unsigned()));
        }
    }
    text.push(':');
    for key in keys {
        text.push_str(&format!("{key:016x}"));
    }
    text
}

pub(super) fn decode(rules: RuleSet, text: &str) -> Option<(Position, Vec<u64>)> {
    if !text.is_ascii() {
        return None;
    }
    let mut parts = text.split(':');
    if parts.next()? != FORMAT {
        return None;
    }
    let ply: u16 = parts.next()?.parse().ok()?;
    let last_moved = match parts.next()? {
        NO_TILE => None,
        tile => Some(piece(*tile.as_bytes().first()?)?),
    };
    let (tiles, keys) = (parts.next()?, parts.next()?);
    if tiles.len() % 5 != 0 || keys.len() % 16 != 0 || keys.len() / 16 > MAX_KEYS || parts.next().is_some() {
        return None;
    }
    let mut stacks: Vec<(Hex, Vec<Piece>)> = Vec::new();
    for tile in tiles.as_bytes().chunks_exact(5) {
        let place = std::str::from_utf8(&tile[1..]).ok()?;
        let (q, r) = (u8::from_str_radix(&place[..2], 16).ok()?, u8::from_str_radix(&place[2..], 16).ok()?);
        let hex = Hex::new(q.cast_signed(), r.cast_signed());
        let tile = piece(tile[0])?;
        match stacks.iter_mut().find(|(cell, _)| *cell == hex) {
            Some((_, stack)) => stack.push(tile),
            None => stacks.push((hex, vec![tile])),
        }
    }
    let mut read = Vec::with_capacity(keys.len() / 16);
    for key in keys.as_bytes().chunks_exact(16) {
        read.push(u64::from_str_radix(std::str::from_utf8(key).ok()?, 16).ok()?);
    }
    let turn = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
    let setup = Setup { rules, stacks, turn, turn_number: ply / 2 + 1, last_moved };
    let position = setup.validate().ok()?;
    (position.ply() == ply && read.last() == Some(&position.repetition_key())).then_some((position, read))
}

fn letter(piece: Piece) -> char {
    char::from(b'A' + piece.index() as u8)
}

fn piece(letter: u8) -> Option<Piece> {
    Piece::ALL.get(usize::from(letter.checked_sub(b'A')?)).copied()
}

//! Colors and shapes of the screen. Without colors every sign still has a shape of its own.

use ratatui::style::{Color, Modifier, Style};
use skep_rules::{Color as Side, Piece};

/// How many colors the terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// None: letters, brackets and reversed text tell everything.
    None,
    /// The 256 of every terminal of this century.
    #[default]
    Indexed,
    /// All of them.
    True,
}

impl Colors {
    /// What the environment says: `NO_COLOR`, `TERM`, `COLORTERM`.
    #[must_use]
    pub fn from_environment() -> Colors {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        if !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb" {
            Colors::None
        } else if ["truecolor", "24bit"].contains(&variable("COLORTERM").as_str()) {
            Colors::True
        } else {
            Colors::Indexed
        }
    }
}

/// A color in both palettes.
type Ink = (u32, u8);

const TABLE: Ink = (0x4b5742, 239);
const IVORY: Ink = (0xf1e7d1, 230);
const IVORY_SIDE: Ink = (0xbfab80, 180);
const IVORY_INK: Ink = (0x2a2520, 235);
const COAL: Ink = (0x2a2930, 234);
const COAL_SIDE: Ink = (0x131216, 16);
const COAL_INK: Ink = (0xf3ebda, 255);
const ACCENT: Ink = (0xffc23d, 221);
const ACCENT_INK: Ink = (0x2a1b00, 16);
const GOOD: Ink = (0x86cf84, 114);
const BAD: Ink = (0xff8a7d, 210);
const INFO: Ink = (0x8fc0ff, 111);
const FAINT: Ink = (0xa09686, 246);

/// The insects' own colors, on ivory and on charcoal, in the order of `Bug::ALL`.
const BUGS: [(Ink, Ink); 8] = [
    ((0x9a6400, 94), (0xf8bd38, 221)),
    ((0xa9471b, 130), (0xee9460, 209)),
    ((0x7340b8, 55), (0xbd9cf5, 141)),
    ((0x2f6a0a, 22), (0x90d05c, 113)),
    ((0x1c65b8, 25), (0x7ab8fa, 111)),
    ((0x55524e, 240), (0xbfbab2, 250)),
    ((0xc6282e, 124), (0xff8178, 210)),
    ((0x0b6f68, 23), (0x54cfc2, 80)),
];

/// What a sign on the board means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Where something can go, what is in the hand, where the keyboard is.
    Accent,
    /// Right.
    Good,
    /// Wrong, refused.
    Bad,
    /// A hint.
    Info,
    /// In the background.
    Faint,
}

/// Styles for everything that is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) colors: Colors,
}

impl Theme {
    fn color(self, (rgb, index): Ink) -> Option<Color> {
        match self.colors {
            Colors::None => None,
            Colors::Indexed => Some(Color::Indexed(index)),
            Colors::True => {
                let [_, red, green, blue] = rgb.to_be_bytes();
                Some(Color::Rgb(red, green, blue))
            }
        }
    }

    fn style(self, ink: Ink, ground: Ink) -> Style {
        let mut style = Style::new();
        style.fg = self.color(ink);
        style.bg = self.color(ground);
        style
    }

    pub(crate) fn is_plain(self) -> bool {
        self.colors == Colors::None
    }

    /// The table under the tiles.
    pub(crate) fn table(self) -> Style {
        self.style(COAL_INK, TABLE)
    }

    /// The face of a tile.
    pub(crate) fn face(self, piece: Piece) -> Style {
        let (on_ivory, on_coal) = BUGS[piece.bug() as usize];
        let style = match piece.color() {
            Side::White => self.style(on_ivory, IVORY),
            Side::Black => self.style(on_coal, COAL),
        };
        let style = style.add_modifier(Modifier::BOLD);
        if self.is_plain() && piece.color() == Side::Black {
            style.add_modifier(Modifier::REVERSED)
        } else {
            style
        }
    }

    /// Small signs on a tile.
    pub(crate) fn note(self, side: Side) -> Style {
        match side {
            Side::White => self.style(IVORY_INK, IVORY),
            Side::Black if self.is_plain() => Style::new().add_modifier(Modifier::REVERSED),
            Side::Black => self.style(COAL_INK, COAL),
        }
    }

    /// The side of a tile, seen below its face.
    pub(crate) fn edge(self, side: Side) -> Style {
        self.style(if side == Side::White { IVORY_SIDE } else { COAL_SIDE }, TABLE)
    }

    /// The face of the tile in the hand.
    pub(crate) fn selected(self) -> Style {
        let style = self.style(ACCENT_INK, ACCENT).add_modifier(Modifier::BOLD);
        if self.is_plain() { style.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED) } else { style }
    }

    /// A mark at the end of a tile.
    pub(crate) fn mark(self, tone: Tone) -> Style {
        let ground = match tone {
            Tone::Accent => ACCENT,
            Tone::Good => GOOD,
            Tone::Bad => BAD,
            Tone::Info => INFO,
            Tone::Faint => FAINT,
        };
        let style = self.style(ACCENT_INK, ground).add_modifier(Modifier::BOLD);
        if self.is_plain() { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// A mark on the table.
    pub(crate) fn outline(self, tone: Tone) -> Style {
        self.style(ink(tone), TABLE)
    }

    /// Text beside the board.
    pub(crate) fn text(self, tone: Tone) -> Style {
        let mut style = Style::new();
        style.fg = self.color(ink(tone));
        match tone {
            Tone::Faint => {
                style.add_modifier(if self.is_plain() { Modifier::DIM } else { Modifier::empty() })
            }
            _ => style.add_modifier(Modifier::BOLD),
        }
    }

    /// The line with the keys.
    pub(crate) fn bar(self) -> Style {
        self.style(COAL_INK, COAL).add_modifier(if self.is_plain() {
            Modifier::REVERSED
        } else {
            Modifier::empty()
        })
    }
}

fn ink(tone: Tone) -> Ink {
    match tone {
        Tone::Accent => ACCENT,
        Tone::Good => GOOD,
        Tone::Bad => BAD,
        Tone::Info => INFO,
        Tone::Faint => FAINT,
    }
}

/// A tile's short name: `A1`, `Q`. Without colors also whose it is: `wA1`.
pub(crate) fn short_name(piece: Piece, plain: bool) -> String {
    let mut name = String::new();
    if plain {
        name.push(piece.color().letter());
    }
    name.push(piece.bug().letter());
    if piece.bug().copies() > 1 {
        name.push_str(&piece.number().to_string());
    }
    name
}

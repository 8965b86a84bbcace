//! Looking for an opponent. The server forgets who looks when their line breaks; the page does not, and asks again.

use skep_wire::lobby::{SeekView, Wish};

/// What one looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeking {
    wish: Option<Wish>,
    /// Whether it is on its way, without an answer so far.
    is_asked: bool,
}

impl Seeking {
    /// Whether one looks for anybody.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.wish.is_some()
    }

    /// Looks from now on.
    pub fn start(&mut self, wish: Wish) {
        *self = Seeking { wish: Some(wish), is_asked: true };
    }

    /// Looks no more.
    pub fn stop(&mut self) {
        *self = Seeking::default();
    }

    /// The server has it, or the line broke before it could say so.
    pub fn answered(&mut self) {
        self.is_asked = false;
    }

    /// A new line to the server is there: what has to be asked for again.
    pub fn greeted(&mut self) -> Option<Wish> {
        let wish = self.wish.clone().filter(|_| !self.is_asked)?;
        self.is_asked = true;
        Some(wish)
    }

    /// The server's list of what one looks for came. What is saved and not in it has come to an end.
    pub fn listed(&mut self, seeks: &[SeekView]) {
        if seeks.is_empty() && !self.is_asked {
            self.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish() -> Wish {
        serde_json::from_str(r#"{"mode":"fischer","base":300,"inc":4,"type":"Base"}"#).unwrap()
    }

    #[test]
    fn a_line_that_breaks_does_not_end_the_search() {
        let mut seeking = Seeking::default();
        assert_eq!(seeking.greeted(), None);
        seeking.start(wish());
        assert_eq!(seeking.greeted(), None, "it is on its way");
        seeking.listed(&[]);
        assert!(seeking.is_on(), "that list is older");
        seeking.answered();
        assert_eq!(seeking.greeted(), Some(wish()));
        assert_eq!(seeking.greeted(), None);
        seeking.answered();
        seeking.listed(&[]);
        assert!(!seeking.is_on(), "its time is over");
    }

    #[test]
    fn who_stops_stays_stopped() {
        let mut seeking = Seeking::default();
        seeking.start(wish());
        seeking.stop();
        seeking.answered();
        assert!(!seeking.is_on());
        assert_eq!(seeking.greeted(), None);
    }
}

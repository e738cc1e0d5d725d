//! Text from a file as it may stand in a message: short, and without codes that a terminal would obey. It knows
//! nothing of what the text means.

use std::fmt::{self, Display};

/// Longer texts are cut.
const LONGEST: usize = 60;

/// Control codes become a visible stand-in.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", clipped(text))
}

/// A key as it stands in a path: bare where TOML allows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key<'k>(pub &'k str);

impl Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        match !self.0.is_empty() && self.0.len() <= LONGEST && self.0.chars().all(bare) {
            true => f.write_str(self.0),
            false => f.write_str(&quoted(self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_tamed() {
        assert_eq!(printable("a\u{1b}[2J\tb\n"), "a\u{fffd}[2J\tb\u{fffd}");
        assert_eq!(quoted("say \"é\"\n"), r#""say \"é\"\n""#);
        assert_eq!(clipped(&"é".repeat(70)), format!("{}…", "é".repeat(60)));
        assert_eq!(format!("{} {} {}", Key("max-hp"), Key("a b"), Key("")), r#"max-hp "a b" """#);
    }
}

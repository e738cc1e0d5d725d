//! Colour, widths and wrapping for text on a terminal. It knows nothing of what the text says.

use std::io::IsTerminal;

use clap::ValueEnum;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum When {
    // On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    Always,
    Never,
}

impl When {
    /// Should standard output be coloured?
    pub fn on(self) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
            }
        }
    }
}

/// What a piece of text is, and so how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    Plain,
    Strong,
    Quiet,
    Good,
    Bad,
    Warn,
    Hero,
    Foe,
    Title,
    /// What the cursor is about.
    Lit,
}

/// Colours, or leaves as it is.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    pub colour: bool,
}

impl Paint {
    pub fn ink(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Plain => return text.to_owned(),
            Ink::Strong => "1",
            Ink::Quiet => "2",
            Ink::Good => "32",
            Ink::Bad => "31",
            Ink::Warn => "33",
            Ink::Hero => "1;36",
            Ink::Foe => "1;35",
            Ink::Title => "1;33",
            Ink::Lit => "1;7",
        };
        if self.colour && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// How many columns a text takes, colour codes apart.
pub fn width(text: &str) -> usize {
    if text.contains('\x1b') { bare(text).width() } else { text.width() }
}

/// The text without colour codes.
pub fn bare(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            chars.by_ref().find(|&c| c == 'm');
        } else {
            plain.push(c);
        }
    }
    plain
}

/// Fills up with spaces on the right. What is too long stays so.
pub fn pad(text: &str, columns: usize) -> String {
    let mut padded = text.to_owned();
    padded.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(text))));
    padded
}

/// Cuts plain text that is too long, and shows that it did.
pub fn clip(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used + 1 > columns {
            break;
        }
        cut.push(c);
    }
    if columns > 0 {
        cut.push('…');
    }
    cut
}

/// Breaks plain text into lines at spaces.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always one");
        if last.is_empty() {
            last.push_str(word);
        } else if last.width() + 1 + word.width() <= columns {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// What a person reads must not move their cursor: control characters become visible ones.
pub fn tame(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// How wide to write: the terminal's width within reason, and 80 columns where there is none.
pub fn columns() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    if std::io::stdout().is_terminal() { terminal.unwrap_or(80).clamp(40, 120) } else { 80 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_takes_no_room_and_is_left_out_when_not_wanted() {
        let red = Paint { colour: true }.ink(Ink::Bad, "ab");
        assert_eq!((red.as_str(), width(&red)), ("\x1b[31mab\x1b[0m", 2));
        assert_eq!(pad(&red, 4), "\x1b[31mab\x1b[0m  ");
        assert_eq!(Paint { colour: false }.ink(Ink::Bad, "ab"), "ab");
    }

    #[test]
    fn text_is_cut_and_wrapped_by_what_it_takes_on_the_screen() {
        assert_eq!(clip("goblins", 7), "goblins");
        assert_eq!(clip("goblins", 4), "gob…");
        assert_eq!(clip("狼狼狼", 4), "狼…");
        assert_eq!(clip("x", 0), "");
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), [""]);
        assert_eq!(wrap("a verylongword b", 5), ["a", "verylongword", "b"]);
        assert_eq!(tame("a\x1b[2Jb\r"), "a\u{fffd}[2Jb\u{fffd}");
    }
}

//! Turns a byte range of a text into what a person looks for: line, column, the line itself, and a marker under the
//! part that is meant. It knows neither TOML nor problems.

use std::ops::Range;

use crate::shown::printable;

/// Longer lines are cut to a window of this many characters.
const WINDOW: usize = 100;
/// In a cut line, how much is shown before the marked part.
const LEAD: usize = 40;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub line: usize,
    pub column: usize,
    pub excerpt: String,
    pub marker: String,
}

/// Lines and columns count from one; columns count characters, not bytes.
pub(crate) fn locate(text: &str, span: &Range<usize>) -> Place {
    let start = text.floor_char_boundary(span.start);
    let end = text.floor_char_boundary(span.end).max(start);
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    let line = text[line_start..line_end].trim_end_matches('\r');
    let before = text[line_start..start].chars().count();
    let width = text[start..end.min(line_end)].trim_end_matches('\r').chars().count().max(1);
    let (excerpt, marker) = draw(line, before, width);
    Place { line: 1 + text[..line_start].matches('\n').count(), column: before + 1, excerpt, marker }
}

fn draw(line: &str, before: usize, width: usize) -> (String, String) {
    let length = line.chars().count();
    let from = if length > WINDOW { before.saturating_sub(LEAD) } else { 0 };
    let window: String = line.chars().skip(from).take(WINDOW).collect();
    let mut excerpt = String::from(if from > 0 { "…" } else { "" });
    excerpt.push_str(&printable(&window));
    let mut marker = String::from(if from > 0 { " " } else { "" });
    // A tab stays a tab, so that the marker lines up whatever the terminal makes of tabs.
    let indent = line.chars().chain(std::iter::repeat(' ')).skip(from).take(before - from);
    marker.extend(indent.map(|c| if c == '\t' { '\t' } else { ' ' }));
    marker.extend(std::iter::repeat_n('^', width.min((WINDOW + from).saturating_sub(before)).max(1)));
    if length > from + WINDOW {
        excerpt.push('…');
    }
    (excerpt, marker)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, span: Range<usize>) -> (usize, usize, String, String) {
        let place = locate(text, &span);
        (place.line, place.column, place.excerpt, place.marker)
    }

    #[test]
    fn counts_characters_not_bytes() {
        let text = "one = 1\nnaïve = \"é\" x\n";
        let at = text.find('x').unwrap();
        assert_eq!(place(text, at..at + 1), (2, 13, "naïve = \"é\" x".into(), "            ^".into()));
    }

    #[test]
    fn leaves_the_carriage_return_out() {
        assert_eq!(place("a = 1\r\nb = 2\r\n", 11..12), (2, 5, "b = 2".into(), "    ^".into()));
        assert_eq!(place("a = 1\r\nb = 2\r\n", 4..14), (1, 5, "a = 1".into(), "    ^".into()));
    }

    #[test]
    fn copes_with_the_end_and_with_ranges_that_make_no_sense() {
        assert_eq!(place("", 0..0), (1, 1, "".into(), "^".into()));
        assert_eq!(place("a\n", 2..2), (2, 1, "".into(), "^".into()));
        assert_eq!(place("é", 1..900), (1, 1, "é".into(), "^".into()));
        #[allow(clippy::reversed_empty_ranges)]
        let backwards = 9..3;
        assert_eq!(place("abc", backwards), (1, 4, "abc".into(), "   ^".into()));
    }

    #[test]
    fn cuts_long_lines_and_keeps_tabs_and_hides_control_codes() {
        let long = format!("{}X{}", "a".repeat(300), "b".repeat(300));
        let (_, column, excerpt, marker) = place(&long, 300..301);
        assert_eq!(column, 301);
        assert_eq!(excerpt, format!("…{}X{}…", "a".repeat(40), "b".repeat(59)));
        assert_eq!(marker, format!("{}^", " ".repeat(41)));
        assert_eq!(place("\tx\u{1b}[2J", 1..2), (1, 2, "\tx\u{fffd}[2J".into(), "\t^".into()));
    }
}

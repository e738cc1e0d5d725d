//! Painted text as the screen wants it. The drawings of maps, tables and log lines are the same as line by line; only the
//! codes of [`crate::paint::Paint`] become styles.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// Lines of painted text. Without colour, what is bold, dim or turned round stays so.
pub fn lines(text: &str, colour: bool) -> Vec<Line<'static>> {
    text.lines().map(|line| one(line, colour)).collect()
}

pub fn one(line: &str, colour: bool) -> Line<'static> {
    let mut spans = Vec::new();
    let mut style = Style::default();
    for (nth, part) in line.split('\x1b').enumerate() {
        let (codes, text) = match (nth, part.split_once('m')) {
            (0, _) | (_, None) => ("", part),
            (_, Some((codes, text))) => (codes.trim_start_matches('['), text),
        };
        if !codes.is_empty() {
            style = styled(style, codes, colour);
        }
        if !text.is_empty() {
            spans.push(Span::styled(text.to_owned(), style));
        }
    }
    Line::from(spans)
}

fn styled(mut style: Style, codes: &str, colour: bool) -> Style {
    let mut codes = codes.split(';').filter_map(|code| code.parse::<u8>().ok());
    while let Some(code) = codes.next() {
        style = match code {
            0 => Style::default(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            7 => style.add_modifier(Modifier::REVERSED),
            38 => match (codes.next(), codes.next()) {
                (Some(5), Some(index)) if colour => style.fg(Color::Indexed(index)),
                _ => style,
            },
            30..=37 if colour => style.fg(BASIC[usize::from(code - 30)]),
            40..=47 if colour => style.bg(BASIC[usize::from(code - 40)]),
            // Ink on a coloured ground stays apart from its surroundings.
            40..=47 => style.add_modifier(Modifier::BOLD),
            _ => style,
        };
    }
    style
}

const BASIC: [Color; 8] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_styles_and_colours_can_be_left_out() {
        let line = one("a\x1b[1;36mBrakk\x1b[0m \x1b[7mx\x1b[0m\x1b[1;38;5;208mA\x1b[0m", true);
        let texts: Vec<&str> = line.spans.iter().map(|span| span.content.as_ref()).collect();
        assert_eq!(texts, ["a", "Brakk", " ", "x", "A"]);
        let bold = Style::default().add_modifier(Modifier::BOLD);
        assert_eq!(line.spans[1].style, bold.fg(Color::Cyan));
        assert_eq!(line.spans[2].style, Style::default());
        assert_eq!(line.spans[3].style, Style::default().add_modifier(Modifier::REVERSED));
        assert_eq!(line.spans[4].style, bold.fg(Color::Indexed(208)));
        assert_eq!(one("\x1b[1;36mBrakk\x1b[0m", false).spans[0].style, bold);
    }
}

//! The panel: the question, who is asked, the choices with their odds in columns, and all about the one under the cursor.

use fracas_kernel::{ChoiceView, TableView};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::super::deeds::Part;
use super::super::screen::Screen;
use super::ansi;
use super::rows::{Kind, Row};
use crate::paint::{Ink, clip, pad, tame, width, wrap};

/// All that the panel shows.
pub struct Panel<'a> {
    pub view: &'a TableView,
    pub choices: &'a [ChoiceView],
    pub rows: &'a [Row],
    /// The row under the cursor.
    pub at: Option<usize>,
    /// What there is to say about the place that is looked at, painted, in place of the question.
    pub about: String,
    /// Is the cursor here, and not on the map?
    pub active: bool,
}

/// So many columns should be left for names.
const NAME: usize = 22;
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const TURNED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// How many lines the panel keeps at least for what is said about one choice.
fn least_more(height: u16) -> u16 {
    match height {
        0..11 => 2,
        11..13 => 3,
        13..16 => 4,
        _ => 6,
    }
}

/// How many rows there is room for, at this width.
pub fn room_for_rows(view: &TableView, area: Rect) -> usize {
    let head = head(view, usize::from(area.width)).len() as u16;
    usize::from(area.height.saturating_sub(head + least_more(area.height)))
}

/// The question.
fn head(view: &TableView, wide: usize) -> Vec<Line<'static>> {
    let question = view.question.as_ref().map(|question| tame(&question.text)).unwrap_or_default();
    wrap(&question, wide).into_iter().map(|line| Line::styled(clip(&line, wide), BOLD)).collect()
}

impl Panel<'_> {
    pub fn draw(&self, frame: &mut Frame, area: Rect, screen: &Screen, colour: bool) {
        let wide = usize::from(area.width);
        let about = ansi::lines(&self.about, colour);
        let mut lines = if about.is_empty() { head(self.view, wide) } else { about };
        // What the rows do not need is for what is said about one of them.
        let left = area.height.saturating_sub((lines.len() + self.rows.len()) as u16);
        let more = left.max(least_more(area.height)).min(area.height / 2);
        let room = usize::from(area.height.saturating_sub(lines.len() as u16 + more));
        lines.extend(self.list(wide, room));
        let list = Rect { height: area.height.saturating_sub(more), ..area };
        Paragraph::new(lines).render(list, frame.buffer_mut());
        let below = Rect { y: area.bottom().saturating_sub(more), height: more, ..area };
        Paragraph::new(self.more(wide, usize::from(more), screen, colour)).render(below, frame.buffer_mut());
    }

    /// The rows around the cursor, with the columns that say something.
    fn list(&self, wide: usize, room: usize) -> Vec<Line<'static>> {
        let heads = self.heads();
        let widest = |column: usize| {
            let all = self.rows.iter().map(|row| width(row.figures.all()[column]));
            match all.max().unwrap_or(0) {
                0 => 0,
                most => most.max(width(heads[column])),
            }
        };
        let mut columns = [0, 1, 2, 3].map(widest);
        let taken = |columns: &[usize; 4]| -> usize {
            columns.iter().filter(|&&column| column > 0).map(|column| column + 1).sum()
        };
        // Where names would be cut, what a choice costs is only told below, and then how likely it drops somebody.
        for column in [3, 2] {
            if wide.saturating_sub(taken(&columns) + 4) < NAME {
                columns[column] = 0;
            }
        }
        let name_room = wide.saturating_sub(taken(&columns) + 4);
        let mut lines = Vec::new();
        let room = room.max(1);
        let from = scrolled(self.rows.len(), self.at.unwrap_or(0), room);
        for (nth, row) in self.rows.iter().enumerate().skip(from).take(room) {
            // The first heading names the columns too.
            if let (Kind::Head(part), true) = (&row.kind, lines.is_empty()) {
                let figures = in_columns(&heads.map(str::to_owned), &columns);
                let part = pad(&format!(" {}", part.name()), name_room + 4);
                lines.push(Line::styled(format!("{part}{figures}"), DIM));
                continue;
            }
            // What is above or below is said in place of the first or the last row.
            let hidden = match nth {
                nth if nth == from && from > 0 => Some(format!("▲ {} more", from + 1)),
                nth if nth + 1 == from + room && nth + 1 < self.rows.len() => {
                    Some(format!("▼ {} more", self.rows.len() - nth))
                }
                _ => None,
            };
            lines.push(match hidden {
                Some(text) => Line::styled(format!("  {text}"), DIM),
                None => self.row(row, Some(nth) == self.at, name_room, &columns),
            });
        }
        lines
    }

    /// The names of the columns; harm is counted in what health is.
    fn heads(&self) -> [&'static str; 4] {
        let unit = self.view.health.short;
        ["chance", if unit.is_empty() { "harm" } else { unit }, "drops", "cost"]
    }

    fn row(&self, row: &Row, here: bool, name_room: usize, columns: &[usize; 4]) -> Line<'static> {
        if let Kind::Head(part) = row.kind {
            return Line::styled(format!(" {}", part.name()), DIM);
        }
        let sign = match row.kind {
            Kind::Fold { open: true } => "▾ ",
            Kind::Fold { open: false } => "▸ ",
            Kind::OnMap => "⌖ ",
            _ => "",
        };
        let count = match row.kind {
            Kind::Fold { .. } => format!(" ({})", row.count),
            _ => String::new(),
        };
        let warned = matches!(row.kind, Kind::Choice) && !self.choices[row.choice].warnings.is_empty();
        let mark = format!("{count}{}", if warned { " ⚠" } else { "" });
        let indent = " ".repeat(row.depth * 2);
        // A name takes the room of figures that are not there.
        let figures = row.figures.all();
        let empty = figures.iter().take_while(|figure| figure.is_empty()).count();
        let gained: usize =
            columns[..empty].iter().filter(|&&column| column > 0).map(|column| column + 1).sum();
        let columns: [usize; 4] = std::array::from_fn(|nth| if nth < empty { 0 } else { columns[nth] });
        let name_room = name_room + gained;
        let room = name_room.saturating_sub(width(&indent) + width(sign) + width(&mark));
        let name = pad(&format!("{indent}{sign}{}{mark}", clip(&row.name, room)), name_room);
        let digit = match (row.digit, row.part) {
            (Some(digit), _) => digit.to_string(),
            (None, Part::End) if row.depth == 0 => "E".to_owned(),
            _ => " ".to_owned(),
        };
        let text = format!("{name} {}", in_columns(&figures.map(str::to_owned), &columns));
        let style = match (here, self.active) {
            (true, true) => TURNED,
            (true, false) => BOLD,
            _ => Style::default(),
        };
        let cursor = if here { "›" } else { " " };
        Line::from(vec![Span::styled(format!("{cursor}{digit} "), BOLD), Span::styled(text, style)])
    }

    /// What there is to say about the choice under the cursor.
    fn more(&self, wide: usize, room: usize, screen: &Screen, colour: bool) -> Vec<Line<'static>> {
        let Some(row) = self.at.and_then(|at| self.rows.get(at)) else { return Vec::new() };
        let Some(choice) = self.choices.get(row.choice) else { return Vec::new() };
        let quiet = |text: &str| screen.paint.ink(Ink::Quiet, text);
        let mut lines: Vec<String> = if room > 2 { vec![quiet(&"─".repeat(wide))] } else { Vec::new() };
        let stakes = screen.stakes(self.view, choice).join(" · ");
        if row.kind == Kind::OnMap {
            lines.push(clip("Enter: point at the place on the map", wide));
        } else {
            let label = tame(&choice.label);
            let lead = match row.kind {
                Kind::Fold { .. } if choice.odds.is_some() && !stakes.is_empty() => "best: ",
                Kind::Fold { .. } => "such as: ",
                _ => "",
            };
            let known = row.kind == Kind::Choice && room <= 2;
            if label != row.name && !known {
                lines.extend(wrap(&format!("{lead}{label}"), wide));
            }
        }
        for warning in &choice.warnings {
            let warning = wrap(&format!("⚠ {}", tame(warning)), wide);
            lines.extend(warning.iter().map(|line| screen.paint.ink(Ink::Warn, line)));
        }
        if !stakes.is_empty() {
            lines.extend(painted_wrap(&stakes, wide));
        }
        if !choice.deed.effect.is_empty() {
            lines.extend(wrap(&tame(&choice.deed.effect), wide).iter().map(|line| quiet(line)));
        }
        if lines.len() > room && room > 0 {
            lines.truncate(room);
            if let Some(last) = lines.last_mut() {
                let cut = width(last) + 4 > wide;
                *last = if cut { quiet("… (I: all of it)") } else { format!("{last} {}", quiet("…")) };
            }
        }
        lines.iter().map(|line| ansi::one(line, colour)).collect()
    }
}

/// Painted text in lines, broken where it says "·".
fn painted_wrap(text: &str, wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(" · ") {
        match lines.last_mut() {
            Some(line) if width(line) + width(part) + 3 <= wide => *line = format!("{line} · {part}"),
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

fn in_columns(figures: &[String; 4], columns: &[usize; 4]) -> String {
    let shown = figures.iter().zip(columns).filter(|(_, column)| **column > 0);
    shown.map(|(text, column)| format!("{}{text} ", " ".repeat(column.saturating_sub(width(text))))).collect()
}

/// The first row to show so that the one under the cursor is in the middle, as far as there are others.
pub fn scrolled(rows: usize, at: usize, room: usize) -> usize {
    at.saturating_sub(room / 2).min(rows.saturating_sub(room))
}

#[cfg(test)]
mod tests {
    use super::scrolled;

    #[test]
    fn the_cursor_is_always_among_what_is_shown() {
        for rows in 0..30_usize {
            for room in 1..12 {
                for at in 0..rows {
                    let from = scrolled(rows, at, room);
                    assert!(from <= at && at < from + room, "{rows} rows, {room} fit, {at}");
                    // The first and the last line may say how much is hidden.
                    let hidden =
                        room >= 3 && (from > 0 && at == from || at + 1 == from + room && at + 1 < rows);
                    assert!(!hidden, "{rows} rows, {room} fit, {at} is hidden");
                }
            }
        }
    }
}

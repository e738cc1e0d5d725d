//! Everybody in order, with health and whatever else there is room for.

use fracas_kernel::{Crowd, TableView};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget};

use super::super::screen::{Row, Screen};
use super::ansi;
use crate::paint::{bare, clip, pad, width};

/// Bars of health are short here: the figures stand beside them.
pub const PIPS: i32 = 5;

/// The lines of the list, one for each row if there is not room for all there is to say.
pub fn lines(
    view: &TableView,
    marks: &[String],
    asked: Crowd,
    screen: &Screen,
    room: (usize, usize),
) -> Vec<String> {
    let (columns, height) = room;
    let screen = Screen { columns, pips: PIPS, ..*screen };
    let rows = screen.roster_rows(&view.tokens, marks, asked, |_| None);
    let whole: Vec<String> = rows.iter().flat_map(|row| all_of(&screen, &rows, row)).collect();
    if whole.len() <= height {
        return whole;
    }
    let mut lines: Vec<String> = rows.iter().map(|row| in_one(&screen, &rows, row)).collect();
    if lines.len() > height && height > 0 {
        // Whoever is asked stays in sight.
        let at = lines.iter().position(|line| bare(line).starts_with('▸')).unwrap_or(0);
        let from = super::panel::scrolled(lines.len(), at, height);
        let after = lines.len() - (from + height).min(lines.len());
        lines = lines.into_iter().skip(from).take(height).collect();
        let quiet = |text: String| screen.paint.ink(crate::paint::Ink::Quiet, &text);
        if from > 0 {
            lines[0] = quiet(format!("  ▲ {} more (S: all)", from + 1));
        }
        if after > 0
            && let Some(last) = lines.last_mut()
        {
            *last = quiet(format!("  ▼ {} more (S: all)", after + 1));
        }
    }
    lines
}

fn start(screen: &Screen, rows: &[Row], row: &Row) -> String {
    let widest = |of: fn(&Row) -> &str| rows.iter().map(|row| width(of(row))).max().unwrap_or(0);
    let mark_room = widest(|row| &row.marks).min(if screen.columns < 50 { 5 } else { 8 });
    let name_room = widest(|row| &row.name).min((screen.columns / 3).clamp(10, 20));
    format!(
        "{} {} {}",
        row.arrow,
        pad(&screen.paint.ink(row.ink, &clip(&row.marks, mark_room)), mark_room),
        pad(&screen.paint.ink(row.ink, &clip(&row.name, name_room)), name_room),
    )
}

fn all_of(screen: &Screen, rows: &[Row], row: &Row) -> Vec<String> {
    screen.flow(&start(screen, rows, row), &row.details, 4).lines().map(str::to_owned).collect()
}

/// As many of its details as fit.
fn in_one(screen: &Screen, rows: &[Row], row: &Row) -> String {
    let mut line = start(screen, rows, row);
    for (nth, part) in row.details.iter().enumerate() {
        let gap = if nth == 0 { 1 } else { 2 };
        let part = part.trim_end();
        if width(&line) + gap + width(part) > screen.columns {
            // Without its bar, health is short enough for the narrowest list.
            let figures = bare(part).trim_start_matches(['■', '□', ' ']).to_owned();
            if nth == 0 && width(&line) + 1 + width(&figures) <= screen.columns {
                line += &format!(" {figures}");
                continue;
            }
            if width(&line) + 2 <= screen.columns {
                line += " …";
            }
            break;
        }
        line += &format!("{}{part}", " ".repeat(gap));
    }
    line
}

pub fn draw(frame: &mut Frame, area: Rect, lines: &[String], colour: bool) {
    let lines: Vec<_> = lines.iter().map(|line| ansi::one(line, colour)).collect();
    Paragraph::new(lines).render(area, frame.buffer_mut());
}

//! The whole screen, from what the others draw.

use fracas_kernel::TableView;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::offers::name_of;
use super::super::screen::Screen;
use super::layout::{LEAST, Wants, areas};
use super::map::{self, Lit};
use super::panel::{self, Panel};
use super::rows::rows;
use super::ui::{Page, Ui};
use super::{ansi, layout, order, pane};
use crate::paint::{Ink, bare, clip, pad, tame, width, wrap};

const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// Draws everything. What is worked out on the way (which rows there are, how far one can scroll) is kept for the keys.
pub fn draw(frame: &mut Frame, ui: &mut Ui, screen: &Screen, colour: bool, busy: bool) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text =
            format!("Fracas wants at least {} columns and {} lines; or play with --plain.", LEAST.0, LEAST.1);
        let lines: Vec<Line> = wrap(&text, usize::from(area.width)).into_iter().map(Line::from).collect();
        return Paragraph::new(lines).render(area, frame.buffer_mut());
    }
    let title = title(&ui.scene.view, screen, usize::from(area.width));
    let wanted = wanted_map(ui, screen, area.width);
    let wants = Wants {
        title: title.len() as u16,
        map: wanted.0,
        beside: wanted.1,
        order: 0,
        large_log: ui.large_log,
        pointing: ui.on_map,
    };
    let lists = areas(area, wants).order;
    let everybody = order_lines(ui, screen, (usize::from(lists.width), usize::from(area.height) / 2));
    let areas = areas(area, Wants { order: everybody.len() as u16, ..wants });

    let title: Vec<Line> = title.iter().map(|line| ansi::one(line, colour)).collect();
    Paragraph::new(title).render(areas.title, frame.buffer_mut());
    ui.settle_rows(areas.panel);
    draw_map(frame, areas.map, ui, screen, colour);
    let inside = headed(frame, areas.order, "Order");
    let shown = order_lines(ui, screen, (usize::from(inside.width), usize::from(inside.height)));
    order::draw(frame, inside, &shown, colour);
    let inside = headed(frame, areas.panel, &ui.heading());
    draw_panel(frame, inside, ui, screen, colour);
    let inside = headed(frame, areas.log, "Log");
    ui.log.draw(frame, inside, screen, colour);
    separate(frame, areas.map, areas.order);
    separate(frame, areas.panel, areas.order);
    separate(frame, areas.log, areas.panel);
    separate(frame, areas.log, areas.order);
    separate(frame, areas.map, areas.panel);
    foot(frame, areas.foot, ui, busy);
    if let Some(page) = &mut ui.page {
        draw_page(frame, area, page, colour);
    }
}

/// The size that suits the map, and whether it stands beside the panel: it does where it is drawn there too, and where it
/// would have to be put into words anyway.
fn wanted_map(ui: &Ui, screen: &Screen, width: u16) -> ((u16, u16), bool) {
    let view = &ui.scene.view;
    let right = if width >= layout::WIDE { layout::right(width) } else { layout::PANEL };
    let side = width - 1 - right;
    let beside = map::is_drawn(view, usize::from(side))
        || width >= layout::WIDE && !map::is_drawn(view, usize::from(width));
    let columns = if beside { side } else { width };
    let (wide, high) = map::wanted(view, &ui.scene.marks, &ui.beyond(), screen, usize::from(columns));
    ((wide as u16, high as u16), beside)
}

/// The title with the round, and the gauges of an adventure.
fn title(view: &TableView, screen: &Screen, columns: usize) -> Vec<String> {
    let round = if view.round == 0 { String::new() } else { format!(" · round {}", view.round) };
    let phase = if view.phase.is_empty() { String::new() } else { format!(" · {}", view.phase) };
    let title = tame(&format!(" {} · {}{round}{phase}", view.title, view.system));
    let mut lines = vec![screen.paint.ink(Ink::Lit, &pad(&clip(&title, columns), columns))];
    let gauges = Screen { columns, ..*screen }.gauges(view);
    lines.extend(gauges.lines().take(2).map(str::to_owned));
    lines
}

fn order_lines(ui: &Ui, screen: &Screen, room: (usize, usize)) -> Vec<String> {
    let focus = ui.scene.asked.filter(|&who| Some(who) == ui.scene.focus).collect();
    order::lines(&ui.scene.view, &ui.scene.marks, focus, screen, room)
}

/// A line with a heading, and the area below it.
fn headed(frame: &mut Frame, area: Rect, heading: &str) -> Rect {
    if area.height == 0 || area.width == 0 {
        return area;
    }
    let wide = usize::from(area.width);
    let heading = clip(heading, wide.saturating_sub(5));
    let rest = "─".repeat(wide.saturating_sub(width(&heading) + 4));
    let buffer = frame.buffer_mut();
    buffer.set_string(area.x, area.y, "── ", DIM);
    buffer.set_string(area.x + 3, area.y, &heading, BOLD);
    buffer.set_string(area.x + 3 + width(&heading) as u16, area.y, format!(" {rest}"), DIM);
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}

/// A line between two parts that are beside each other.
fn separate(frame: &mut Frame, left: Rect, right: Rect) {
    if right.x != left.right() + 1 || right.height == 0 || left.height == 0 {
        return;
    }
    for y in left.y.max(right.y)..left.bottom().min(right.bottom()) {
        frame.buffer_mut().set_string(left.right(), y, "│", DIM);
    }
}

fn draw_map(frame: &mut Frame, area: Rect, ui: &Ui, screen: &Screen, colour: bool) {
    if area.height == 0 {
        return;
    }
    let lit = ui.lit();
    let place = ui.place.as_ref().filter(|_| ui.on_map);
    let heading = match (place, &ui.armed) {
        (Some(_), Some(_)) => "Map: point at a place, Enter; Esc: back",
        (Some(_), None) => "Map: arrows move, Enter: do something here, Esc: back",
        _ => "Map",
    };
    let inside = headed(frame, area, heading);
    let room = (usize::from(inside.width), usize::from(inside.height));
    let lines = map::drawing(&ui.scene.view, &ui.scene.marks, &lit, screen, room);
    let at = map::line_of(&lines, ui.scene.mark(), ui.on_map || lit.to.is_some());
    map::draw(frame, inside, &lines, at, colour);
}

fn draw_panel(frame: &mut Frame, area: Rect, ui: &Ui, screen: &Screen, colour: bool) {
    let wide = usize::from(area.width);
    if let Some(outcome) = &ui.scene.view.outcome {
        let mut lines: Vec<Line> =
            wrap(&tame(&outcome.text), wide).into_iter().map(|l| Line::styled(l, BOLD)).collect();
        lines.push(Line::default());
        lines.push(Line::from("U undo   L the log   S everybody"));
        lines.push(Line::from("Ctrl+C leave"));
        return Paragraph::new(lines).render(area, frame.buffer_mut());
    }
    let panel = ui.panel(wide);
    panel.draw(frame, area, screen, colour);
}

fn foot(frame: &mut Frame, area: Rect, ui: &Ui, busy: bool) {
    let wide = usize::from(area.width);
    let (text, style) = match (&ui.typing, busy) {
        (Some(typed), _) => {
            // The end of a long line is what is being typed.
            let room = wide.saturating_sub(3);
            let letters: Vec<char> = tame(typed).chars().collect();
            let end: String = letters[letters.len().saturating_sub(room)..].iter().collect();
            (format!(":{end}▏"), BOLD)
        }
        (None, true) => ("The others act …".to_owned(), DIM),
        (None, false) if !ui.note.is_empty() => return remark(frame, area, &ui.note),
        _ if ui.scene.view.outcome.is_some() => {
            let keys = "U undo   L log   PgUp PgDn   S everybody   : type   Ctrl+C leave";
            (keys.to_owned(), DIM)
        }
        _ if ui.on_map => ("Arrows: move   Enter: here   Esc: back   T threats   ? keys".to_owned(), DIM),
        _ => {
            let keys = "1–9 ↑↓ Enter   E end turn   N next   Tab map   I odds   U undo   : type   ? keys";
            (keys.to_owned(), DIM)
        }
    };
    frame.buffer_mut().set_string(area.x, area.y, pad(&clip(&tame(&text), wide), wide), style);
}

/// A remark takes as many lines as it needs, over the end of the log.
fn remark(frame: &mut Frame, foot: Rect, note: &str) {
    let wide = usize::from(foot.width);
    let lines = wrap(&tame(note), wide);
    let high = lines.len() as u16;
    let area = Rect { y: foot.bottom().saturating_sub(high), height: high, ..foot };
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        frame.buffer_mut().set_string(area.x, y, pad(&clip(&line, wide), wide), BOLD);
    }
}

fn draw_page(frame: &mut Frame, area: Rect, page: &mut Page, colour: bool) {
    let wide = area.width.saturating_sub(4).min(110);
    let room = usize::from(wide.saturating_sub(4));
    let mut lines = Vec::new();
    for line in page.text.lines() {
        // What is too long is broken, and loses its paint.
        if width(line) <= room {
            lines.push(line.to_owned());
        } else {
            let line = &bare(line);
            let indent = line.len() - line.trim_start().len();
            let broken = wrap(line, room.saturating_sub(indent));
            lines.extend(broken.into_iter().map(|line| format!("{}{line}", " ".repeat(indent))));
        }
    }
    let high = (lines.len() as u16 + 2).min(area.height.saturating_sub(2));
    let fits = usize::from(high.saturating_sub(2));
    page.drawn = (lines.len(), fits);
    page.from = page.from.min(lines.len().saturating_sub(fits));
    let inside = Rect::new(area.x + (area.width - wide) / 2, area.y + (area.height - high) / 2, wide, high);
    let shown = lines.iter().skip(page.from).take(fits).map(|line| ansi::one(line, colour)).collect();
    let more = lines.len() > fits;
    let title = match more {
        true => {
            format!("{} · {} of {} · ↑↓ PgDn Space; Esc closes", page.title, page.from + fits, lines.len())
        }
        false => format!("{} · Esc closes", page.title),
    };
    pane::boxed(frame, inside, &title, shown);
}

impl Ui {
    /// Who is asked, and who else may act; or the place that is looked at.
    fn heading(&self) -> String {
        let view = &self.scene.view;
        if let (Some(place), Some(_)) = (&self.place, &self.here) {
            let zones = super::super::offers::place_name(view, place);
            return format!("Here: {zones} (Esc: everything)");
        }
        let Some(focus) = self.scene.focus else { return "Over".to_owned() };
        let others: Vec<String> =
            self.scene.asked.filter(|&who| who != focus).map(|who| name_of(view, who)).collect();
        let others = if others.is_empty() { String::new() } else { format!("   N: {}", others.join(", ")) };
        format!("{}{others}", name_of(view, focus))
    }

    /// Which rows there are, now that it is known how many fit.
    fn settle_rows(&mut self, area: Rect) {
        self.room =
            panel::room_for_rows(&self.scene.view, Rect { height: area.height.saturating_sub(1), ..area });
        let listed = self.listed();
        self.rows = rows(&listed.deeds, &listed.choices, &self.opened, self.room);
    }

    /// What the map shows whatever the cursor is on: lines of sight, and who means what to whom.
    fn beyond(&self) -> Lit {
        let from = || {
            let pointed = self.place.clone().filter(|_| self.on_map);
            pointed.or_else(|| map::place_of(&self.scene.view, self.scene.focus?))
        };
        let sight = if self.sighting { from() } else { None };
        Lit { sight, bonds: self.scene.bonds.clone(), ..Lit::default() }
    }

    /// What the map is to show of what is under a cursor.
    fn lit(&self) -> Lit {
        let listed = self.listed();
        let row = self.under().filter(|row| row.kind != super::rows::Kind::OnMap);
        let mut lit = row.and_then(|row| listed.choices.get(row.choice)).map(Lit::of).unwrap_or_default();
        if self.on_map {
            lit = Lit { cursor: self.place.clone(), ..Lit::default() };
        }
        let Lit { sight, bonds, .. } = self.beyond();
        lit = Lit { sight, bonds, ..lit };
        if let (true, Some(deed)) = (self.on_map, &self.armed) {
            let aims = self.scene.choices.iter().filter(|choice| choice.deed.id == *deed);
            let aims = aims.filter(|choice| choice.role != fracas_kernel::Role::Move);
            lit.aims = aims.filter_map(|choice| choice.to.clone()).collect();
        }
        lit
    }

    fn panel(&self, wide: usize) -> Panel<'_> {
        let listed = self.listed();
        let about = match (&self.place, &self.here) {
            (Some(place), Some(_)) => {
                let text = map::about(&listed.view, place);
                wrap(&text, wide).join("\n")
            }
            _ => String::new(),
        };
        Panel {
            view: &listed.view,
            choices: &listed.choices,
            rows: &self.rows,
            at: self.at(),
            about,
            active: !self.on_map,
        }
    }
}

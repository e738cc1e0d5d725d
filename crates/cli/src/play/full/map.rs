//! The map on the full screen: the same drawings as line by line, as much of them as there is room for, with what is
//! pointed at.

use fracas_kernel::{Bond, ChoiceView, MapView, Status, TableView, Who};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::grid::{self, Pointer};
use super::super::map::{self, Style};
use super::super::screen::{Screen, pieces};
use super::{ansi, bonds};
use crate::paint::{bare, width};

/// A place: the id of a zone, or "x,y".
pub type Place = String;

/// What the map is to show beyond itself.
#[derive(Clone, Debug, Default)]
pub struct Lit {
    /// The cursor, while it is on the map.
    pub cursor: Option<Place>,
    /// Where the choice under the panel's cursor leads.
    pub to: Option<Place>,
    pub whom: Vec<Who>,
    /// Where what was taken up can be aimed at.
    pub aims: Vec<Place>,
    /// From where lines of sight are shown.
    pub sight: Option<Place>,
    /// Who means what to whom.
    pub bonds: Vec<Bond>,
}

impl Lit {
    pub fn of(choice: &ChoiceView) -> Lit {
        let whom = choice.targets.iter().copied().filter(|&who| who != choice.who).collect();
        Lit { to: choice.to.clone(), whom, ..Lit::default() }
    }
}

/// The drawing, in painted lines that are at most this wide and, as far as that can be had, this high.
pub fn drawing(
    view: &TableView,
    marks: &[String],
    lit: &Lit,
    screen: &Screen,
    room: (usize, usize),
) -> Vec<String> {
    let (columns, height) = room;
    let narrow = Screen { columns, ..*screen };
    let mut below = bonds::intents(view, marks, &lit.bonds, &narrow);
    below.extend(lit.sight.iter().flat_map(|from| bonds::sight(view, from, &narrow)));
    let height = height.saturating_sub(below.len());
    let text = match &view.map {
        MapView::Zones { zones, links, .. } => {
            let pieces = pieces(view, marks, &lit.whom);
            let heavy = lit.cursor.iter().chain(&lit.to).chain(&lit.aims).cloned().collect::<Vec<_>>();
            let dashed: Vec<Place> = lit.sight.iter().flat_map(|from| bonds::blind(view, from)).collect();
            let draw = |tags: usize| {
                let (lit, dashed) = (heavy.clone(), dashed.clone());
                let style =
                    Style { tags, lit, dashed, ..Style::new(screen.paint, columns.saturating_sub(1)) };
                map::draw(zones, links, &pieces, &style)
            };
            // Features give way where there is little room: the box under the cursor tells them below.
            let drawn = [usize::MAX, 2, 1].into_iter().map(&draw).find(|text| text.lines().count() <= height);
            drawn.unwrap_or_else(|| draw(0))
        }
        MapView::Squares { reach, .. } => {
            let cursor = lit.cursor.as_deref().and_then(square);
            let end = cursor.or(lit.to.as_deref().and_then(square));
            let way = reach.iter().find(|place| Some(place.at) == end && lit.cursor.is_some());
            let pointer = Pointer {
                cursor: cursor.or(lit.to.as_deref().and_then(square)),
                path: way.map(|place| place.path.clone()).unwrap_or_default(),
                aims: lit.aims.iter().filter_map(|place| square(place)).collect(),
                lit: lit.whom.clone(),
            };
            grid::draw_pointing(view, marks, screen.look, screen.paint, columns, pointer)
        }
    };
    let squares = matches!(view.map, MapView::Squares { .. });
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if squares && let Some(legend) = lines.pop_if(|line| width(line) > columns || bare(line).contains("  ")) {
        // The legend of the signs goes into as many lines as it takes.
        let parts: Vec<String> = bare(&legend).trim().split("  ").map(str::to_owned).collect();
        let legend = Screen { columns, ..*screen }.flow("", &parts, 4);
        lines.extend(legend.lines().map(|line| screen.paint.ink(crate::paint::Ink::Quiet, line)));
    }
    lines.extend(below);
    lines
}

pub fn square(place: &str) -> Option<(u8, u8)> {
    let (x, y) = place.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Is it drawn at this width, and not put into words?
pub fn is_drawn(view: &TableView, columns: usize) -> bool {
    match &view.map {
        MapView::Zones { zones, .. } => map::fits(zones, columns.saturating_sub(1)),
        MapView::Squares { width, .. } => grid::fits(*width, columns),
    }
}

/// How large the drawing would like to be.
pub fn wanted(
    view: &TableView,
    marks: &[String],
    lit: &Lit,
    screen: &Screen,
    columns: usize,
) -> (usize, usize) {
    let lines = drawing(view, marks, lit, screen, (columns, usize::MAX));
    (lines.iter().map(|line| width(line)).max().unwrap_or(0), lines.len())
}

/// Draws as much as fits around what is lit.
pub fn draw(frame: &mut Frame, area: Rect, lines: &[String], at: Option<usize>, colour: bool) {
    let room = usize::from(area.height);
    let from = super::panel::scrolled(lines.len(), at.unwrap_or(0), room);
    let shown: Vec<Line> = lines.iter().skip(from).take(room).map(|line| ansi::one(line, colour)).collect();
    Paragraph::new(shown).render(area, frame.buffer_mut());
    // What does not fit is not kept quiet.
    let right = area.right().saturating_sub(2);
    if from > 0 {
        frame.buffer_mut().set_string(right, area.y, "▲", ratatui::style::Style::default());
    }
    if lines.len() > from + room && area.height > 0 {
        frame.buffer_mut().set_string(right, area.bottom() - 1, "▼", ratatui::style::Style::default());
    }
}

/// The line of the drawing that must be seen: where the cursor is, or else whoever is asked.
pub fn line_of(lines: &[String], mark: Option<&str>, cursor: bool) -> Option<usize> {
    let found = |sign: &str| lines.iter().position(|line| bare(line).contains(sign));
    if cursor && let Some(at) = found("┏").or_else(|| lines.iter().position(|line| line.contains("\x1b[7m")))
    {
        return Some(at + 2);
    }
    let mark = mark?;
    lines.iter().position(|line| bare(line).split([' ', '│', '┃']).any(|word| word == mark))
}

/// The cursor one step further, on zones or squares.
pub fn step(view: &TableView, screen: &Screen, from: &str, way: (i32, i32)) -> Option<Place> {
    match &view.map {
        MapView::Zones { zones, .. } => map::beside(zones, from, way),
        MapView::Squares { width, height, .. } => {
            let (x, y) = square(from)?;
            let (dx, dy) = screen.look.on_map(way);
            let (x, y) = (i32::from(x) + dx, i32::from(y) + dy);
            let inside = (0..i32::from(*width)).contains(&x) && (0..i32::from(*height)).contains(&y);
            inside.then(|| format!("{x},{y}"))
        }
    }
}

/// Where somebody is.
pub fn place_of(view: &TableView, who: Who) -> Option<Place> {
    match &view.map {
        MapView::Zones { .. } => view.tokens.iter().find(|token| token.who == who)?.place.clone(),
        MapView::Squares { pieces, .. } => {
            let piece = pieces.iter().find(|piece| piece.who == who)?;
            Some(format!("{},{}", piece.at.0, piece.at.1))
        }
    }
}

/// Who is at a place, the dead too.
pub fn who_is_at(view: &TableView, place: &str) -> Vec<Who> {
    let here = |who: Who| match &view.map {
        MapView::Zones { .. } => place_of(view, who).as_deref() == Some(place),
        MapView::Squares { pieces, .. } => {
            let at = square(place);
            pieces.iter().any(|piece| {
                let inside = |n: u8, from: u8| (from..from + piece.size).contains(&n);
                piece.who == who && at.is_some_and(|(x, y)| inside(x, piece.at.0) && inside(y, piece.at.1))
            })
        }
    };
    view.tokens
        .iter()
        .filter(|token| token.status != Status::Gone && here(token.who))
        .map(|token| token.who)
        .collect()
}

/// What there is to say about a place.
pub fn about(view: &TableView, place: &str) -> String {
    let names: Vec<String> =
        who_is_at(view, place).into_iter().map(|who| super::super::offers::name_of(view, who)).collect();
    let here = if names.is_empty() { "nobody here".to_owned() } else { names.join(", ") };
    match &view.map {
        MapView::Zones { zones, .. } => {
            let Some(zone) = zones.iter().find(|zone| zone.id == place) else { return String::new() };
            let mut tags: Vec<String> = zone
                .tags
                .iter()
                .map(|tag| match tag.means.is_empty() {
                    true => tag.text.clone(),
                    false => format!("{} ({})", tag.text, tag.means),
                })
                .collect();
            tags.extend(zone.exit.then(|| "exit".to_owned()));
            let parts: Vec<String> = [here].into_iter().chain(tags).collect();
            format!("{}: {}\n", zone.name, parts.join("; "))
        }
        MapView::Squares { treasure, reach, .. } => {
            let at = square(place);
            let price = reach.iter().find(|one| Some(one.at) == at);
            let price = price.map(|one| format!(", {} to go there", one.price)).unwrap_or_default();
            let pile = treasure.iter().find(|pile| Some(pile.at) == at);
            let pile = pile.map(|pile| format!("; {}", pile.items.join(", "))).unwrap_or_default();
            format!("{place}: {here}{price}{pile}\n")
        }
    }
}

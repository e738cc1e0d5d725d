//! The battlefield in characters: a box for each zone where the scenario puts it, lines between those that are adjacent,
//! tokens inside. Where boxes do not fit, a list says the same.

use fracas_kernel::{Link, ZoneCard};

use crate::paint::{Ink, Paint, clip, pad, wrap};

/// A token as it stands in a box.
#[derive(Clone, Debug)]
pub struct Piece {
    pub mark: String,
    pub ink: Ink,
    /// The id of its zone.
    pub place: String,
}

const GAP: usize = 3;
const NARROWEST: usize = 12;
const WIDEST: usize = 26;

/// How much is drawn, and what stands out.
#[derive(Clone, Debug)]
pub struct Style {
    pub paint: Paint,
    pub columns: usize,
    /// The most lines of features in a box.
    pub tags: usize,
    /// The ids of zones with a heavy frame, and of those with a broken one.
    pub lit: Vec<String>,
    pub dashed: Vec<String>,
}

impl Style {
    pub fn new(paint: Paint, columns: usize) -> Style {
        Style { paint, columns, tags: usize::MAX, lit: Vec::new(), dashed: Vec::new() }
    }
}

pub fn draw(zones: &[ZoneCard], links: &[Link], pieces: &[Piece], style: &Style) -> String {
    match Layout::new(zones, style.columns) {
        Some(layout) => layout.draw(zones, links, pieces, style),
        None => list(zones, links, pieces, style),
    }
}

/// Can it be drawn with boxes at this width?
pub fn fits(zones: &[ZoneCard], columns: usize) -> bool {
    Layout::new(zones, columns).is_some()
}

/// The zone beside another in a direction: the nearest that lies more that way than any other.
pub fn beside(zones: &[ZoneCard], from: &str, (dx, dy): (i32, i32)) -> Option<String> {
    let here = zones.iter().find(|zone| zone.id == from)?;
    let away = |zone: &&ZoneCard| {
        let (x, y) = (i32::from(zone.at.0 - here.at.0), i32::from(zone.at.1 - here.at.1));
        let (along, across) = (x * dx + y * dy, (x * dy).abs() + (y * dx).abs());
        (along > 0).then_some(along + 2 * across)
    };
    zones.iter().filter(|zone| away(zone).is_some()).min_by_key(away).map(|zone| zone.id.clone())
}

/// The lines of a frame: corners and sides.
struct Strokes {
    top: [&'static str; 2],
    bottom: [&'static str; 2],
    across: &'static str,
    side: &'static str,
}

const THIN: Strokes = Strokes { top: ["┌", "┐"], bottom: ["└", "┘"], across: "─", side: "│" };
const BROKEN: Strokes = Strokes { top: ["┌", "┐"], bottom: ["└", "┘"], across: "┄", side: "┆" };
const HEAVY: Strokes = Strokes { top: ["┏", "┓"], bottom: ["┗", "┛"], across: "━", side: "┃" };

/// Which box stands where.
struct Layout {
    /// Row by row, the zone in each place.
    rows: Vec<Vec<Option<usize>>>,
    /// Of a box, borders included.
    width: usize,
}

impl Layout {
    /// `None` if two zones are in one place, or the boxes would be too narrow.
    fn new(zones: &[ZoneCard], columns: usize) -> Option<Layout> {
        let sorted = |values: Vec<i16>| {
            let mut values = values;
            values.sort_unstable();
            values.dedup();
            values
        };
        let xs = sorted(zones.iter().map(|zone| zone.at.0).collect());
        let ys = sorted(zones.iter().map(|zone| zone.at.1).collect());
        let room = (columns + GAP).checked_div(xs.len())?.checked_sub(GAP)?;
        if room < NARROWEST {
            return None;
        }
        let mut rows = vec![vec![None; xs.len()]; ys.len()];
        for (index, zone) in zones.iter().enumerate() {
            let (x, y) = (xs.binary_search(&zone.at.0).ok()?, ys.binary_search(&zone.at.1).ok()?);
            let place: &mut Option<usize> = &mut rows[y][x];
            if place.replace(index).is_some() {
                return None;
            }
        }
        // Wide enough for whole names, and for what is in the zones where there is room.
        let wide = |zone: &ZoneCard| {
            (crate::paint::width(&zone.name) + 5).max(crate::paint::width(&tags(zone).join(", ")) + 4)
        };
        let wanted = zones.iter().map(wide).max()?;
        Some(Layout { rows, width: room.min(wanted.max(18)).min(WIDEST) })
    }

    fn place(&self, zone: usize) -> (usize, usize) {
        let found = self
            .rows
            .iter()
            .enumerate()
            .find_map(|(y, row)| row.iter().position(|&there| there == Some(zone)).map(|x| (x, y)));
        found.unwrap_or_default()
    }

    fn draw(&self, zones: &[ZoneCard], links: &[Link], pieces: &[Piece], style: &Style) -> String {
        let paint = style.paint;
        let joined = |a: Option<usize>, b: Option<usize>| match (a, b) {
            (Some(a), Some(b)) => links.iter().any(|l| (l.a, l.b) == (a, b) || (l.a, l.b) == (b, a)),
            _ => false,
        };
        let mut text = String::new();
        for (y, row) in self.rows.iter().enumerate() {
            let boxes: Vec<Option<Vec<String>>> =
                row.iter().map(|zone| zone.map(|z| self.inside(&zones[z], pieces, style))).collect();
            let height = boxes.iter().flatten().map(Vec::len).max().unwrap_or(0);
            for line in 0..height + 2 {
                let mut drawn = String::from(" ");
                for (x, cell) in boxes.iter().enumerate() {
                    let zone = row[x].map(|z| &zones[z]);
                    drawn += &self.slice(zone, cell.as_deref(), (line, height), style);
                    if x + 1 < row.len() {
                        let link = line == 1 && joined(row[x], row[x + 1]);
                        drawn +=
                            &paint.ink(Ink::Quiet, &if link { "─".repeat(GAP) } else { " ".repeat(GAP) });
                    }
                }
                text += drawn.trim_end();
                text.push('\n');
            }
            if let Some(below) = self.rows.get(y + 1) {
                let between = self.between(row, below, joined);
                if !between.is_empty() {
                    text += &format!("{}\n", paint.ink(Ink::Quiet, &between));
                }
            }
        }
        text + &self.far_links(zones, links, paint)
    }

    /// One line of one box of this height.
    fn slice(
        &self,
        zone: Option<&ZoneCard>,
        inside: Option<&[String]>,
        (line, height): (usize, usize),
        style: &Style,
    ) -> String {
        let (Some(zone), Some(inside)) = (zone, inside) else { return " ".repeat(self.width) };
        let lit = style.lit.contains(&zone.id);
        let strokes = match style.dashed.contains(&zone.id) {
            _ if lit => HEAVY,
            true => BROKEN,
            false => THIN,
        };
        let frame = |text: &str| style.paint.ink(if lit { Ink::Strong } else { Ink::Quiet }, text);
        if line == 0 {
            let name = clip(&self.title(zone)[0], self.width - 5);
            let rest = self.width - 4 - crate::paint::width(&name);
            return format!(
                "{} {} {}",
                frame(strokes.top[0]),
                style.paint.ink(Ink::Strong, &name),
                frame(&format!("{}{}", strokes.across.repeat(rest), strokes.top[1]))
            );
        }
        if line == height + 1 {
            let [left, right] = strokes.bottom;
            return frame(&format!("{left}{}{right}", strokes.across.repeat(self.width - 2)));
        }
        let content = inside.get(line - 1).map_or("", String::as_str);
        format!("{} {}{}", frame(strokes.side), pad(content, self.width - 3), frame(strokes.side))
    }

    /// The name of a zone in as many lines as it takes; the first stands in the frame.
    fn title(&self, zone: &ZoneCard) -> Vec<String> {
        wrap(&zone.name, self.width - 5)
    }

    /// What stands in a box: the rest of a long name, its features, then who is there.
    fn inside(&self, zone: &ZoneCard, pieces: &[Piece], style: &Style) -> Vec<String> {
        let paint = style.paint;
        let room = self.width - 4;
        let tags = tags(zone);
        let mut words = if tags.is_empty() { vec![String::new()] } else { wrap(&tags.join(", "), room) };
        if words.len() > style.tags {
            words.truncate(style.tags);
            words.iter_mut().last().into_iter().for_each(|line| line.push('…'));
        }
        let long_name = self.title(zone).into_iter().skip(1);
        let mut lines: Vec<String> =
            long_name.map(|line| paint.ink(Ink::Strong, &clip(&line, room))).collect();
        lines.extend(words.iter().map(|line| paint.ink(Ink::Quiet, &clip(line, room))));
        let here: Vec<&Piece> = pieces.iter().filter(|piece| piece.place == zone.id).collect();
        let marks: Vec<(String, Ink)> = here.iter().map(|p| (clip(&p.mark, room), p.ink)).collect();
        lines.extend(flow(&marks, room, paint));
        if lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }

    /// The lines between two rows of boxes; empty if nothing joins them.
    fn between(
        &self,
        above: &[Option<usize>],
        below: &[Option<usize>],
        joined: impl Fn(Option<usize>, Option<usize>) -> bool,
    ) -> String {
        let mut drawn = vec![' '; 1 + above.len() * (self.width + GAP)];
        for x in 0..above.len() {
            let left = 1 + x * (self.width + GAP);
            if joined(above[x], below[x]) {
                drawn[left + self.width / 2] = '│';
            }
            if x + 1 < above.len() {
                let down = joined(above[x], below[x + 1]);
                let up = joined(above[x + 1], below[x]);
                drawn[left + self.width + GAP / 2] = match (down, up) {
                    (true, true) => '╳',
                    (true, false) => '╲',
                    (false, true) => '╱',
                    (false, false) => ' ',
                };
            }
        }
        drawn.into_iter().collect::<String>().trim_end().to_owned()
    }

    /// Adjacent zones whose boxes are not beside each other, in words.
    fn far_links(&self, zones: &[ZoneCard], links: &[Link], paint: Paint) -> String {
        let far = links.iter().filter(|link| {
            let ((ax, ay), (bx, by)) = (self.place(link.a), self.place(link.b));
            ax.abs_diff(bx) > 1 || ay.abs_diff(by) > 1
        });
        far.map(|link| {
            let line = format!(" {} is adjacent to {}", zones[link.a].name, zones[link.b].name);
            format!("{}\n", paint.ink(Ink::Quiet, &line))
        })
        .collect()
    }
}

/// What there is in a zone, in a word each.
fn tags(zone: &ZoneCard) -> Vec<String> {
    let mut tags = zone.words();
    tags.extend(zone.exit.then(|| "exit".to_owned()));
    tags
}

/// Pieces side by side, as many lines as they need.
fn flow(marks: &[(String, Ink)], room: usize, paint: Paint) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (mark, ink) in marks {
        let width = crate::paint::width(mark);
        match lines.last_mut() {
            Some((line, used)) if *used + 1 + width <= room => {
                *line += &format!(" {}", paint.ink(*ink, mark));
                *used += 1 + width;
            }
            _ => lines.push((paint.ink(*ink, mark), width)),
        }
    }
    lines.into_iter().map(|(line, _)| line).collect()
}

fn list(zones: &[ZoneCard], links: &[Link], pieces: &[Piece], style: &Style) -> String {
    let Style { paint, columns, .. } = *style;
    let mut text = String::new();
    for (index, zone) in zones.iter().enumerate() {
        let here: Vec<String> =
            pieces.iter().filter(|p| p.place == zone.id).map(|p| paint.ink(p.ink, &p.mark)).collect();
        let tags = tags(zone);
        let tags = if tags.is_empty() { String::new() } else { format!(" ({})", tags.join(", ")) };
        let lead = if style.lit.contains(&zone.id) { "»" } else { " " };
        text += &format!(
            "{lead}{}{}  {}\n",
            paint.ink(Ink::Strong, &zone.name),
            paint.ink(Ink::Quiet, &tags),
            here.join(" ")
        );
        let next = links.iter().filter_map(|link| match (link.a == index, link.b == index) {
            (true, _) => Some(link.b),
            (_, true) => Some(link.a),
            _ => None,
        });
        let names: Vec<&str> = next.map(|z| zones[z].name.as_str()).collect();
        if !names.is_empty() {
            for line in wrap(&format!("next to {}", names.join(", ")), columns.saturating_sub(4)) {
                text += &format!("   {}\n", paint.ink(Ink::Quiet, &line));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use fracas_kernel::{Crowd, MapView, Seat, TableView};

    use super::*;

    fn zone(id: &str, at: (i16, i16), tags: &[&str]) -> ZoneCard {
        let tags = tags.iter().map(|tag| fracas_kernel::Tag::feature(*tag)).collect();
        ZoneCard {
            id: id.to_lowercase(),
            name: id.to_owned(),
            tags,
            at,
            exit: id == "Road",
            picture: Default::default(),
        }
    }

    fn piece(mark: &str, place: &str) -> Piece {
        Piece { mark: mark.to_owned(), ink: Ink::Plain, place: place.to_owned() }
    }

    const PLAIN: Paint = Paint { colour: false };

    #[test]
    fn boxes_stand_where_the_scenario_puts_them_with_lines_between() {
        let zones =
            [zone("Ford", (0, 0), &["fast water"]), zone("Bank", (5, 0), &[]), zone("Road", (5, 3), &[])];
        let links = [
            Link { a: 0, b: 1, note: None },
            Link { a: 1, b: 2, note: None },
            Link { a: 0, b: 2, note: None },
        ];
        let drawn = draw(&zones, &links, &[piece("B", "ford"), piece("g1", "ford")], &Style::new(PLAIN, 80));
        assert_eq!(
            drawn,
            " ┌ Ford ──────────┐   ┌ Bank ──────────┐
 │ fast water     │───│                │
 │ B g1           │   │                │
 └────────────────┘   └────────────────┘
                    ╲          │
                      ┌ Road ──────────┐
                      │ exit           │
                      └────────────────┘
"
        );
    }

    #[test]
    fn a_long_name_goes_on_inside_its_box() {
        let zones: Vec<ZoneCard> =
            (0..4).map(|i| zone("Stair to the drowned nave", (i, 0), &["dark"])).collect();
        let drawn = draw(&zones, &[], &[], &Style::new(PLAIN, 72));
        let box_of: Vec<&str> =
            drawn.lines().map(|line| line[..].split("   ").next().unwrap().trim()).collect();
        assert_eq!(box_of[..3], ["┌ Stair to ───┐", "│ the", "│ drowned"], "{drawn}");
        assert!(drawn.contains("nave") && !drawn.contains('…'), "{drawn}");
    }

    #[test]
    fn links_that_skip_a_box_are_told_in_words() {
        let zones = [zone("A", (0, 0), &[]), zone("B", (1, 0), &[]), zone("C", (2, 0), &[])];
        let drawn = draw(&zones, &[Link { a: 0, b: 2, note: None }], &[], &Style::new(PLAIN, 80));
        assert!(drawn.ends_with(" A is adjacent to C\n"), "{drawn}");
        assert!(!drawn.contains("───│"), "{drawn}");
    }

    #[test]
    fn what_does_not_fit_is_listed() {
        let zones: Vec<ZoneCard> = (0..9).map(|i| zone(&format!("Z{i}"), (i, 0), &[])).collect();
        let links = [Link { a: 0, b: 1, note: None }];
        let drawn = draw(&zones, &links, &[piece("B", "z1")], &Style::new(PLAIN, 80));
        assert!(drawn.contains(" Z1  B\n   next to Z0\n"), "{drawn}");
        let same_place = [zone("A", (0, 0), &[]), zone("B", (0, 0), &[])];
        assert!(draw(&same_place, &[], &[], &Style::new(PLAIN, 80)).contains(" A  \n B  \n"));
    }

    #[test]
    fn crowds_take_more_lines_and_stay_in_the_box() {
        let pieces: Vec<Piece> = (0..12).map(|i| piece(&format!("g{i}"), "ford")).collect();
        let drawn = draw(&[zone("Ford", (0, 0), &[])], &[], &pieces, &Style::new(PLAIN, 80));
        assert!(drawn.lines().all(|line| crate::paint::width(line) == 19), "{drawn}");
        assert!(drawn.contains("g11"));
    }

    /// Whatever is between them, every box of every battlefield is whole.
    #[test]
    fn no_box_is_cut() {
        for found in fracas_content::scenarios().chain(fracas_content::adventures()) {
            let Ok(bundle) = fracas_systems::bundle_for(found.source) else { continue };
            let mut game = fracas_systems::open(bundle, 1, 0).unwrap();
            for step in 0..30 {
                let choices = game.choices();
                let Some(choice) = choices.get(step * 5 % choices.len().max(1)) else { break };
                game.choose(choice, &Default::default()).unwrap();
                whole_boxes(&game.view(Seat::Judge));
                whole_boxes(&game.view(Seat::Player(Crowd::ALL)));
            }
        }
    }

    fn whole_boxes(view: &TableView) {
        let sign = |line: &[char], at: usize| line.get(at).copied().unwrap_or(' ');
        let MapView::Zones { zones, links, .. } = &view.map else { return };
        let marks = super::super::screen::marks(&view.tokens);
        let pieces = super::super::screen::pieces(view, &marks, &[]);
        for columns in [60, 78, 100, 140] {
            let drawn = draw(zones, links, &pieces, &Style::new(PLAIN, columns));
            let lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
            let mut boxes = 0;
            for (y, line) in lines.iter().enumerate() {
                for x in (0..line.len()).filter(|&x| line[x] == '┌') {
                    let wide = line[x..].iter().position(|&one| one == '┐').expect("a corner");
                    let high = (1..).find(|&high| sign(&lines[y + high], x) == '└').expect("a corner");
                    assert_eq!(sign(&lines[y + high], x + wide), '┘', "{}:\n{drawn}", view.title);
                    for side in &lines[y + 1..y + high] {
                        let sides = (sign(side, x), sign(side, x + wide));
                        assert_eq!(sides, ('│', '│'), "{}:\n{drawn}", view.title);
                    }
                    boxes += 1;
                }
            }
            assert!(boxes == 0 || boxes == zones.len(), "{}:\n{drawn}", view.title);
        }
    }
}

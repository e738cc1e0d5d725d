//! What stands where: map, order, panel and log, from a terminal of 80 by 24 up.

use ratatui::layout::Rect;

/// The parts of the screen. All but title and foot begin with a line for their heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Areas {
    pub title: Rect,
    pub map: Rect,
    pub order: Rect,
    pub panel: Rect,
    pub log: Rect,
    pub foot: Rect,
}

/// What the parts would like to have.
#[derive(Clone, Copy, Debug)]
pub struct Wants {
    /// Lines for title and gauges.
    pub title: u16,
    /// Columns and lines of the map.
    pub map: (u16, u16),
    /// Is the map drawn beside the panel too, and not put into words there?
    pub beside: bool,
    /// The most lines of the list of combatants.
    pub order: u16,
    pub large_log: bool,
    /// Is somebody pointing at the map? Then it is what must be seen.
    pub pointing: bool,
}

/// The narrowest panel that shows figures beside names.
pub const PANEL: u16 = 37;
pub const WIDE: u16 = 100;
/// The smallest screen that everything fits on.
pub const LEAST: (u16, u16) = (60, 20);

pub fn areas(area: Rect, wants: Wants) -> Areas {
    let title = Rect { height: wants.title.min(area.height), ..area };
    let foot = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    let high = area.height.saturating_sub(title.height + 1);
    let body = Rect { y: title.bottom(), height: high, ..area };
    if wants.large_log {
        return with_large_log(title, foot, body);
    }
    // Beside each other where there is room for both, or where the map is too high to stand above the rest.
    let beside = wants.beside && (area.width >= WIDE || wants.map.1 > high * 2 / 5);
    if beside { side_by_side(title, foot, body, wants) } else { stacked(title, foot, body, wants) }
}

/// How wide the right column of a wide screen is.
pub fn right(width: u16) -> u16 {
    (width * 42 / 100).clamp(46, 84)
}

/// Left: map over log. Right: order over panel.
fn side_by_side(title: Rect, foot: Rect, body: Rect, wants: Wants) -> Areas {
    let right = match body.width {
        WIDE.. => right(body.width),
        _ => (body.width - 1).saturating_sub(wants.map.0).clamp(PANEL, 46),
    };
    let left = body.width - right - 1;
    let map_high = (wants.map.1 + 1).min(body.height.saturating_sub(6).max(body.height * 6 / 10));
    let (map, log) = split(Rect { width: left, ..body }, map_high);
    let order_high = (wants.order + 1).min(body.height * 45 / 100);
    let (order, panel) = split(Rect { x: body.x + left + 1, width: right, ..body }, order_high);
    Areas { title, map, order, panel, log, foot }
}

/// Map over panel and order over log.
fn stacked(title: Rect, foot: Rect, body: Rect, wants: Wants) -> Areas {
    let log_high = if wants.pointing { 0 } else { (body.height / 5).max(4) };
    let most = if wants.pointing { 11 } else { 9 };
    let map_high = (wants.map.1 + 1).min(body.height.saturating_sub(log_high) * most / 20);
    let (map, rest) = split(body, map_high);
    let (middle, log) = split(rest, rest.height.saturating_sub(log_high));
    let left = (body.width * 3 / 5).max(PANEL);
    let panel = Rect { width: left, ..middle };
    let order = Rect { x: middle.x + left + 1, width: body.width.saturating_sub(left + 1), ..middle };
    Areas { title, map, order, panel, log, foot }
}

/// The log takes the place of map and order.
fn with_large_log(title: Rect, foot: Rect, body: Rect) -> Areas {
    let nothing = Rect { width: 0, height: 0, ..body };
    let wide = body.width >= WIDE;
    let (log, panel) = if wide {
        let right = right(body.width);
        let left = body.width - right - 1;
        (Rect { width: left, ..body }, Rect { x: body.x + left + 1, width: right, ..body })
    } else {
        split(body, body.height * 11 / 20)
    };
    Areas { title, map: nothing, order: nothing, panel, log, foot }
}

/// The upper lines and the rest.
fn split(area: Rect, upper: u16) -> (Rect, Rect) {
    let upper = upper.min(area.height);
    let above = Rect { height: upper, ..area };
    let below = Rect { y: area.y + upper, height: area.height - upper, ..area };
    (above, below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_or_sticks_out_whatever_the_size() {
        for (wide, high) in [(60, 20), (80, 24), (99, 30), (100, 30), (120, 40), (200, 60)] {
            for (map, beside) in [((57, 6), false), ((38, 14), true), ((79, 25), false), ((20, 5), true)] {
                for (large_log, pointing) in [(false, false), (true, false), (false, true)] {
                    let area = Rect::new(0, 0, wide, high);
                    let areas = areas(area, Wants { title: 2, map, beside, order: 9, large_log, pointing });
                    let all = [areas.title, areas.map, areas.order, areas.panel, areas.log, areas.foot];
                    for (nth, one) in all.iter().enumerate() {
                        assert_eq!(one.intersection(area), *one, "{one:?} in {area:?}");
                        let others = all.iter().skip(nth + 1);
                        assert!(others.clone().all(|other| !one.intersects(*other)), "{areas:?}");
                    }
                    assert!(areas.panel.width >= PANEL && areas.panel.height >= 7, "{areas:?}");
                    assert!(areas.log.height >= 4 || pointing, "{areas:?}");
                }
            }
        }
    }
}
